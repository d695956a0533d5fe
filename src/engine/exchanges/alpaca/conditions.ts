/**
 * Sale conditions of trades that make no price, by tape (A and B: CTS, C: UTP), as the consolidated tapes guide: odd lots,
 * trades out of sequence or at another time's price, averages, and the summaries of opens and closes. Form T (before the
 * open, after the close) does make one: sessions are chosen by the calendar. They still count as volume.
 */
const PRICELESS = {
  AB: new Set('BCGHIMNPQRUVZ479'),
  C: new Set('CGHIMNPQRUVWZ479'),
};
/** Summaries that repeat what was told trade by trade: neither price nor volume. */
const SUMMARIES = new Set('MQ9');

export const weighs = (conditions: readonly string[], tape: string): 'price' | 'volume' | 'nothing' => {
  if (conditions.some((each) => SUMMARIES.has(each))) return 'nothing';
  const priceless = tape === 'C' ? PRICELESS.C : PRICELESS.AB;
  return conditions.some((each) => priceless.has(each)) ? 'volume' : 'price';
};
