import type { Runs } from '#src/db/database.ts';
import type { BarImport } from '#src/shared/bar-import.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { barsBefore, importBatch } from '../bar-store.ts';
import { type CalendarName, CALENDARS } from '../bars/calendars.ts';
import { endsOf } from '../bars/ends.ts';
import type { Split } from '../corporate-actions.ts';
import { FeedError } from '../feed-error.ts';
import { BAR_MS, inspector } from '../quarantine.ts';
import type { BadRow, SkippedRows } from '../replay/bad-row.ts';
import type { PriceSide } from '../replay/columns.ts';
import { replayBytes } from '../replay/replay.ts';
import type { NamedAction } from '../replay/row-to-bar.ts';
import type { Chunks } from '../replay/source.ts';
import { spacing } from '../spacing.ts';
import { asideOf } from './aside.ts';
import { type Priced, scaleOf } from './named-splits.ts';
import { oldestFirst } from './oldest-first.ts';

/** A series that history is brought into. `splits` as bars of this size meet them (`splitsOf`). */
export type ImportTarget = {
  instrumentId: string;
  symbol: string;
  session: CalendarName;
  timeframe: Timeframe;
  splits: readonly Split[];
};
/** A file that can be read twice. `timeZone`: of times without an offset; `price`: which side of quote bars. */
export type ImportFile = {
  name: string;
  open: () => Chunks;
  timeZone: string;
  price?: PriceSide;
  mostBytes?: number;
};

const AT_ONCE = 1_000;
/** A stored bar that is so many bars older says nothing about the scale of a file's first. */
const NEIGHBOURS = 20;

const readingOf = ({ timeZone, price, mostBytes }: ImportFile) => ({
  timeZone,
  skipBad: true,
  ...(price && { price }),
  ...(mostBytes === undefined ? {} : { mostBytes }),
});

/**
 * What is known of a file that was read to its end: when its first bar begins (ms, UTC), which way it runs, how far
 * apart most of its bars are, the corporate actions that it names and its prices show, the bars on a wrong scale, and
 * in order of time when the rows begin that are out of order.
 */
export type Survey = {
  first: number;
  isNewestFirst: boolean;
  apart: Timeframe | null;
  actions: readonly Split[];
  misplaced: ReadonlySet<number>;
  elsewhere: readonly number[];
};

/**
 * Reads a file to its end, before anything of it is stored.
 * @throws FeedError with file, line and sentence, where it cannot be read or its rows are of another timeframe
 */
export async function surveyFile(timeframe: Timeframe, file: ImportFile): Promise<Survey> {
  const survey = await lookThrough(file);
  const { apart } = survey;
  if (apart !== null && apart !== timeframe)
    throw new FeedError(
      file.name,
      null,
      `most of its rows are ${apart} apart, so its bars are not of ${timeframe}`,
    );
  return survey;
}

/** Reads a file to its end, whatever its timeframe. @throws FeedError where it cannot be read */
export async function lookThrough(file: ImportFile): Promise<Survey> {
  const asItStands = await leafThrough(file, file.open());
  const turned =
    asItStands.backwards > asItStands.bars
      ? await leafThrough(file, (await oldestFirst(file.open(), file.name)).chunks)
      : null;
  const isNewestFirst = turned !== null && turned.bars > asItStands.bars;
  const { first, apart, priced, named, elsewhere } = isNewestFirst ? turned : asItStands;
  return { first, isNewestFirst, apart, elsewhere, ...scaleOf(priced, named) };
}

