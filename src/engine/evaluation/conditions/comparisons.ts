/** Figures nearer than this, relative to their size, are equal: what is left is the noise of floats. */
export const EQUAL = 1e-12;

/** Whether a condition holds on the last bar: 1, 0, or NaN where it is not known. */
export type Truth = () => number;
/** The value of an operand on the bar whose figures are given: `now` or `before` of its graph. */
export type Value = (figures: readonly number[]) => number;
/** The figures of the last two bars, and how many bars there were. */
type LastBars = { now: readonly number[]; before: readonly number[]; memory: { bars: number } };

/** Below 0, 0 or above 0, as a is below, at or above b; NaN where one of them is not known. */
export const compare = (a: number, b: number): number => {
  const difference = a - b;
  return Math.abs(difference) <= EQUAL * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
};

/** Conditions are 1 (true), 0 (false) or NaN: not known yet, which is neither. */
export const truth = (holds: boolean): number => (holds ? 1 : 0);

/** `left > right`, `left crosses above right` and their like, by the test's name in the rule language. */
export const comparison = (
  { now, before, memory }: LastBars,
  kind: string,
  left: Value,
  right: Value,
): Truth => {
  const side = (figures: readonly number[]): number => compare(left(figures), right(figures));
  const known = (step: (side: number) => boolean): Truth => {
    return () => {
      const at = side(now);
      return Number.isNaN(at) ? at : truth(step(at));
    };
  };
  const crossing = (step: (from: number, to: number) => boolean): Truth => {
    return () => {
      const [from, to] = [memory.bars > 1 ? side(before) : Number.NaN, side(now)];
      return Number.isNaN(from) || Number.isNaN(to) ? Number.NaN : truth(step(from, to));
    };
  };
  switch (kind) {
    case '>':
      return known((at) => at > 0);
    case '>=':
      return known((at) => at >= 0);
    case '<':
      return known((at) => at < 0);
    case '<=':
      return known((at) => at <= 0);
    case '=':
      return known((at) => at === 0);
    case 'crosses above':
      return crossing((from, to) => from <= 0 && to > 0);
    case 'crosses below':
      return crossing((from, to) => from >= 0 && to < 0);
    default:
      return crossing((from, to) => (from <= 0 && to > 0) || (from >= 0 && to < 0));
  }
};

/** `value is inside (low, high)`, `value enters (low, high)` and their like. */
export const channelTest = (
  { now, before, memory }: LastBars,
  kind: string,
  [value, low, high]: readonly [Value, Value, Value],
): Truth => {
  const inside = (figures: readonly number[]): number => {
    if (figures === before && memory.bars < 2) return Number.NaN;
    const at = value(figures);
    const above = compare(at, low(figures));
    const below = compare(at, high(figures));
    return Number.isNaN(above) || Number.isNaN(below) ? Number.NaN : truth(above >= 0 && below <= 0);
  };
  switch (kind) {
    case 'is inside':
      return () => inside(now);
    case 'is outside':
      return () => 1 - inside(now);
    case 'enters':
      return () => (1 - inside(before)) * inside(now);
    default:
      return () => inside(before) * (1 - inside(now));
  }
};

/** Joined conditions: decided by the first that is `deciding`, else not known if any is not. */
export const joined = (items: readonly Truth[], deciding: 0 | 1): Truth => {
  return () => {
    let result = 1 - deciding;
    for (const item of items) {
      const at = item();
      if (at === deciding) return deciding;
      if (at !== 1 - deciding) result = Number.NaN;
    }
    return result;
  };
};
