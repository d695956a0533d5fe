import type { Timeframe } from '#src/shared/market.ts';
import { FeedError } from '../feed-error.ts';
import type { PriceSide } from '../csv/columns.ts';
import { outliersOf } from '../csv/outliers.ts';
import { replayBytes } from '../csv/replay.ts';
import type { NamedAction } from '../csv/row-to-bar.ts';
import type { Chunks } from '../csv/source.ts';
import { isWithinRange } from '../quarantine/quarantine.ts';
import { spacing } from '../quarantine/spacing.ts';
import type { Split } from '../splits/corporate-actions.ts';
import { suspectedSplits } from '../splits/suspected-splits.ts';
import { type Priced, scaleOf } from './named-splits.ts';
import { oldestFirst } from './oldest-first.ts';

/** A file that can be read twice. `timeZone` is for times without an offset, `price` chooses the side of quotes. */
export type ImportFile = {
  name: string;
  open: () => Chunks;
  timeZone: string;
  price?: PriceSide;
  mostBytes?: number;
  /** Whether every dividend that the file names adjusts the prices before it, and not only those of a tenth of the price. */
  dividends?: boolean;
};

/** The options with which a file is read each time. */
export const readingOf = ({ timeZone, price, mostBytes }: ImportFile) => ({
  timeZone,
  skipBad: true,
  ...(price && { price }),
  ...(mostBytes === undefined ? {} : { mostBytes }),
});

/**
 * What reading a whole file tells: when its first bar begins (ms, UTC), its direction, its timeframe, and whether it has
 * bars of Saturdays; the corporate actions that it names and its prices show, all that it names, the bars on a wrong
 * scale, the splits that its prices show and nobody names; the lines of rows out of order, and their times, sorted.
 */
export type Survey = {
  first: number;
  isNewestFirst: boolean;
  apart: Timeframe | null;
  hasSaturdays: boolean;
  actions: readonly Split[];
  named: readonly Split[];
  misplaced: ReadonlySet<number>;
  suspected: readonly Split[];
  outliers: ReadonlySet<number>;
  elsewhere: readonly number[];
};

/**
 * Reads a file to its end, before anything of it is stored.
 * @throws FeedError if it can't be read or has another timeframe
 */
export async function surveyFile(timeframe: Timeframe, file: ImportFile): Promise<Survey> {
  const survey = await lookThrough(file);
  assertTimeframe(file.name, survey, timeframe);
  return survey;
}

/** @throws FeedError if the rows of a file are as far apart as those of another timeframe */
export const assertTimeframe = (
  file: string,
  { apart }: Pick<Survey, 'apart'>,
  timeframe: Timeframe,
): void => {
  if (apart !== null && apart !== timeframe)
    throw new FeedError(
      file,
      null,
      `most of its rows are ${apart} apart, so its bars are not of ${timeframe}`,
    );
};

const NONE: ReadonlySet<number> = new Set();

/** Reads a file to its end, whatever its timeframe. @throws FeedError if it can't be read */
export async function lookThrough(file: ImportFile): Promise<Survey> {
  const asItStands = await leafThrough(file, file.open());
  const isNewestFirst = asItStands.backwards > asItStands.onwards;
  const open = async () => (isNewestFirst ? (await oldestFirst(file.open(), file.name)).chunks : file.open());
  const turned = isNewestFirst ? await leafThrough(file, await open()) : asItStands;
  const outliers = turned.backwards > 0 ? outliersOf(turned) : NONE;
  const { first, apart, priced, named, elsewhere, saturdays, suspected } =
    outliers.size > 0 ? await leafThrough(file, await open(), outliers) : turned;
  return {
    first,
    isNewestFirst,
    apart,
    hasSaturdays: saturdays > 0,
    elsewhere,
    outliers,
    suspected: suspected.all(),
    ...scaleOf(priced, named, file.dividends),
  };
}

/** Reads a file once: in the order of the file, or without the rows that are known to be out of order. */
async function leafThrough(file: ImportFile, chunks: Chunks, outliers?: ReadonlySet<number>) {
  const distances = spacing();
  let first: number | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let [onwards, backwards, saturdays] = [0, 0, 0];
  const stamps: number[] = [];
  const lines: number[] = [];
  const named: NamedAction[] = [];
  const priced: Priced[] = [];
  const elsewhere: number[] = [];
  const suspected = suspectedSplits();
  let namesActions = false;
  const replay = replayBytes(chunks, file.name, {
    ...readingOf(file),
    ...(outliers ? { outliers } : { anyOrder: true }),
    onBad: (_line, { ts }) => void (ts !== undefined && elsewhere.push(ts)),
    onActions: (actions) => {
      namesActions = true;
      if (actions.split !== null || actions.dividend !== null) named.push(actions);
    },
  });
  for await (const bar of replay.bars) {
    const { ts, open, close } = bar;
    first ??= ts;
    if (ts > last) onwards += 1;
    else backwards += 1;
    last = ts;
    // A bar that is none can't outweigh another of its time.
    if (!outliers && isWithinRange(bar)) {
      stamps.push(ts);
      lines.push(replay.line());
    }
    distances.add(ts);
    if (new Date(ts).getUTCDay() === 6) saturdays += 1;
    if (isWithinRange(bar)) suspected.add(bar);
    if (namesActions) priced.push({ ts, open, close });
  }
  elsewhere.sort((a, b) => a - b);
  return {
    first: first ?? 0,
    onwards,
    backwards,
    saturdays,
    stamps,
    lines,
    apart: distances.timeframe(),
    priced,
    named,
    elsewhere,
    suspected,
  };
}
