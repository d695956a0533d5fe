import { deriveKey } from '#src/platform/keys/keys.ts';

/** What a provider's calls over a connection carry, where we may choose it. */
export const callSecret = (encryptionKey: Buffer, connectionId: string): string =>
  deriveKey(encryptionKey, `review chat ${connectionId}`).toString('hex');
