import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { alertRecord } from '#src/db/queries/alert-record.ts';
import { alertFanOuts } from '#src/db/queries/fan-outs.ts';
import { audienceTurns, digestItems, digests } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { drill } from '#tests/support/drill.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { sweepDeliveries } from '../delivery/sweep.ts';
import { composeDigest } from '../digests/compose-digest.ts';
import { sweepDigests } from '../digests/sweep-digests.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { fireRule } from '../events/fire-rule.ts';
import { releaseGroups } from './groups/release-groups.ts';
import { releaseTurns } from './release-turns.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const EVENTS = drill(12, 1_000);
const START = Date.parse('2026-03-02T13:05:00Z');
type World = Awaited<ReturnType<typeof newWorld>>;

/** Two readers of an audience that gets five alerts an hour. */
async function newWorld() {
  const { workspaceId } = await newWorkspace(db);
  // Its plan has as many alerts as come.
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    workspaceId,
  ]);
  // A thousand events in a minute are what it's about.
  await db.admin.query('insert into flapping_limits (workspace_id, most, minutes) values ($1, null, 10)', [
    workspaceId,
  ]);
  await addReaders(db.admin, workspaceId, ['r0@reader.example', 'r1@reader.example']);
  const { audienceId } = await sendToReaders(db, workspaceId);
  await budget(audienceId, 5, null);
  const world = {
    workspaceId,
    audienceId,
    now: START,
    fired: 0,
    jobs: new Set<string>(),
    got: [] as ClaimedDelivery[],
  };
  return world;
}

const budget = (
  audienceId: string,
  perHour: number | null,
  perDay: number | null,
  timeZone: string | null = 'UTC',
) =>
  db.admin.query(
    'update audiences set most_per_hour = $2, most_per_day = $3, budget_time_zone = $4 where id = $1',
    [audienceId, perHour, perDay, timeZone],
  );

const depsOf = (world: World, isDead = false) => ({
  app: db.app,
  system: db.system,
  // Jobs are run by `work`. A process that is dead by then runs none.
  enqueue: (async (_tx, queue, ...data) => {
    if (queue !== 'deliver-alert' || isDead) return;
    for (const job of data) if ('alertId' in job) world.jobs.add(job.alertId);
  }) as EngineEnqueue,
  announce: () => undefined,
  clock: () => new Date(world.now),
  instanceId: '00000000-0000-7000-8000-000000000018',
  isDead: async () => isDead,
  log: { warn: () => undefined },
  pace: paced(16),
  send: async (delivery: ClaimedDelivery) => {
    world.got.push(delivery);
    return { outcome: 'sent', providerMessageId: delivery.id } as const;
  },
});

/** An event becomes an approved alert that is on its way. */
async function fire(
  world: World,
  { critical = false, isDead = false, ruleId = null as string | null } = {},
): Promise<string> {
  const { workspaceId } = world;
  await db.admin.query(
    `update rules set settings = settings || jsonb_build_object('critical', $2::boolean) where workspace_id = $1`,
    [workspaceId, critical],
  );
  const starter = await starterRule(db, workspaceId);
  const rule = { ...starter, id: ruleId ?? starter.id };
  world.fired += 1;
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + world.fired / 1_000 } };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, evidence },
      trialRunId: null,
      now: new Date(world.now),
    }),
  );
  await composeAlert(depsOf(world, isDead), { workspaceId, alertId: alertId! });
  return alertId!;
}

async function work(world: World): Promise<void> {
  const jobs = [...world.jobs];
  world.jobs.clear();
  for (const alertId of jobs) await deliverAlert(depsOf(world), { workspaceId: world.workspaceId, alertId });
}

async function sweep(world: World): Promise<void> {
  await releaseTurns(depsOf(world));
  await releaseGroups(depsOf(world));
  await sweepDeliveries(depsOf(world));
  await sweepDigests(depsOf(world));
}

/** What two delivery processes do as time goes by. */
async function passTo(world: World, time: string): Promise<void> {
  world.now = Date.parse(time);
  await Promise.all([sweep(world), sweep(world)]);
  await work(world);
}

