import { expect, it } from 'vitest';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { BAR_MS } from '#src/engine/market/quarantine/quarantine.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import { insideSession, rangesOf } from './warm-up.ts';

const { crypto, 'us-equity': stocks } = CALENDARS;
/** A Sunday, the last minutes of a week. */
const LATE = Date.UTC(2026, 0, 11, 23, 58);
const MONDAY = Date.UTC(2026, 0, 5);

it('goes on from a few dozen bars, without a hole and none of them growing', () => {
  const ranges = rangesOf(crypto, LATE);
  expect(ranges.map(({ timeframe }) => timeframe)).toEqual(['1d', '4h', '1h', '15m', '5m', '1m']);
  expect(ranges.map(({ from }) => from).slice(1)).toEqual(ranges.map(({ until }) => until).slice(0, -1));
  expect([ranges[0]?.from, ranges.at(-1)?.until]).toEqual([MONDAY, LATE]);
  const bars = ranges.map(({ timeframe, from, until }) => (until - from) / BAR_MS[timeframe]);
  expect(bars).toEqual([6, 5, 3, 3, 2, 3]);
});

it('reads nothing at the beginning of a week', () => {
  expect(rangesOf(crypto, MONDAY)).toEqual([]);
});

it('reads the minutes where a split lies among them, and not where it lies before or after', () => {
  const split = (ts: number) => rangesOf(crypto, LATE, [{ ts, ratio: 10 }]);
  const minutes = [{ timeframe: '1m', from: MONDAY, until: LATE }];
  expect(split(MONDAY + 1)).toEqual(minutes);
  expect(split(LATE - 1)).toEqual(minutes);
  for (const ts of [MONDAY, LATE]) expect(split(ts)).toEqual(rangesOf(crypto, LATE));
});

it('reads the minutes of a week while the market is closed', () => {
  expect(rangesOf(stocks, LATE)).toEqual([{ timeframe: '1m', from: LATE - 7 * BAR_MS['1d'], until: LATE }]);
});

it('takes a day at a moment of its market, so that its week knows it', () => {
  const text = { open: '1', high: '1', low: '1', close: '1', volume: '1' };
  // Midnight in New York.
  const day = { ts: MONDAY + 5 * BAR_MS['1h'], open: 1, high: 1, low: 1, close: 1, volume: 1, text };
  const weekAt = periodsOf(stocks, '1w');
  expect(weekAt(day.ts)).toBeNull();
  expect(weekAt(insideSession(stocks, '1d')(day).ts)?.start).toBe(day.ts);
  expect(insideSession(crypto, '1d')({ ...day, ts: MONDAY }).ts).toBe(MONDAY);
});
