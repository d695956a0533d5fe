import type { AuthChangeEvent } from '@supabase/auth-js';

/**
 * What an auth event means for the page. The client says SIGNED_IN again on load, on refocus and in other
 * tabs: only the step from no session to a session is `entered`, and only the step back is `left`.
 * A session that still waits for its second factor counts as none (`had`, `has`).
 */
export function transition(
  event: AuthChangeEvent,
  had: boolean,
  has: boolean,
): 'first' | 'entered' | 'left' | 'same' {
  // Shown from storage, and ended before the client could report it.
  if (event === 'INITIAL_SESSION') return had && !has ? 'left' : 'first';
  if (event === 'SIGNED_OUT') return had ? 'left' : 'same';
  const enters = event === 'SIGNED_IN' || event === 'MFA_CHALLENGE_VERIFIED';
  if (enters && !had && has) return 'entered';
  return 'same';
}
