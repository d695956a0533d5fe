import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alertFanOuts } from '#src/db/queries/fan-outs.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, paced, starterRule } from '#tests/support/workspace.ts';
import { composeAlert } from '../../alerts/compose.ts';
import type { SendOutcome } from '../../channels/channel.ts';
import { addChannel, channelOf } from '../../channels/registry.ts';
import type { ClaimedDelivery } from '../../delivery/claimed.ts';
import { deliverAlert } from '../../delivery/deliver.ts';
import { sweepDeliveries } from '../../delivery/sweep.ts';
import { fireRule } from '../../events/fire-rule.ts';
import { releaseGroups } from './release-groups.ts';

const START = Date.parse('2026-03-02T13:05:00Z');
const MINUTE = 60_000;

let db: TestDatabase;
let removeChannel: () => void;
let workspaceId: string;
let rules: string[];
let now: number;
/** What was posted: `board of the alert`. */
let posted: { place: string; alertId: string }[];
let answer: (place: string, alertId: string) => SendOutcome;
beforeAll(async () => {
  db = await testDatabase();
  removeChannel = addChannel({
    ...channelOf('email'),
    kind: 'test-board',
    planClass: 'included',
    address: null,
    destination: { label: 'Board', placeholder: 'board-1', normalize: (typed) => typed },
  });
});
afterAll(async () => {
  removeChannel();
  await db.drop();
});
beforeEach(async () => {
  ({ workspaceId } = await newWorkspace(db));
  now = START;
  posted = [];
  answer = () => ({ outcome: 'sent', providerMessageId: newId() });
});

/** Three rules that post to each of the places. @param places with how many minutes each groups for */
async function withPlaces(places: Record<string, number | null>): Promise<void> {
  const run = (text: string, values: unknown[] = []) => db.admin.query(text, [workspaceId, ...values]);
  const connectionId = newId();
  await run(
    `insert into connections (workspace_id, id, channel, name, created_at, updated_at) values ($1, $2, 'test-board', 'Bot', now(), now())`,
    [connectionId],
  );
  await run(
    `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'name', 'Rule ' || n))).*
       from rules r, generate_series(2, 3) n where r.workspace_id = $1`,
  );
  await run(
    `insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
     select $1, gen_random_uuid(), r.id, 0, b.id, 'auto', now(), now()
       from rules r join brands b on b.workspace_id = r.workspace_id and b.is_default where r.workspace_id = $1`,
  );
  for (const [name, minutes] of Object.entries(places))
    await run(
      `with place as (
         insert into destinations (workspace_id, id, connection_id, name, address, group_minutes, created_at, updated_at)
         values ($1, gen_random_uuid(), $2, $3, $3, $4, now(), now()) returning id)
       insert into route_targets (workspace_id, id, route_id, destination_id)
       select $1, gen_random_uuid(), r.id, place.id from routes r, place where r.workspace_id = $1`,
      [connectionId, name, minutes],
    );
  const { rows } = await run('select id from rules where workspace_id = $1 order by created_at, id');
  rules = rows.map(({ id }) => id);
}

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: async () => undefined,
  announce: () => undefined,
  clock: () => new Date(now),
  instanceId: '00000000-0000-7000-8000-000000000018',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(4),
  send: async ({ address, alertId }: ClaimedDelivery) => {
    posted.push({ place: address, alertId });
    return answer(address, alertId);
  },
});

