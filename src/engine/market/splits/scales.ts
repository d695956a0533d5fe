import type { Bar } from '#src/shared/market.ts';
import type { Split } from './corporate-actions.ts';

/** Bars on the wrong scale are found this near to a split: five sessions. */
const NEAR_MS = 7 * 86_400_000;
/** A smaller ratio can't be told from a market move. */
const SMALLEST = Math.log(1.4);
/** Prices this near to a ratio are the ratio plus a day's move. */
const MOVE = Math.log(1.2);

const nearMove = (size: number): number => Math.min(MOVE, size / 3);

/** The sizes, as logarithms, of the splits near a time. */
const sizesNear = (splits: readonly Split[], ts: number): number[] =>
  splits
    .filter((split) => Math.abs(split.ts - ts) <= NEAR_MS && split.volumeRatio !== 1)
    .map(({ ratio }) => Math.abs(Math.log(ratio)))
    .filter((size) => size >= SMALLEST);

/** Whether a price near a split is off by its ratio from what is expected on the scale of its time. */
export const isPriceOffBySplit = (
  splits: readonly Split[],
  { ts, price }: { ts: number; price: number },
  expected: number,
): boolean =>
  splits.length > 0 &&
  sizesNear(splits, ts).some(
    (size) => Math.abs(Math.abs(Math.log(price / expected)) - size) < nearMove(size),
  );

/** The same of any price of a bar. */
export const isOffBySplit = (splits: readonly Split[], bar: Bar, expected: number): boolean =>
  splits.length > 0 &&
  [bar.open, bar.high, bar.low, bar.close].some((price) =>
    isPriceOffBySplit(splits, { ts: bar.ts, price }, expected),
  );

/** Whether a bar near a split reaches from one of its scales to the other. */
export const mixesScales = (splits: readonly Split[], { ts, high, low }: Bar): boolean =>
  splits.length > 0 && sizesNear(splits, ts).some((size) => Math.log(high / low) > size - nearMove(size));
