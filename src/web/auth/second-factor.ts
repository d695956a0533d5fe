import type { Factor, Session } from '@supabase/auth-js';

/** The factor that codes are asked of: the first verified authenticator app. */
export function codeFactor(session: Session | null): Factor | null {
  const factors = session?.user.factors ?? [];
  return factors.find((each) => each.factor_type === 'totp' && each.status === 'verified') ?? null;
}

/** The level that the access token proves: 'aal2' after a second factor. Anything unreadable proves nothing more. */
function levelOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.');
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? String(claims.aal) : 'aal1';
  } catch {
    return 'aal1';
  }
}

/**
 * Is the session only half of what its user has asked for? The same as the client's levels (next aal2, current
 * aal1), told without its lock: the client must not be asked from inside its own events.
 */
export function needsCode(session: Session | null): boolean {
  return session !== null && codeFactor(session) !== null && levelOf(session.access_token) !== 'aal2';
}
