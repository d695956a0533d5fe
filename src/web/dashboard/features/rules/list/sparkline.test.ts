import { expect, it } from 'vitest';
import { barsPath } from './sparkline.tsx';

it('draws a line for each day with events, the tallest as high as the picture', () => {
  expect(barsPath([0, 0, 0])).toBe('');
  expect(barsPath([4, 0, 2])).toBe('M1 19v-19M7 19v-10');
});

it('shows a day with one event beside one with a thousand', () => {
  expect(barsPath([1, 1000])).toBe('M1 19v-2M4 19v-19');
});
