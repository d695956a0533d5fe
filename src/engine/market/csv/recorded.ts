import { join } from 'node:path';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { replayFile, type Replay, type ReplayOptions } from './replay.ts';

/** A series that ships with the product. `timeZone` is the zone of its stamps, `currency` an ISO 4217 code. */
type RecordedSeries = {
  id: string;
  symbol: string;
  name: string;
  timeframe: Timeframe;
  fileName: string;
  timeZone: string;
  currency: string;
  source: string;
};

export const RECORDED_SERIES: readonly RecordedSeries[] = [
  {
    id: 'sp500',
    symbol: 'SPX',
    name: 'S&P 500',
    timeframe: '1d',
    fileName: 'sp500-2000.csv',
    timeZone: 'America/New_York',
    currency: 'USD',
    source: 'S&P 500 daily index values from 2000 on, from vega-datasets (BSD-3-Clause)',
  },
];

export const findRecorded = (id: string): RecordedSeries | undefined =>
  RECORDED_SERIES.find((series) => series.id === id);

/** Whether bars of a symbol ship with the product. */
export const isRecorded = (symbol: string, timeframe: Timeframe): boolean =>
  RECORDED_SERIES.some((series) => series.symbol === symbol && series.timeframe === timeframe);

/** Replays a recorded series from the folder its file was put in. Errors as `replayFile`. */
export const replayRecorded = (
  series: RecordedSeries,
  directory: string,
  options: Omit<ReplayOptions, 'timeZone'> = {},
): Replay => replayFile(join(directory, series.fileName), { ...options, timeZone: series.timeZone });

/** The recorded bars of a symbol, oldest first, or null if none ship with the product. */
export const recordedBarsIn =
  (directory: string) =>
  (symbol: string, timeframe: Timeframe): AsyncIterable<Bar> | null => {
    const series = RECORDED_SERIES.find((each) => each.symbol === symbol && each.timeframe === timeframe);
    return series ? replayRecorded(series, directory).bars : null;
  };
