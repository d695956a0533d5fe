import { and, eq, sql } from 'drizzle-orm';
import { CONTACTS_NEAR } from '#src/shared/contacts.ts';
import { planName } from '#src/shared/plan-limit.ts';
import type { Tx } from '../../database.ts';
import { contactCounts, members } from '../../schema.ts';
import { notifyMembers } from '../notify.ts';
import { workspacePlan, type WorkspacePlan } from '../plan.ts';
import { type Over, overOf, tellOverPlan } from './over-plan.ts';

type Counts = typeof contactCounts.$inferSelect;
type Level = Counts['told'];

/** How far the count has to fall below a level before owners are notified of that level again, as a part of the limit. */
const BACK = 0.05;

/** The level that a workspace has reached, given the one its owners know of. */
export function levelOf(used: number, allowed: number, told: Level): Level {
  const part = used / allowed;
  const is = (level: Level, at: number): boolean => part >= (told >= level ? at - BACK : at);
  if (is(100, 1)) return 100;
  return is(80, CONTACTS_NEAR) ? 80 : 0;
}

/**
 * Tells the owners when four fifths of the plan's contacts are used, and when all are: once each time it comes to that.
 * After a change to a smaller plan, those who manage contacts are told that there are more than it includes, and its grace
 * begins. Call it after contacts were added or removed, or the plan was changed, in that transaction.
 * @returns whether somebody was told
 */
export async function tellNearLimit(
  tx: Tx,
  workspaceId: string,
  at: Date,
  known?: Pick<WorkspacePlan, 'planId' | 'entitlements'>,
): Promise<boolean> {
  const [counts] = await tx.select().from(contactCounts);
  if (!counts) return false;
  const { planId, entitlements } = known ?? (await workspacePlan(tx, at));
  const allowed = entitlements.contacts;
  // What was told of a plan that was too small says nothing of a larger one.
  const isLarger = counts.overAllowed !== null && (allowed === null || allowed > counts.overAllowed);
  const told = isLarger ? 0 : counts.told;
  const level = allowed === null ? 0 : levelOf(counts.contacts, allowed, told);
  const over = overOf(counts, allowed, at);
  const isSame =
    level === counts.told && over.since === counts.overSince && over.allowed === counts.overAllowed;
  if (isSame || !(await write(tx, counts, { level, over }))) return false;
  const plan = planName(planId);
  const now = { workspaceId, plan, contacts: counts.contacts, at };
  if (over.since !== null) return over.since === at && tellOverPlan(tx, { ...now, allowed: over.allowed });
  if (allowed === null || level <= told) return false;
  return tellLevel(tx, { ...now, allowed, level });
}

/** @returns false where others have been quicker: they tell */
async function write(
  tx: Tx,
  { workspaceId, told, overSince, overAllowed }: Counts,
  { level, over }: { level: Level; over: Over },
): Promise<boolean> {
  const written = await tx
    .update(contactCounts)
    .set({ told: level, overSince: over.since, overAllowed: over.allowed })
    .where(
      and(
        eq(contactCounts.workspaceId, workspaceId),
        eq(contactCounts.told, told),
        sql`over_since is not distinct from ${overSince?.toISOString() ?? null}::timestamptz`,
        sql`over_allowed is not distinct from ${overAllowed}::integer`,
      ),
    )
    .returning({ told: contactCounts.told });
  return written.length > 0;
}

async function tellLevel(
  tx: Tx,
  now: { workspaceId: string; plan: string; contacts: number; allowed: number; level: Level; at: Date },
): Promise<boolean> {
  const { workspaceId, plan, level, at } = now;
  const owners = await tx.select({ userId: members.userId }).from(members).where(eq(members.role, 'owner'));
  const [contacts, allowed] = [now.contacts, now.allowed].map((count) => count.toLocaleString('en-US'));
  for (const { userId } of owners)
    await notifyMembers(tx, {
      workspaceId,
      kind: level === 100 ? 'contacts_full' : 'contacts_near',
      title:
        level === 100
          ? `All ${allowed} contacts of your plan are used`
          : `${contacts} of ${allowed} contacts are used`,
      text:
        level === 100
          ? `The ${plan} plan has no room for more: new sign-ups and imported contacts are rejected. Choose a larger plan, or delete contacts you don’t need.`
          : `That is most of what the ${plan} plan includes. When they are used, new sign-ups and imported contacts are rejected.`,
      link: '/plans',
      onlyTo: userId,
      at,
    });
  return owners.length > 0;
}
