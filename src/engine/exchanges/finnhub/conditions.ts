/**
 * Finnhub's numbers of sale conditions, as its list of trade conditions maps them to those of the consolidated tapes.
 * They make no price: averages, cash and next-day sales, odd lots, contingent trades, and trades out of sequence or at
 * another time's price. 24 (Form T, before the open and after the close) does make one.
 */
const PRICELESS = new Set([
  '3',
  '5',
  '9',
  '10',
  '11',
  '12',
  '17',
  '21',
  '22',
  '25',
  '26',
  '27',
  '30',
  '32',
  '37',
]);
/** Official opens and closes and corrected closes repeat what was told trade by trade: neither price nor volume. */
const SUMMARIES = new Set(['16', '20', '39']);

export const weighs = (conditions: readonly string[]): 'price' | 'volume' | 'nothing' => {
  if (conditions.some((each) => SUMMARIES.has(each))) return 'nothing';
  return conditions.some((each) => PRICELESS.has(each)) ? 'volume' : 'price';
};
