import { expect, it } from 'vitest';
import { parseRule } from './parse.ts';
import { crossingLine, orCrossingLine, priceOn, trendLinesOf } from './trend-lines.ts';

const LINE = {
  from: { at: Date.UTC(2024, 0, 2), price: 100 },
  to: { at: Date.UTC(2024, 0, 12), price: 110 },
};

it('finds the lines of a rule that its chart can show, each once', () => {
  expect(
    trendLinesOf(
      parseRule(
        'close crosses line(2024-01-02, 100, 2024-01-12, 110) or low < 0.99 * line(2024-01-02, 100, 2024-01-12, 110) or close > line(2024-01-02, 1, 2024-01-12, 2) on 1d',
      ),
    ),
  ).toEqual([LINE]);
  expect(trendLinesOf(parseRule('close > 5'))).toEqual([]);
});

it('writes the rule of a line, alone or beside another', () => {
  const rule = 'close crosses line(2024-01-02, 100, 2024-01-12, 110)';
  expect(crossingLine(LINE)).toBe(rule);
  expect(orCrossingLine(parseRule('close > 5'), LINE)).toBe(`close > 5 or ${rule}`);
  expect(orCrossingLine(parseRule('close > 5 or close < 2'), LINE)).toBe(`close > 5 or close < 2 or ${rule}`);
});

it('goes on behind its second point and ahead of its first', () => {
  expect([1, 2, 7, 12, 22].map((day) => priceOn(LINE, Date.UTC(2024, 0, day)))).toEqual([
    99, 100, 105, 110, 120,
  ]);
});
