import csv from '../../../node_modules/vega-datasets/data/sp500-2000.csv?raw';

export { formatDay, formatLevel } from './market/words.ts';

/** One session of the S&P 500: ISO date, closing level, change against the previous close in percent. */
export type Session = { date: string; close: number; previous: number; change: number };

/**
 * Every session of the record (since 3 January 2000), oldest first. Read while the pages are built, so that
 * every figure of the public pages is a real one.
 */
export const sessions: readonly Session[] = readCloses(csv);

function readCloses(text: string): Session[] {
  const closes = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([date = '', , , , close = '']) => ({ date, close: Number(close) }));
  return closes.slice(1).map(({ date, close }, index) => {
    const previous = closes[index]?.close ?? Number.NaN;
    if (!(close > 0) || !(previous > 0)) throw new Error(`sp500-2000.csv: no usable close at ${date}`);
    return { date, close, previous, change: (close / previous - 1) * 100 };
  });
}

/** A session and the `before` sessions that led to it, oldest first; the session itself is the last. */
export function sessionsUpTo(date: string, before: number): Session[] {
  const index = sessions.findIndex((session) => session.date === date);
  if (index < before)
    throw new Error(`sp500-2000.csv: ${date} isn’t there, or has no ${before} sessions before it`);
  return sessions.slice(index - before, index + 1);
}

/** The sessions with the largest moves either way, largest first. */
export function largestMoves(count: number): Session[] {
  return sessions.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, count);
}
