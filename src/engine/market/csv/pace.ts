/**
 * The rate of a replay. `sleep` waits so many ms and returns early when the signal aborts; `now` is a monotonic clock in
 * ms (`performance.now`).
 */
export type Pace = {
  barsPerSecond: number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  now: () => number;
};

/**
 * Yields items at a steady rate: item n is due n / barsPerSecond seconds after the first. Late items come at once, so
 * the time spent on an item doesn't slow the replay down. Throws RangeError unless the rate is above 0, and the signal's
 * reason once it aborts.
 */
export async function* paced<T>(
  items: AsyncIterable<T>,
  pace: Pace,
  signal?: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const { barsPerSecond, sleep, now } = pace;
  if (!(barsPerSecond > 0)) throw new RangeError(`barsPerSecond must be above 0, not ${barsPerSecond}.`);
  let start: number | null = null;
  let given = 0;
  for await (const item of items) {
    start ??= now();
    const wait = start + (given * 1000) / barsPerSecond - now();
    if (wait > 0) await sleep(wait, signal);
    signal?.throwIfAborted();
    given += 1;
    yield item;
  }
}
