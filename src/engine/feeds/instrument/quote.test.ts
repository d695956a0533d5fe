import { expect, it } from 'vitest';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { quoteOf } from './quote.ts';

const bar = (iso: string, close: number): Bar => ({
  ts: Date.parse(iso),
  open: close,
  high: close,
  low: close,
  close,
  volume: null,
  text: {
    open: String(close),
    high: String(close),
    low: String(close),
    close: String(close),
    volume: null,
  },
});
const days = (...bars: Bar[]) => ({ timeframe: '1d' as Timeframe, bars });
const crypto = (now: string) => ({ session: 'crypto' as const, splits: [], now: Date.parse(now) });
const MONDAY = bar('2024-07-01T00:00Z', 100);
const TUESDAY = bar('2024-07-02T00:00Z', 110);

it('takes the newest trade and compares it with the close of the day before', () => {
  const trade = { price: '121.50', at: new Date('2024-07-03T08:00Z') };
  expect(quoteOf(crypto('2024-07-03T09:00Z'), trade, [days(MONDAY, TUESDAY)])).toEqual({
    price: '121.50',
    at: '2024-07-03T08:00:00.000Z',
    changePct: expect.closeTo(10.4545454545, 8),
  });
});

it('takes the close of a bar that ended after the newest trade', () => {
  const trade = { price: '105', at: new Date('2024-07-02T08:00Z') };
  expect(quoteOf(crypto('2024-07-03T09:00Z'), trade, [days(MONDAY, TUESDAY)])).toEqual({
    price: '110',
    at: '2024-07-03T00:00:00.000Z',
    changePct: expect.closeTo(10, 8),
  });
});

it('finds the day before through a weekend, by the calendar of the market', () => {
  const friday = bar('2024-07-05T04:00Z', 200);
  const asked = { session: 'us-equity' as const, splits: [], now: Date.parse('2024-07-08T14:00Z') };
  const trade = { price: '190', at: new Date('2024-07-08T13:59Z') };
  expect(quoteOf(asked, trade, [days(friday)])?.changePct).toBeCloseTo(-5, 9);
});

it('adjusts the close of the day before for a split', () => {
  const asked = { ...crypto('2024-07-02T09:00Z'), splits: [{ ts: TUESDAY.ts, ratio: 4 }] };
  const trade = { price: '26', at: new Date('2024-07-02T08:00Z') };
  expect(quoteOf(asked, trade, [days(MONDAY)])?.changePct).toBeCloseTo(4, 9);
});

it('knows no change without an earlier day, and no price without any', () => {
  expect(quoteOf(crypto('2024-07-02T09:00Z'), null, [days(MONDAY)])?.changePct).toBeNull();
  expect(quoteOf(crypto('2024-07-02T09:00Z'), null, [])).toBeNull();
});
