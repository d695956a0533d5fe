import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { askerOf, buy, TEST_SECRET, type TestBilling, testBilling } from '#tests/support/billing.ts';
import { drill } from '#tests/support/drill.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { renewDue } from './renew.ts';
import { sign } from './signature.ts';

let db: TestDatabase;
let shop: TestBilling;
const START = new Date('2026-01-31T12:00:00Z');
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(() => {
  shop = testBilling(db, START);
});

type Posted = { headers: Record<string, string>; body: string };
const deliver = async ({ headers, body }: Posted) => {
  const answer = await shop.hooks.request('/test', { method: 'POST', headers, body });
  return { status: answer.status, ...((await answer.json()) as { outcome?: string; code?: string }) };
};
/** Signs it again, as a provider does with every try. */
const signed = (body: string, at = START, secret = TEST_SECRET): Posted => ({
  headers: { 'Content-Type': 'application/json', 'Bellwire-Test-Signature': sign(secret, body, at) },
  body,
});

/** Everything that a workspace's payments have left behind, but for the order in which it was heard. */
async function leftBehind(workspaceId: string) {
  const ask = async (text: string) => (await db.admin.query(text, [workspaceId])).rows;
  return {
    subscription: await ask(
      `select plan_id, plan, status, add_ons, monthly_cents, period_start, period_end, cancel_at_period_end,
              past_due_since, next_plan_id, next_add_ons, provider_ref, provider_version
         from subscriptions where workspace_id = $1`,
    ),
    invoices: await ask(
      `select provider_ref, total_cents, lines, period_start from invoices where workspace_id = $1 order by provider_ref`,
    ),
    checkouts: await ask(`select id, state from checkouts where workspace_id = $1 order by id`),
    events: await ask(`select event_id from payment_events where workspace_id = $1 order by event_id`),
  };
}

/** A year of a customer, with every kind of event. @returns what the provider posted, in its order */
async function yearOf(who: { workspaceId: string; userId: string }): Promise<Posted[]> {
  const { post } = shop;
  const posted: Posted[] = [];
  const asker = askerOf(who);
  // Each thing is told at once, so that the next begins from it, and kept to be told again elsewhere.
  const real = shop.hooks.request.bind(shop.hooks);
  shop.hooks.request = ((path: string, init: RequestInit) => {
    posted.push({ headers: init.headers as Record<string, string>, body: String(init.body) });
    return real(path, init);
  }) as typeof shop.hooks.request;
  const at = (time: string) => shop.setNow(new Date(time));
  const renew = () => renewDue({ ...shop.deps, system: db.system });
  await buy(shop, who, 'starter', { choice: 'declines' });
  await buy(shop, who, 'starter');
  at('2026-02-10T12:00:00Z');
  await buy(shop, who, 'pro', { addOns: ['slack'] });
  at('2026-02-20T12:00:00Z');
  await shop.billing.cancel(asker);
  await shop.billing.resume(asker);
  await shop.billing.choose(asker, { planId: 'starter', addOns: ['telegram'] });
  at('2026-03-10T12:00:00Z');
  await renew();
  at('2026-03-20T12:00:00Z');
  await buy(shop, who, 'pro', { choice: 'declines_later' });
  at('2026-04-20T12:00:00Z');
  await renew();
  at('2026-04-22T12:00:00Z');
  await buy(shop, who, 'starter');
  at('2026-04-23T12:00:00Z');
  await shop.billing.cancel(asker);
  at('2026-05-22T12:00:00Z');
  await renew();
  expect(post.waiting).toEqual([]);
  shop.hooks.request = real;
  return posted;
}

/** Takes a workspace back to where nothing was heard. */
async function forget(workspaceId: string): Promise<void> {
  for (const table of ['payment_events', 'invoices', 'activity', 'notifications'])
    await db.admin.query(`delete from ${table} where workspace_id = $1`, [workspaceId]);
  await db.admin.query(`update checkouts set state = 'open' where workspace_id = $1 and state <> 'expired'`, [
    workspaceId,
  ]);
  await db.admin.query(
    `update subscriptions set plan_id = 'pro', plan = 'Pro Plan', status = 'Trial', add_ons = '{}', monthly_cents = null,
            period_start = null, period_end = null, cancel_at_period_end = false, past_due_since = null,
            next_plan_id = null, next_add_ons = null, provider = null, provider_ref = null,
            provider_started_at = null, provider_version = null
      where workspace_id = $1`,
    [workspaceId],
  );
}

