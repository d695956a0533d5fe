import { compare, type Decimal, parseDecimal } from '#src/shared/decimal.ts';
import type { Evidence } from '#src/shared/market.ts';

export type PriceColumn = 'open' | 'high' | 'low' | 'close';

/** A price of a bar in evidence. `time` is null where the evidence doesn't say when that bar was. */
export type Point = { price: Decimal; time: string | null };

/** All prices of one kind that the evidence holds without a gap, oldest first, the event's bar last. */
export function seriesOf({ bars, past }: Evidence, column: PriceColumn): Point[] {
  const early = past?.[column] ?? [];
  const times = past?.time ?? [];
  const points: Point[] = [];
  const push = (text: string, time: string | null): void => {
    const price = parseDecimal(text);
    // What lies before an unreadable price is no longer one stretch.
    if (price) points.push({ price, time });
    else points.length = 0;
  };
  early.forEach((text, at) => push(text, times[times.length - early.length + at] ?? null));
  for (const bar of bars) push(bar[column], bar.time);
  return points;
}

/** How many of the last prices, the event's included, it is strictly above (`sign` 1) or below (-1) all the others. */
export function extremeReach(points: readonly Point[], sign: 1 | -1): number {
  const last = points.at(-1);
  if (!last) return 0;
  const rest = points.slice(0, -1).toReversed();
  const rival = rest.findIndex(({ price }) => sign * compare(last.price, price) <= 0);
  return (rival === -1 ? rest.length : rival) + 1;
}

/** How many closes in a row went this way up to the event's, and whether the one before them is known to break the row. */
export function streakOf(points: readonly Point[], sign: 1 | -1): { length: number; isWhole: boolean } {
  let length = 0;
  for (let at = points.length - 1; at > 0; at -= 1) {
    const [now, before] = [points[at], points[at - 1]];
    if (!now || !before || sign * compare(now.price, before.price) <= 0) return { length, isWhole: true };
    length += 1;
  }
  return { length, isWhole: false };
}

/** Changes from close to close as pairs of numerator and denominator, so that they compare exactly. */
export function isLargerMove(a: readonly [Point, Point], b: readonly [Point, Point], sign: 1 | -1): boolean {
  // now/before of a against now/before of b, both denominators above zero.
  const left = { digits: a[1].price.digits * b[0].price.digits, scale: a[1].price.scale + b[0].price.scale };
  const right = { digits: b[1].price.digits * a[0].price.digits, scale: b[1].price.scale + a[0].price.scale };
  return sign * compare(left, right) > 0;
}
