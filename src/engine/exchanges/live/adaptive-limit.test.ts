import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { adaptiveLimit } from './adaptive-limit.ts';

it('starts with one, doubles after each success up to the most, and is one again after it slows down', async () => {
  const limit = adaptiveLimit(4);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  for (let n = 0; n < 20; n += 1)
    void limit.run(() => {
      began.push(n);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const end = async (good: boolean): Promise<number> => {
    if (good) limit.speedUp();
    else limit.slowDown();
    ends.shift()?.();
    await setImmediate();
    return began.length;
  };
  await setImmediate();
  expect(began).toEqual([0]);
  expect(await end(true)).toBe(3);
  expect(await end(true)).toBe(6);
  expect(await end(true)).toBe(7);
  // Four are running: none starts before they have ended, and then one at a time.
  expect(await end(false)).toBe(7);
  for (let n = 0; n < 2; n += 1) expect(await end(false)).toBe(7);
  expect(await end(false)).toBe(8);
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
