import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { verifyRule } from '#src/engine/events/verify-condition.ts';
import { describeWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { ruleDetector } from './rule-feed.ts';

const recorded = (): Bar[] =>
  readFileSync(sharedPath('daily/GME_2018-2021.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row): Bar => {
      const [date = '', open = '', high = '', low = '', close = '', volume = ''] = row.trim().split(',');
      const [o = 0, h = 0, l = 0, c = 0, v = 0] = [open, high, low, close, volume].map(Number);
      return {
        ts: Date.parse(date),
        open: o,
        high: h,
        low: l,
        close: c,
        volume: v,
        text: { open, high, low, close, volume },
      };
    });

/** The value on a day, counted in days from the first point. */
const byDays = (from: string, first: number, to: string, second: number) => {
  const days = (a: string, b: number): number => (b - Date.parse(a)) / 86_400_000;
  const slope = (second - first) / days(from, Date.parse(to));
  return (bar: Bar): number => first + slope * days(from, bar.ts);
};

describeWithShared('a trend line', 'daily/GME_2018-2021.csv', () => {
  it.each([
    ['2018-06-01', 12, '2019-06-03', 6],
    ['2019-06-03', 6, '2018-06-01', 12],
    ['2020-01-02', 5, '2020-12-31', 19],
    ['2018-01-02', 18.5, '2018-01-03', 18.49],
  ])(
    'from %s at %d through %s at %d is crossed where two points and a ruler say',
    (from, first, to, second) => {
      const bars = recorded();
      const value = byDays(from, first, to, second);
      const expected = bars.flatMap((bar, at) => {
        const before = bars[at - 1];
        return before && before.close <= value(before) && bar.close > value(bar) ? [bar.ts] : [];
      });
      const feed = ruleDetector(
        parseRule(`close crosses above line(${from}, ${first}, ${to}, ${second})`),
      ).start();
      const found = bars.map((bar) => feed(bar)).filter((detection) => detection !== null);
      expect(found.map(({ time }) => time)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
      for (const detection of found) {
        const bar = bars.find(({ ts }) => ts === detection.time);
        const { figures } = detection.evidence;
        const line = Object.entries(figures).find(([key]) => key.startsWith('line('))?.[1] ?? Number.NaN;
        expect(bar && Math.abs(line - value(bar))).toBeLessThan(1e-9 * Math.max(1, Math.abs(line)));
        expect(verifyRule(detection)).toEqual({ ok: true });
      }
    },
  );
});
