import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { sweepDigests } from '../digests/sweep-digests.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { fireRule } from '../events/fire-rule.ts';
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
async function fire(world: World, { critical = false, isDead = false } = {}): Promise<string> {
  const { workspaceId } = world;
  await db.admin.query(
    `update rules set settings = settings || jsonb_build_object('critical', $2::boolean) where workspace_id = $1`,
    [workspaceId, critical],
  );
  const rule = await starterRule(db, workspaceId);
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
