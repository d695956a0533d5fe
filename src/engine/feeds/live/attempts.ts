/** So many within any so many ms. */
export type Rate = { most: number; withinMs: number };

/** Does something as soon as it may. @returns takes it back, where it was not done yet */
export type Attempts = (attempt: () => void) => () => void;

/**
 * Attempts that are counted, those of all connections together: the first ones are made at once, whoever comes when
 * there were enough waits until one of them is old, who came first first. It goes by timers alone, so that a clock that
 * is set back holds nothing up.
 */
export function countedAttempts(rate: Rate | undefined): Attempts {
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
