import type { DeliveryState } from '#src/shared/alerts.ts';
import type { RecordedAlert } from '#src/shared/ledger-search.ts';
import { DELIVERY_STATUS } from '#src/web/dashboard/lib/delivery-state.ts';
import { formatQuote } from '#src/web/ui/format.ts';

const isState = (state: string): state is DeliveryState => Object.hasOwn(DELIVERY_STATUS, state);

/** What a delivery's state is called. */
export const stateWord = (state: string): string => (isState(state) ? DELIVERY_STATUS[state].label : state);

/** "12 sent, 1 failed"; what reads the same is one number. */
export function outcomeWords({ outcomes }: Pick<RecordedAlert, 'outcomes'>): string {
  const counts = new Map<string, number>();
  for (const { state, count } of outcomes) {
    const word = stateWord(state).toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + count);
  }
  const parts = [...counts].map(([word, count]) => `${count.toLocaleString('en-US')} ${word}`);
  return parts.length === 0 ? 'Nothing was sent' : parts.join(', ');
}

const PRICE = /^(\d+(?:\.\d+)?)( \S+)?(?: \(|$)/;

/** The price that it was about, with as many decimals as alerts have. The record itself has all of them. */
export function priceOf({ figures }: Pick<RecordedAlert, 'figures'>): string | null {
  const value = figures?.rows.find(({ label }) => label === 'Price')?.value ?? '';
  const [, price, currency = ''] = PRICE.exec(value) ?? [];
  return price === undefined ? null : `${formatQuote(Number(price))}${currency}`;
}

export const totalOf = ({ outcomes }: Pick<RecordedAlert, 'outcomes'>): number =>
  outcomes.reduce((sum, { count }) => sum + count, 0);
