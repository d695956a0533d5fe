/**
 * Massive's numbers of sale conditions whose trades make no price, by its rules for consolidated bars: they don't update
 * the last price. 2 average price, 5 bunched sold, 7 cash sale, 10 derivatively priced, 13 extended hours out of
 * sequence, 20 next day, 21 price variation, 22 prior reference price, 29 seller, 32 and 33 sold out of sequence,
 * 35 stock option, 37 odd lot, 52 and 53 contingent. 12 (Form T, before the open and after the close) does make one:
 * sessions are chosen by the calendar.
 */
const PRICELESS = new Set('2 5 7 10 13 20 21 22 29 32 33 35 37 52 53'.split(' '));
/** Official opens and closes and corrected closes repeat what was told trade by trade: neither price nor volume. */
const SUMMARIES = new Set(['15', '16', '38']);

export const weighs = (conditions: readonly string[]): 'price' | 'volume' | 'nothing' => {
  if (conditions.some((each) => SUMMARIES.has(each))) return 'nothing';
  return conditions.some((each) => PRICELESS.has(each)) ? 'volume' : 'price';
};

/**
 * How a trade that is fetched later was corrected: 1 a trade that was corrected, 7 one marked as erroneous, 8 one that was
 * canceled, 10 and 11 the records that say so. 12 is the right one of a correction.
 */
const VOID = new Set(['1', '7', '8', '10', '11']);
export const isVoid = (correction: string): boolean => VOID.has(correction);
