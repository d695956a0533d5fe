import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { askerOf, buy, type TestBilling, testBilling } from '#tests/support/billing.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
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

const row = async () =>
  (
    await db.admin.query(
      `select plan_id, plan, status, add_ons, monthly_cents, period_end, cancel_at_period_end, past_due_since, provider_version
         from subscriptions where workspace_id = $1`,
      [who.workspaceId],
    )
  ).rows[0];
const actions = async () =>
  (
    await db.admin.query(`select action, actor_name from activity where workspace_id = $1 order by id`, [
      who.workspaceId,
    ])
  ).rows.map(({ action, actor_name: name }) => `${action} by ${name}`);
const invoices = async () => (await shop.billing.read(who.workspaceId)).invoices;
const renew = () => renewDue({ ...shop.deps, system: db.system });

describe('a checkout', () => {
  it('changes nothing until it is paid, and then everything at once', async () => {
    const chosen = await shop.billing.choose(askerOf(who), { planId: 'pro', addOns: ['telegram'] });
    expect(await row()).toMatchObject({ plan_id: 'pro', status: 'Trial', monthly_cents: null });
    expect(await shop.billing.checkout(who.workspaceId, chosen.checkoutId ?? '')).toMatchObject({
      state: 'open',
      dueCents: 24_800,
    });
    const order = shop.provider.readOrder(chosen.url?.split('/').at(-1) ?? '')!;
    // Where a payment leads back to says nothing.
    expect(order.returnUrl).toBe(`http://localhost:3000/dashboard/billing?checkout=${chosen.checkoutId}`);
    await Promise.all([shop.provider.choose(order, 'pays'), shop.provider.choose(order, 'pays')]);
    expect(await row()).toEqual({
      plan_id: 'pro',
      plan: 'Pro Plan',
      status: 'Active',
      add_ons: ['telegram'],
      monthly_cents: 24_800,
      period_end: new Date('2026-02-28T12:00:00Z'),
      cancel_at_period_end: false,
      past_due_since: null,
      provider_version: '1',
    });
    expect(await invoices()).toMatchObject([
      { totalCents: 24_800, number: expect.stringMatching(/^BW-[0-9A-F]{8}-0001$/) },
    ]);
    expect(await actions()).toEqual(['checkout.started by Ada Byron', 'plan.started by Test payments']);
    expect(shop.hints).toContain(`${who.workspaceId} account`);
  });

  it('that is declined changes nothing, and may still be paid', async () => {
    const id = await buy(shop, who, 'starter', { choice: 'declines' });
    expect((await shop.billing.checkout(who.workspaceId, id))?.state).toBe('declined');
    expect(await row()).toMatchObject({ status: 'Trial' });
    expect(await invoices()).toEqual([]);
    await buy(shop, who, 'starter');
    expect(await row()).toMatchObject({ plan_id: 'starter', status: 'Active', monthly_cents: 9_900 });
  });

  it('is refused for what is paid already, for Enterprise’s price, and where nothing can be paid', async () => {
    await buy(shop, who, 'pro', { addOns: ['slack', 'telegram'] });
    await expect(
      shop.billing.quote(who.workspaceId, { planId: 'pro', addOns: ['telegram', 'slack'] }),
    ).rejects.toMatchObject({ code: 'same_plan' });
    const off = testBilling(db, START);
    off.deps.provider = null as never;
    await expect(off.billing.choose(askerOf(who), { planId: 'starter', addOns: [] })).rejects.toMatchObject({
      code: 'payments_off',
    });
  });
});

