import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthOf, takeAllowance, usageOf } from '#src/db/queries/usage.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { requestTrialRun } from '#src/engine/rules/trial-run.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { addChannel, channelOf } from '../channels/registry.ts';
import { composeAlert } from './compose.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const NOW = new Date('2026-11-30T23:59:59.999Z');
const take = (workspaceId: string, allowed: number | null, now = NOW) =>
  withTenant(db.app, workspaceId, (tx) => takeAllowance(tx, { workspaceId, allowed, now }));
const used = (workspaceId: string, now = NOW) =>
  withTenant(db.app, workspaceId, (tx) => usageOf(tx, workspaceId, now));

describe('a month’s allowance', () => {
  it('gives just as many as there are, however many ask at once, and tells of 80 % and 100 % once each', async () => {
    const { workspaceId } = await newWorkspace(db);
    const answers = await Promise.all(Array.from({ length: 24 }, () => take(workspaceId, 10)));
    expect(answers.filter((each) => each.taken)).toHaveLength(10);
    const told = answers.flatMap((each) => (each.taken && each.told ? [[each.used, each.told]] : []));
    expect(told.toSorted()).toEqual([
      [10, 'full'],
      [8, 'near'],
    ]);
    expect(await used(workspaceId)).toEqual({ alerts: 10, withheld: 14 });
  });

  it('begins anew with the month in UTC, and is each workspace’s own', async () => {
    const { workspaceId } = await newWorkspace(db);
    const other = await newWorkspace(db);
    await take(workspaceId, 1);
    expect(await take(workspaceId, 1)).toEqual({ taken: false, used: 1 });
    const december = new Date(NOW.getTime() + 1);
    expect(monthOf(december)).toBe('2026-12-01');
    expect((await take(workspaceId, 1, december)).taken).toBe(true);
    expect((await take(other.workspaceId, 1)).taken).toBe(true);
    expect(await used(workspaceId)).toEqual({ alerts: 1, withheld: 1 });
  });

  it('goes on with a larger plan, tells of it again, and knows no end without a limit', async () => {
    const { workspaceId } = await newWorkspace(db);
    expect(await take(workspaceId, 1)).toEqual({ taken: true, used: 1, told: 'full' });
    expect((await take(workspaceId, 1)).taken).toBe(false);
    expect(await take(workspaceId, 3)).toEqual({ taken: true, used: 2, told: null });
    expect(await take(workspaceId, 3)).toEqual({ taken: true, used: 3, told: 'full' });
    expect(await take(workspaceId, null)).toEqual({ taken: true, used: 4, told: null });
  });
});

const deps = (now: Date) => ({
  app: db.app,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  publicUrl: 'http://localhost:3000',
  log: { warn: () => undefined },
});
let found = 0;
/** The same fall, each time by another condition: none is taken for a repetition. */
const anotherDetection = () => ({
  ...fallOf2020,
  evidence: { ...fallOf2020.evidence, params: { min_pct: 5 + (found += 1) / 100 } },
});
/** Fires the starter rule and composes. @returns the alert, or null where none is made */
async function alertOf(workspaceId: string, now = new Date()): Promise<string | null> {
  const rule = await starterRule(db, workspaceId);
  const detection = anotherDetection();
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now }),
  );
  if (alertId) await composeAlert(deps(now), { workspaceId, alertId });
  return alertId;
}
const become = (workspaceId: string, planId: string, rest = `trial_ends_at = null`) =>
  db.admin.query(
    `update subscriptions set plan_id = $2, status = case when $3 like 'trial%null' then 'Active' else status end, ${rest}
      where workspace_id = $1`,
    [workspaceId, planId, rest],
  );
const lastStep = async (alertId: string | null) =>
  (
    await db.admin.query(
      `select a.state, t.reason, t.actor, (select count(*)::int from fan_outs f where f.alert_id = a.id) as "fanOuts"
         from alerts a join alert_transitions t on t.alert_id = a.id where a.id = $1 order by t.at desc, t.id desc limit 1`,
      [alertId],
    )
  ).rows[0];
const toldOf = async (workspaceId: string) =>
  (
    await db.admin.query(
      `select kind, title, link from notifications where workspace_id = $1 order by created_at, id`,
      [workspaceId],
    )
  ).rows;

