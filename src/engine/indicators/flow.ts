import { resume, typicalPrice, type Indicator, type Prices, type PricesOfDay } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';

export type ObvState = { last: number; total: number };

/**
 * On-balance volume: volumes of bars that closed higher count up, lower down. It begins with the volume of the first bar.
 * NaN while no bar has a volume.
 */
export const obv = (saved?: ObvState): Indicator<ObvState, Prices> => {
  const state = resume(saved, () => ({ last: 0, total: 0 }));
  const next = ({ close, volume }: Prices): number => {
    state.total += Math.sign(close - state.last) * (volume ?? 0);
    state.last = close;
    return volume === null && state.total === 0 ? Number.NaN : state.total;
  };
  return { next, state };
};

type FlowState = { up: SmaState; down: SmaState; last: number };

/**
 * Money flow index, 0 to 100: typical price × volume of the bars that rose against those that fell, over `period` bars.
 * NaN where they have no volume.
 */
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
    if (gain <= 0 && loss <= 0) return bar.volume === null ? Number.NaN : 50;
    if (loss <= 0) return Number.isNaN(gain) ? gain : 100;
    return 100 - 100 / (1 + gain / loss);
  };
  return { next, state };
};

type SumsState = { flow: SmaState; volume: SmaState };

/** The volume-weighted mean of `priceOf` over `period` bars; NaN if nothing was traded. */
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
export const rollingVwap = weighted(({ open, high, low, close }) => (open + high + low + close) / 4);

type VwapState = { day: number | null; flow: number; volume: number };

/**
 * Volume-weighted average price of the trading day so far, as charts show it: typical prices (high, low and close)
 * weighted with volume, from the first bar of the day. NaN while nothing was traded.
 */
export const vwap = (saved?: VwapState): Indicator<VwapState, PricesOfDay> => {
  const state = resume<VwapState>(saved, () => ({ day: null, flow: 0, volume: 0 }));
  const next = (bar: PricesOfDay): number => {
    if (bar.day !== state.day) Object.assign(state, { day: bar.day, flow: 0, volume: 0 });
    const traded = bar.volume ?? 0;
    state.flow += typicalPrice(bar) * traded;
    state.volume += traded;
    return state.flow / state.volume;
  };
  return { next, state };
};
