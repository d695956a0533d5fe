import type { Context } from 'hono';
import type { Actor as ActivityActor, KeepAnswer } from '#src/db/queries/activity.ts';
import type { Membership } from '#src/db/queries/membership.ts';
import { forPrograms, keyMay } from '#src/shared/api-keys.ts';
import { AppError } from '#src/shared/errors.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { DEMO_READS, type Need, type Permission, roleMay } from '#src/shared/permissions.ts';
import type { LiveKey } from '#src/workspaces/api-keys/api-keys.ts';

/** The signed-in person, from the account service. */
export type SignedInUser = {
  id: string;
  email: string;
  emailConfirmedAt: Date | null;
  userMetadata: Record<string, unknown>;
};

/** Who sends the request: a person's session, a program with a key, or a visitor of the public demo. */
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
    /**
     * Checks the request again, as it was when it arrived: a body can take minutes, and its sender may have lost the session,
     * the workspace or the role meanwhile. Called once the body is read, before anything is written.
     */
    checkAgain?: () => Promise<void>;
    /** Of a request with an Idempotency-Key: stores its answer in the transaction of its effect. */
    keepAnswer?: KeepAnswer;
  };
};

type Ctx = Context<ApiEnv>;

/** The person of the request; in the demo, the one that visitors see. @throws AppError session_only for a program */
export function personOf(c: Ctx): SignedInUser {
  const actor = c.get('actor');
  if (actor.kind === 'key') throw new AppError('session_only');
  return actor.user;
}

/** Who it is, for the activity of the workspace. */
export function activityActor(c: Ctx): ActivityActor {
  const actor = c.get('actor');
  if (actor.kind === 'key') return { kind: 'key', userId: null, name: actor.key.name };
  return { kind: 'member', userId: actor.user.id, name: nameOfUser(actor.user) };
}

/** The workspace that the request works in. */
export const here = (c: Ctx): string => c.get('membership').workspaceId;

/** Who changes something, and where. */
export const changerOf = (c: Ctx): { workspaceId: string; actor: ActivityActor } => ({
  workspaceId: here(c),
  actor: activityActor(c),
});

/** The same, with how the answer is stored in the transaction of the change. */
export const byOf = (c: Ctx) => ({ ...changerOf(c), ...keeping(c) });

/** For a service that stores its answer itself, where the request has an Idempotency-Key. */
export const keeping = (c: Ctx): { keepAnswer?: KeepAnswer } => {
  const keepAnswer = c.get('keepAnswer');
  return keepAnswer ? { keepAnswer } : {};
};

/** Whether the request may also do this, beside what its endpoint needs. */
export function may(c: Ctx, permission: Permission): boolean {
  const actor = c.get('actor');
  if (actor.kind === 'demo') return DEMO_READS.includes(permission);
  return actor.kind === 'key'
    ? keyMay(actor.key.scopes, permission)
    : roleMay(c.get('membership').role, permission);
}

/** @throws AppError session_only, key_scope_missing for a program; forbidden for a member */
export function assertMay(actor: ApiActor, membership: Membership, needs: Need): void {
  // What a visitor may read is declared by the endpoint (demo.ts), not by a role.
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