describe('a larger plan', () => {
  it('begins at once, with the unused part of the month taken off, to the cent', async () => {
    await buy(shop, who, 'starter');
    // 28 days were paid; after 7 of them three quarters are left.
    shop.setNow(new Date('2026-02-07T12:00:00Z'));
    expect(await shop.billing.quote(who.workspaceId, { planId: 'pro', addOns: [] })).toMatchObject({
      monthlyCents: 19_900,
      creditCents: 7_425,
      dueCents: 12_475,
      starts: 'now',
    });
    await buy(shop, who, 'pro');
    expect(await row()).toMatchObject({ plan_id: 'pro', period_end: new Date('2026-03-07T12:00:00Z') });
    expect((await invoices()).map(({ totalCents }) => totalCents)).toEqual([12_475, 9_900]);
  });
});

describe('a smaller plan', () => {
  it('waits for the end of the month that is paid, and can be taken back', async () => {
    await buy(shop, who, 'pro', { addOns: ['slack'] });
    const asker = askerOf(who);
    expect(await shop.billing.choose(asker, { planId: 'starter', addOns: [] })).toMatchObject({
      url: null,
      startsAt: new Date('2026-02-28T12:00:00Z'),
    });
    expect(await row()).toMatchObject({ plan_id: 'pro', add_ons: ['slack'] });
    expect(await shop.billing.read(who.workspaceId)).toMatchObject({
      next: { planId: 'starter', addOns: [] },
      nextPayment: { at: '2026-02-28T12:00:00.000Z', cents: 9_900 },
    });
    await shop.billing.resume(asker);
    expect((await shop.billing.read(who.workspaceId)).nextPayment?.cents).toBe(24_800);
    await shop.billing.choose(asker, { planId: 'starter', addOns: [] });
    shop.setNow(new Date('2026-02-28T12:00:00Z'));
    await renew();
    expect(await row()).toMatchObject({
      plan_id: 'starter',
      add_ons: [],
      monthly_cents: 9_900,
      // The 31st again, not the 28th.
      period_end: new Date('2026-03-31T12:00:00Z'),
    });
    expect((await shop.billing.read(who.workspaceId)).next).toBeNull();
  });
});

describe('a change of plan and the contacts', () => {
  const fill = (count: number) =>
    db.admin.query(
      `insert into contact_counts (workspace_id, contacts) values ($1, $2)
       on conflict (workspace_id) do update set contacts = excluded.contacts`,
      [who.workspaceId, count],
    );
  const told = async () =>
    (
      await db.admin.query<{ kind: string; title: string; text: string }>(
        `select kind, title, text from notifications where workspace_id = $1 and kind like 'contacts_%' order by id`,
        [who.workspaceId],
      )
    ).rows;
  const downgrade = async () => {
    await shop.billing.choose(askerOf(who), { planId: 'starter', addOns: [] });
    shop.setNow(new Date('2026-02-28T12:00:00Z'));
    await renew();
  };

  it('says at once that there are more than the plan includes, and from when on that counts', async () => {
    await buy(shop, who, 'pro');
    await fill(19_000);
    const smaller = await shop.billing.quote(who.workspaceId, { planId: 'starter', addOns: [] });
    // Before it's chosen: the grace begins with the smaller plan.
    expect(smaller.overPlan).toEqual({
      contacts: 19_000,
      allowed: 1_000,
      limitedFrom: new Date('2026-03-14T12:00:00Z'),
    });
    const larger = await shop.billing.quote(who.workspaceId, { planId: 'pro', addOns: ['slack'] });
    expect(larger.overPlan).toBeNull();
    await downgrade();
    expect(await told()).toMatchObject([
      { kind: 'contacts_over', title: '1,000 of 19,000 contacts are in your plan' },
    ]);
    expect((await told())[0]?.text).toContain('From 14 March 2026 (UTC)');
    const paused = async () => (await shop.billing.usage(who.workspaceId)).paused;
    expect(await paused()).toEqual([
      {
        kind: 'contacts',
        name: '18,000 more than the plan includes',
        reason:
          'The Starter plan includes 1,000 contacts. From 14 March 2026 (UTC), alerts reach only those added first.',
        liftedBy: 'pro',
      },
    ]);
    shop.setNow(new Date('2026-03-14T12:00:00Z'));
    expect((await paused())[0]?.reason).toContain('Alerts reach only those added first.');
    // More of the same plan begins no new grace.
    const same = await shop.billing.quote(who.workspaceId, { planId: 'starter', addOns: ['slack'] });
    expect(same.overPlan?.limitedFrom).toEqual(new Date('2026-03-14T12:00:00Z'));
    await fill(24_000);
    await buy(shop, who, 'pro');
    expect(await paused()).toEqual([]);
    // Most of the larger plan is used again.
    expect((await told()).map(({ kind }) => kind)).toEqual(['contacts_over', 'contacts_near']);
  });

  it('tells at 80 % of the smaller plan too', async () => {
    await buy(shop, who, 'pro');
    await fill(850);
    await downgrade();
    expect(await told()).toMatchObject([{ kind: 'contacts_near', title: '850 of 1,000 contacts are used' }]);
  });
});