describe('an alert', () => {
  it('is counted when it is dispatched, and held back with a reason when the month is used', async () => {
    const { workspaceId } = await newWorkspace(db);
    await become(workspaceId, 'starter');
    const now = new Date();
    for (let n = 0; n < 29; n += 1) await take(workspaceId, 30, now);
    expect(await lastStep(await alertOf(workspaceId))).toMatchObject({ state: 'approved', fanOuts: 1 });
    const over = await alertOf(workspaceId);
    expect(await lastStep(over)).toEqual({
      state: 'withheld',
      actor: 'delivery',
      reason: expect.stringMatching(/^all 30 alerts of the Starter plan for \w+ \d{4} are used$/),
      fanOuts: 0,
    });
    // Composing it again changes nothing.
    await composeAlert(deps(now), { workspaceId, alertId: over ?? '' });
    expect(await used(workspaceId, now)).toEqual({ alerts: 30, withheld: 1 });
    expect(await toldOf(workspaceId)).toEqual([
      {
        kind: 'allowance_used',
        title: expect.stringMatching(/^All 30 alerts of .* are used$/),
        link: '/plans',
      },
    ]);
  });

  it('is not made for a read-only workspace, and is held back if it was made just before', async () => {
    const { workspaceId } = await newWorkspace(db);
    const rule = await starterRule(db, workspaceId);
    const detection = anotherDetection();
    const alertId = await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: new Date() }),
    );
    await become(workspaceId, 'pro', `trial_ends_at = now() - interval '8 days'`);
    await composeAlert(deps(new Date()), { workspaceId, alertId: alertId ?? '' });
    expect(await lastStep(alertId)).toMatchObject({
      state: 'withheld',
      reason: 'the workspace is read-only: its plan has ended',
    });
    expect(await alertOf(workspaceId)).toBeNull();
    expect(await used(workspaceId, new Date())).toEqual({ alerts: 0, withheld: 0 });
  });

  it('goes on through the grace', async () => {
    const { workspaceId } = await newWorkspace(db);
    await become(workspaceId, 'pro', `trial_ends_at = now() - interval '6 days'`);
    expect(await lastStep(await alertOf(workspaceId))).toMatchObject({ state: 'approved', fanOuts: 1 });
  });

  it('is not made by a condition that the plan does not include, nor is a trial run of one', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    await become(workspaceId, 'starter');
    const rule = await starterRule(db, workspaceId);
    const fire = () =>
      withTenant(db.app, workspaceId, (tx) =>
        fireRule(tx, db.enqueue, {
          rule,
          detection: { ...fallOf2020, detector: 'advanced_one' },
          trialRunId: null,
          now: new Date(),
        }),
      );
    expect(await fire()).toBeNull();
    await db.admin.query(`update rules set condition = 'rsi(14) > 70' where workspace_id = $1`, [
      workspaceId,
    ]);
    await expect(
      withTenant(db.app, workspaceId, (tx) => requestTrialRun(tx, { workspaceId, userId, now: new Date() })),
    ).rejects.toMatchObject({
      code: 'plan_limit',
      details: { limit: 'detection', plan: 'starter', allowed: 'basic', lifted_by: 'pro' },
    });
    await become(workspaceId, 'pro');
    expect(await fire()).not.toBeNull();
  });

  it('goes to the platform that somebody has, not to that of a member who has left', async () => {
    const { workspaceId } = await newWorkspace(db);
    await become(workspaceId, 'pro');
    const remove = (['one-chat', 'other-chat'] as const).map((kind) =>
      addChannel({ ...channelOf('email'), kind, planClass: 'messaging' }),
    );
    await db.admin.query(
      `with given (contact, channel, address, receives, at) as (values
         (gen_random_uuid(), 'one-chat', '1001', 'nothing', now() - interval '2 days'),
         (gen_random_uuid(), 'other-chat', 'C1002', 'all', now() - interval '1 day')),
       person as (insert into contacts (workspace_id, id, receives, created_at, updated_at)
                  select $1, contact, receives, at, at from given)
       insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
       select $1, gen_random_uuid(), contact, channel, address, at, at, at from given`,
      [workspaceId],
    );
    const alertId = await alertOf(workspaceId);
    const { rows } = await db.admin.query(
      `select unnest(channels) as channel from fan_outs where alert_id = $1 order by 1`,
      [alertId],
    );
    for (const each of remove) each();
    expect(rows.map(({ channel }) => channel)).toEqual(['email', 'other-chat']);
  });
});
