import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { endPresence, listMembers, lockTeam } from '#src/db/queries/team.ts';
import { contacts, members, subscriptions, users, workspaces } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { erasePerson } from '#src/ledger/people.ts';
import { AppError } from '#src/shared/errors.ts';
import { STATUS } from '#src/shared/standing.ts';
import type { AccountsDeps } from './deps.ts';
import { findToken } from './one-time-tokens.ts';

/**
 * Deletes a person with everything that belongs to them alone: workspaces without other members are deleted too, the
 * others stay with their members, without this person's address. Ledgers stay, and what they sent to this person leads to
 * nobody any more; what the person approved stays on record by name. The transaction ends in the last workspace.
 * @throws AppError last_owner, naming the workspaces that would be left to members without an owner;
 * paid_plan_runs, naming those that go and are charged for again and again
 */
export async function removeUser(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`);
  const mine = await tx
    .select({ workspaceId: members.workspaceId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.workspaceId));
  const orphans: string[] = [];
  for (const { workspaceId } of mine) {
    await enterTenant(tx, workspaceId);
    await lockTeam(tx, workspaceId);
    if (!(await leaveForGood(tx, { workspaceId, userId, at })))
      orphans.push(await workspaceName(tx, workspaceId));
  }
  if (orphans.length > 0) throw lastOwnerOf(orphans);
  await tx.delete(users).where(eq(users.id, userId));
}

/** @returns false where the others would be left without an owner */
async function leaveForGood(
  tx: Tx,
  gone: { workspaceId: string; userId: string; at: Date },
): Promise<boolean> {
  const { workspaceId, userId, at } = gone;
  const people = await listMembers(tx, workspaceId);
  const me = people.find((each) => each.userId === userId);
  const others = people.filter((each) => each.userId !== userId);
  if (others.length === 0) {
    await refusePaid(tx, workspaceId, at);
    const [mine] = await tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.userId, userId));
    if (mine) await erasePerson(tx, mine.id, at);
    await tx.delete(workspaces).where(eq(workspaces.id, workspaceId));
    return true;
  }
  if (me?.role === 'owner' && !others.some(({ role }) => role === 'owner')) return false;
  const contactId = await endPresence(tx, { ...gone, forget: true });
  if (me)
    await recordActivity(tx, {
      workspaceId,
      actor: { kind: 'member', userId, name: me.name },
      action: 'member.left',
      subject: me.name,
      detail: { role: me.role },
      at,
    });
  if (contactId !== null) await erasePerson(tx, contactId, at);
  return true;
}

/** A payment provider would go on charging for a workspace that is gone. A canceled plan ends by itself. */
async function refusePaid(tx: Tx, workspaceId: string, at: Date): Promise<void> {
  const [plan] = await tx.select().from(subscriptions).limit(1);
  const renews =
    plan?.provider && plan.status === STATUS.active && !plan.cancelAtPeriodEnd && plan.periodEnd !== null;
  if (!renews || (plan.periodEnd ?? at) <= at) return;
  throw new AppError(
    'paid_plan_runs',
    `“${await workspaceName(tx, workspaceId)}” has a paid plan that renews automatically. ` +
      'Cancel the plan under Plans first, then delete the account.',
  );
}

function lastOwnerOf(names: readonly string[]): AppError {
  return new AppError(
    'last_owner',
    `You are the only owner of ${names.map((name) => `“${name}”`).join(' and ')}, and others work there. ` +
      'Make another member an owner, or remove the others first.',
  );
}

async function workspaceName(tx: Tx, workspaceId: string): Promise<string> {
  const [workspace] = await tx
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return workspace?.name ?? '';
}

/**
 * "This was not me": the recipient of the email removes an account that someone else opened with their address, as long
 * as the address is unconfirmed. @throws AppError otp_expired
 */
export async function disownAccount(deps: AccountsDeps, tokenHash: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await findToken(deps, tx, ['confirmation'], { tokenHash });
    if (!found || found.user.emailConfirmedAt) throw new AppError('otp_expired');
    await removeUser(tx, found.user.id, deps.clock());
  });
}
