import { AuthClient } from '@supabase/auth-js';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { STORAGE_KEY } from './kept-session.ts';
import { clientIsMade } from './made-client.ts';

let client: InstanceType<typeof AuthClient> | undefined;

/**
 * A confirmation link of another flow leaves tokens in the hash. They are accepted only without a session:
 * a link must never sign someone in to another person's account.
 */
function tokensMayBeTaken(): boolean {
  return location.hash.includes('access_token=') && localStorage.getItem(STORAGE_KEY) === null;
}

/**
 * The published auth client, made on first use: only one may live in a page, and none while pages are built. What is
 * part of a page's first view asks load-client.ts for it.
 */
export function authClient(): InstanceType<typeof AuthClient> {
  if (client) return client;
  client = new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: PUBLIC_KEY },
    storageKey: STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: tokensMayBeTaken() ? 'implicit' : 'pkce',
  });
  clientIsMade(client);
  return client;
}