it('emails the owners about every payment, cancellation and change of plan', async () => {
  const asker = askerOf(who);
  await buy(shop, who, 'pro', { addOns: ['slack'] });
  await shop.billing.cancel(asker);
  await shop.billing.cancel(asker);
  await shop.billing.resume(asker);
  await shop.billing.choose(asker, { planId: 'starter', addOns: [] });
  await shop.billing.resume(asker);
  shop.setNow(new Date('2026-02-28T12:00:00Z'));
  await renew();
  await shop.billing.cancel(asker);
  shop.setNow(new Date('2026-03-31T12:00:00Z'));
  await renew();
  const until = '28 February 2026';
  const next = '31 March 2026';
  const pro = { workspace: 'Ada Byron', plan: 'Professional', addOns: 'Slack' };
  // Those of other tests' workspaces are renewed along.
  const ours = shop.mails.filter(({ userId }) => userId === who.userId);
  expect(ours.map(({ kind, details }) => ({ kind, details }))).toEqual([
    { kind: 'plan_started', details: { ...pro, paid: '$248', until } },
    { kind: 'plan_cancel_set', details: { ...pro, ends: until } },
    { kind: 'plan_resumed', details: { ...pro, renews: until, monthly: '$248' } },
    { kind: 'plan_change_set', details: { ...pro, next: 'Starter', starts: until, monthly: '$99' } },
    { kind: 'plan_resumed', details: { ...pro, renews: until, monthly: '$248' } },
    { kind: 'plan_renewed', details: { ...pro, paid: '$248', until: next } },
    { kind: 'plan_cancel_set', details: { ...pro, ends: next } },
    { kind: 'plan_ended', details: { ...pro, ended: next } },
  ]);
});

