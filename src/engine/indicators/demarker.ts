import type { Indicator, Prices } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';

type DemarkerState = { up: SmaState; down: SmaState; high: number; low: number };

/** DeMarker, 0 to 1: how much highs rose against how much lows fell, plain means of `period` bars; 0.5 where neither did. */
export const demarker = (period: number, saved?: DemarkerState): Indicator<DemarkerState, Prices> => {
  const up = sma(period, saved?.up);
  const down = sma(period, saved?.down);
  const state: DemarkerState = {
    up: up.state,
    down: down.state,
    high: saved?.high ?? 0,
    low: saved?.low ?? 0,
  };
  const next = ({ high, low }: Prices): number => {
    const isFirst = state.high === 0;
    const rise = up.next(isFirst ? 0 : Math.max(0, high - state.high));
    const fall = down.next(isFirst ? 0 : Math.max(0, state.low - low));
    state.high = high;
    state.low = low;
    return rise + fall === 0 ? 0.5 : rise / (rise + fall);
  };
  return { next, state };
};
