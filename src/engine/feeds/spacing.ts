import { TIMEFRAMES, type Timeframe } from '#src/shared/market.ts';
import { BAR_MS } from './quarantine.ts';

/**
 * Watches how far bars are apart. `timeframe` is the size that their most common distance stands for, or null with
 * fewer than three bars or where no size is near.
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
