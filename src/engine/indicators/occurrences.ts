import { resume, type Indicator } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';

/** Conditions are 1, 0, or NaN: not known. */
type Since = { since: number };

/** How many bars ago it was true last; NaN where that was more than `most` bars ago, or never. */
export const barsSince = (most: number, saved?: Since): Indicator<Since> => {
  // -1: it was never true.
  const state = resume(saved, () => ({ since: -1 }));
  const next = (is: number): number => {
    if (is === 1) state.since = 0;
    else if (state.since >= 0 && state.since <= most) state.since += 1;
    return state.since >= 0 && state.since <= most ? state.since : Number.NaN;
  };
  return { next, state };
};

/** On how many of the last `period` bars it was true; bars on which that isn't known are left out. */
export const countOf = (period: number, saved?: SmaState): Indicator<SmaState> => {
  const share = sma(period, saved);
  return {
    next: (is) => (Number.isNaN(is) ? Number.NaN : Math.round(share.next(is) * period)),
    state: share.state,
  };
};

type Choice = { is: number; value: number };
type ValueWhenState = { bar: number; bars: number[]; values: number[] };

/** The value when it was true last, or `occurrence` times before that; NaN where that was more than `most` bars ago. */
export const valueWhen = (
  occurrence: number,
  most: number,
  saved?: ValueWhenState,
): Indicator<ValueWhenState, Choice> => {
  const state = resume<ValueWhenState>(saved, () => ({ bar: 0, bars: [], values: [] }));
  const { bars, values } = state;
  const next = ({ is, value }: Choice): number => {
    state.bar += 1;
    if (is === 1) {
      bars.push(state.bar);
      values.push(value);
      if (bars.length > occurrence + 1) {
        bars.shift();
        values.shift();
      }
    }
    const isKnown = bars.length > occurrence && state.bar - (bars[0] ?? 0) <= most;
    return isKnown ? (values[0] ?? Number.NaN) : Number.NaN;
  };
  return { next, state };
};
