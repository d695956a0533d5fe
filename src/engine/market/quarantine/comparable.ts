import type { Bar } from '#src/shared/market.ts';

/** This many bars with a volume, less those without, make a series one of what is traded. */
const TRADED = 3;
const MOST = 20;

type Seen = Pick<Bar, 'ts' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'until'>;

/**
 * Decides which closed bars may make an event. One doesn't
 * - if the bar before it is too old (`tooOld`): the change would be that of years
 * - if it has no volume although the series is traded, and isn't flat at the last close: nobody paid its prices
 * - if that is so of the bar before it
 * @returns a function of bars, oldest first. An open bar (`until`) is judged and not remembered
 */
export const comparable = (isTooOld: (previous: number, ts: number) => boolean): ((bar: Seen) => boolean) => {
  let last: Seen | null = null;
  let wasHollow = false;
  let traded = 0;

  const isHollow = ({ volume, open, high, low, close }: Seen): boolean =>
    volume === 0 && traded >= TRADED && [open, high, low, close].some((price) => price !== last?.close);
  return (bar) => {
    const hollow = bar.until === undefined && isHollow(bar);
    const may = !hollow && !wasHollow && !(last && isTooOld(last.ts, bar.ts));
    if (bar.until !== undefined) return may;
    if (bar.volume !== null) traded = Math.max(0, Math.min(MOST, traded + (bar.volume > 0 ? 1 : -1)));
    last = bar;
    wasHollow = hollow;
    return may;
  };
};
