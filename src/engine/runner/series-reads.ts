import type { Database } from '#src/db/database.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { type ActiveRules, activeRules } from '../evaluation/rule-index/rule-index.ts';
import { barsBefore, type BarsBefore } from '../market/bars/bar-store.ts';
import { coalesce } from '#src/platform/concurrency/coalesce.ts';

/** At most this many series, or bars, are read in one statement: what arrives meanwhile waits no longer than that. */
const MOST_SERIES = 200;
const MOST_BARS = 10_000;

/** A read never fails because of one series, only because of the database. */
const isOfOne = (): boolean => false;

/** The reads with which the evaluation of a series starts. */
export type SeriesReads = {
  rules: (series: { instrumentId: string; timeframe: Timeframe }) => Promise<ActiveRules>;
  barsBefore: (asked: BarsBefore) => Promise<Bar[]>;
};

/** Joins the reads of series that start at the same time, as all do after a takeover. */
export const seriesReads = (system: Database): SeriesReads => ({
  rules: coalesce((series) => activeRules(system, series), {
    most: MOST_SERIES,
    isOfOne,
  }),
  barsBefore: coalesce((asked) => barsBefore(system, asked), {
    most: MOST_BARS,
    weigh: ({ count }) => count,
    isOfOne,
  }),
});
