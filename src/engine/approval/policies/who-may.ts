import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertTransitions, alertVotes, members, users } from '#src/db/schema.ts';
import { APPROVERS, type PolicyContent } from '#src/shared/approval.ts';
import { AppError } from '#src/shared/errors.ts';
import { type ApproverRow, clientRefusal, readApprover } from '../clients/client-refusal.ts';
import { idOfKey, keyOf, type Person, type PersonKey } from '#src/shared/approving-person.ts';

/** A client approver is one of a brand only. */
type Approver = { workspaceId: string } & (
  | { userId: string; approverId?: never }
  | { approverId: string; brandId: string; userId?: never }
);
type Voter = { workspaceId: string } & Person;

const ALSO_MEMBER =
  'You’re a member of this workspace, so you can’t decide as its client too. Decide in your own account.';
const OTHERS = 'The approval policy names other people. Ask one of them to decide.';

/**
 * Why a person can't decide under a policy, in a sentence; null where they can.
 * @param authors who wrote what is decided on: who last changed the rule, and whoever edited the alert
 */
export async function refusalOf(
  tx: Pick<Tx, 'select'>,
  { approvers, notAuthor }: Pick<PolicyContent, 'approvers' | 'notAuthor'>,
  approver: Approver,
  authors: readonly string[],
): Promise<string | null> {
  const { workspaceId, userId } = approver;
  if (userId === undefined) {
    const row = await readApprover(tx, approver);
    const refused = clientRefusal(row, approver.brandId) ?? (approvers.clients ? null : OTHERS);
    return refused ?? (row && (await isMember(tx, row)) ? ALSO_MEMBER : null);
  }
  const [member] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  const role = APPROVERS.find((each) => each === member?.role);
  const isNamed = member !== undefined && approvers.people.includes(userId);
  if (!isNamed && (role === undefined || !approvers.roles.includes(role))) return OTHERS;
  if (notAuthor && authors.includes(userId))
    return 'You changed this rule last, or wrote this text. The approval policy wants somebody else to decide.';
  return null;
}

/** Whether a client approver's address is a member's: one person would be both of the two who must approve. */
export async function isMember(
  tx: Pick<Tx, 'select'>,
  { workspaceId, email }: Pick<ApproverRow, 'workspaceId' | 'email'>,
): Promise<boolean> {
  if (email === null) return false;
  const rows = await tx
    .select({ id: users.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspaceId), sql`lower(${users.email}) = ${email}`))
    .limit(1);
  return rows.length > 0;
}

/** @throws AppError not_approver, which says why */
export async function assertApprover(...about: Parameters<typeof refusalOf>): Promise<void> {
  const refusal = await refusalOf(...about);
  if (refusal !== null) throw new AppError('not_approver', refusal);
}

/**
 * Notes that somebody approves a revision. @returns who has by now, the first first, and whether this is news
 */
export async function vote(
  tx: Tx,
  {
    workspaceId,
    userId,
    approverId,
    alertId,
    hash,
    now,
  }: Voter & { alertId: string; hash: string; now: Date },
): Promise<{ voters: PersonKey[]; isNew: boolean }> {
  const made = await tx
    .insert(alertVotes)
    .values({ workspaceId, alertId, revisionHash: hash, userId, approverId, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: alertVotes.userId });
  return { voters: await votesOf(tx, alertId, hash), isNew: made.length > 0 };
}

/** Who has approved a revision so far, the first first. */
export async function votesOf(tx: Pick<Tx, 'select'>, alertId: string, hash: string): Promise<PersonKey[]> {
  const rows = await tx
    .select({ userId: alertVotes.userId, approverId: alertVotes.approverId })
    .from(alertVotes)
    .where(and(eq(alertVotes.alertId, alertId), eq(alertVotes.revisionHash, hash)))
    .orderBy(alertVotes.createdAt);
  return rows.map(({ userId, approverId }) =>
    keyOf(userId === null ? { approverId: approverId ?? '' } : { userId }),
  );
}

/** Those whose approval counts: they may still decide. A person who has left, or was suspended, is none of the two. */
export async function whoStillMay(
  tx: Pick<Tx, 'select'>,
  voters: readonly PersonKey[],
  {
    policy,
    authors,
    alert: { workspaceId, brandId },
  }: {
    policy: Parameters<typeof refusalOf>[1];
    authors: readonly string[];
    alert: { workspaceId: string; brandId: string };
  },
): Promise<PersonKey[]> {
  const still: PersonKey[] = [];
  for (const key of voters) {
    const id = idOfKey(key);
    const approver = isClient(key) ? { workspaceId, brandId, approverId: id } : { workspaceId, userId: id };
    if ((await refusalOf(tx, policy, approver, authors)) === null) still.push(key);
  }
  return still;
}

const isClient = (key: PersonKey): boolean => key.startsWith('client:');

/** Whether a client approver still has to be one of those who approve. */
export const lacksClient = (
  { approvers }: Pick<PolicyContent, 'approvers'>,
  voters: readonly PersonKey[],
): boolean => approvers.clients === 'must' && !voters.some(isClient);

/** Whether those who have approved are enough. */
export const isEnough = (
  policy: Pick<PolicyContent, 'approvers' | 'needs'>,
  voters: readonly PersonKey[],
): boolean => voters.length >= policy.needs && !lacksClient(policy, voters);

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
