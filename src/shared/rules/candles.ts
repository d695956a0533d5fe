/**
 * Candle patterns by name, each with the number that stands for it in parameters. Numbers are never given to another
 * pattern: stored rules and evidence hold them.
 */
export const CANDLES = {
  bullish_engulfing: 1,
  bearish_engulfing: 2,
  hammer: 3,
  hanging_man: 4,
  inverted_hammer: 5,
  shooting_star: 6,
  doji: 7,
  morning_star: 8,
  evening_star: 9,
  piercing_line: 10,
  dark_cloud_cover: 11,
  bullish_harami: 12,
  bearish_harami: 13,
  three_white_soldiers: 14,
  three_black_crows: 15,
  inside_bar: 16,
  outside_bar: 17,
} as const;

export type CandleName = keyof typeof CANDLES;

/** Which way prices are said to turn after it; 0 where nothing is said. */
export const CANDLE_TURNS: Readonly<Record<CandleName, 1 | 0 | -1>> = {
  bullish_engulfing: 1,
  bearish_engulfing: -1,
  hammer: 1,
  hanging_man: -1,
  inverted_hammer: 1,
  shooting_star: -1,
  doji: 0,
  morning_star: 1,
  evening_star: -1,
  piercing_line: 1,
  dark_cloud_cover: -1,
  bullish_harami: 1,
  bearish_harami: -1,
  three_white_soldiers: 1,
  three_black_crows: -1,
  inside_bar: 0,
  outside_bar: 0,
};

/** The pattern that a number stands for. Throws RangeError where there is none. */
export const candleNumbered = (wanted: number): CandleName => {
  const found = Object.entries(CANDLES).find(([, number]) => number === wanted);
  if (!found) throw new RangeError(`There is no candle pattern ${wanted}.`);
  return found[0] as CandleName;
};

/** "a hammer", "an evening star", "three black crows". */
export const candleWords = (pattern: number): string => {
  const words = candleNumbered(pattern).replaceAll('_', ' ');
  return words.startsWith('three') ? words : `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
};
