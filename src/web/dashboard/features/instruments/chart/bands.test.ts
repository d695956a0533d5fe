import { expect, it } from 'vitest';
import { bandsOf, barAt } from './bands.ts';

const plain = (open: number, close: number) => ({ open, close, regular: null });

it('shades every second session, never the newest', () => {
  const sessions = [plain(0, 3), plain(3, 6), plain(10, 13)];
  expect(bandsOf([0, 1, 2, 3, 4, 5, 10, 11], sessions)).toEqual([{ from: 3, to: 5 }]);
  expect(bandsOf([0, 1, 2, 3, 4, 5], sessions.slice(0, 2))).toEqual([{ from: 0, to: 2 }]);
});

it('shades what is before and after regular hours', () => {
  const sessions = [0, 100].map((day) => ({
    open: day,
    close: day + 10,
    regular: { open: day + 2, close: day + 7 },
  }));
  expect(bandsOf([0, 1, 2, 6, 7, 9, 100, 102], sessions)).toEqual([
    { from: 0, to: 1 },
    { from: 4, to: 6 },
  ]);
});

it('leaves bars outside of all sessions alone', () => {
  expect(bandsOf([5, 7], [])).toEqual([]);
  expect(bandsOf([-1, 4, 5], [plain(0, 5), plain(20, 30)])).toEqual([{ from: 1, to: 1 }]);
});

it('finds the bar of a moment', () => {
  const times = [10, 20, 30];
  expect([5, 10, 19, 20, 30, 99].map((moment) => barAt(times, moment))).toEqual([-1, 0, 0, 1, 2, 2]);
  expect(barAt([], 1)).toBe(-1);
});
