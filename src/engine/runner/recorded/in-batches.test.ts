import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

const never = new AbortController().signal;

async function* items(count: number, pauseMs = 0): AsyncGenerator<number> {
  for (let n = 1; n <= count; n += 1) {
    if (pauseMs > 0) await sleep(pauseMs);
    yield n;
  }
}

/** Collects batches; `store` may answer for each. */
const collect = (store: (batch: readonly number[]) => Promise<boolean> = async () => true) => {
  const batches: number[][] = [];
  return {
    batches,
    options: {
      most: 3,
      withinMs: 20,
      store: (batch: readonly number[]) => {
        if (batch.length > 0) batches.push([...batch]);
        return store(batch);
      },
    },
  };
};

it('stores full batches, and the rest at the end', async () => {
  const { batches, options } = collect();
  expect(await inBatches(() => items(7), options, never)).toBe(true);
  expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
});

it('lets no item wait for the next one', async () => {
  const { batches, options } = collect();
  expect(await inBatches(() => items(2, 60), options, never)).toBe(true);
  expect(batches).toEqual([[1], [2]]);
});

it('reads no further once storing says no, or fails', async () => {
  const refused = collect(async (batch) => !batch.includes(2));
  expect(await inBatches(() => items(9), refused.options, never)).toBe(false);
  expect(refused.batches).toEqual([[1, 2, 3]]);
  const failing = collect(() => Promise.reject(new Error('The database is down.')));
  await expect(inBatches(() => items(9), failing.options, never)).rejects.toThrow('database');
  await expect(inBatches(() => items(2, 60), failing.options, never)).rejects.toThrow('database');
});

it('is not done when the signal aborts before the end, but stores what it has', async () => {
  const stop = new AbortController();
  const { batches, options } = collect();
  setTimeout(() => stop.abort(), 50);
  expect(await inBatches(() => items(100, 15), options, stop.signal)).toBe(false);
  expect(batches.flat()).toEqual(batches.flat().map((_, at) => at + 1));
});

it('passes on what the source throws', async () => {
  const { options } = collect();
  // oxlint-disable-next-line require-yield
  const broken = async function* (): AsyncGenerator<number> {
    throw new Error('No such file.');
  };
  await expect(inBatches(broken, options, never)).rejects.toThrow('No such file.');
});
