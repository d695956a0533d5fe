import { createHmac } from 'node:crypto';
import type { feedKeys } from '#src/db/schema.ts';
import { openSecrets, sealSecrets } from '#src/engine/connections/secrets.ts';
import type { Credentials } from '#src/engine/exchanges/live/keyed.ts';
import type { ProviderId } from '#src/shared/market-data.ts';

type Whose = { workspaceId: string; provider: ProviderId };
const secretAt = ({ workspaceId, provider }: Whose) => ({ workspaceId, table: 'feed_keys', id: provider });

export const sealCredentials = (key: Buffer, whose: Whose, { keyId, secret }: Credentials): string =>
  sealSecrets(key, secretAt(whose), { keyId, secret }) ?? '';

/** @returns null where it was sealed with another key of the installation */
export function openCredentials(
  key: Buffer,
  row: Pick<typeof feedKeys.$inferSelect, 'workspaceId' | 'provider' | 'sealed'>,
): Credentials | null {
  try {
    const { keyId = '', secret = '' } = openSecrets(key, secretAt(row), row.sealed);
    return { keyId, secret };
  } catch {
    return null;
  }
}

/** The same for the same key at the same source; without the installation's key nobody can compute it. */
export const fingerprintOf = (key: Buffer, provider: ProviderId, { keyId, secret }: Credentials): string =>
  createHmac('sha256', key)
    .update(`feed key ${provider} ${keyId || secret}`)
    .digest('hex');

const SHOWN = 4;
/** The end of what names the key. */
export const hintOf = ({ keyId, secret }: Credentials): string => (keyId || secret).slice(-SHOWN);
