/** Figures nearer than this, relative to their size, are equal: what is left is the noise of floats. */
export const EQUAL = 1e-12;

/** Below 0, 0 or above 0, as a is below, at or above b; NaN where one of them is not known. */
export const compare = (a: number, b: number): number => {
  const difference = a - b;
  return Math.abs(difference) <= EQUAL * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
};

/** Conditions are 1 (true), 0 (false) or NaN: not known yet, which is neither. */
export const truth = (holds: boolean): number => (holds ? 1 : 0);
