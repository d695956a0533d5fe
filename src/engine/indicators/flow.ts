import { resume, typicalPrice, type Indicator, type Prices } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';

export type ObvState = { last: number; total: number };

/** On-balance volume: volumes of bars that closed higher count up, lower down. It begins with the volume of the first bar. */
export const obv = (saved?: ObvState): Indicator<ObvState, Prices> => {
  const state = resume(saved, () => ({ last: 0, total: 0 }));
  const next = ({ close, volume }: Prices): number => {
    state.total += Math.sign(close - state.last) * (volume ?? 0);
    state.last = close;
    return state.total;
  };
  return { next, state };
};

export type FlowState = { up: SmaState; down: SmaState; last: number };

/** Money flow index, 0 to 100: typical price × volume of the bars that rose against those that fell, over `period` bars. */
export const mfi = (period: number, saved?: FlowState): Indicator<FlowState, Prices> => {
  const up = sma(period, saved?.up);
  const down = sma(period, saved?.down);
  const state: FlowState = { up: up.state, down: down.state, last: saved?.last ?? 0 };
  const next = (bar: Prices): number => {
    const price = typicalPrice(bar);
    const { last } = state;
    state.last = price;
    if (last === 0) return Number.NaN;
    const flow = price * (bar.volume ?? 0);
    const gain = up.next(price > last ? flow : 0);
    const loss = down.next(price < last ? flow : 0);
    if (loss <= 0) return Number.isNaN(gain) ? gain : gain <= 0 ? 50 : 100;
    return 100 - 100 / (1 + gain / loss);
  };
  return { next, state };
};

export type SumsState = { flow: SmaState; volume: SmaState };

/** The mean of `priceOf` over `period` bars, each weighted with its volume; NaN where nothing was traded. */
const weighted =
  (priceOf: (bar: Prices) => number) =>
  (period: number, saved?: SumsState): Indicator<SumsState, Prices> => {
    const flow = sma(period, saved?.flow);
    const volume = sma(period, saved?.volume);
    const next = (bar: Prices): number => {
      const traded = bar.volume ?? 0;
      return flow.next(priceOf(bar) * traded) / volume.next(traded);
    };
    return { next, state: { flow: flow.state, volume: volume.state } };
  };

/** Chaikin's money flow, −1 to 1: where bars closed between low and high, weighted with their volume, over `period` bars. */
export const cmf = weighted(({ high, low, close }) =>
  high === low ? 0 : (close - low - (high - close)) / (high - low),
);

/** Moving volume-weighted average price of the last `period` bars, where a bar's price is the mean of its four. */
export const vwap = weighted(({ open, high, low, close }) => (open + high + low + close) / 4);
