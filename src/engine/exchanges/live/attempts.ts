/** At most `most` within any `withinMs`. */
export type Rate = { most: number; withinMs: number };

/** Runs an attempt as soon as the limit allows. @returns cancels it, if it has not run yet */
export type Attempts = (attempt: () => void) => () => void;

/**
 * Limits connection attempts to a rate, over a sliding window and for all connections together. Attempts beyond it wait
 * in order. It uses timers only, so that a system clock set back doesn't hold anything up.
 */
export function limitedAttempts(rate: Rate | undefined): Attempts {
  let left = rate?.most ?? Infinity;
  const waiting = new Set<() => void>();

  function next(): void {
    for (const attempt of waiting) {
      if (left <= 0) return;
      waiting.delete(attempt);
      left -= 1;
      if (rate)
        setTimeout(() => {
          left += 1;
          next();
        }, rate.withinMs).unref();
      attempt();
    }
  }

  return (attempt) => {
    const own = (): void => attempt();
    waiting.add(own);
    next();
    return () => void waiting.delete(own);
  };
}
