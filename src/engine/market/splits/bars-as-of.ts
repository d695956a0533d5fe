import type { Bar } from '#src/shared/market.ts';
import { afterSplit, ratioBetween, type Split } from './corporate-actions.ts';

/** Bars adjusted for the splits up to a time (ms, UTC). */
export const barsAsOf = (bars: readonly Bar[], splits: readonly Split[], at: number): Bar[] =>
  bars.map((bar) => {
    const ratio = bar.ts < at ? ratioBetween(splits, bar.ts, at) : 1;
    return ratio === 1 ? bar : afterSplit(bar, ratio);
  });
