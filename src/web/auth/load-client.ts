import type { AuthClient } from '@supabase/auth-js';

type Client = InstanceType<typeof AuthClient>;

/** The auth client, for code in a page's first view: it loads when it is first needed. @throws Error, a sentence */
export async function loadAuthClient(): Promise<Client> {
  try {
    const { authClient } = await import('./client.ts');
    return authClient();
  } catch (cause) {
    throw new Error('The server couldn’t be reached. Check your connection and try again.', { cause });
  }
}
