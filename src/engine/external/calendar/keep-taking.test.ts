import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { keepTaking } from './keep-taking.ts';

it('claims again as soon as one has ended, and pauses only where less was due than there was room for', async () => {
  const due = Array.from({ length: 20 }, (_, n) => n);
  const ends = new Map<number, () => void>();
  const asked: number[] = [];
  const stop = new AbortController();
  const paused = Promise.withResolvers<void>();
  let ended = false;
  const done = keepTaking<number>(
    {
      atOnce: 8,
      claim: async (most) => {
        asked.push(most);
        return due.splice(0, most);
      },
      take: (n) => new Promise((resolve) => ends.set(n, resolve)),
      pause: () => {
        stop.abort();
        paused.resolve();
        return Promise.resolve();
      },
    },
    stop.signal,
  ).then(() => (ended = true));
  await setImmediate();
  expect([asked, ends.size]).toEqual([[8], 8]);
  ends.get(5)?.();
  await setImmediate();
  expect([asked, ends.size]).toEqual([[8, 1], 9]);
  for (const n of [0, 1, 2]) ends.get(n)?.();
  await setImmediate();
  expect(ends.size).toBe(12);
  for (let n = 0; n < 12; n += 1) ends.get(n)?.();
  await setImmediate();
  expect([due, ends.size, stop.signal.aborted]).toEqual([[], 20, false]);
  ends.get(12)?.();
  await paused.promise;
  // What was begun is brought to its end.
  expect(ended).toBe(false);
  for (const end of ends.values()) end();
  await done;
  expect(ends.size).toBe(20);
});
