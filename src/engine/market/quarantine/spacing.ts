import { TIMEFRAMES, type Timeframe } from '#src/shared/market.ts';
import { BAR_MS } from './quarantine.ts';

/**
 * Counts the distances between bars. `timeframe` is the one that fits the most common distance; null with fewer than
 * three bars, or if none fits.
 */
export const spacing = () => {
  const counts = new Map<number, number>();
  let last: number | null = null;
  return {
    add: (ts: number): void => {
      if (last !== null && counts.size < 10_000) counts.set(ts - last, (counts.get(ts - last) ?? 0) + 1);
      last = ts;
    },
    timeframe: (): Timeframe | null => {
      let [most, times] = [0, 1];
      for (const [distance, count] of counts) if (count > times) [most, times] = [distance, count];
      return TIMEFRAMES.find((name) => Math.abs(most - BAR_MS[name]) <= 0.1 * BAR_MS[name]) ?? null;
    },
  };
};
