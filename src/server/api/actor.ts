import type { Context } from 'hono';
import type { Actor as ActivityActor } from '#src/db/queries/activity.ts';
import type { Membership } from '#src/db/queries/membership.ts';
import { forPrograms, keyMay } from '#src/shared/api-keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { type Need, roleMay } from '#src/shared/permissions.ts';
import type { KeepAnswer } from './idempotency.ts';
import type { LiveKey } from '#src/workspaces/api-keys/api-keys.ts';

/** Who asks, as the account service knows him. */
export type SignedInUser = {
  id: string;
  email: string;
  emailConfirmedAt: Date | null;
  userMetadata: Record<string, unknown>;
};

/** Who asks something of /api/v1: a person's session, a program with a key, or a visitor of the public demo. */
export type ApiActor =
  | { kind: 'session'; user: SignedInUser; sessionId: string }
  | { kind: 'demo'; user: SignedInUser }
  | { kind: 'key'; key: LiveKey };

export type ApiEnv = {
  Variables: {
    requestId: string;
    actor: ApiActor;
    /** The workspace that the request works in. A key has the least of roles; what it may do is in its scopes. */
    membership: Membership;
    /** Of a request that may be sent again: keeps its answer in the transaction of its effect. */
    keepAnswer?: KeepAnswer;
  };
};

type Ctx = Context<ApiEnv>;

/** The person who asks; in the demo, the one the visitor is shown as. @throws AppError session_only for a program */
export function personOf(c: Ctx): SignedInUser {
  const actor = c.get('actor');
  if (actor.kind === 'key') throw new AppError('session_only');
  return actor.user;
}

/** Who asks, for the record of what is done in the workspace. */
export function activityActor(c: Ctx): ActivityActor {
  const actor = c.get('actor');
  if (actor.kind === 'key') return { kind: 'key', userId: null, name: actor.key.name };
  return { kind: 'member', userId: actor.user.id, name: nameOfUser(actor.user) };
}

/** @throws AppError session_only, key_scope_missing for a program; forbidden for a member */
export function assertMay(actor: ApiActor, membership: Membership, needs: Need): void {
  // What a visitor may read is marked in the contract (demo.ts): it never hangs on a role.
  if (actor.kind === 'demo') return;
  if (actor.kind === 'session') {
    if (needs !== 'self' && !roleMay(membership.role, needs)) throw new AppError('forbidden');
    return;
  }
  if (needs === 'self' || !forPrograms(needs)) throw new AppError('session_only');
  if (!keyMay(actor.key.scopes, needs)) {
    throw new AppError('key_scope_missing', `This key may not do this: it lacks ${needs}.`, {
      details: { needs },
    });
  }
}
