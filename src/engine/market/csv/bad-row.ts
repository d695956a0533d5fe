/** Why a row can't be a bar, with the words for a summary. Nothing else is checked here: an open above the high is kept. */
export const BAD_ROW_REASONS = {
  column_count: 'wrong number of columns',
  quote: 'a quote that is not closed',
  time: 'time missing or not ISO, M/D/Y, D/M/Y or epoch',
  no_such_time: 'a local time that doesn’t exist',
  order: 'time not after the row before',
  number: 'a missing or invalid number',
  not_positive: 'a price not above zero or a negative volume',
  high_below_low: 'high below low',
  outside_range: 'open or close outside low to high',
  unit: 'a price in another unit (ten times the last close, a tenth, or off by a split)',
  absurd: 'a price more than a thousand times the last close, or less than a thousandth',
  stale: 'the bar before once more',
  too_near: 'nearer to the bar before than the timeframe',
  suspected_split: 'a jump that looks like a split',
} as const;

export type BadRowReason = keyof typeof BAD_ROW_REASONS;

/** `problem` is a sentence without its full stop; `ts`: when a row begins that is out of order, in ms, UTC. */
export type BadRow = { reason: BadRowReason; problem: string; ts?: number };

/** Rows left out, per reason: how many, and the first lines (at most FIRST_LINES). */
export type SkippedRows = ReadonlyMap<BadRowReason, { count: number; firstLines: readonly number[] }>;

const FIRST_LINES = 5;

/** A tally whose size doesn't depend on the file. */
export const createSkipTally = () => {
  const skipped = new Map<BadRowReason, { count: number; firstLines: number[] }>();
  let total = 0;
  return {
    skipped,
    total: () => total,
    add: (reason: BadRowReason, line: number) => {
      total += 1;
      const entry = skipped.get(reason) ?? { count: 0, firstLines: [] };
      entry.count += 1;
      if (entry.firstLines.length < FIRST_LINES) entry.firstLines.push(line);
      skipped.set(reason, entry);
    },
  };
};