const tenant = <T>({ workspaceId }: World, run: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(db.app, workspaceId, run);
const turnsOf = (world: World) => tenant(world, (tx) => tx.select().from(audienceTurns));
const turnOf = async (world: World, alertId: string) =>
  (await tenant(world, (tx) => alertFanOuts(tx, alertId)))?.fanOuts[0]?.turn;
const purposesOf = ({ got }: World) => got.map(({ purpose }) => purpose).toSorted();

it(`makes of ${EVENTS} events in a minute five messages and a digest that lists the others`, async () => {
  const world = await newWorld();
  const fired: string[] = [];
  while (fired.length < EVENTS) {
    world.now = START + Math.floor((fired.length * 60_000) / EVENTS);
    fired.push(...(await Promise.all([fire(world), fire(world)])));
    await sweep(world);
    await work(world);
  }
  // It moved more than the others, and came last.
  const largest = fired.at(-1)!;
  expect(await turnOf(world, largest)).toMatchObject({ state: 'waiting', until: '2026-03-02T13:06:00.000Z' });
  await db.admin.query('update audience_turns set move_rank = 0.99 where alert_id = $1', [largest]);
  await passTo(world, '2026-03-02T13:06:10Z');
  await passTo(world, '2026-03-02T13:07:30Z');
  const turns = await turnsOf(world);
  const sent = turns.filter(({ state }) => state === 'now').map(({ alertId }) => alertId);
  expect(sent).toHaveLength(5);
  expect(sent).toContain(largest);
  expect(turns).toHaveLength(EVENTS);
  const heldOne = turns.find(({ state }) => state === 'held')!;
  expect(await turnOf(world, heldOne.alertId)).toEqual({
    state: 'held',
    until: '2026-03-02T14:00:00.000Z',
    per: 'hour',
    most: 5,
  });
  // Changing preferences doesn't bring it earlier.
  await db.admin.query('update digest_items set due_at = $2 where workspace_id = $1', [
    world.workspaceId,
    new Date(world.now),
  ]);
  await passTo(world, '2026-03-02T13:59:59Z');
  expect(world.got).toHaveLength(10);

  await passTo(world, '2026-03-02T14:00:30Z');
  await passTo(world, '2026-03-02T14:01:00Z');
  const messages = world.got.filter(({ contactId }) => contactId === world.got[0]!.contactId);
  expect(messages.map(({ purpose }) => purpose)).toEqual([...Array<string>(5).fill('first'), 'digest']);
  expect(world.got).toHaveLength(12);
  // Every event was sent on its own or is in the digest.
  const [digest, ...others] = await tenant(world, (tx) => tx.select().from(digests));
  expect(others).toEqual([]);
  expect(digest?.alerts).toBe(EVENTS - 5);
  const items = await tenant(world, (tx) => tx.select().from(digestItems));
  const listed = new Set(
    items.filter(({ digestId }) => digestId === digest?.id).map(({ alertId }) => alertId),
  );
  expect(new Set([...listed, ...sent])).toEqual(new Set(fired));
  const { text } = messages.at(-1)!.prepared;
  expect(text.match(/^-11\.98% · SPX · 16 Mar 2020 · daily bars$/gm)).toHaveLength(EVENTS - 5);
  expect(text).toContain(`Held because too many came to send each on its own: ${EVENTS - 5}.`);
});

it('never holds a critical alert, counts it, and begins anew with the hour', async () => {
  const world = await newWorld();
  await budget(world.audienceId, 1, null);
  await fire(world);
  const held = await fire(world);
  const critical = await fire(world, { critical: true });
  await work(world);
  expect(world.got).toHaveLength(4);
  expect(await turnOf(world, held)).toMatchObject({ state: 'held' });
  expect(await turnOf(world, critical)).toMatchObject({ state: 'now' });
  await passTo(world, '2026-03-02T14:00:30Z');
  await passTo(world, '2026-03-02T14:01:00Z');
  expect(purposesOf(world)).toEqual(['digest', 'digest', 'first', 'first', 'first', 'first']);
  await fire(world);
  await work(world);
  expect(world.got).toHaveLength(8);
});

it('loses nothing where a process dies after it decided, and lets go what waits as the limits are removed', async () => {
  const world = await newWorld();
  const first = await fire(world, { isDead: true });
  const second = await fire(world, { isDead: true });
  expect(await turnOf(world, second)).toMatchObject({ state: 'waiting' });
  await budget(world.audienceId, null, null, null);
  await passTo(world, '2026-03-02T13:07:00Z');
  await passTo(world, '2026-03-02T13:09:00Z');
  expect(new Set(world.got.map(({ alertId }) => alertId))).toEqual(new Set([first, second]));
  expect(world.got).toHaveLength(4);
});

/** Another rule on the same symbol, to the same audience. */
async function anotherRule({ workspaceId }: World): Promise<string> {
  const { rows } = await db.admin.query<{ id: string }>(
    `with made as (
       insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'name', 'Another'))).*
         from rules r where r.workspace_id = $1 order by r.created_at limit 1 returning *),
     route as (
       insert into routes select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'rule_id', made.id))).*
         from routes o, made where o.workspace_id = $1 limit 1 returning *),
     target as (
       insert into route_targets select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'route_id', route.id))).*
         from route_targets t, route where t.workspace_id = $1 limit 1)
     select id from made`,
    [workspaceId],
  );
  return rows[0]!.id;
}

const stateOf = async (alertId: string) =>
  (
    await db.admin.query(
      `select a.state, (select t.reason from alert_transitions t where t.alert_id = a.id order by t.at desc, t.id desc limit 1) as reason
         from alerts a where a.id = $1`,
      [alertId],
    )
  ).rows[0] as { state: string; reason: string };

it('sends alerts of several rules about one move as one, and accounts for each event', async () => {
  const world = await newWorld();
  const { workspaceId, audienceId } = world;
  await budget(audienceId, null, null, null);
  await db.admin.query('update audiences set group_minutes = 15 where id = $1', [audienceId]);
  const rules = [undefined, await anotherRule(world), await anotherRule(world)];
  // Two processes at the same moment: one of them is first.
  const [one, other] = await Promise.all([fire(world), fire(world, { ruleId: rules[1]! })]);
  const third = await fire(world, { ruleId: rules[2]! });
  const critical = await fire(world, { ruleId: rules[2]!, critical: true });
  // It waits until everybody has had their turn.
  const ahead = await tenant(world, (tx) => alertFanOuts(tx, third!));
  expect(ahead?.fanOuts[0]?.group).toMatchObject({ waits: true });
  await work(world);
  expect(world.got).toHaveLength(4);
  await passTo(world, '2026-03-02T13:06:00Z');
  await passTo(world, '2026-03-02T13:06:30Z');
  expect(world.got).toHaveLength(4);
  const first = world.got.find(({ alertId }) => alertId !== critical)!.alertId;
  expect([one, other]).toContain(first);
  const told = [one!, other!, third!].filter((id) => id !== first);
  for (const id of told)
    expect(await stateOf(id)).toEqual({
      state: 'withheld',
      reason: expect.stringMatching(/^covered by “.+”, about the same move$/),
    });
  expect((await stateOf(first)).state).toBe('sent');
  const reach = await tenant(world, (tx) => alertFanOuts(tx, first));
  expect(reach?.followers.map(({ id }) => id)).toEqual(expect.arrayContaining(told));
  const last = await tenant(world, (tx) => alertFanOuts(tx, told[0]!));
  expect(last?.fanOuts[0]).toMatchObject({
    group: { alertId: first, waits: false },
    channels: [{ skipped: [{ reason: 'told', people: 2 }] }],
  });
  // What was told by another takes nothing of the month.
  const { rows } = await db.admin.query<{ alerts: number }>(
    'select sum(alerts)::int as alerts from usage_months where workspace_id = $1',
    [workspaceId],
  );
  expect(rows[0]?.alerts).toBe(2);

  // A digest that lists the one that came first counts those it stands for.
  const digestId = newId();
  await db.admin.query('insert into publications (workspace_id, id, kind) values ($1, $2, $$digest$$)', [
    workspaceId,
    digestId,
  ]);
  await db.admin.query(
    `with made as (
       insert into digests (workspace_id, id, brand_id, state, alerts, created_at, updated_at)
       select workspace_id, $2, brand_id, 'drafted', 1, now(), now() from alerts where id = $1 returning *)
     insert into digest_items (workspace_id, contact_id, alert_id, channel, brand_id, at, due_at, digest_id)
     select made.workspace_id, d.contact_id, $1, 'email', made.brand_id, now(), now(), $2
       from made, deliveries d where d.alert_id = $1 limit 1`,
    [first, digestId],
  );
  await composeDigest({ ...depsOf(world), clock: () => new Date(world.now) }, { workspaceId, digestId });
  const { rows: written } = await db.admin.query<{ text: string }>(
    'select content::text as text from revisions where alert_id = $1',
    [digestId],
  );
  expect(written[0]?.text).toMatch(/not sent on their own: ", \{[^}]*"of": "digest\.told"[^}]*"text": "2"\}/);

  // After the window, it's news again; and whoever didn't get the first alert gets the next one.
  world.now = Date.parse('2026-03-02T13:21:00Z');
  const muted = await fire(world);
  await db.admin.query(
    `insert into mutes (workspace_id, id, kind, target, muted_by, since, time_zone)
     select workspace_id, gen_random_uuid(), 'rule', rule_id, 'key:test', now(), 'UTC' from alerts where id = $1`,
    [muted],
  );
  await work(world);
  const next = await fire(world, { ruleId: rules[1]! });
  await passTo(world, '2026-03-02T13:22:00Z');
  expect((await stateOf(muted!)).state).toBe('withheld');
  expect((await stateOf(next!)).state).toBe('sent');
  const later = world.got.slice(4).filter(({ purpose }) => purpose === 'first');
  expect(later.map(({ alertId }) => alertId)).toEqual([next, next]);
});

it('sends repeats at lengthening intervals, and counts those it held', async () => {
  const world = await newWorld();
  const { workspaceId } = world;
  await budget(world.audienceId, null, null, null);
  await db.admin.query(
    `update rules set settings = settings || '{"repeat_minutes": [60, 240]}' where workspace_id = $1`,
    [workspaceId],
  );
  const heldBefore = async (alertId: string) =>
    (await tenant(world, (tx) => alertRecord(tx, alertId, { preflight: () => null })))?.repeatsHeld;
  // Two processes at the same moment: one of the alerts passes.
  const both = (await Promise.all([fire(world), fire(world)])) as [string, string];
  const later = await fire(world);
  const states = [await stateOf(both[0]), await stateOf(both[1]), await stateOf(later)];
  expect(states.map(({ state }) => state).toSorted()).toEqual(['approved', 'withheld', 'withheld']);
  expect(states.at(-1)?.reason).toBe(
    'held as a repeat: the rule’s next interval runs until 2026-03-02 09:05 (America/New_York)',
  );
  // Another rule on the symbol has its own; so has a critical one, which isn't held.
  expect((await stateOf(await fire(world, { ruleId: await anotherRule(world) }))).state).toBe('approved');
  expect((await stateOf(await fire(world, { critical: true }))).state).toBe('approved');

  world.now = Date.parse('2026-03-02T14:05:00Z');
  const next = await fire(world);
  expect((await stateOf(next)).state).toBe('approved');
  expect(await heldBefore(next)).toBe(2);
  expect(await heldBefore(later)).toBeNull();
  world.now = Date.parse('2026-03-02T15:30:00Z');
  expect((await stateOf(await fire(world))).state).toBe('withheld');
  // Quiet for as long as the longest interval: it begins anew.
  world.now = Date.parse('2026-03-02T19:30:00Z');
  const anew = await fire(world);
  expect(await heldBefore(anew)).toBe(1);
  await work(world);
  // Each event has one outcome: it went out, or it's withheld and says why.
  const { rows } = await db.admin.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from alerts where workspace_id = $1 group by state order by state',
    [workspaceId],
  );
  expect(rows).toEqual([
    { state: 'sent', n: 5 },
    { state: 'withheld', n: 3 },
  ]);
});