let fired = 0;
async function fire(n: number, { critical = false } = {}): Promise<string> {
  await db.admin.query(
    `update rules set settings = settings || jsonb_build_object('critical', $2::boolean) where workspace_id = $1`,
    [workspaceId, critical],
  );
  const rule = { ...(await starterRule(db, workspaceId)), id: rules[n] ?? '' };
  fired += 1;
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + fired / 1_000 } };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, evidence },
      trialRunId: null,
      now: new Date(now),
    }),
  );
  await composeAlert(deps(), { workspaceId, alertId: alertId! });
  return alertId!;
}
async function deliver(...alertIds: string[]): Promise<void> {
  for (const alertId of alertIds) await deliverAlert(deps(), { workspaceId, alertId });
}
/** What two processes do as time goes by. */
async function pass(minutes: number, ...alertIds: string[]): Promise<void> {
  now += minutes * MINUTE;
  await Promise.all([releaseGroups(deps()), releaseGroups(deps())]);
  await sweepDeliveries(deps());
  await deliver(...alertIds);
}
const at = (place: string): string[] =>
  posted.filter((each) => each.place === place).map(({ alertId }) => alertId);
async function stateOf(alertId: string): Promise<[state: string, reason: string]> {
  const { rows } = await db.admin.query<{ state: string; reason: string }>(
    `select a.state, t.reason from alerts a join alert_transitions t on t.alert_id = a.id
      where a.id = $1 order by t.at desc, t.id desc limit 1`,
    [alertId],
  );
  return [rows[0]?.state ?? '', rows[0]?.reason ?? ''];
}

it('posts one alert of a move at a place that groups, and each at another', async () => {
  await withPlaces({ grouped: 15, every: null });
  // Two processes at the same moment: one of them is first.
  const both = await Promise.all([fire(0), fire(1)]);
  const third = await fire(2);
  const critical = await fire(2, { critical: true });
  const all = [...both, third, critical];
  await deliver(...all);
  await pass(1, ...all);
  await pass(1, ...all);
  expect(at('every').toSorted()).toEqual(all.toSorted());
  const [first] = at('grouped');
  expect(both).toContain(first);
  expect(at('grouped')).toEqual([first, critical]);
  const reach = await withTenant(db.app, workspaceId, (tx) => alertFanOuts(tx, third));
  const of = (name: string) => reach?.fanOuts.find(({ target }) => target.name === name);
  expect(of('grouped')).toMatchObject({
    group: { alertId: first, waits: false },
    channels: [{ sent: 0, skipped: [{ reason: 'told', people: 1 }] }],
  });
  expect(of('every')).toMatchObject({ group: null, channels: [{ sent: 1 }] });
  for (const id of all) expect((await stateOf(id))[0]).toBe('sent');
  // After the window, it's news again.
  now = START + 16 * MINUTE;
  const next = await fire(1);
  await deliver(next);
  expect(at('grouped').at(-1)).toBe(next);
});

it('withholds what another alert stands for, and gives it back to the month', async () => {
  await withPlaces({ grouped: 15 });
  const first = await fire(0);
  const told = await fire(1);
  await deliver(first, told);
  await pass(1, told);
  expect(await stateOf(told)).toEqual([
    'withheld',
    expect.stringMatching(/^covered by “.+”, about the same move$/),
  ]);
  const { rows } = await db.admin.query<{ alerts: number }>(
    'select sum(alerts)::int as alerts from usage_months where workspace_id = $1',
    [workspaceId],
  );
  expect(rows[0]?.alerts).toBe(1);
});

it('waits while the first alert is tried again, and is posted if that one can’t be', async () => {
  await withPlaces({ grouped: 15 });
  const first = await fire(0);
  const next = await fire(1);
  answer = (_, alertId) =>
    alertId !== first
      ? { outcome: 'sent', providerMessageId: newId() }
      : posted.length === 1
        ? { outcome: 'retry', at: now + 5 * MINUTE, reason: 'later' }
        : { outcome: 'rejected', reason: 'The chat is gone.' };
  await deliver(first, next);
  await pass(1, first, next);
  expect(posted).toHaveLength(1);
  await pass(5, first, next);
  expect(at('grouped')).toEqual([first, first]);
  await pass(1, next);
  expect(at('grouped')).toEqual([first, first, next]);
  expect((await stateOf(next))[0]).toBe('sent');
});
