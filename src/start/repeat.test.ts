import { expect, it, vi } from 'vitest';
import { inTurn, repeat } from './repeat.ts';

it('runs once at a time, and a stop waits for what is running', async () => {
  vi.useFakeTimers();
  try {
    const ends: (() => void)[] = [];
    const stop = repeat(1_000, () => new Promise<void>((resolve) => ends.push(resolve)));
    await vi.advanceTimersByTimeAsync(3_500);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(2);
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await vi.advanceTimersByTimeAsync(5_000);
    expect([ends.length, stopped]).toEqual([2, false]);
    ends[1]?.();
    await stopping;
    expect(stopped).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it('runs what comes after one that failed', async () => {
  const ran: string[] = [];
  const errors: unknown[] = [];
  await inTurn(
    [
      async () => void ran.push('first'),
      async () => {
        throw new Error('broken');
      },
      () => {
        throw new Error('at once');
      },
      async () => void ran.push('last'),
    ],
    (error) => errors.push(error),
  );
  expect([ran, errors]).toEqual([
    ['first', 'last'],
    [new Error('broken'), new Error('at once')],
  ]);
});
