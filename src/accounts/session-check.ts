import { AppError } from '#src/shared/errors.ts';
import type { Clock } from '#src/shared/clock.ts';
import { authenticate, type SessionDeps, type SignedIn } from './sessions.ts';

/** Longer would keep a signed-out person signed in; so much is agreed. */
const FRESH_MS = 5_000;

/**
 * `authenticate`, remembered for five seconds (or `ttlMs`, if that is less): /api/v1 asks at every request, and a
 * session that has ended may be noticed that much later. Refusals are not remembered, and no more than `entries`.
 * @throws AppError those of `authenticate`, and insufficient_aal for a person with a second factor who has not shown it
 */
export function createSessionCheck(
  deps: SessionDeps & { clock: Clock },
  { ttlMs = FRESH_MS, entries = 10_000 }: { ttlMs?: number; entries?: number } = {},
): {
  /** `skewSeconds` as in `authenticate`; what is past its end is never remembered. */
  check: (accessToken: string, skewSeconds?: number) => Promise<SignedIn>;
  /** They have ended, or (null) any may have: the next request asks the database. */
  forget: (whose: { session?: string; user?: string } | null) => void;
} {
  const fresh = Math.min(ttlMs, FRESH_MS);
  const known = new Map<string, { at: number; expires: number; signedIn: SignedIn }>();
  const check = async (accessToken: string, skewSeconds?: number): Promise<SignedIn> => {
    const now = deps.clock().getTime();
    const remembered = known.get(accessToken);
    const age = remembered ? now - remembered.at : -1;
    // A clock that was set back does not make a memory younger than it is.
    if (remembered && age >= 0 && age < fresh && now < remembered.expires) return remembered.signedIn;
    known.delete(accessToken);
    const signedIn = await authenticate(deps, accessToken, skewSeconds);
    if (signedIn.mustRaise) throw new AppError('insufficient_aal');
    // The oldest goes first: a map keeps the order in which things were put in.
    for (const [oldest] of known) {
      if (known.size < entries) break;
      known.delete(oldest);
    }
    known.set(accessToken, { at: now, expires: expiryOf(accessToken), signedIn });
    return signedIn;
  };
  return {
    check,
    forget: (whose) => {
      for (const [token, { signedIn }] of known) {
        const { session, user } = signedIn;
        if (whose === null || session.id === whose.session || user.id === whose.user) known.delete(token);
      }
    },
  };
}

/** Of a token that has just been verified. In ms. */
function expiryOf(accessToken: string): number {
  const payload: unknown = JSON.parse(
    Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8'),
  );
  if (
    typeof payload === 'object' &&
    payload !== null &&
    'exp' in payload &&
    typeof payload.exp === 'number'
  ) {
    return payload.exp * 1000;
  }
  throw new AppError('bad_jwt');
}
