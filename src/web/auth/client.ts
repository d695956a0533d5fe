import { AuthClient } from '@supabase/auth-js';
import { PUBLIC_KEY } from '#src/shared/product.ts';

let client: InstanceType<typeof AuthClient> | undefined;

export const STORAGE_KEY = 'bellwire.auth';

/**
 * A confirmation link of another flow leaves tokens in the hash. They are taken only where nobody is signed in:
 * a link must never put someone into another account than his own.
 */
function tokensMayBeTaken(): boolean {
  return location.hash.includes('access_token=') && localStorage.getItem(STORAGE_KEY) === null;
}

/**
 * The published auth client, made on first use: only one may live in a page, and none while pages are built.
 * The storage key is also read by site/boot.js.
 */
export function authClient(): InstanceType<typeof AuthClient> {
  client ??= new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: PUBLIC_KEY },
    storageKey: STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: tokensMayBeTaken() ? 'implicit' : 'pkce',
  });
  return client;
}
