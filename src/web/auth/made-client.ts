import type { AuthClient } from '@supabase/auth-js';

type Client = InstanceType<typeof AuthClient>;

let made: Client | null = null;
const waiting = new Set<(client: Client) => void>();

/** Announces the client; called where it is made (client.ts). */
export function clientIsMade(client: Client): void {
  made = client;
  for (const listener of waiting) listener(client);
  waiting.clear();
}

/** Calls back as soon as there is a client. Returns the function that ends the wait. */
export function onClient(listener: (client: Client) => void): () => void {
  if (made) listener(made);
  else waiting.add(listener);
  return () => void waiting.delete(listener);
}
