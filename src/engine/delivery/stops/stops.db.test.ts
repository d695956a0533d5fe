import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageOf } from '#src/db/queries/usage.ts';
import {
  activity,
  alerts,
  alertTransitions,
  deliveries,
  digestItems,
  digests,
  fanOuts,
  ledgerEntries,
  preferences,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { StopForm } from '#src/shared/sending.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import type { Stopper } from '../../changed-by.ts';
import { composeAlert } from '../../alerts/compose.ts';
import { createFollowUps } from '../../alerts/follow-ups/follow-ups.ts';
import type { SendOutcome } from '../../channels/channel.ts';
import { sweepDigests } from '../../digests/sweep-digests.ts';
import { fireRule } from '../../events/fire-rule.ts';
import type { ClaimedDelivery } from '../claimed.ts';
import { deliverAlert } from '../deliver.ts';
import { sweepDeliveries } from '../sweep.ts';
import { createStops } from './stops.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const MINUTE = 60_000;
const EVERYTHING: StopForm = { scope: 'workspace', reason: 'Prices look wrong' };

/** A workspace whose rule sends to so many readers, on an afternoon. */
async function newWorld(readers = 2, route: Parameters<typeof sendToReaders>[2] = {}) {
  const who = await newWorkspace(db);
  const { workspaceId, userId, email } = who;
  await addReaders(
    db.admin,
    workspaceId,
    Array.from({ length: readers }, (_, n) => `r${n}@reader.example`),
  );
  await sendToReaders(db, workspaceId, route);
  const { rows } = await db.admin.query<{ contact: string; brand: string }>(
    `select c.contact_id as contact, b.id as brand from addresses c join brands b on b.workspace_id = c.workspace_id
      where c.workspace_id = $1 and c.address like 'r%@reader.example' order by c.address`,
    [workspaceId],
  );
  const world = {
    ...who,
    brandId: rows[0]!.brand,
    people: rows.map(({ contact }) => contact),
    now: Date.parse('2026-03-02T15:00:00Z'),
    got: [] as ClaimedDelivery[],
    fired: 0,
    send: async (): Promise<SendOutcome> => ({ outcome: 'sent', providerMessageId: 'x' }),
  };
  const by: Stopper = {
    workspaceId,
    actor: { kind: 'member', userId, name: 'Ada Byron' },
    person: { userId, name: 'Ada Byron', email },
  };
  const clock = () => new Date(world.now);
  const deps = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock,
    instanceId: '00000000-0000-7000-8000-000000000021',
    isDead: async () => false,
    log: { warn: () => undefined },
    pace: paced(4),
    send: async (delivery: ClaimedDelivery) => {
      const outcome = await world.send();
      if (outcome.outcome === 'sent') world.got.push(delivery);
      return outcome;
    },
  };
  return Object.assign(world, { by, deps, stops: createStops(deps) });
}
type World = Awaited<ReturnType<typeof newWorld>>;

const tenant = <T>({ workspaceId }: World, run: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(db.app, workspaceId, run);

/** An event becomes an approved alert. @returns its job */
async function ready(world: World) {
  const { workspaceId } = world;
  const rule = await starterRule(db, workspaceId);
  world.fired += 1;
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + world.fired / 100 } };
  const alertId = await tenant(world, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, evidence },
      trialRunId: null,
      now: world.deps.clock(),
    }),
  );
  const job = { workspaceId, alertId: alertId! };
  await composeAlert(world.deps, job);
  return job;
}

const stateOf = async (world: World, id: string) =>
  (await tenant(world, (tx) => tx.select().from(alerts))).find((alert) => alert.id === id)?.state;
const reasonOf = async (world: World, id: string) =>
  (await tenant(world, (tx) => tx.select().from(alertTransitions)))
    .filter(({ alertId }) => alertId === id)
    .toSorted((a, b) => a.id.localeCompare(b.id))
    .at(-1)?.reason;
const waiting = (world: World) =>
  tenant(world, (tx) => tx.select({ state: fanOuts.state, waits: fanOuts.waits }).from(fanOuts));
const reasons = async (world: World) =>
  Map.groupBy(await tenant(world, (tx) => tx.select().from(deliveries)), ({ state }) => state);
const jobs = async (alertId: string) =>
  (
    await db.admin.query(`select 1 from pgboss.job where name = 'deliver-alert' and data->>'alertId' = $1`, [
      alertId,
    ])
  ).rowCount ?? 0;
const people = ({ got }: World) => got.map(({ contactId }) => contactId);

