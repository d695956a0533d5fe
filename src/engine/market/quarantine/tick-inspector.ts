import type { QuarantineReason } from '#src/shared/feeds.ts';
import { ratioBetween, type Split } from '../splits/corporate-actions.ts';
import { isPriceOffBySplit } from '../splits/scales.ts';
import type { Tick } from '../tick.ts';

/** Real prices stay within this factor from one trade to the next. Cents for dollars don't. */
const FAR = 10;
/** After this many trades in a row on another scale, that scale is accepted. */
const SETTLED = 20;
/** How far an exchange's clock may be ahead of ours, in ms. */
const AHEAD_MS = 60_000;
/** How much earlier a trade may be stamped than one with a smaller number, in ms. */
const BACK_MS = 60_000;

export type Doubt = { reason: QuarantineReason; problem: string };
/** A trusted price, and when it was paid (ms, UTC). */
export type KnownPrice = Pick<Tick, 'ts' | 'price'> & { text: Pick<Tick['text'], 'price'> };

/**
 * Makes a check of an instrument's trades: null for a plausible trade, else what is wrong with it. It remembers only the
 * last good trade, adjusted for splits since.
 * @param splits the splits of the instrument known by now, in order of time
 * @param known the price to judge the first trade by; without it the first trade is accepted
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
      const isFar = tick.price >= expected * FAR || tick.price * FAR <= expected;
      if (isFar || isPriceOffBySplit(splits(), tick, expected)) {
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
