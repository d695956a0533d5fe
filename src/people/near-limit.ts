import { eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { contactCounts, members } from '#src/db/schema.ts';
import { CONTACTS_NEAR } from '#src/shared/contacts.ts';
import { planName } from '#src/shared/plan-limit.ts';

type Level = (typeof contactCounts.$inferSelect)['told'];

/** So far below a level the workspace has to fall before its owners are told of that level again. */
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
 * Call it after contacts were added or removed, in that transaction. @returns whether somebody was told
 */
export async function tellNearLimit(tx: Tx, workspaceId: string, at: Date): Promise<boolean> {
  const { planId, entitlements } = await workspacePlan(tx, at);
  const [known] = await tx.select().from(contactCounts);
  const allowed = entitlements.contacts;
  if (allowed === null || !known) return false;
  const level = levelOf(known.contacts, allowed, known.told);
  if (level === known.told) return false;
  await tx.update(contactCounts).set({ told: level }).where(eq(contactCounts.workspaceId, workspaceId));
  if (level < known.told) return false;
  const owners = await tx.select({ userId: members.userId }).from(members).where(eq(members.role, 'owner'));
  const number = (count: number): string => count.toLocaleString('en-US');
  const plan = planName(planId);
  for (const { userId } of owners)
    await notifyMembers(tx, {
      workspaceId,
      kind: level === 100 ? 'contacts_full' : 'contacts_near',
      title:
        level === 100
          ? `All ${number(allowed)} contacts of your plan are used`
          : `${number(known.contacts)} of ${number(allowed)} contacts are used`,
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