/** What the delivery process does as time goes by. */
async function pass(world: World, ms: number): Promise<void> {
  world.now += ms;
  await sweepDeliveries(world.deps);
  await sweepDigests(world.deps);
  const { rows } = await db.admin.query<{ id: string }>(
    `select id from publications where workspace_id = $1 order by id`,
    [world.workspaceId],
  );
  for (const { id: alertId } of rows)
    await deliverAlert(world.deps, { workspaceId: world.workspaceId, alertId });
}

const formOf = ({ brandId }: World, scope: string): StopForm =>
  scope === 'brand'
    ? { scope, target: brandId, reason: 'Prices look wrong' }
    : scope === 'channel'
      ? { scope, target: 'email', reason: 'Prices look wrong' }
      : EVERYTHING;

describe('a stop', () => {
  it.each(['workspace', 'brand', 'channel'])(
    '(%s) pressed a second before holds the alert, says why, and lets it go once when it is resumed',
    async (scope) => {
      const world = await newWorld(1);
      const job = await ready(world);
      const { id } = await world.stops.stop(world.by, formOf(world, scope));
      world.now += 1_000;
      await deliverAlert(world.deps, job);
      expect(world.got).toEqual([]);
      expect(await waiting(world)).toEqual([
        { state: 'open', waits: `${world.email} stopped sending: Prices look wrong` },
      ]);
      // Days later nothing has become of it, and nobody was woken for it.
      world.now += 3 * 86_400_000;
      const before = await jobs(job.alertId);
      await sweepDeliveries(world.deps);
      expect(await jobs(job.alertId)).toBe(before);

      await world.stops.resume(world.by, id);
      await sweepDeliveries(world.deps);
      expect(await jobs(job.alertId)).toBe(before + 1);
      await deliverAlert(world.deps, job);
      await deliverAlert(world.deps, job);
      expect(people(world)).toEqual(world.people);
      expect(await waiting(world)).toEqual([{ state: 'done', waits: null }]);
      expect(await stateOf(world, job.alertId)).toBe('sent');
    },
  );

  it('holds the rest of an alert that is half fanned out, and nobody gets it twice', async () => {
    const world = await newWorld(40);
    const job = await ready(world);
    let stop: Promise<{ id: string }> | null = null;
    world.send = async () => {
      stop ??= world.stops.stop(world.by, EVERYTHING);
      await stop;
      return { outcome: 'sent', providerMessageId: 'x' };
    };
    await deliverAlert(world.deps, job);
    // What was in somebody's hands went out: a window for each lane at most.
    expect(world.got.length).toBeGreaterThan(0);
    expect(world.got.length).toBeLessThanOrEqual(8);
    expect(await stateOf(world, job.alertId)).toBe('sending');
    expect(await world.stops.read(world.workspaceId)).toMatchObject({
      stops: [{ scope: 'workspace', target: null, by: world.email, reason: 'Prices look wrong' }],
      workspace: { unsent: 1, expired: 0 },
      brands: [{ id: world.brandId, unsent: 1, expired: 0 }],
      channels: [{ channel: 'email', unsent: 1, expired: 0 }],
    });
    await world.stops.resume(world.by, (await stop!).id);
    await pass(world, MINUTE);
    expect(people(world).toSorted()).toEqual(world.people.toSorted());
    expect(await stateOf(world, job.alertId)).toBe('sent');
  });

  it('holds a retry and a delivery whose quiet hours end', async () => {
    const world = await newWorld(2);
    await tenant(world, (tx) =>
      tx.insert(preferences).values({
        workspaceId: world.workspaceId,
        brandId: world.brandId,
        contactId: world.people[1]!,
        timeZone: 'UTC',
        quietFrom: 14 * 60,
        quietTo: 16 * 60,
        updatedAt: new Date(),
      }),
    );
    const job = await ready(world);
    world.send = async () => ({ outcome: 'retry', at: world.now + MINUTE, reason: 'busy' });
    await deliverAlert(world.deps, job);
    const { id } = await world.stops.stop(world.by, EVERYTHING);
    world.send = async () => ({ outcome: 'sent', providerMessageId: 'x' });
    await pass(world, 120 * MINUTE);
    const before = await jobs(job.alertId);
    await pass(world, 120 * MINUTE);
    expect(await jobs(job.alertId)).toBe(before);
    expect(world.got).toEqual([]);
    await world.stops.resume(world.by, id);
    await pass(world, MINUTE);
    expect(people(world).toSorted()).toEqual(world.people.toSorted());
  });

  it('lets nothing go that was no longer news when it was resumed', async () => {
    const world = await newWorld(8, { expiresMinutes: 60 });
    const half = await ready(world);
    let stop: Promise<{ id: string }> | null = null;
    world.send = async () => {
      stop ??= world.stops.stop(world.by, EVERYTHING);
      await stop;
      return { outcome: 'retry', at: world.now + MINUTE, reason: 'busy' };
    };
    await deliverAlert(world.deps, half);
    const whole = await ready(world);
    await deliverAlert(world.deps, whole);
    world.send = async () => ({ outcome: 'sent', providerMessageId: 'x' });
    await pass(world, 61 * MINUTE);
    expect(await world.stops.read(world.workspaceId)).toMatchObject({ workspace: { unsent: 2, expired: 2 } });
    await world.stops.resume(world.by, (await stop!).id);
    await pass(world, MINUTE);
    await pass(world, MINUTE);
    expect(world.got).toEqual([]);
    expect([await stateOf(world, half.alertId), await stateOf(world, whole.alertId)]).toEqual([
      'expired',
      'expired',
    ]);
  });

  it('makes no digest, and one of everything afterwards', async () => {
    const world = await newWorld(1);
    await tenant(world, (tx) =>
      tx.insert(preferences).values({
        workspaceId: world.workspaceId,
        brandId: world.brandId,
        contactId: world.people[0]!,
        timeZone: 'UTC',
        cadence: 'hourly',
        updatedAt: new Date(),
      }),
    );
    await deliverAlert(world.deps, await ready(world));
    const { id } = await world.stops.stop(world.by, formOf(world, 'brand'));
    await pass(world, 90 * MINUTE);
    await pass(world, 90 * MINUTE);
    expect(await tenant(world, (tx) => tx.select().from(digests))).toEqual([]);
    await world.stops.resume(world.by, id);
    await pass(world, MINUTE);
    await pass(world, MINUTE);
    expect(people(world)).toEqual(world.people);
    expect(await tenant(world, (tx) => tx.select().from(digests))).toMatchObject([
      { state: 'done', alerts: 1 },
    ]);
  });

  it('of another workspace, brand or channel holds nothing', async () => {
    const other = await newWorld(1);
    await other.stops.stop(other.by, EVERYTHING);
    const world = await newWorld(1);
    const job = await ready(world);
    await db.admin.query(
      `insert into workspace_stops values ($1, gen_random_uuid(), 'channel', 'pigeon', null, 'key:x', now()),
                                          ($1, gen_random_uuid(), 'brand', gen_random_uuid()::text, null, 'key:x', now())`,
      [world.workspaceId],
    );
    await deliverAlert(world.deps, job);
    expect(people(world)).toEqual(world.people);
    expect((await world.stops.read(world.workspaceId)).stops).toHaveLength(2);
    await expect(
      world.stops.resume(world.by, (await other.stops.read(other.workspaceId)).stops[0]!.id),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('pressed by several at once is one, and is on record', async () => {
    const world = await newWorld(1);
    const made = await Promise.all(Array.from({ length: 8 }, () => world.stops.stop(world.by, EVERYTHING)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const [{ id } = { id: '' }] = made;
    await world.stops.resume(world.by, id);
    const noted = await tenant(world, (tx) => tx.select().from(activity).orderBy(activity.at));
    expect(noted.filter(({ action }) => action.startsWith('sending.'))).toMatchObject([
      { action: 'sending.stopped', subject: 'all sending', detail: { why: ': Prices look wrong' } },
      { action: 'sending.resumed', subject: 'all sending' },
    ]);
    // A place that an unfinished transaction left is used again: unordered, a later entry may come first.
    const entries = await tenant(world, (tx) =>
      tx.select().from(ledgerEntries).orderBy(ledgerEntries.sequence),
    );
    expect(
      entries
        .filter(({ kind }) => kind === 'stop')
        .map(({ subject, body }) => ({ subject, ...(JSON.parse(body) as object) })),
    ).toMatchObject([
      { subject: id, act: 'stopped', scope: 'workspace', by: { person: expect.any(String) } },
      { subject: id, act: 'resumed', scope: 'workspace', by: { person: expect.any(String) } },
    ]);
    expect(entries.map(({ body }) => body).join('')).not.toContain('Ada');
  });
});

describe('a recall', () => {
  it('ends what a stop holds for good, and it doesn’t count against the month', async () => {
    const world = await newWorld(3);
    const { id } = await world.stops.stop(world.by, EVERYTHING);
    const job = await ready(world);
    await deliverAlert(world.deps, job);
    const used = () => tenant(world, (tx) => usageOf(tx, world.workspaceId, world.deps.clock()));
    expect(await used()).toMatchObject({ alerts: 1 });
    expect(await world.stops.recall(world.by, id)).toEqual({ recalled: 1, left: 0 });
    expect(await stateOf(world, job.alertId)).toBe('withheld');
    expect(await reasonOf(world, job.alertId)).toBe('it was recalled while sending was stopped');
    expect(await used()).toMatchObject({ alerts: 0 });
    await world.stops.resume(world.by, id);
    await pass(world, MINUTE);
    expect(world.got).toEqual([]);
    const recalled = (await tenant(world, (tx) => tx.select().from(ledgerEntries))).find(
      ({ kind }) => kind === 'recall',
    );
    expect(recalled?.subject).toBe(job.alertId);
    expect(await world.stops.recall(world.by, id).catch(({ code }: { code: string }) => code)).toBe(
      'not_found',
    );
  });

  it('leaves what went out, and what was being sent at that moment isn’t tried again', async () => {
    const world = await newWorld(20);
    const job = await ready(world);
    let stop: Promise<{ id: string }> | null = null;
    let recall: Promise<unknown> | null = null;
    world.send = async () => {
      stop ??= world.stops.stop(world.by, EVERYTHING);
      const { id } = await stop;
      // It waits for no send: those in flight end after it.
      const first = recall === null;
      recall ??= world.stops.recall(world.by, id);
      await recall;
      return first
        ? { outcome: 'sent', providerMessageId: 'x' }
        : { outcome: 'retry', at: world.now, reason: 'busy' };
    };
    await deliverAlert(world.deps, job);
    world.send = async () => ({ outcome: 'sent', providerMessageId: 'x' });
    await world.stops.resume(world.by, (await stop!).id);
    await pass(world, 2 * MINUTE);
    await pass(world, 2 * MINUTE);
    expect(world.got).toHaveLength(1);
    expect(await stateOf(world, job.alertId)).toBe('partly_sent');
    expect(await reasonOf(world, job.alertId)).toMatch(/^1 sent.*; the rest was recalled$/);
    const { rejected = [] } = Object.fromEntries(await reasons(world));
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(
      new Set(['Recalled while sending was stopped.']),
    );
  });

  it('ends what quiet hours hold and what waits for a digest', async () => {
    const world = await newWorld(2);
    const wanted = [{ quietFrom: 14 * 60, quietTo: 16 * 60 }, { cadence: 'daily' as const }];
    await tenant(world, (tx) =>
      tx.insert(preferences).values(
        wanted.map((each, n) => ({
          workspaceId: world.workspaceId,
          brandId: world.brandId,
          contactId: world.people[n]!,
          timeZone: 'UTC',
          updatedAt: new Date(),
          ...each,
        })),
      ),
    );
    const job = await ready(world);
    await deliverAlert(world.deps, job);
    const { id } = await world.stops.stop(world.by, formOf(world, 'channel'));
    expect(await world.stops.recall(world.by, id)).toEqual({ recalled: 1, left: 0 });
    expect(await tenant(world, (tx) => tx.select().from(digestItems))).toMatchObject([{ ended: 'recalled' }]);
    expect(await stateOf(world, job.alertId)).toBe('withheld');
    await world.stops.resume(world.by, id);
    await pass(world, 48 * 60 * MINUTE);
    expect(world.got).toEqual([]);
  });

  it('ends a correction that hasn’t gone out, and leaves the alert as it was', async () => {
    const world = await newWorld(2);
    const job = await ready(world);
    await deliverAlert(world.deps, job);
    expect(world.got).toHaveLength(2);
    const { id } = await world.stops.stop(world.by, formOf(world, 'brand'));
    await createFollowUps(world.deps).write(world.by, job.alertId, {
      purpose: 'correction',
      headline: 'Trading was halted before the close',
      text: 'The market stopped early.',
    });
    await deliverAlert(world.deps, job);
    const before = await jobs(job.alertId);
    await sweepDeliveries(world.deps);
    expect(await jobs(job.alertId)).toBe(before);
    expect(await world.stops.read(world.workspaceId)).toMatchObject({ brands: [{ unsent: 1 }] });
    expect(await world.stops.recall(world.by, id)).toEqual({ recalled: 1, left: 0 });
    await world.stops.resume(world.by, id);
    await pass(world, MINUTE);
    expect(world.got).toHaveLength(2);
    expect(await stateOf(world, job.alertId)).toBe('sent');
  });
});
