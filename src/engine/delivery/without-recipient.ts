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
  const pattern = address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return said.replaceAll(new RegExp(pattern, 'gi'), '…');
}
