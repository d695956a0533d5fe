import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import {
  addresses,
  audiences,
  brands,
  contacts,
  instruments,
  members,
  rules,
  subscriptions,
  users,
  workspaces,
} from '#src/db/schema.ts';
import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { DEFAULT_BRAND_COLOR, TRIAL_DAYS } from '#src/shared/product.ts';
import { STARTER_RULE } from '#src/shared/rules/starter.ts';

/** What sign-up knows of a new person. `accountType` and `companyName` are labels and give no right. */
export type NewAccount = {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  accountType: 'personal' | 'company';
  companyName: string | null;
};

/**
 * Gives a person a workspace of their own, inside the transaction that makes the user or, for those who were invited,
 * once they ask for it: the workspace with what belongs to it, and the 14-day trial with Pro limits. Whoever calls it has
 * checked that the person had none before. Afterwards the transaction sees this workspace only.
 */
export async function provisionWorkspace(
  tx: Tx,
  account: NewAccount,
  now: Date,
): Promise<{ workspaceId: string }> {
  const workspaceId = newId();
  await makeWorkspace(tx, account, { id: workspaceId, now });
  await tx.insert(subscriptions).values({
    workspaceId,
    id: newId(),
    userId: account.userId,
    planId: 'pro',
    plan: 'Pro Plan',
    status: 'Trial',
    trialEndsAt: new Date(now.getTime() + TRIAL_DAYS * 86_400_000),
    createdAt: now,
    updatedAt: now,
  });
  await tx.update(users).set({ workspaceStartedAt: now }).where(eq(users.id, account.userId));
  return { workspaceId };
}

/**
 * A workspace without a plan: its owner, the first brand, the owner as first recipient, and a starter rule that waits to
 * be switched on.
 */
export async function makeWorkspace(
  tx: Tx,
  account: NewAccount,
  { id: workspaceId, now }: { id: string; now: Date },
): Promise<void> {
  const name = workspaceName(account);
  await enterTenant(tx, workspaceId);
  await tx.insert(workspaces).values({
    id: workspaceId,
    name,
    accountType: account.accountType,
    createdAt: now,
  });
  await tx.insert(members).values({ workspaceId, userId: account.userId, role: 'owner', createdAt: now });
  await tx.insert(brands).values({
    workspaceId,
    id: newId(),
    name: name.slice(0, 120),
    color: DEFAULT_BRAND_COLOR,
    isDefault: true,
    createdAt: now,
  });
  await tx.insert(audiences).values({
    workspaceId,
    // The first audience has the workspace's own id.
    id: workspaceId,
    name: 'Members',
    kind: 'members',
    createdAt: now,
    updatedAt: now,
  });
  const [owner] = await tx
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, account.userId));
  const contactId = newId();
  await tx.insert(contacts).values({
    workspaceId,
    id: contactId,
    name: `${account.firstName} ${account.lastName}`.trim().slice(0, 200),
    userId: account.userId,
    createdAt: now,
    updatedAt: now,
  });
  await tx.insert(addresses).values({
    workspaceId,
    id: newId(),
    contactId,
    channel: ACCOUNT_CHANNEL,
    address: account.email,
    confirmedAt: owner?.confirmedAt ?? null,
    createdAt: now,
    updatedAt: now,
  });
  const [starter] = await tx
    .select()
    .from(instruments)
    .where(and(eq(instruments.symbol, STARTER_RULE.symbol), eq(instruments.owned, false)));
  if (!starter) throw new Error(`The instrument ${STARTER_RULE.symbol} of the starter rule is missing.`);
  await tx.insert(rules).values({
    workspaceId,
    id: newId(),
    name: STARTER_RULE.nameOf(starter.name),
    instrumentId: starter.id,
    timeframe: STARTER_RULE.timeframe,
    condition: STARTER_RULE.condition,
    settings: STARTER_RULE.settings,
    state: 'paused',
    createdAt: now,
    updatedAt: now,
  });
}

function workspaceName(account: NewAccount): string {
  const person = `${account.firstName} ${account.lastName}`.trim();
  return (account.companyName?.trim() || person || account.email.split('@')[0] || 'My workspace').slice(
    0,
    200,
  );
}
