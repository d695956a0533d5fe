import { expect, it } from 'vitest';
import { together } from './together.ts';

const SINGLY = { isOfOne: (): boolean => true };

it('works what comes alone at once, and what comes meanwhile as one lot', async () => {
  const lots: number[][] = [];
  const held: (() => void)[] = [];
  const give = together<number>((items) => {
    lots.push([...items]);
    return new Promise((resolve) => held.push(() => resolve([])));
  }, SINGLY);
  const all = [1, 2, 3, 4, 5].map((item) => give(item));
  expect(lots).toEqual([[1], [2]]);
  held[0]?.();
  await all[0];
  await Promise.resolve();
  expect(lots).toEqual([[1], [2], [3, 4, 5]]);
  held[1]?.();
  held[2]?.();
  await Promise.all(all);
  const last = give(6);
  expect(lots.at(-1)).toEqual([6]);
  held[3]?.();
  await last;
});

it('lets nothing fail for another', async () => {
  const lots: number[][] = [];
  const give = together<number>(async (items) => {
    lots.push([...items]);
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
  expect(lots).toContainEqual([3, 4, 5]);
  await expect(give(4)).rejects.toThrow('not this one');
  await give(7);
});

it('tries no lot again that failed for none of them', async () => {
  const lots: number[][] = [];
  const give = together<number>(
    async (items) => {
      lots.push([...items]);
      await Promise.resolve();
      throw new Error('the database is away');
    },
    { isOfOne: () => false },
  );
  const ends = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => give(item)));
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(lots).toEqual([[1], [2], [3, 4, 5]]);
});

it('gives each its own answer, and no lot more than it holds', async () => {
  const lots: number[][] = [];
  const double = together<number, number>(
    async (items) => {
      lots.push([...items]);
      await Promise.resolve();
      return items.map((item) => 2 * item);
    },
    { ...SINGLY, most: 10, weigh: (item) => item },
  );
  const all = [1, 2, 3, 7, 5, 11, 1].map((item) => double(item));
  expect(await Promise.all(all)).toEqual([2, 4, 6, 14, 10, 22, 2]);
  expect(lots).toEqual([[1], [2], [3, 7], [5], [11], [1]]);
});
