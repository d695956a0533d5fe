import type { Database } from '#src/db/database.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { type ActiveRules, activeRules } from '../rules/rule-index.ts';
import { barsBefore, type BarsBefore } from './bar-store.ts';
import { together } from './together.ts';

/** So many series, or bars, are read at once: what is heard meanwhile waits no longer than for that. */
const MOST_SERIES = 200;
const MOST_BARS = 10_000;

/** Nothing that is asked makes a reading fail: only how the database is. */
const isOfOne = (): boolean => false;

/** What the watch of a series begins with. */
export type SeriesReads = {
  rules: (series: { instrumentId: string; timeframe: Timeframe }) => Promise<ActiveRules>;
  barsBefore: (asked: BarsBefore) => Promise<Bar[]>;
};

/** Reads for all series together that begin at the same time: after a take-over, all that close a bar. */
export const seriesReads = (system: Database): SeriesReads => ({
  rules: together((series) => activeRules(system, series), {
    most: MOST_SERIES,
    isOfOne,
  }),
  barsBefore: together((asked) => barsBefore(system, asked), {
    most: MOST_BARS,
    weigh: ({ count }) => count,
    isOfOne,
  }),
});