describe('a month that is over', () => {
  it('is renewed once, however many processes look, and those that were missed as well', async () => {
    await buy(shop, who, 'pro');
    expect(await renew()).toBe(0);
    shop.setNow(new Date('2026-02-28T12:00:01Z'));
    await Promise.all([renew(), renew(), renew()]);
    expect((await invoices()).length).toBe(2);
    shop.setNow(new Date('2026-06-15T00:00:00Z'));
    await renew();
    expect((await row()).period_end).toEqual(new Date('2026-06-30T12:00:00Z'));
    const numbers = (await invoices()).map(({ number }) => number.slice(-4)).toSorted();
    expect(numbers).toEqual(['0001', '0002', '0003', '0004', '0005']);
  });

  it('ends a plan that was canceled: read-only, and nothing is charged', async () => {
    await buy(shop, who, 'pro');
    const asker = askerOf(who);
    await Promise.all([shop.billing.cancel(asker), shop.billing.cancel(asker)]);
    expect(await row()).toMatchObject({
      status: 'Ending',
      cancel_at_period_end: true,
      provider_version: '2',
    });
    await shop.billing.resume(asker);
    expect(await row()).toMatchObject({ status: 'Active', cancel_at_period_end: false });
    await shop.billing.cancel(asker);
    expect(await shop.billing.read(who.workspaceId)).toMatchObject({
      nextPayment: null,
      plan: { standing: 'active' },
    });
    shop.setNow(new Date('2026-02-28T12:00:00Z'));
    // Before anybody has looked, and after.
    expect((await shop.billing.usage(who.workspaceId)).plan.standing).toBe('read_only');
    await renew();
    expect(await row()).toMatchObject({ status: 'Canceled' });
    expect(await invoices()).toHaveLength(1);
    await expect(shop.billing.resume(asker)).rejects.toMatchObject({ code: 'no_paid_plan' });
    // A plan opens it again.
    await buy(shop, who, 'starter');
    expect((await shop.billing.usage(who.workspaceId)).plan).toMatchObject({
      id: 'starter',
      standing: 'active',
    });
  });

  it('that could not be paid has a grace, is told of once, and a payment mends it', async () => {
    await buy(shop, who, 'pro', { choice: 'declines_later' });
    shop.setNow(new Date('2026-02-28T13:00:00Z'));
    await renew();
    await renew();
    expect(await row()).toMatchObject({
      status: 'Payment failed',
      past_due_since: new Date('2026-02-28T13:00:00Z'),
    });
    expect(shop.mails.filter(({ kind }) => kind === 'payment_failed')).toEqual([
      {
        userId: who.userId,
        kind: 'payment_failed',
        details: expect.objectContaining({ plan: 'Professional' }),
      },
    ]);
    expect((await shop.billing.usage(who.workspaceId)).plan).toMatchObject({
      standing: 'grace',
      ends: '2026-03-07T13:00:00.000Z',
    });
    shop.setNow(new Date('2026-03-07T13:00:00Z'));
    expect((await shop.billing.usage(who.workspaceId)).plan.standing).toBe('read_only');
    await buy(shop, who, 'pro');
    expect(await row()).toMatchObject({ status: 'Active', past_due_since: null });
  });
});

it('keeps a cancellation and a renewal of the same moment from undoing each other', async () => {
  await buy(shop, who, 'pro');
  shop.setNow(new Date('2026-02-28T11:59:59.999Z'));
  const asker = askerOf(who);
  await Promise.all([
    shop.billing.cancel(asker),
    shop.billing.choose(asker, { planId: 'starter', addOns: [] }),
  ]);
  const after = await shop.billing.read(who.workspaceId);
  // Whichever came last holds, whole.
  expect(after.cancelAtPeriodEnd ? after.next : after.next?.planId).toBe(
    after.cancelAtPeriodEnd ? null : 'starter',
  );
});

it('leaves a paid plan with its workspace when the person who bought it is gone', async () => {
  await buy(shop, who, 'pro');
  await db.admin.query('delete from users where id = $1', [who.userId]);
  expect(await row()).toMatchObject({ status: 'Active' });
});

it('tells every member what is used, and what a smaller plan pauses', async () => {
  await db.admin.query(
    `insert into brands values ($1, gen_random_uuid(), 'Second', '#112233', now() + interval '1 day')`,
    [who.workspaceId],
  );
  await db.admin.query(
    `update rules set condition = 'rsi(14) > 70', state = 'active' where workspace_id = $1`,
    [who.workspaceId],
  );
  expect((await shop.billing.usage(who.workspaceId)).paused).toEqual([]);
  await buy(shop, who, 'starter');
  expect(await shop.billing.usage(who.workspaceId)).toMatchObject({
    alerts: { month: '2026-01', used: 0, allowed: 30, remaining: 30, resetsAt: '2026-02-01T00:00:00.000Z' },
    brands: { used: 2, allowed: 1 },
    paused: [
      { kind: 'brand', name: 'Second', reason: 'The Starter plan includes 1 brand.', liftedBy: 'pro' },
      { kind: 'rule', liftedBy: 'pro' },
    ],
  });
});
