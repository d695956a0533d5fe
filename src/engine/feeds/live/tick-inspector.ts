import type { QuarantineReason } from '#src/shared/feeds.ts';
import { ratioBetween, type Split } from '../corporate-actions.ts';
import type { Tick } from '../tick.ts';

/** Real prices stay within this factor from one trade to the next; cents for dollars do not. */
const FAR = 10;
/** After so many trades in a row on the other scale, the other scale is the price. */
const SETTLED = 20;
/** Clocks of exchanges run so far ahead of ours at most. */
const AHEAD_MS = 60_000;
/** Trades are stamped in another order than they are numbered by so much at most. */
const BACK_MS = 60_000;

export type Doubt = { reason: QuarantineReason; problem: string };
/** A price that was believed, and when it was paid (ms, UTC). */
export type KnownPrice = Pick<Tick, 'ts' | 'price'> & { text: Pick<Tick['text'], 'price'> };

/**
 * Makes a check of an instrument's trades: null for one that may be believed, else what is wrong with it. It remembers
 * the last good trade and nothing else. Where a split takes effect between that and this one, the scale after it is
 * the one that is expected.
 * @param splits those of the instrument that are known by now, in order of time
 * @param known the price by which the first trade is judged; without it, that one is believed
 */
export const tickInspector = (
  splits: () => readonly Split[] = () => [],
  known: KnownPrice | null = null,
): ((tick: Tick, receivedAt: number) => Doubt | null) => {
  let last = known;
  let far = 0;
  return (tick, receivedAt) => {
    if (tick.ts > receivedAt + AHEAD_MS)
      return { reason: 'time', problem: `a trade is dated ${seconds(tick.ts - receivedAt)} ahead of now` };
    if (last) {
      if (tick.ts < last.ts - BACK_MS)
        return {
          reason: 'order',
          problem: `a trade is dated ${seconds(last.ts - tick.ts)} before the one before it`,
        };
      const expected = last.price / ratioBetween(splits(), last.ts, tick.ts);
      if (tick.price >= expected * FAR || tick.price * FAR <= expected) {
        far += 1;
        if (far <= SETTLED)
          return {
            reason: 'unit',
            problem: `a price of ${tick.text.price} beside a last one of ${last.text.price}${splitText(last.price, expected)} is in another unit`,
          };
      }
    }
    far = 0;
    last = tick;
    return null;
  };
};

const splitText = (price: number, expected: number): string =>
  price === expected ? '' : `, or ${Number(expected.toPrecision(6))} after the split,`;
const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
