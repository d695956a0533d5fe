import type { Session } from '@supabase/auth-js';
import { withoutTraces } from './arrival.ts';
import { needsCode } from './second-factor.ts';

/** Where the auth client keeps the session; also read by site/boot.js. */
export const STORAGE_KEY = 'bellwire.auth';

/** The auth client renews a token that has less than this to live. */
const MARGIN_MS = 90_000;

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { access_token, expires_at, user } = value as Partial<Record<keyof Session, unknown>>;
  return (
    typeof access_token === 'string' &&
    typeof expires_at === 'number' &&
    typeof user === 'object' &&
    user !== null &&
    'id' in user
  );
}

/** Whether there is a session in this browser's storage. */
export function isSessionKept(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    // Storage is blocked.
    return false;
  }
}

/**
 * The session as the auth client has left it in this browser, where nothing is to be done about it: its token holds
 * for a while, nothing in the address is waiting to be taken, and no code is owed. Null: the client has to be asked.
 */
export function keptSession(now: number, address: URL): Session | null {
  if (withoutTraces(address) !== address.pathname + address.search + address.hash) return null;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    if (!isSession(kept) || needsCode(kept)) return null;
    return (kept.expires_at ?? 0) * 1000 - now < MARGIN_MS ? null : kept;
  } catch {
    // Storage is blocked, or holds something else.
    return null;
  }
}
