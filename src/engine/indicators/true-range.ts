import { ema, wilder, type EmaState } from './ema.ts';
import { resume, type Indicator, type Prices } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';

type TrueRangeState = { last: number };

/** The largest of high − low and the distances of high and low from the previous close; for the first bar, high − low. */
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

type AtrState = { range: TrueRangeState; average: EmaState };

/** Wilder's average true range: the mean of the first `period` ranges, then smoothed by 1 / period. */
export const atr = (period: number, saved?: AtrState): Indicator<AtrState, Prices> => {
  const range = trueRange(saved?.range);
  const average = wilder(period, saved?.average);
  const next = (bar: Prices): number => average.next(range.next(bar));
  return { next, state: { range: range.state, average: average.state } };
};

export type Keltner = { upper: number; middle: number; lower: number };
type KeltnerState = { ranges: AtrState; middle: EmaState };

/**
 * Keltner channel as charts show it (after Linda Raschke): the exponential average of closes over `period` bars, plus
 * and minus `multiple` times Wilder's average true range over `rangePeriod` bars.
 */
export const keltner = (
  { period, multiple, rangePeriod }: { period: number; multiple: number; rangePeriod: number },
  saved?: KeltnerState,
): Indicator<KeltnerState, Prices, Readonly<Keltner>> => {
  const ranges = atr(rangePeriod, saved?.ranges);
  const middle = ema(period, saved?.middle);
  const out: Keltner = { upper: Number.NaN, middle: Number.NaN, lower: Number.NaN };
  const next = (bar: Prices): Readonly<Keltner> => {
    const width = multiple * ranges.next(bar);
    out.middle = middle.next(bar.close);
    out.upper = out.middle + width;
    out.lower = out.middle - width;
    return out;
  };
  return { next, state: { ranges: ranges.state, middle: middle.state } };
};

type SimpleKeltnerState = { range: TrueRangeState; ranges: SmaState; middle: SmaState };

/** Keltner's channel of plain means: that of typical prices, plus and minus `multiple` plain means of true ranges. */
export const simpleKeltner = (
  period: number,
  multiple: number,
  saved?: SimpleKeltnerState,
): Indicator<SimpleKeltnerState, Prices, Readonly<Keltner>> => {
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