async function leafThrough(file: ImportFile, chunks: Chunks) {
  const distances = spacing();
  let first: number | null = null;
  let bars = 0;
  const named: NamedAction[] = [];
  const priced: Priced[] = [];
  const elsewhere: number[] = [];
  let namesSplits = false;
  const replay = replayBytes(chunks, file.name, {
    ...readingOf(file),
    onBad: (_line, { ts }) => void (ts !== undefined && elsewhere.push(ts)),
    onActions: (actions) => {
      namesSplits = true;
      if (actions.split !== null || actions.dividend !== null) named.push(actions);
    },
  });
  for await (const { ts, open, close } of replay.bars) {
    first ??= ts;
    bars += 1;
    distances.add(ts);
    if (namesSplits) priced.push({ ts, open, close });
  }
  const backwards = elsewhere.length;
  elsewhere.sort((a, b) => a - b);
  return { first: first ?? 0, bars, backwards, apart: distances.timeframe(), priced, named, elsewhere };
}

/**
 * Brings the bars of a file into storage: those that can be believed, as `inspector` says, and are over. What stands
 * there so already is left alone, what stands there otherwise is replaced, what cannot be believed is put aside with
 * its line and reason. Bars are stored a thousand at a time; doing it again after a kill, or at any time, ends in the
 * same rows. Nobody is alerted of history.
 * @param survey what `surveyFile` has answered
 * @throws FeedError where no row of it is a bar that can be believed
 */
export async function importFile(
  runs: Runs,
  target: ImportTarget,
  file: ImportFile,
  { survey, now }: { survey: Survey; now: Date },
): Promise<BarImport> {
  const { name } = file;
  const turned = survey.isNewestFirst ? await oldestFirst(file.open(), name) : null;
  const lineOf = turned?.lineOf ?? ((line: number) => line);
  const aside = asideOf(target.instrumentId, name);
  const believe = inspector(target.timeframe, {
    splits: target.splits,
    misplaced: survey.misplaced,
    before: await neighbour(runs, target, survey.first),
  });
  const { endOf } = endsOf(CALENDARS[target.session], target.timeframe);
  const inspect = (bar: Bar): BadRow | null =>
    endOf(bar.ts) > now.getTime()
      ? {
          reason: 'time',
          problem: `the bar ends ${new Date(endOf(bar.ts)).toISOString()}, which is yet to come`,
        }
      : believe(bar);
  const replay = replayBytes(turned?.chunks ?? file.open(), name, {
    ...readingOf(file),
    inspect,
    onBad: (line, bad, text) => aside.add(lineOf(line), bad, text),
  });

  const sum = { stored: 0, replaced: 0, unchanged: 0 };
  let [from, to]: [number | null, number | null] = [null, null];
  const store = async (bars: readonly Bar[]): Promise<void> => {
    const done = await importBatch(runs, target, bars);
    sum.stored += done.stored;
    sum.replaced += done.replaced;
    sum.unchanged += done.unchanged;
  };
  let batch: Bar[] = [];
  for await (const bar of replay.bars) {
    from ??= bar.ts;
    to = bar.ts;
    batch.push(bar);
    if (batch.length < AT_ONCE) continue;
    await store(batch);
    batch = [];
  }
  await store(batch);
  await aside.keep(runs, now);
  const reasons = reasonsOf(replay.skipped, lineOf);
  const putAside = reasons.reduce((all, { count }) => all + count, 0);
  return {
    symbol: target.symbol,
    timeframe: target.timeframe,
    file: name,
    rows: sum.stored + sum.replaced + sum.unchanged + putAside,
    ...sum,
    putAside,
    reasons,
    from: isoOf(from),
    to: isoOf(to),
  };
}

/** The stored bar right before a moment, where there is one near. */
async function neighbour(runs: Runs, target: ImportTarget, first: number): Promise<Bar | null> {
  const [[before] = []] = await barsBefore(runs, [{ ...target, before: first, count: 1 }]);
  return before && first - before.ts <= NEIGHBOURS * BAR_MS[target.timeframe] ? before : null;
}

const reasonsOf = (skipped: SkippedRows, lineOf: (line: number) => number): BarImport['reasons'] =>
  [...skipped].map(([reason, { count, firstLines }]) => ({ reason, count, lines: firstLines.map(lineOf) }));

const isoOf = (ts: number | null): string | null => (ts === null ? null : new Date(ts).toISOString());
