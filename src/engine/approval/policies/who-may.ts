import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertTransitions, alertVotes, members } from '#src/db/schema.ts';
import { APPROVERS, type PolicyContent } from '#src/shared/approval.ts';
import { AppError } from '#src/shared/errors.ts';

type Approver = { workspaceId: string; userId: string };

/**
 * Why a person can't decide under a policy, in a sentence; null where they can.
 * @param authors who wrote what is decided on: who last changed the rule, and whoever edited the alert
 */
export async function refusalOf(
  tx: Pick<Tx, 'select'>,
  { approvers, notAuthor }: Pick<PolicyContent, 'approvers' | 'notAuthor'>,
  { workspaceId, userId }: Approver,
  authors: readonly string[],
): Promise<string | null> {
  const [member] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  const role = APPROVERS.find((each) => each === member?.role);
  const isNamed = member !== undefined && approvers.people.includes(userId);
  if (!isNamed && (role === undefined || !approvers.roles.includes(role)))
    return 'The approval policy names other people. Ask one of them to decide.';
  if (notAuthor && authors.includes(userId))
    return 'You changed this rule last, or wrote this text. The approval policy wants somebody else to decide.';
  return null;
}

/** @throws AppError not_approver, which says why */
export async function assertApprover(...about: Parameters<typeof refusalOf>): Promise<void> {
  const refusal = await refusalOf(...about);
  if (refusal !== null) throw new AppError('not_approver', refusal);
}

/** Notes that somebody approves a revision. @returns how many people have by now, and whether this is news */
export async function vote(
  tx: Tx,
  { workspaceId, userId, alertId, hash, now }: Approver & { alertId: string; hash: string; now: Date },
): Promise<{ people: number; isNew: boolean }> {
  const made = await tx
    .insert(alertVotes)
    .values({ workspaceId, alertId, revisionHash: hash, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: alertVotes.userId });
  const people = await tx.$count(
    alertVotes,
    and(eq(alertVotes.alertId, alertId), eq(alertVotes.revisionHash, hash)),
  );
  return { people, isNew: made.length > 0 };
}

/** Who has approved a revision so far, the first first. */
export async function votesOf(tx: Pick<Tx, 'select'>, alertId: string, hash: string): Promise<string[]> {
  const rows = await tx
    .select({ userId: alertVotes.userId })
    .from(alertVotes)
    .where(and(eq(alertVotes.alertId, alertId), eq(alertVotes.revisionHash, hash)))
    .orderBy(alertVotes.createdAt);
  return rows.map(({ userId }) => userId);
}

/** Who edited an alert while it waited. */
export async function editorsOf(tx: Pick<Tx, 'selectDistinct'>, alertId: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ actor: alertTransitions.actor })
    .from(alertTransitions)
    .where(
      and(
        eq(alertTransitions.alertId, alertId),
        eq(alertTransitions.fromState, 'pending_review'),
        eq(alertTransitions.toState, 'pending_review'),
      ),
    );
  return rows.flatMap(({ actor }) => userOf(actor) ?? []);
}

const PERSON = 'user:';
/** A person's id, where it was one who acted. */
export const userOf = (actor: string): string | null =>
  actor.startsWith(PERSON) ? actor.slice(PERSON.length) : null;
