import { statSync } from 'node:fs';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import { FeedError } from '#src/engine/market/feed-error.ts';
import { oldestFirst } from '#src/engine/market/import/oldest-first.ts';
import { assertTimeframe, lookThrough, type Survey } from '#src/engine/market/import/survey.ts';
import { absurdity } from '#src/engine/market/quarantine/absurd.ts';
import { inspector } from '#src/engine/market/quarantine/quarantine.ts';
import { type Replay, replayBytes, type ReplayOptions } from '#src/engine/market/csv/replay.ts';
import { risingTimes } from '#src/engine/market/csv/rising-times.ts';
import { readFileBytes } from '#src/engine/market/csv/source.ts';
import { unexplained } from '#src/engine/market/splits/suspected-splits.ts';
import type { SuspectedSplits } from '#src/shared/bar-import.ts';
import type { Timeframe } from '#src/shared/market.ts';

export type Reading = {
  timeframe: Timeframe;
  /** Leave out what cannot be believed, and see through splits. */
  clean: boolean;
  /** The splits of --actions, which stand for those that the file names itself; null where there are none. */
  given: readonly Split[] | null;
  suspected: SuspectedSplits;
  /** Adjust for every dividend that the file names. */
  dividends: boolean;
  /** Read a file of another timeframe all the same. */
  acceptLosses: boolean;
};

export type BarsRead = {
  replay: Replay;
  /** The corporate actions through which comparisons see. */
  splits: readonly Split[];
  hasSaturdays: boolean;
  /** The suspected splits whose bars are left out. */
  unconfirmed: readonly Split[];
};

/**
 * Reads a file of bars as it is asked for. It is read to its end once before, to know which rows are out of order: only
 * its times if they rise and nothing is cleaned. What can be read only once, such as a pipe, is taken in its order.
 * @throws FeedError where it cannot be read
 */
export const readBars = async (path: string, reading: Reading, options: ReplayOptions): Promise<BarsRead> => {
  const { timeframe, clean } = reading;
  const open = () => readFileBytes(path);
  const inOrder = isFile(path) && !clean ? await timesOf(path, options) : null;
  if (inOrder) {
    const replay = replayBytes(open(), path, { ...options, outliers: new Set(), inspect: absurdity() });
    return { replay, splits: [], hasSaturdays: inOrder.hasSaturdays, unconfirmed: [] };
  }
  const survey = isFile(path) || clean ? await surveyOf(path, reading, options) : null;
  const isTurned = survey?.isNewestFirst === true && options.skipBad === true;
  const turned = isTurned ? await oldestFirst(open(), path) : null;
  const common = {
    ...options,
    ...(survey &&
      (isTurned || !survey.isNewestFirst) && { outliers: survey.outliers, elsewhere: survey.elsewhere }),
    ...(turned && { lineOf: turned.lineOf }),
  };
  const bytes = turned?.chunks ?? open();
  const hasSaturdays = survey?.hasSaturdays === true;
  if (!clean || !survey) {
    const replay = replayBytes(bytes, path, { ...common, inspect: absurdity() });
    return { replay, splits: [], hasSaturdays, unconfirmed: [] };
  }
  if (!reading.acceptLosses) assertTimeframe(path, survey, timeframe);
  const known = reading.given ?? survey.actions;
  const suspected =
    reading.suspected === 'ignore' ? [] : unexplained(survey.suspected, [...known, ...survey.named]);
  const splits = [...known, ...suspected].toSorted((a, b) => a.ts - b.ts);
  const unconfirmed = reading.suspected === 'confirm' ? [] : suspected;
  const { named, misplaced } = survey;
  const inspect = inspector(timeframe, { splits, named, misplaced, suspected: unconfirmed });
  return { replay: replayBytes(bytes, path, { ...common, inspect }), splits, hasSaturdays, unconfirmed };
};

/** Null where a file that is not cleaned can't be read to its end: what comes before is read first. */
async function surveyOf(
  path: string,
  { clean, dividends }: Reading,
  { timeZone = 'UTC', price }: ReplayOptions,
): Promise<Survey | null> {
  try {
    const open = () => readFileBytes(path);
    return await lookThrough({ name: path, open, timeZone, dividends, ...(price && { price }) });
  } catch (error) {
    if (clean || !(error instanceof FeedError)) throw error;
    return null;
  }
}

/** Null where a look at each bar is needed, or the file can't be read to its end. */
async function timesOf(
  path: string,
  { timeZone = 'UTC', price }: ReplayOptions,
): Promise<{ hasSaturdays: boolean } | null> {
  try {
    return await risingTimes(readFileBytes(path), path, { timeZone, ...(price && { price }) });
  } catch (error) {
    if (error instanceof FeedError) return null;
    throw error;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
