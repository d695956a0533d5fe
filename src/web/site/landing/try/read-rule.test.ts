import { expect, it } from 'vitest';
import { OFFERED } from './offered.ts';
import { paramLabel } from './params.ts';
import { readRule } from './read-rule.ts';

it.each([
  ['5', 5],
  [' 2.5 ', 2.5],
  ['2,5', 2.5],
  ['3 %', 3],
  ['.5', 0.5],
])('%j is read as %d', (text, figure) => {
  expect(readRule('big_move', { min_pct: text })).toMatchObject({
    ok: true,
    detector: { params: { min_pct: figure } },
  });
});

it.each([
  ['', 'must be a number, such as 5.'],
  ['five', 'must be a number, such as 5.'],
  ['1e3', 'must be a number, such as 5.'],
  ['0', 'must be more than 0.'],
  ['-3', 'must be more than 0.'],
  ['1001', 'must be at most 1000.'],
  ['<b>5</b>', 'must be a number, such as 5.'],
  ['9'.repeat(10_000), 'must be a figure that the condition can use, such as a whole number.'],
])('%.20j is refused', (text, end) => {
  expect(readRule('big_move', { min_pct: text })).toEqual({
    ok: false,
    param: 'min_pct',
    sentence: `“At least, %” ${end}`,
  });
});

it.each(OFFERED)('$name takes its own defaults as typed', ({ name, defaults }) => {
  const typed = Object.fromEntries(Object.entries(defaults).map(([key, value]) => [key, String(value)]));
  expect(readRule(name, typed)).toMatchObject({ ok: true, detector: { name, params: defaults } });
});

it('a parameter it has no label for is shown as words', () => {
  expect(paramLabel('max_spread_pct')).toBe('Max spread, %');
  expect(paramLabel('hold_bars')).toBe('Hold bars');
});
