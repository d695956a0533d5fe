import { AuthClient } from '@supabase/auth-js';
import { PUBLIC_KEY } from '#src/shared/product.ts';

let client: InstanceType<typeof AuthClient> | undefined;

/**
 * The published auth client, made on first use: only one may live in a page, and none while pages are built.
 * The storage key is also read by site/boot.js.
 */
export function authClient(): InstanceType<typeof AuthClient> {
  client ??= new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: PUBLIC_KEY },
    storageKey: 'bellwire.auth',
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    flowType: 'pkce',
  });
  return client;
}
