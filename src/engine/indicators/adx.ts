import { wilder, type EmaState } from './ema.ts';
import { resume, type Indicator, type Prices } from './indicator.ts';

type Last = { seen: number; high: number; low: number; close: number };
type AdxState = { last: Last; range: EmaState; plus: EmaState; minus: EmaState; adx: EmaState };
type Adx = { adx: number; plusDi: number; minusDi: number };

/** Average directional index and the two directional indicators, 0 to 100, with Wilder's smoothing. */
export const adx = (period: number, saved?: AdxState): Indicator<AdxState, Prices, Readonly<Adx>> => {
  const last = resume<Last>(saved?.last, () => ({ seen: 0, high: 0, low: 0, close: 0 }));
  const range = wilder(period, saved?.range);
  const plus = wilder(period, saved?.plus);
  const minus = wilder(period, saved?.minus);
  const average = wilder(period, saved?.adx);
  const out: Adx = { adx: Number.NaN, plusDi: Number.NaN, minusDi: Number.NaN };
  const next = ({ high, low, close }: Prices): Readonly<Adx> => {
    const up = high - last.high;
    const down = last.low - low;
    const trueRange = Math.max(high, last.close) - Math.min(low, last.close);
    const isFirst = last.seen === 0;
    last.seen = 1;
    last.high = high;
    last.low = low;
    last.close = close;
    if (isFirst) return out;
    const ranges = range.next(trueRange);
    const plusMove = plus.next(up > down && up > 0 ? up : 0);
    const minusMove = minus.next(down > up && down > 0 ? down : 0);
    if (Number.isNaN(ranges)) return out;
    out.plusDi = ranges === 0 ? 0 : (100 * plusMove) / ranges;
    out.minusDi = ranges === 0 ? 0 : (100 * minusMove) / ranges;
    const sum = out.plusDi + out.minusDi;
    out.adx = average.next(sum === 0 ? 0 : (100 * Math.abs(out.plusDi - out.minusDi)) / sum);
    return out;
  };
  const state = {
    last,
    range: range.state,
    plus: plus.state,
    minus: minus.state,
    adx: average.state,
  };
  return { next, state };
};
