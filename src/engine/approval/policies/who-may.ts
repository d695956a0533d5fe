import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertVotes, members } from '#src/db/schema.ts';
import { APPROVERS, type PolicyContent } from '#src/shared/approval.ts';
import { AppError } from '#src/shared/errors.ts';

type Approver = { workspaceId: string; userId: string };

/**
 * That a person may decide under a policy.
 * @param authorId who last changed the rule; null where nobody knows
 * @throws AppError not_approver, which says why
 */
export async function assertApprover(
  tx: Pick<Tx, 'select'>,
  { approvers, notAuthor }: Pick<PolicyContent, 'approvers' | 'notAuthor'>,
  { workspaceId, userId }: Approver,
  authorId: string | null,
): Promise<void> {
  const [member] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  const role = APPROVERS.find((each) => each === member?.role);
  const isNamed = member !== undefined && approvers.people.includes(userId);
  if (!isNamed && (role === undefined || !approvers.roles.includes(role)))
    throw new AppError('not_approver', 'The approval policy names other people. Ask one of them to decide.');
  if (notAuthor && authorId === userId)
    throw new AppError(
      'not_approver',
      'You changed this rule last, and the approval policy wants somebody else to decide.',
    );
}

/**
 * Notes that somebody approves a revision.
 * @returns how many people have approved it now, this one included
 */
export async function vote(
  tx: Tx,
  { workspaceId, userId, alertId, hash, now }: Approver & { alertId: string; hash: string; now: Date },
): Promise<number> {
  await tx
    .insert(alertVotes)
    .values({ workspaceId, alertId, revisionHash: hash, userId, createdAt: now })
    .onConflictDoNothing();
  return tx.$count(alertVotes, and(eq(alertVotes.alertId, alertId), eq(alertVotes.revisionHash, hash)));
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
