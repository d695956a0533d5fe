import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { setPlanByHand } from '#src/db/queries/plan-by-hand.ts';
import { withTenant } from '#src/db/tenant.ts';
import { ENTITLEMENTS } from '#src/shared/entitlements.ts';
import type { PlanId } from '#src/shared/plans.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addMember,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { fireRule } from '../events/fire-rule.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { composeAlert } from './compose.ts';
import { reachAhead } from './reach.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const DAY = 24 * 3_600_000;
const MOST = ENTITLEMENTS.starter.contacts ?? 0;
/** Readers with an address, added after so many without that the plan includes the first three of them. */
const READERS = 5;

/** A workspace on Pro with two contacts more than Starter includes. The members come last and take no room. */
async function made() {
  const who = await newWorkspace(db);
  const ids = Array.from({ length: MOST + 2 }, () => newId());
  await db.admin.query(
    `insert into contacts (workspace_id, id, created_at, updated_at) select $1, unnest($2::uuid[]), now(), now()`,
    [who.workspaceId, ids],
  );
  await db.admin.query(
    `insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), id, 'email', id || '@else.example', case when id <> $3 then now() end, now(), now()
       from unnest($2::uuid[]) id`,
    [who.workspaceId, ids.slice(-READERS), ids.at(-1)],
  );
  const editor = await addMember(db, who.workspaceId, 'editor');
  const approver = await addMember(db, who.workspaceId, 'approver');
  await sendToReaders(db, who.workspaceId, { members: true });
  return { ...who, ids, editor, approver };
}
type Made = Awaited<ReturnType<typeof made>>;

const setPlan = ({ workspaceId }: Made, planId: PlanId, at = new Date()) =>
  withTenant(db.app, workspaceId, (tx) => setPlanByHand(tx, { planId, trialEndsAt: null, at }));

/** Sends an alert so many days later. @returns who was to get it before, and which readers got it and were passed over */
async function send({ workspaceId, ids }: Made, days: number) {
  const now = new Date(Date.now() + days * DAY);
  const rule = await starterRule(db, workspaceId);
  const alertId =
    (await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
    )) ?? '';
  const deps = {
    app: db.app,
    system: db.system,
    isDead: async () => false,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => now,
    publicUrl: 'http://localhost:3000',
    log: { warn: () => undefined },
    instanceId: newId(),
    pace: paced(16),
    send: async () => ({ outcome: 'sent' as const, providerMessageId: '<x@y>' }),
  };
  await composeAlert(deps, { workspaceId, alertId });
  const ahead = await withTenant(db.app, workspaceId, (tx) => reachAhead(tx, alertId, now));
  await deliverAlert(deps, { workspaceId, alertId });
  const got = await db.admin.query<{ id: string }>(
    `select contact_id as id from deliveries d join contacts c on c.id = d.contact_id and c.user_id is null
      where d.alert_id = $1 order by 1`,
    [alertId],
  );
  const passed = await db.admin.query<{ reason: string; people: number }>(
    `select reason, sum(people)::int as people from fan_out_skips where alert_id = $1 group by reason order by reason`,
    [alertId],
  );
  return {
    ahead: ahead?.channels.find(({ channel }) => channel === 'email')?.skipped,
    got: got.rows.map(({ id }) => ids.indexOf(id) + 1),
    passed: passed.rows,
  };
}

const told = async ({ workspaceId }: Made) =>
  (
    await db.admin.query<{ user_id: string; title: string; text: string }>(
      `select user_id, title, text from notifications where workspace_id = $1 and kind = 'contacts_over' order by id`,
      [workspaceId],
    )
  ).rows;

const UNCONFIRMED = [{ reason: 'unconfirmed', people: 1 }];
const EVERYONE = [MOST - 2, MOST - 1, MOST, MOST + 1];

it('tells those who manage contacts of a smaller plan, and reaches everyone for 14 days', async () => {
  const it = await made();
  await setPlan(it, 'starter', new Date('2026-11-27T12:00:00Z'));
  const news = await told(it);
  expect(new Set(news.map(({ user_id: id }) => id))).toEqual(new Set([it.userId, it.editor]));
  expect(news[0]?.title).toBe('1,000 of 1,002 contacts are in your plan');
  expect(news[0]?.text).toContain('From 11 December 2026 (UTC), alerts reach only the 1,000 contacts');
  await setPlan(it, 'pro');
  await setPlan(it, 'starter');
  expect(await told(it)).toHaveLength(4);
  expect(await send(it, 13)).toEqual({ ahead: UNCONFIRMED, got: EVERYONE, passed: UNCONFIRMED });
});

it('reaches the oldest contacts after that, and says who is passed over', async () => {
  const it = await made();
  await setPlan(it, 'starter');
  const beyond = [{ reason: 'over_plan', people: 2 }];
  expect(await send(it, 15)).toEqual({ ahead: beyond, got: EVERYONE.slice(0, 3), passed: beyond });
  expect(await told(it)).toHaveLength(2);
});

it.each([
  ['a larger plan', (it: Made) => setPlan(it, 'pro')],
  [
    'deleted contacts',
    (it: Made) =>
      db.admin.query(`update contacts set deleted_at = now() where id = any($1::uuid[])`, [
        it.ids.slice(0, 2),
      ]),
  ],
])('reaches everyone again at once with %s', async (_, end) => {
  const it = await made();
  await setPlan(it, 'starter');
  await end(it);
  expect(await send(it, 15)).toEqual({ ahead: UNCONFIRMED, got: EVERYONE, passed: UNCONFIRMED });
});

it('begins the grace with the next alert where nobody was told, and anew with a plan that is smaller still', async () => {
  const it = await made();
  await db.admin.query(
    `update subscriptions set plan_id = 'starter', status = 'Active', trial_ends_at = null
    where workspace_id = $1`,
    [it.workspaceId],
  );
  expect(await told(it)).toEqual([]);
  expect((await send(it, 15)).got).toEqual(EVERYONE);
  expect(await told(it)).toHaveLength(2);
  const since = async () =>
    (
      await db.admin.query<{ over_since: Date }>(
        'select over_since from contact_counts where workspace_id = $1',
        [it.workspaceId],
      )
    ).rows[0]?.over_since;
  const before = await since();
  await db.admin.query('update contact_counts set contacts = 30000 where workspace_id = $1', [
    it.workspaceId,
  ]);
  // Larger, and still too small: nothing new.
  await setPlan(it, 'pro');
  expect([await since(), (await told(it)).length]).toEqual([before, 2]);
  const at = new Date();
  await setPlan(it, 'starter', at);
  expect([await since(), (await told(it)).length]).toEqual([at, 4]);
});
