import { resume, type Indicator } from './indicator.ts';

/** `pivot`: bars on each side of a turn; between two turns lie at least so many bars, and at most `most`. */
type DivergenceOptions = { side: 'low' | 'high'; hidden: boolean; pivot: number; most: number };
type Pair = { x: number; y: number };
/** The latest pairs, oldest first, and the turn that was found last: the bar on which it was, and its values. */
type DivergenceState = { bar: number; recent: Pair[]; turn: { bar: number; at: Pair } | null };

/**
 * Divergence of a price (x) from an oscillator (y), as chart platforms find it: between two turns of the oscillator, one
 * makes a lower low and the other a higher one (on highs, the other way around). A turn is a value below (above) the
 * `pivot` values on either side, so it's known so many bars later. 1 on the bar on which the second turn is known and
 * the two diverge, else 0; NaN before there can be a turn.
 *
 * Regular: the price goes on (a lower low, a higher high) and the oscillator doesn't. Hidden: the reverse.
 */
export const divergence = (
  { side, hidden, pivot, most }: DivergenceOptions,
  saved?: DivergenceState,
): Indicator<DivergenceState, Pair> => {
  const state = resume<DivergenceState>(saved, () => ({ bar: 0, recent: [], turn: null }));
  const { recent } = state;
  const sign = side === 'low' ? 1 : -1;
  const length = 2 * pivot + 1;

  const turned = (): Pair | null => {
    const middle = recent[pivot];
    if (!middle) return null;
    const isBeyond = recent.every(({ y }, at) => at === pivot || sign * middle.y < sign * y);
    return isBeyond ? middle : null;
  };

  const next = ({ x, y }: Pair): number => {
    state.bar += 1;
    recent.push({ x, y });
    if (recent.length > length) recent.shift();
    if (recent.length < length) return Number.NaN;
    const at = turned();
    if (!at) return 0;
    const { turn, bar } = state;
    state.turn = { bar, at };
    if (!turn) return 0;
    const between = bar - turn.bar - 1;
    if (between < pivot || between > most) return 0;
    const [price, oscillator] = [sign * (at.x - turn.at.x), sign * (at.y - turn.at.y)];
    const diverges = hidden ? price > 0 && oscillator < 0 : price < 0 && oscillator > 0;
    return diverges ? 1 : 0;
  };
  return { next, state };
};
