import type { Freshness } from '#src/shared/approval.ts';

/** A price, and until when it is known (ms, UTC). */
export type Priced = { price: number; at: number };

export type Move = {
  /** In percent of the price in the text, with its sign. */
  percent: number;
  /** "AAPL moved 2.3% since this was written" */
  says: string;
  /** Farther than the policy allows: what was approved, or is about to be, doesn't hold anymore. */
  isTooFar: boolean;
  newest: Priced;
};

/** Shares of a percent that prices can't be told apart by. */
const round = (percent: number): number => Math.round(percent * 1e6) / 1e6;
const changeOf = (from: number, to: number): number => round((to / from - 1) * 100);

/**
 * How far a price has moved. A pure function of what is stored.
 * @param written the price that the text names
 * @param asked the price at which approval was asked for again, from which on the next move counts; null: it wasn't
 * @param newest null where no price is stored
 */
export function moveOf(
  symbol: string,
  { movedPercent }: Pick<Freshness, 'movedPercent'>,
  { written, asked, newest }: { written: Priced; asked: Priced | null; newest: Priced | null },
): Move {
  const base = asked ?? written;
  const now = newest !== null && newest.at > base.at ? newest : base;
  const percent = changeOf(written.price, now.price);
  return {
    percent,
    says: `${symbol} moved ${percentWords(percent)} since this was written`,
    isTooFar: Math.abs(changeOf(base.price, now.price)) > movedPercent,
    newest: now,
  };
}

/** Never shown as less than it is: what is over a limit mustn't read as the limit. */
const percentWords = (percent: number): string =>
  `${(Math.ceil(round(Math.abs(percent) * 10)) / 10).toLocaleString('en')}%`;
