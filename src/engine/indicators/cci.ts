import { typicalPrice, type Indicator, type Prices } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';

type CciState = { mean: SmaState };

/**
 * Commodity channel index: how far the typical price is from its mean over `period` bars, in units of 0.015 mean
 * deviations. The mean deviation is summed up for every bar, so the cost grows with the period. 0 if nothing moved.
 */
export const cci = (period: number, saved?: CciState): Indicator<CciState, Prices> => {
  const average = sma(period, saved?.mean);
  const { ring } = average.state;
  const next = (bar: Prices): number => {
    const price = typicalPrice(bar);
    const mean = average.next(price);
    if (Number.isNaN(mean)) return mean;
    let away = 0;
    for (let index = 0; index < ring.length; index += 1) away += Math.abs((ring[index] ?? 0) - mean);
    return away === 0 ? 0 : (price - mean) / ((0.015 * away) / period);
  };
  return { next, state: { mean: average.state } };
};
