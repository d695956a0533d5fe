import { type ExtremeState, highest, lowest } from './extreme.ts';
import type { Indicator, Prices } from './indicator.ts';

type FromExtremeState = { high: ExtremeState; low: ExtremeState };

/** How far the close is from the highest high and the lowest low of the last `period` bars, itself included, in percent. */
export const fromExtreme = (
  period: number,
  saved?: FromExtremeState,
): Indicator<FromExtremeState, Prices, Readonly<{ high: number; low: number }>> => {
  const [top, bottom] = [highest(period, saved?.high), lowest(period, saved?.low)];
  const state: FromExtremeState = { high: top.state, low: bottom.state };
  const out = { high: Number.NaN, low: Number.NaN };
  const next = ({ high, low, close }: Prices): Readonly<typeof out> => {
    out.high = (close / top.next(high) - 1) * 100;
    out.low = (close / bottom.next(low) - 1) * 100;
    return out;
  };
  return { next, state };
};
