import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertTransitions, alertVotes, members, users } from '#src/db/schema.ts';
import { APPROVERS, type PolicyContent } from '#src/shared/approval.ts';
import { AppError } from '#src/shared/errors.ts';
import { type ApproverRow, clientRefusal, readApprover } from '../clients/client-refusal.ts';
import { absentFor } from '../deputies/stand-ins.ts';
import { idOfKey, keyOf, peopleIn, type Person, type PersonKey } from '#src/shared/approving-person.ts';
import type { PolicyInForce } from './in-force.ts';

/** A client approver is one of a brand only. */
type Approver = { workspaceId: string } & (
  | { userId: string; approverId?: never }
  | { approverId: string; brandId: string; userId?: never }
);
type Voter = { workspaceId: string } & Person;

const ALSO_MEMBER =
  'You’re a member of this workspace, so you can’t decide as its client too. Decide in your own account.';
const OTHERS = 'The approval policy names other people. Ask one of them to decide.';
const SPENT = 'The member you decide for has approved this already. A second person has to approve it.';

type Policy = Pick<PolicyInForce, 'approvers' | 'notAuthor' | 'asksOwners'>;
/** What is decided on under which policy, and when. */
export type Question = {
  policy: Policy;
  /** Who wrote what is decided on: who last changed the rule, and whoever edited the alert. */
  authors: readonly string[];
  now: Date;
  /** Members who have approved it, or whose deputy has: nobody else approves in their place. */
  spent?: ReadonlySet<string>;
};
/** Whether a person may decide: why not, in a sentence, or in whose place, null where in nobody's. */
export type Standing =
  | { refusal: string; absent?: never }
  | { refusal: null; absent: { userId: string; until: Date } | null };

/** Whether a person may decide under a policy, and in whose place. */
export async function standingOf(
  tx: Pick<Tx, 'select'>,
  question: Question,
  approver: Approver,
): Promise<Standing> {
  const { approvers } = question.policy;
  if (approver.userId === undefined) {
    const row = await readApprover(tx, approver);
    const refused = clientRefusal(row, approver.brandId) ?? (approvers.clients ? null : OTHERS);
    const refusal = refused ?? (row && (await isMember(tx, row)) ? ALSO_MEMBER : null);
    return refusal === null ? OWN : { refusal };
  }
  return memberStanding(tx, question, approver);
}

const OWN: Standing = { refusal: null, absent: null };

async function memberStanding(
  tx: Pick<Tx, 'select'>,
  { policy: { approvers, notAuthor, asksOwners }, authors, now, spent }: Question,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<Standing> {
  const [member] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  const role = APPROVERS.find((each) => each === member?.role);
  const isNamed = member !== undefined && approvers.people.includes(userId);
  const inOwnRight = isNamed || (role !== undefined && approvers.roles.includes(role));
  // A deputy has the role that they have: only a name is handed on, and that to somebody who decides at all.
  const absent =
    inOwnRight || role === undefined
      ? []
      : (await absentFor(tx, { workspaceId, userId }, now)).filter(
          (each) =>
            (approvers.people.includes(each.userId) || (asksOwners === true && each.role === 'owner')) &&
            !(notAuthor && authors.includes(each.userId)),
        );
  if (!inOwnRight && absent.length === 0) return { refusal: OTHERS };
  if (notAuthor && authors.includes(userId))
    return {
      refusal:
        'You changed this rule last, or wrote this text. The approval policy names other people to decide.',
    };
  if (inOwnRight) return OWN;
  const free = absent.find((each) => !spent?.has(each.userId));
  return free ? { refusal: null, absent: free } : { refusal: SPENT };
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

/** @returns in whose place they decide, null where in nobody's. @throws AppError not_approver, which says why */
export async function assertApprover(
  ...about: Parameters<typeof standingOf>
): Promise<{ userId: string } | null> {
  const { refusal, absent } = await standingOf(...about);
  if (refusal !== null) throw new AppError('not_approver', refusal);
  return absent;
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

/** Somebody whose approval counts, and in whose place it was given. */
export type Counted = { key: PersonKey; absent: string | null };

/**
 * Those whose approval counts: they may still decide. A person who has left, or was suspended, is none of the two, and
 * neither is a deputy of somebody who approves it too: one person would be both.
 */
export async function whoStillMay(
  tx: Pick<Tx, 'select'>,
  voters: readonly PersonKey[],
  {
    alert: { workspaceId, brandId },
    ...question
  }: Omit<Question, 'spent'> & { alert: { workspaceId: string; brandId: string } },
): Promise<Counted[]> {
  const standing = async (key: PersonKey, spent?: ReadonlySet<string>): Promise<Standing> => {
    const id = idOfKey(key);
    const approver = isClient(key) ? { workspaceId, brandId, approverId: id } : { workspaceId, userId: id };
    return standingOf(tx, { ...question, ...(spent && { spent }) }, approver);
  };
  const counted: Counted[] = [];
  const deputies: PersonKey[] = [];
  for (const key of voters) {
    const { refusal, absent } = await standing(key);
    if (refusal !== null) continue;
    if (absent === null) counted.push({ key, absent });
    else deputies.push(key);
  }
  // Last: an approval in person replaces the deputy's.
  for (const key of deputies) {
    const { absent } = await standing(key, spentBy(counted));
    if (absent) counted.push({ key, absent: absent.userId });
  }
  return counted.toSorted((one, other) => voters.indexOf(one.key) - voters.indexOf(other.key));
}

/** Members who have approved, or whose deputy has. */
export const spentBy = (counted: readonly Counted[]): Set<string> =>
  new Set(counted.flatMap(({ key, absent }) => [idOfKey(key), ...(absent === null ? [] : [absent])]));

const isClient = (key: PersonKey): boolean => key.startsWith('client:');

/** Whether a client approver still has to be one of those who approve. */
export const lacksClient = (
  { approvers }: Pick<PolicyContent, 'approvers'>,
  voters: readonly Counted[],
): boolean => approvers.clients === 'must' && !voters.some(({ key }) => isClient(key));

/** Whether those who have approved are enough. */
export const isEnough = (
  policy: Pick<PolicyContent, 'approvers' | 'needs'>,
  voters: readonly Counted[],
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
  actor.startsWith(PERSON) ? (peopleIn(actor)[0]?.slice(PERSON.length) ?? null) : null;
