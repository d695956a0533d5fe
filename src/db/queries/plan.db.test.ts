import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { subscriptions } from '../schema.ts';
import { withTenant, withTenantAsking } from '../tenant.ts';
import { PLAN_QUESTION, type PlanAnswer, planOfAnswer, workspacePlan } from './plan.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const NOW = new Date('2026-03-05T12:00:00.000Z');
const days = (count: number): Date => new Date(NOW.getTime() + count * 86_400_000);

it.each<[string, Partial<typeof subscriptions.$inferInsert> | null]>([
  ['a trial', { status: 'Trial', trialEndsAt: days(3) }],
  ['a trial that has just ended', { status: 'Trial', trialEndsAt: days(-1) }],
  [
    'paid, with something beside the plan',
    { planId: 'pro', plan: 'Pro', status: 'Active', periodEnd: days(9), addOns: ['telegram'] },
  ],
  ['to end with what is paid', { status: 'Active', periodEnd: days(2), cancelAtPeriodEnd: true }],
  ['a payment that failed', { status: 'Payment failed', pastDueSince: days(-2), periodEnd: days(-2) }],
  ['nothing', null],
])('asked among other questions, a plan is the same: %s', async (_, subscription) => {
  const { workspaceId } = await newWorkspace(db);
  const mine = eq(subscriptions.workspaceId, workspaceId);
  await withTenant(db.app, workspaceId, (tx) =>
    subscription
      ? tx.update(subscriptions).set(subscription).where(mine)
      : tx.delete(subscriptions).where(mine),
  );
  const question = `select ${PLAN_QUESTION} as plan`;
  const asked = await withTenantAsking<unknown, { plan: PlanAnswer }>(
    db.app,
    { workspaceId, question },
    async (tx, answer) => [planOfAnswer(answer?.plan ?? null, NOW), await workspacePlan(tx, NOW)],
  );
  const plain = await withTenant(db.app, workspaceId, (tx) => workspacePlan(tx, NOW));
  expect(asked).toEqual([plain, plain]);
});

it('keeps nothing of a transaction that failed, and the connection for the next', async () => {
  const { workspaceId } = await newWorkspace(db);
  const question = 'select 1 as one';
  const failed = withTenantAsking(db.app, { workspaceId, question }, async (tx) => {
    await tx.update(subscriptions).set({ plan: 'Nothing' });
    throw new Error('not this');
  });
  await expect(failed).rejects.toThrow('not this');
  const found = await withTenantAsking<string | undefined, { one: number }>(
    db.app,
    { workspaceId, question },
    async (tx, answer) => {
      expect(answer).toEqual({ one: 1 });
      return (await tx.select().from(subscriptions))[0]?.plan;
    },
  );
  expect(found).not.toBe('Nothing');
  const nowhere = await db.app.select().from(subscriptions);
  expect(nowhere).toEqual([]);
});
