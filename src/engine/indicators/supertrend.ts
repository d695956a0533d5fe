import { resume, type Indicator, type Prices } from './indicator.ts';
import { atr } from './true-range.ts';

type SupertrendState = {
  range: ReturnType<typeof atr>['state'];
  upper: number;
  lower: number;
  close: number;
  /** 1 up, −1 down, 0 before the first. */
  way: number;
};
type Supertrend = { line: number; direction: number };

/**
 * Supertrend as charts draw it: the middle of the bar, `multiple` average true ranges away. The line under the price only
 * rises and the one above it only falls, until a close beyond it turns the trend. It begins with a trend down.
 */
export const supertrend = (
  period: number,
  multiple: number,
  saved?: SupertrendState,
): Indicator<SupertrendState, Prices, Readonly<Supertrend>> => {
  const ranges = atr(period, saved?.range);
  const state = resume(saved, () => ({ range: ranges.state, upper: 0, lower: 0, close: 0, way: 0 }));
  state.range = ranges.state;
  const out: Supertrend = { line: Number.NaN, direction: Number.NaN };
  const next = (bar: Prices): Readonly<Supertrend> => {
    const width = multiple * ranges.next(bar);
    if (Number.isNaN(width)) {
      state.close = bar.close;
      return out;
    }
    const middle = (bar.high + bar.low) / 2;
    const { upper: wasUpper, lower: wasLower, close: wasClose, way } = state;
    const [upper, lower] = [middle + width, middle - width];
    state.upper = way === 0 || upper < wasUpper || wasClose > wasUpper ? upper : wasUpper;
    state.lower = way === 0 || lower > wasLower || wasClose < wasLower ? lower : wasLower;
    if (way === 0) state.way = -1;
    else if (way === -1) state.way = bar.close > state.upper ? 1 : -1;
    else state.way = bar.close < state.lower ? -1 : 1;
    state.close = bar.close;
    out.direction = state.way;
    out.line = state.way === 1 ? state.lower : state.upper;
    return out;
  };
  return { next, state };
};
