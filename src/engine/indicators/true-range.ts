import { wilder, type EmaState } from './ema.ts';
import { resume, type Indicator, type Prices } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';

export type TrueRangeState = { last: number };

/** The largest of high − low and the distances of high and low from the close before; of the first bar, high − low. */
export const trueRange = (saved?: TrueRangeState): Indicator<TrueRangeState, Prices> => {
  const state = resume(saved, () => ({ last: 0 }));
  const next = ({ high, low, close }: Prices): number => {
    const { last } = state;
    state.last = close;
    if (last === 0) return high - low;
    return Math.max(high, last) - Math.min(low, last);
  };
  return { next, state };
};

export type AtrState = { range: TrueRangeState; average: EmaState };

/** Average true range as Wilder has it: the mean of the first `period` ranges, then smoothed by 1 / period. */
export const atr = (period: number, saved?: AtrState): Indicator<AtrState, Prices> => {
  const range = trueRange(saved?.range);
  const average = wilder(period, saved?.average);
  const next = (bar: Prices): number => average.next(range.next(bar));
  return { next, state: { range: range.state, average: average.state } };
};

export type KeltnerState = { range: TrueRangeState; ranges: SmaState; middle: SmaState };
export type Keltner = { upper: number; middle: number; lower: number };

/** Keltner's channel: the plain mean of typical prices, plus and minus `multiple` plain means of true ranges. */
export const keltner = (
  period: number,
  multiple: number,
  saved?: KeltnerState,
): Indicator<KeltnerState, Prices, Readonly<Keltner>> => {
  const range = trueRange(saved?.range);
  const ranges = sma(period, saved?.ranges);
  const middle = sma(period, saved?.middle);
  const out: Keltner = { upper: Number.NaN, middle: Number.NaN, lower: Number.NaN };
  const next = (bar: Prices): Readonly<Keltner> => {
    const width = multiple * ranges.next(range.next(bar));
    out.middle = middle.next((bar.high + bar.low + bar.close) / 3);
    out.upper = out.middle + width;
    out.lower = out.middle - width;
    return out;
  };
  return { next, state: { range: range.state, ranges: ranges.state, middle: middle.state } };
};
