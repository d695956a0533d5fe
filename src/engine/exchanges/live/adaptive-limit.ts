import pLimit from 'p-limit';

/**
 * Limits how many requests run at once, by how the other side copes: one at first, twice as many after each success up
 * to `most`, one again after `slowDown`. Requests run in the order they arrive.
 */
export const adaptiveLimit = (most: number) => {
  const limit = pLimit(1);
  return {
    run: <T>(work: () => Promise<T>): Promise<T> => limit(work),
    speedUp: (): void => void (limit.concurrency = Math.min(most, limit.concurrency * 2)),
    slowDown: (): void => void (limit.concurrency = 1),
  };
};
