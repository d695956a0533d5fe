import { expect, it } from 'vitest';
import { together } from './together.ts';

it('works what comes alone at once, and what comes meanwhile as one lot', async () => {
  const lots: number[][] = [];
  const held: (() => void)[] = [];
  const give = together<number>((items) => {
    lots.push([...items]);
    return new Promise((resolve) => held.push(resolve));
  });
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
  });
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
