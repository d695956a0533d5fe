import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setPlanByHand } from '#src/db/queries/plan-by-hand.ts';
import { withTenant } from '#src/db/tenant.ts';
import { askerOf, buy, type TestBilling, testBilling } from '#tests/support/billing.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { holding } from './held.ts';
import { renewDue } from './renew.ts';

let db: TestDatabase;
let shop: TestBilling;
let who: { workspaceId: string; userId: string };
const START = new Date('2026-01-31T12:00:00Z');
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  shop = testBilling(db, START);
  who = await newWorkspace(db);
});

const rowOf = async (workspaceId: string) =>
  (
    await db.admin.query(`select plan_id, status, period_end from subscriptions where workspace_id = $1`, [
      workspaceId,
    ])
  ).rows[0];

it('keeps no connection while a provider thinks', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => newWorkspace(db)));
  // More at once than there are connections, and each needs one of its own meanwhile.
  let there = 0;
  let open = (): void => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  const ended = await Promise.all(
    many.map(({ workspaceId }) =>
      holding(db.app, workspaceId, async () => {
        there += 1;
        if (there === many.length) open();
        await all;
        return (await shop.billing.usage(workspaceId)).plan.id;
      }),
    ),
  );
  expect(ended).toEqual(many.map(() => 'pro'));
});

it('answers thirty wishes at once: each is done, or told that another is on its way', async () => {
  await buy(shop, who, 'pro');
  const asker = askerOf(who);
  const ended = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) => (n % 2 ? shop.billing.cancel(asker) : shop.billing.resume(asker))),
  );
  const refused = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(refused.filter((code) => code !== 'plan_change_running')).toEqual([]);
  expect(refused.length).toBeLessThan(30);
  // Nothing is left held.
  await shop.billing.cancel(asker);
  expect((await shop.billing.read(who.workspaceId)).cancelAtPeriodEnd).toBe(true);
});

it('lets nobody in beside the one who asks, and takes over from one who was killed', async () => {
  await buy(shop, who, 'pro');
  await holding(db.app, who.workspaceId, async () => {
    await expect(shop.billing.cancel(askerOf(who))).rejects.toMatchObject({ code: 'plan_change_running' });
  });
  await db.admin.query(
    `update subscriptions set asking_by = gen_random_uuid(), asking_until = now() - interval '1 second' where workspace_id = $1`,
    [who.workspaceId],
  );
  await shop.billing.cancel(askerOf(who));
  expect((await shop.billing.read(who.workspaceId)).cancelAtPeriodEnd).toBe(true);
});

it('does not let late news undo a plan that was agreed on since', async () => {
  await buy(shop, who, 'starter');
  await shop.billing.cancel(askerOf(who));
  shop.setNow(new Date('2026-02-28T12:00:00Z'));
  shop.post.held = true;
  await renewDue({ ...shop.deps, system: db.system });
  const late = shop.post.waiting.find(({ body }) => body.includes(who.workspaceId))!;
  shop.post.held = false;
  const at = new Date('2026-02-28T12:01:00Z');
  shop.setNow(at);
  const byHand = await withTenant(db.app, who.workspaceId, (tx) =>
    setPlanByHand(tx, { planId: 'enterprise', trialEndsAt: null, at }),
  );
  expect(byHand).toMatchObject({ to: 'Enterprise Plan, Active' });
  const answer = await shop.hooks.request('/test', { method: 'POST', ...late });
  expect(await answer.json()).toMatchObject({ outcome: 'superseded' });
  expect(await rowOf(who.workspaceId)).toMatchObject({ plan_id: 'enterprise', status: 'Active' });
  // What is bought afterwards counts.
  shop.setNow(new Date('2026-03-01T12:00:00Z'));
  await buy(shop, who, 'pro');
  expect(await rowOf(who.workspaceId)).toMatchObject({ plan_id: 'pro', status: 'Active' });
});

it('renews the others where one cannot be', async () => {
  const other = await newWorkspace(db);
  await buy(shop, who, 'pro');
  shop.setNow(new Date('2026-02-01T12:00:00Z'));
  await buy(shop, other, 'pro');
  shop.setNow(new Date('2026-03-05T12:00:00Z'));
  const real = shop.provider.renew!;
  const provider = {
    ...shop.provider,
    renew: async (workspaceId: string, held: Parameters<typeof real>[1]) => {
      if (workspaceId === who.workspaceId) throw new Error('No answer.');
      await real(workspaceId, held);
    },
  };
  const warned: string[] = [];
  const log = { warn: (_: object, message: string) => void warned.push(message) };
  await renewDue({ ...shop.deps, provider, log, system: db.system });
  expect((await rowOf(who.workspaceId)).period_end).toEqual(new Date('2026-02-28T12:00:00Z'));
  expect((await rowOf(other.workspaceId)).period_end).toEqual(new Date('2026-04-01T12:00:00Z'));
  expect(warned).toContain('a plan could not be renewed');
});

it('has one checkout to pay at a time, so that no credit is given twice', async () => {
  await buy(shop, who, 'starter');
  shop.setNow(new Date('2026-02-07T12:00:00Z'));
  const asker = askerOf(who);
  const wanted = { planId: 'pro', addOns: [] } as const;
  const both = await Promise.all([shop.billing.choose(asker, wanted), shop.billing.choose(asker, wanted)]);
  const isOpen = (checkoutId: string | null) =>
    shop.billing.isOpen({ workspaceId: who.workspaceId, checkoutId: checkoutId ?? '' });
  const open = await Promise.all(both.map(({ checkoutId }) => isOpen(checkoutId)));
  expect(open.toSorted()).toEqual([false, true]);
  // Its credit is for a month that the next payment replaces.
  const left = both[open.indexOf(true)]!;
  await shop.billing.cancel(asker);
  expect(await isOpen(left.checkoutId)).toBe(false);
});
