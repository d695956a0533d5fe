import { type ExtremeState, highest, lowest } from './extreme.ts';
import type { Indicator, Prices } from './indicator.ts';

type AroonState = { high: ExtremeState; low: ExtremeState };
type Aroon = { up: number; down: number; oscillator: number };

const age = ({ seen, times, head }: ExtremeState): number => seen - 1 - (times[head] ?? 0);

/** Aroon: how long ago the highest high and the lowest low of `period` + 1 bars were, 100 on the bar itself. The newest of equals counts. */
export const aroon = (period: number, saved?: AroonState): Indicator<AroonState, Prices, Readonly<Aroon>> => {
  const high = highest(period + 1, saved?.high);
  const low = lowest(period + 1, saved?.low);
  const out: Aroon = { up: Number.NaN, down: Number.NaN, oscillator: Number.NaN };
  const next = (bar: Prices): Readonly<Aroon> => {
    const top = high.next(bar.high);
    low.next(bar.low);
    if (Number.isNaN(top)) return out;
    out.up = (100 * (period - age(high.state))) / period;
    out.down = (100 * (period - age(low.state))) / period;
    out.oscillator = out.up - out.down;
    return out;
  };
  return { next, state: { high: high.state, low: low.state } };
};
