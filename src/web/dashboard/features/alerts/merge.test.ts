import { expect, it } from 'vitest';
import type { AlertItem } from '#src/shared/alert-list.ts';
import { joinPages, mergeNewest, splitArrivals } from './merge.ts';

/** `n` is the minute it was made in: higher is newer. */
const item = (n: number, state = 'sent') =>
  ({ id: `0000000${n}`, createdAt: `2026-05-20T12:0${n}:00.000Z`, state }) as AlertItem;
const minutes = (items: AlertItem[]) => items.map((each) => Number(each.id));

it('keeps what the newest page has pushed out, and takes its word for the rest', () => {
  const known = [item(4), item(3), item(2), item(1)];
  expect(minutes(mergeNewest(known, [item(6), item(5), item(4)]))).toEqual([6, 5, 4, 3, 2, 1]);
  // 3 no longer fits the filter.
  expect(minutes(mergeNewest(known, [item(4), item(2)]))).toEqual([4, 2, 1]);
  expect(mergeNewest(known, [item(4, 'failed')])[0]?.state).toBe('failed');
  expect(mergeNewest(known, [])).toEqual([]);
});

it('tells rows of the same minute apart by their ids', () => {
  const twin = { ...item(4), id: '00000009' };
  expect(mergeNewest([twin, item(4)], [twin]).map((each) => each.id)).toEqual(['00000009', '00000004']);
});

it('holds back what has come since the reader looked', () => {
  const top = [item(6), item(5), item(4)];
  expect(splitArrivals(top, item(4))).toMatchObject({ waiting: 2 });
  expect(minutes(splitArrivals(top, item(4)).shown)).toEqual([4]);
  expect(splitArrivals(top, null)).toMatchObject({ waiting: 0 });
});

it('shows a row once', () => {
  expect(minutes(joinPages([item(3), item(2)], [item(2), item(1)]))).toEqual([3, 2, 1]);
});
