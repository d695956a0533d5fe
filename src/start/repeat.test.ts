import { expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

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
