import { absolute, add, compare, multiply, parseDecimal, type Decimal } from '#src/shared/decimal.ts';

/** How near to the threshold a float is not trusted, relative to it. */
const MARGIN = 1e-9;

/** now × count ≥ ratio × sum, exactly; null where a text is not a decimal. */
const exactly = (now: string, past: readonly string[], ratio: number): boolean | null => {
  let sum: Decimal = { digits: 0n, scale: 0 };
  for (const text of past) {
    const figure = parseDecimal(text);
    if (!figure) return null;
    sum = add(sum, figure);
  }
  const [left, right] = [parseDecimal(now), parseDecimal(String(ratio))];
  if (!left || !right) return null;
  const count = { digits: BigInt(past.length), scale: 0 };
  return compare(multiply(absolute(left), count), multiply(right, sum)) >= 0;
};

/**
 * Is `now` at least `ratio` times the mean of `past`? Next to the threshold the source's text decides, in exact
 * decimals; only then are the texts asked for.
 */
export const reachesRatio = (
  now: { number: number; text: () => string },
  mean: number,
  past: () => readonly string[],
  ratio: number,
): boolean => {
  const excess = now.number / mean - ratio;
  if (Math.abs(excess) > MARGIN * ratio) return excess > 0;
  return exactly(now.text(), past(), ratio) ?? excess >= 0;
};