it(
  'ends up the same however the events come: in any order, several times, several at once',
  async () => {
    const who = await newWorkspace(db);
    const posted = await yearOf(who);
    const kinds = new Set(posted.map(({ body }) => JSON.parse(body).kind));
    expect([...kinds].toSorted()).toEqual(
      ['canceled', 'changed', 'checkout_declined', 'checkout_paid', 'payment_failed', 'renewed'].toSorted(),
    );
    const right = await leftBehind(who.workspaceId);
    expect(right.subscription).toMatchObject([{ plan_id: 'starter', status: 'Canceled' }]);
    const indexes = posted.map((_, index) => index);
    const order = fc
      .tuple(
        fc.shuffledSubarray(indexes, { minLength: indexes.length }),
        fc.array(fc.constantFrom(...indexes), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
      )
      .map(([all, again, atOnce]) => ({ all: [...again, ...all, ...again], atOnce }));
    await fc.assert(
      fc.asyncProperty(order, async ({ all, atOnce }) => {
        await forget(who.workspaceId);
        shop.setNow(new Date('2026-06-01T00:00:00Z'));
        for (let from = 0; from < all.length; from += atOnce) {
          const batch = all
            .slice(from, from + atOnce)
            .map((index) => signed(posted[index]!.body, new Date('2026-06-01T00:00:00Z')));
          const answers = await Promise.all(batch.map(deliver));
          expect(answers.map(({ status }) => status)).toEqual(batch.map(() => 200));
        }
        expect(await leftBehind(who.workspaceId)).toEqual(right);
      }),
      { numRuns: drill(6, 500) },
    );
    const numbers = await db.admin.query(
      `select right(number, 4)::int as n from invoices where workspace_id = $1 order by n`,
      [who.workspaceId],
    );
    // Without a gap and without one twice, in whatever order they were heard of.
    expect(numbers.rows.map(({ n }) => n)).toEqual(right.invoices.map((_, index) => index + 1));
  },
  drill(120_000, 3_600_000),
);

describe('an event', () => {
  let who: { workspaceId: string; userId: string };
  let paid: Posted;
  beforeEach(async () => {
    who = await newWorkspace(db);
    shop.post.held = true;
    await buy(shop, who, 'starter');
    paid = shop.post.waiting.pop()!;
  });
  const status = async (workspaceId = who.workspaceId) =>
    (await db.admin.query(`select status, plan_id from subscriptions where workspace_id = $1`, [workspaceId]))
      .rows[0];
  const trial = { status: 'Trial', plan_id: 'pro' };
  const kept = async () =>
    (
      await db.admin.query('select count(*)::int as n from payment_events where workspace_id = $1', [
        who.workspaceId,
      ])
    ).rows[0].n;

  it.each([
    ['without a signature', (it: Posted) => ({ ...it, headers: {} })],
    ['with another’s key', (it: Posted) => signed(it.body, START, Buffer.alloc(32, 8))],
    ['whose body was changed', (it: Posted) => ({ ...it, body: it.body.replace('"starter"', '"pro"') })],
    [
      'with a mangled signature',
      (it: Posted) => ({ ...it, headers: { 'Bellwire-Test-Signature': 't=1,v1=00' } }),
    ],
    [
      'that was recorded six minutes ago',
      (it: Posted) => signed(it.body, new Date(START.getTime() - 360_000)),
    ],
    ['from six minutes ahead', (it: Posted) => signed(it.body, new Date(START.getTime() + 360_000))],
    ['of words that nobody knows', () => signed('{"id":"x","kind":"gift"}')],
    ['that is no JSON', () => signed('plan=enterprise')],
    ['for a plan that is not sold', (it: Posted) => signed(it.body.replaceAll('"starter"', '"enterprise"'))],
  ])('%s is refused, and changes nothing', async (_, forge) => {
    expect(await deliver(forge(paid))).toMatchObject({ status: 400, code: 'payment_event_refused' });
    expect([await status(), await kept()]).toEqual([trial, 0]);
  });

  it('for another workspace, of a checkout that is not its own, changes neither', async () => {
    const other = await newWorkspace(db);
    const moved = signed(paid.body.replace(who.workspaceId, other.workspaceId));
    expect(await deliver(moved)).toMatchObject({ status: 200, outcome: 'unknown_checkout' });
    expect([await status(), await status(other.workspaceId)]).toEqual([trial, trial]);
  });

  it('of a workspace that is gone is taken and forgotten', async () => {
    await db.admin.query('delete from workspaces where id = $1', [who.workspaceId]);
    expect(await deliver(paid)).toMatchObject({ status: 200, outcome: 'gone' });
  });

  it('that comes ten times at once counts once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(paid)));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      'applied',
      ...Array.from({ length: 9 }, () => 'repeated'),
    ]);
    expect(await status()).toEqual({ status: 'Active', plan_id: 'starter' });
  });

  it('of a provider that is not one of ours finds nobody', async () => {
    const answer = await shop.hooks.request('/stripe', { method: 'POST', ...paid });
    expect(answer.status).toBe(404);
    expect((await shop.hooks.request('/test')).status).toBe(404);
  });
});

describe('an order', () => {
  it('can be read for an hour by anyone with its unchanged address', async () => {
    const who = await newWorkspace(db);
    const { url } = await shop.billing.choose(askerOf(who), { planId: 'pro', addOns: [] });
    const token = url?.split('/').at(-1) ?? '';
    expect(shop.provider.readOrder(token)).toMatchObject({ workspaceId: who.workspaceId, dueCents: 19_900 });
    const [text = '', seal = ''] = token.split('.');
    const cheap = Buffer.from(
      Buffer.from(text, 'base64url').toString('utf8').replace('"dueCents":19900', '"dueCents":0'),
    ).toString('base64url');
    for (const forged of [`${cheap}.${seal}`, `${text}.`, text, '', `${text}.${seal}x`])
      expect(shop.provider.readOrder(forged)).toBeNull();
    shop.setNow(new Date(START.getTime() + 3_600_000));
    expect(shop.provider.readOrder(token)).toBeNull();
  });
});
