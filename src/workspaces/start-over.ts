import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { endPresence, listMembers, lockTeam } from '#src/db/queries/team.ts';
import {
  checkouts,
  invoices,
  members,
  paymentEvents,
  subscriptions,
  users,
  workspaces,
} from '#src/db/schema.ts';
import { erasePerson } from '#src/ledger/people.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { makeWorkspace, type NewAccount, provisionWorkspace } from './provision.ts';

/**
 * For an account that the owner of its address takes back from a stranger who opened it: nothing made before is in its
 * reach. With `own` the account gets an empty workspace; without, its owner can start one later. A workspace of this
 * person alone is deleted, with everything in it. One that others share stays theirs, without this person. What was paid
 * for stays with its workspace, which is emptied and keeps its id, because the payment provider knows it by that.
 * Afterwards the transaction may be in the new workspace.
 */
export async function startOver(
  tx: Tx,
  account: NewAccount,
  { at: now, own }: { at: Date; own: boolean },
): Promise<void> {
  const { userId } = account;
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`);
  const mine = await tx
    .select({ workspaceId: members.workspaceId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.workspaceId));
  let has = false;
  for (const { workspaceId } of mine) {
    await enterTenant(tx, workspaceId);
    await lockTeam(tx, workspaceId);
    if (await leaveToOthers(tx, { workspaceId, userId, now })) continue;
    const paid = await paidFor(tx);
    await tx.delete(workspaces).where(eq(workspaces.id, workspaceId));
    if (!paid) continue;
    await makeWorkspace(tx, account, { id: workspaceId, now });
    await paid.putBack(tx);
    has = true;
  }
  if (has) return;
  if (own) await provisionWorkspace(tx, account, now);
  // The trial was a stranger's.
  else await tx.update(users).set({ workspaceStartedAt: null }).where(eq(users.id, userId));
}

/** @returns false where there are no others */
async function leaveToOthers(
  tx: Tx,
  { workspaceId, userId, now }: { workspaceId: string; userId: string; now: Date },
): Promise<boolean> {
  const people = await listMembers(tx, workspaceId);
  const me = people.find((each) => each.userId === userId);
  // The strongest role first.
  const heir = people.find((each) => each.userId !== userId);
  if (!heir) return false;
  if (me?.role === 'owner' && heir.role !== 'owner')
    await tx
      .update(members)
      .set({ role: 'owner' })
      .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, heir.userId)));
  const contactId = await endPresence(tx, { workspaceId, userId, forget: true, at: now });
  await tx.delete(members).where(and(eq(members.workspaceId, workspaceId), eq(members.userId, userId)));
  if (me)
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'member', userId, name: me.name },
      action: 'member.left',
      subject: me.name,
      detail: { role: me.role },
      at: now,
    });
  if (contactId !== null) await erasePerson(tx, contactId, now);
  return true;
}

/** What the workspace in sight has to do with payments; null where that is nothing but its trial. */
async function paidFor(tx: Tx): Promise<{ putBack: (tx: Tx) => Promise<void> } | null> {
  const plans = await tx.select().from(subscriptions);
  const chosen = await tx.select().from(checkouts);
  const heard = await tx.select().from(paymentEvents);
  const billed = await tx.select().from(invoices);
  const agreed = plans.some((plan) => plan.provider !== null || plan.setByHandAt !== null);
  if (!agreed && chosen.length === 0) return null;
  return {
    putBack: async (later) => {
      if (plans.length > 0) await later.insert(subscriptions).values(plans);
      if (chosen.length > 0) await later.insert(checkouts).values(chosen);
      if (heard.length > 0) await later.insert(paymentEvents).values(heard);
      if (billed.length > 0) await later.insert(invoices).values(billed);
    },
  };
}
