import type { ClaimedDelivery } from './claimed.ts';

/**
 * What a server said, without the person's address: they may have been erased while it answered, and the log shows the
 * address beside it. The name of a place, which many see, stays.
 */
export function withoutRecipient(
  said: string,
  { address, contactId }: Pick<ClaimedDelivery, 'address' | 'contactId'>,
): string {
  if (contactId === null || address === '') return said;
  // Providers leave out the plus of a phone number.
  const named = /^\+\d+$/.test(address) ? address.slice(1) : address;
  const plus = named === address ? '' : '\\+?';
  const pattern = plus + named.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return said.replaceAll(new RegExp(pattern, 'gi'), '…');
}

/**
 * What a provider reports later, without email addresses and phone numbers: the person that it's about may be gone by
 * then, and with them the address to look for.
 */
export const withoutAnyone = (said: string): string =>
  said.replaceAll(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, '…').replaceAll(/\+?\d{9,15}(?!\d)/g, '…');
