import type { AuthClient } from '@supabase/auth-js';

type Client = InstanceType<typeof AuthClient>;

let made: Client | null = null;
const waiting = new Set<(client: Client) => void>();

/** Says that there is one now; by whoever makes it (client.ts). */
export function clientIsMade(client: Client): void {
  made = client;
  for (const listener of waiting) listener(client);
  waiting.clear();
}

/** As soon as there is one; whoever asks for it. Answers the function that ends the wait. */
export function onClient(listener: (client: Client) => void): () => void {
  if (made) listener(made);
  else waiting.add(listener);
  return () => void waiting.delete(listener);
}

/** The auth client, for whoever is part of a page's first view: it comes when it is first needed. @throws Error, a sentence */
export async function loadAuthClient(): Promise<Client> {
  try {
    const { authClient } = await import('./client.ts');
    return authClient();
  } catch (cause) {
    throw new Error('The server could not be reached. Check your connection and try again.', { cause });
  }
}
