import { expect, it } from 'vitest';
import { repeatsIn, repeatsText } from './repeats.ts';

it.each([
  ['1h, 4h, 1d', [60, 240, 1_440]],
  ['90m', [90]],
  [' 30 M ,2 H', [30, 120]],
])('reads %s', (text, minutes) => {
  expect(repeatsIn(text)).toEqual(minutes);
  expect(repeatsIn(repeatsText(minutes))).toEqual(minutes);
});

it.each(['', '1', '4h, 1h', '1h, 60m', '0m', '1w', '1h,,2h', '1m,2m,3m,4m,5m,6m,7m', '366d'])(
  'rejects “%s”',
  (text) => expect(repeatsIn(text)).toBeNull(),
);

it('writes the largest unit that fits', () => {
  expect(repeatsText([5, 60, 90, 1_440, 2_880])).toBe('5m, 1h, 90m, 1d, 2d');
});
