import { loadAuthClient } from './load-client.ts';

/**
 * The access token of the signed-in user, renewed if needed; null for a visitor. The auth client is loaded
 * only if there is a session (site/boot.js has looked).
 */
export async function bearerToken(): Promise<string | null> {
  if (document.documentElement.dataset['signedIn'] === undefined) return null;
  try {
    const client = await loadAuthClient();
    const { data } = await client.getSession();
    return data.session?.access_token ?? null;
  } catch {
    // The public pages work without a session.
    return null;
  }
}
