import { expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

const SINGLY = { isOfOne: (): boolean => true };

it('runs a single item at once, and items that arrive meanwhile as one batch', async () => {
  const batches: number[][] = [];
  const held: (() => void)[] = [];
  const give = coalesce<number>((items) => {
    batches.push([...items]);
    return new Promise((resolve) => held.push(() => resolve([])));
  }, SINGLY);
  const all = [1, 2, 3, 4, 5].map((item) => give(item));
  expect(batches).toEqual([[1], [2]]);
  held[0]?.();
  await all[0];
  await Promise.resolve();
  expect(batches).toEqual([[1], [2], [3, 4, 5]]);
  held[1]?.();
  held[2]?.();
  await Promise.all(all);
  const last = give(6);
  expect(batches.at(-1)).toEqual([6]);
  held[3]?.();
  await last;
});

it('fails no item because of another', async () => {
  const batches: number[][] = [];
  const give = coalesce<number>(async (items) => {
    batches.push([...items]);
    await Promise.resolve();
    if (items.includes(4)) throw new Error('not this one');
    return [];
  }, SINGLY);
  const ends = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => give(item)));
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(batches).toContainEqual([3, 4, 5]);
  await expect(give(4)).rejects.toThrow('not this one');
  await give(7);
});

it('retries no batch that failed for none of its items', async () => {
  const batches: number[][] = [];
  const give = coalesce<number>(
    async (items) => {
      batches.push([...items]);
      await Promise.resolve();
      throw new Error('the database is away');
    },
    { isOfOne: () => false },
  );
  const ends = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => give(item)));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(batches).toEqual([[1], [2], [3, 4, 5]]);
});

it('gives each item its own answer, and keeps batches within their limit', async () => {
  const batches: number[][] = [];
  const double = coalesce<number, number>(
    async (items) => {
      batches.push([...items]);
      await Promise.resolve();
      return items.map((item) => 2 * item);
    },
    { ...SINGLY, most: 10, weigh: (item) => item },
  );
  const all = [1, 2, 3, 7, 5, 11, 1].map((item) => double(item));
  expect(await Promise.all(all)).toEqual([2, 4, 6, 14, 10, 22, 2]);
  expect(batches).toEqual([[1], [2], [3, 7], [5], [11], [1]]);
});
