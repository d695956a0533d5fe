import type { Context } from 'hono';
import type { DeliveryItem } from '#src/shared/alert-list.ts';
import type { LoggedDelivery } from '#src/shared/delivery-log.ts';
import { maskedAddress, maskedText } from '#src/shared/mask.ts';
import { type ApiEnv, may } from '../actor.ts';

type Reason = { reason: string | null };

/**
 * What is said of deliveries and reasons to whoever asks: as it is to those who may read contacts, and with every
 * person's address masked to others.
 */
export function maskFor(c: Context<ApiEnv>) {
  const isOpen = may(c, 'contacts:read');
  const text = (words: string | null, known?: string) => words && maskedText(words, known);
  return {
    delivery: ({ isPerson, ...item }: DeliveryItem & { isPerson: boolean }): DeliveryItem =>
      isOpen || !isPerson
        ? item
        : {
            ...item,
            address: maskedAddress(item.address),
            reason: text(item.reason, item.address),
            attempts: item.attempts.map((each) => ({
              ...each,
              detail: maskedText(each.detail, item.address),
            })),
          },
    logged: (item: LoggedDelivery): LoggedDelivery =>
      isOpen || item.contactId === null
        ? item
        : { ...item, address: maskedAddress(item.address), reason: text(item.reason, item.address) },
    reasons: <T extends Reason>(items: readonly T[]): T[] =>
      items.map((item) => (isOpen ? item : { ...item, reason: text(item.reason) })),
  };
}
