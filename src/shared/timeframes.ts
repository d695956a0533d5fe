import { type Timeframe, TIMEFRAMES } from './market.ts';
import { BAR_MINUTES } from './rules/spans.ts';

/** Timeframes that a live feed stores of every symbol. All others are made of these where a rule, chart or backtest asks. */
export const KEPT_TIMEFRAMES = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const satisfies Timeframe[];

/** By how many months a timeframe of the calendar goes. */
export const MONTHS: Readonly<Partial<Record<Timeframe, 1 | 3 | 12>>> = { '1M': 1, '3M': 3, '12M': 12 };

/** Whether bars are trading days or longer: they are named by their date, and days have no hours to look at. */
export const isDaysLong = (timeframe: Timeframe): boolean => BAR_MINUTES[timeframe] >= BAR_MINUTES['1d'];

/** The timeframes whose bars can make up a larger bar, largest first: whole ones fit into it, from its beginning on. */
export const smallerThan = (timeframe: Timeframe): Timeframe[] =>
  TIMEFRAMES.slice(0, TIMEFRAMES.indexOf(timeframe))
    .filter((small) => fits(small, timeframe))
    .toReversed();

function fits(small: Timeframe, large: Timeframe): boolean {
  // The last bar of a session ends with it, so a day consists of bars of any size.
  if (!isDaysLong(small)) return isDaysLong(large) || BAR_MINUTES[large] % BAR_MINUTES[small] === 0;
  // A week may begin in one month and end in the next.
  return small !== '1w' && (small === '1d' || MONTHS[large] !== undefined);
}

/** Of which stored bars those of a timeframe are made that isn't stored of every symbol; null for one that is. */
export const madeOf = (timeframe: Timeframe): (typeof KEPT_TIMEFRAMES)[number] | null => {
  if (KEPT_TIMEFRAMES.some((kept) => kept === timeframe)) return null;
  const smaller = smallerThan(timeframe);
  return KEPT_TIMEFRAMES.findLast((kept) => smaller.includes(kept)) ?? '1m';
};

/** Timeframes with stored bars, and those that can be made of them. */
export const timeframesFrom = (stored: readonly Timeframe[]): Timeframe[] =>
  TIMEFRAMES.filter((each) => [each, ...smallerThan(each)].some((of) => stored.includes(of)));

/**
 * The timeframe that a text names, in any case but for the M: `1m` is a minute and `1M` a month. Undefined where there is
 * none.
 */
export const timeframeNamed = (text: string): Timeframe | undefined =>
  TIMEFRAMES.find((each) => each === (/^\d+M$/.test(text) ? text : text.toLowerCase()));
