import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import {
  brands,
  instruments,
  members,
  recipients,
  rules,
  subscriptions,
  workspaces,
} from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { DEFAULT_BRAND_COLOR, TRIAL_DAYS } from '#src/shared/product.ts';

/** What sign-up knows of a new person. `accountType` and `companyName` are labels and give no right. */
export type NewAccount = {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  accountType: 'personal' | 'company';
  companyName: string | null;
};

/** The instrument that ships with the product (src/engine/feeds/recorded.ts). */
export const STARTER_SYMBOL = 'SPX';

/**
 * Gives a new account its workspace, inside the transaction that makes the user: the workspace, its owner, the first
 * brand, the 14-day trial with Pro limits, the owner as first recipient, and a starter rule that waits to be
 * switched on. Afterwards the transaction sees this workspace only.
 */
export async function provisionWorkspace(
  tx: Tx,
  account: NewAccount,
  now: Date,
): Promise<{ workspaceId: string }> {
  const workspaceId = newId();
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
    createdAt: now,
  });
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
  await tx.insert(recipients).values({
    workspaceId,
    id: newId(),
    channel: 'email',
    address: account.email,
    userId: account.userId,
    createdAt: now,
  });
  const [starter] = await tx
    .select()
    .from(instruments)
    .where(and(eq(instruments.symbol, STARTER_SYMBOL), eq(instruments.owned, false)));
  if (!starter) throw new Error(`The instrument ${STARTER_SYMBOL} of the starter rule is missing.`);
  await tx.insert(rules).values({
    workspaceId,
    id: newId(),
    name: `${starter.name} moves 5% or more in a day`,
    instrumentId: starter.id,
    timeframe: '1d',
    condition: 'big_move(5)',
    state: 'paused',
    createdAt: now,
    updatedAt: now,
  });
  return { workspaceId };
}

function workspaceName(account: NewAccount): string {
  const person = `${account.firstName} ${account.lastName}`.trim();
  return (account.companyName?.trim() || person || account.email.split('@')[0] || 'My workspace').slice(
    0,
    200,
  );
}
