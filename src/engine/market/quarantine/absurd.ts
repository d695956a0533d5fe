import type { Bar } from '#src/shared/market.ts';
import type { BadRow } from '../csv/bad-row.ts';

/** No market moves by this factor from one bar to the next. */
const ABSURD = 1_000;
/** After this many such bars in a row, their level is accepted. */
const SETTLED = 20;

/**
 * A check of bars that are otherwise taken as they are: null, unless open or close is more than a thousand times the close
 * before, or less than a thousandth.
 */
export const absurdity = (): ((bar: Bar) => BadRow | null) => {
  let last: number | null = null;
  let inRow = 0;
  return ({ open, close }) => {
    const absurd = [open, close].find(
      (price) => last !== null && (price > last * ABSURD || price * ABSURD < last),
    );
    inRow = absurd === undefined ? 0 : inRow + 1;
    if (absurd !== undefined && inRow <= SETTLED)
      return { reason: 'absurd', problem: `a price of ${absurd} after a close of ${last} is absurd` };
    last = close;
    return null;
  };
};
