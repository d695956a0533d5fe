import { expect, it } from 'vitest';
import { takeTurns } from './turns.ts';

/** How many of so many that wait have their turn by now, and the order in which they got it. */
const waiters = (turns: ReturnType<typeof takeTurns>, count: number) => {
  const began: number[] = [];
  for (let n = 0; n < count; n += 1) void turns.take().then(() => began.push(n));
  return began;
};
const moment = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('begins with one, doubles with what goes well up to the most, and is one again where less is wanted', async () => {
  const turns = takeTurns(4);
  const began = waiters(turns, 20);
  const end = async (good: boolean): Promise<number> => {
    if (good) turns.wentWell();
    else turns.beCareful();
    turns.giveBack();
    await moment();
    return began.length;
  };
  await moment();
  expect(began).toEqual([0]);
  expect(await end(true)).toBe(3);
  expect(await end(true)).toBe(6);
  expect(await end(true)).toBe(7);
  // Four are under way: none begins before they are done, and one at a time then.
  expect(await end(false)).toBe(7);
  for (let n = 0; n < 2; n += 1) expect(await end(false)).toBe(7);
  expect(await end(false)).toBe(8);
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
