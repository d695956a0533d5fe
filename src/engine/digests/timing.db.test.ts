import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leave } from '#src/db/queries/unsubscriptions.ts';
import { alerts, deliveries, digestItems, digests, fanOutSkips, preferences } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Cadence } from '#src/shared/timing.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  SPX_ID,
  starterRule,
} from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import { reachAhead } from '../alerts/reach.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { sweepDeliveries } from '../delivery/sweep.ts';
import { fireRule } from '../events/fire-rule.ts';
import { sweepDigests } from './sweep-digests.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const NIGHT = { quietFrom: 22 * 60, quietTo: 7 * 60 };
type World = Awaited<ReturnType<typeof newWorld>>;

/** Readers of a workspace, at midnight UTC of a day in winter. */
async function newWorld(readers = 2, route: Parameters<typeof sendToReaders>[2] = {}) {
  const { workspaceId } = await newWorkspace(db);
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
  return {
    workspaceId,
    brandId: rows[0]!.brand,
    people: rows.map(({ contact }) => contact),
    now: Date.parse('2026-03-02T23:30:00Z'),
    got: [] as ClaimedDelivery[],
    fired: 0,
  };
}

const depsOf = (world: World) => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(world.now),
  instanceId: '00000000-0000-7000-8000-000000000018',
  isDead: async () => false,
  log: { warn: () => undefined },
  pace: paced(16),
  send: async (delivery: ClaimedDelivery) => {
    world.got.push(delivery);
    return { outcome: 'sent', providerMessageId: delivery.id } as const;
  },
});

type Wanted = Partial<Omit<typeof preferences.$inferInsert, 'workspaceId' | 'contactId' | 'brandId'>>;
async function prefer(
  { workspaceId, brandId, people }: World,
  person: number,
  wanted: Wanted,
): Promise<void> {
  const set = { timeZone: 'UTC', updatedAt: new Date(), ...wanted };
  await withTenant(db.app, workspaceId, (tx) =>
    tx
      .insert(preferences)
      .values({ workspaceId, brandId, contactId: people[person]!, ...set })
      .onConflictDoUpdate({
        target: [preferences.workspaceId, preferences.contactId, preferences.brandId],
        set: { cadence: 'instant', quietFrom: null, quietTo: null, ...set },
      }),
  );
}

/** An event becomes an approved alert. @returns its id */
async function draft(world: World): Promise<string> {
  const { workspaceId } = world;
  const rule = await starterRule(db, workspaceId);
  world.fired += 1;
  const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + world.fired / 100 } };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, {
      rule,
      detection: { ...fallOf2020, evidence },
      trialRunId: null,
      now: new Date(world.now),
    }),
  );
  return alertId!;
}
async function fire(world: World): Promise<string> {
  const alertId = await draft(world);
  const job = { workspaceId: world.workspaceId, alertId };
  await composeAlert(depsOf(world), job);
  await deliverAlert(depsOf(world), job);
  return alertId;
}

/** What the delivery process does as time goes by. */
async function passTo(world: World, time: string): Promise<void> {
  world.now = Date.parse(time);
  await sweepDeliveries(depsOf(world));
  await sweepDigests(depsOf(world));
  const { rows } = await db.admin.query<{ id: string }>(
    `select id from publications where workspace_id = $1 order by id`,
    [world.workspaceId],
  );
  for (const { id: alertId } of rows)
    await deliverAlert(depsOf(world), { workspaceId: world.workspaceId, alertId });
}

const tenant = <T>({ workspaceId }: World, run: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(db.app, workspaceId, run);
const stateOf = async (world: World, id: string) =>
  (await tenant(world, (tx) => tx.select().from(alerts))).find((alert) => alert.id === id)?.state;
const deliveriesOf = (world: World) => tenant(world, (tx) => tx.select().from(deliveries));
const itemsOf = (world: World) => tenant(world, (tx) => tx.select().from(digestItems));
const digestsOf = (world: World) => tenant(world, (tx) => tx.select().from(digests));
const gotBy = ({ got, people }: World, person: number) =>
  got.filter((each) => each.contactId === people[person]);

describe('quiet hours', () => {
  it('hold an alert until they end, and it goes once', async () => {
    const world = await newWorld();
    await prefer(world, 0, NIGHT);
    const reach = async (alertId: string) =>
      (await tenant(world, (tx) => reachAhead(tx, alertId, new Date(world.now))))?.channels;
    const drafted = await draft(world);
    expect(await reach(drafted)).toEqual([
      {
        channel: 'email',
        people: 1,
        held: [{ until: '2026-03-03T07:00:00.000Z', people: 1 }],
        digest: 0,
        skipped: [],
        cost: null,
      },
    ]);
    const alertId = await fire(world);
    expect(world.got.map(({ contactId }) => contactId)).toEqual([world.people[1]]);
    const held = (await deliveriesOf(world)).find(({ state }) => state === 'held');
    expect(held).toMatchObject({
      contactId: world.people[0],
      nextAttemptAt: new Date('2026-03-03T07:00:00Z'),
      reason: 'The recipient has quiet hours.',
    });
    expect(await stateOf(world, alertId)).toBe('sending');
    const { rows } = await db.admin.query(
      'select held, scheduled, sent from fan_out_counts where alert_id = $1',
      [alertId],
    );
    expect(rows).toEqual([{ held: 1, scheduled: 1, sent: 1 }]);

    await passTo(world, '2026-03-03T06:59:59Z');
    expect(gotBy(world, 0)).toEqual([]);
    await passTo(world, '2026-03-03T07:00:00Z');
    await passTo(world, '2026-03-03T07:00:01Z');
    expect(gotBy(world, 0)).toHaveLength(1);
    expect(await stateOf(world, alertId)).toBe('sent');
  });

  it('end an alert that is no longer news, and one of a person who has left', async () => {
    const world = await newWorld(3, { expiresMinutes: 600 });
    for (const person of [0, 1]) await prefer(world, person, NIGHT);
    await prefer(world, 2, { quietFrom: 22 * 60, quietTo: 12 * 60 });
    const alertId = await fire(world);
    expect(world.got).toEqual([]);
    const { workspaceId, brandId, people } = world;
    await tenant(world, (tx) =>
      leave(
        tx,
        { workspaceId, contactId: people[1]! },
        { brandId, channel: null, topic: null, source: 'link', at: new Date(world.now) },
      ),
    );
    await passTo(world, '2026-03-03T07:00:00Z');
    await passTo(world, '2026-03-03T12:00:00Z');
    expect(world.got.map(({ contactId }) => contactId)).toEqual([people[0]]);
    const ended = Object.fromEntries((await deliveriesOf(world)).map((row) => [row.contactId, row.reason]));
    expect(ended[people[1]!]).toBe('The recipient has unsubscribed.');
    expect(ended[people[2]!]).toBe('It was no longer news when its turn came.');
    expect(await stateOf(world, alertId)).toBe('partly_sent');
  });

  it('that change hold by the new hours, from the next claim on', async () => {
    const world = await newWorld(1);
    await prefer(world, 0, NIGHT);
    await fire(world);
    await prefer(world, 0, { quietFrom: 22 * 60, quietTo: 9 * 60 });
    await passTo(world, '2026-03-03T07:00:00Z');
    expect(world.got).toEqual([]);
    expect((await deliveriesOf(world)).map((row) => [row.state, row.nextAttemptAt])).toEqual([
      ['held', new Date('2026-03-03T09:00:00Z')],
    ]);
    // Digests from now on: what is held comes in one, and never by itself.
    await prefer(world, 0, { cadence: 'daily', digestHour: 18 });
    await passTo(world, '2026-03-03T09:00:00Z');
    expect(world.got).toEqual([]);
    await passTo(world, '2026-03-03T18:00:30Z');
    expect(world.got.map(({ purpose }) => purpose)).toEqual(['digest']);
  });

  it('hold what a process that died had released, and it goes once', async () => {
    const world = await newWorld(1);
    await prefer(world, 0, NIGHT);
    await fire(world);
    world.now = Date.parse('2026-03-03T07:00:00Z');
    // It opens them and dies before it claims.
    await sweepDeliveries(depsOf(world));
    expect((await deliveriesOf(world)).map(({ state }) => state)).toEqual(['pending']);
    await Promise.all([1, 2].map(() => passTo(world, '2026-03-03T07:02:00Z')));
    expect(world.got).toHaveLength(1);
  });

  it('end what was approved at another price: it isn’t sent, or is in a digest as past news', async () => {
    for (const late of ['nothing', 'digest'] as const) {
      const world = await newWorld(2);
      await prefer(world, 0, NIGHT);
      const alertId = await fire(world);
      expect(world.got.map(({ contactId }) => contactId)).toEqual([world.people[1]]);
      await db.admin.query(
        `update alert_assessments set policy_content = policy_content || jsonb_build_object('freshness', $2::jsonb)
          where alert_id = $1`,
        [alertId, { movedPercent: 2, action: 'ask', late }],
      );
      await db.admin.query(
        `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
         values ($1, '5m', '2026-03-03T06:50:00Z', 2441, 2441, 2441, 2441, 1) on conflict do nothing`,
        [SPX_ID],
      );
      await passTo(world, '2026-03-03T07:00:00Z');
      await passTo(world, '2026-03-03T07:01:00Z');
      expect(gotBy(world, 0).map(({ purpose }) => purpose)).toEqual(late === 'digest' ? ['digest'] : []);
      expect(await stateOf(world, alertId)).toBe('partly_sent');
      const { rows } = await db.admin.query<{ reason: string }>(
        'select reason from alert_transitions where alert_id = $1 order by at desc, id desc',
        [alertId],
      );
      expect(rows.map(({ reason }) => reason)).toContain(
        'SPX moved 2.3% since this was written: what hadn’t gone out has lapsed',
      );
      await db.admin.query(`delete from bars where ts = '2026-03-03T06:50:00Z'`);
    }
  });

  it('end what has expired: by policy, it is in a digest as past news', async () => {
    const world = await newWorld(2, { expiresMinutes: 60 });
    await prefer(world, 0, NIGHT);
    const alertId = await fire(world);
    await db.admin.query(
      `update alert_assessments set policy_content = policy_content || jsonb_build_object('freshness', $2::jsonb)
        where alert_id = $1`,
      [alertId, { movedPercent: 50, action: 'lapse', late: 'digest' }],
    );
    await passTo(world, '2026-03-03T07:00:00Z');
    await passTo(world, '2026-03-03T07:01:00Z');
    expect(gotBy(world, 0).map(({ purpose }) => purpose)).toEqual(['digest']);
    expect(gotBy(world, 0)[0]?.prepared.text).toContain(
      'Past news: 2 Mar 2026, 18:30 EST, price then 2,386.13 · SPX',
    );
    expect(await stateOf(world, alertId)).toBe('partly_sent');
  });

  it('and days without alerts hold until both are over', async () => {
    const world = await newWorld(1);
    await prefer(world, 0, { ...NIGHT, quietDays: [2, 3] });
    // A Monday night: Tuesday and Wednesday follow, and then the night before Thursday.
    await fire(world);
    await passTo(world, '2026-03-04T12:00:00Z');
    await passTo(world, '2026-03-05T06:59:59Z');
    expect(world.got).toEqual([]);
    await passTo(world, '2026-03-05T07:00:00Z');
    expect(world.got).toHaveLength(1);
  });

  it('or not, nothing on a symbol that a person has not chosen is sent', async () => {
    const world = await newWorld(2);
    await prefer(world, 0, { instruments: ['01900000-0000-7000-8000-000000000501'] });
    await prefer(world, 1, { instruments: [SPX_ID] });
    const alertId = await fire(world);
    expect(world.got.map(({ contactId }) => contactId)).toEqual([world.people[1]]);
    const skips = await tenant(world, (tx) => tx.select().from(fanOutSkips));
    expect(skips.map(({ reason, people }) => [reason, people])).toEqual([['unwanted', 1]]);
    expect(await stateOf(world, alertId)).toBe('sent');
  });
});

describe('a digest', () => {
  const daily: { cadence: Cadence; digestHour: number } = { cadence: 'daily', digestHour: 8 };

  it('lists what came since the last one, for all who get the same, and nothing twice', async () => {
    const world = await newWorld(3);
    for (const person of [0, 1]) await prefer(world, person, daily);
    const used = async () =>
      (await db.admin.query('select * from usage_months where workspace_id = $1', [world.workspaceId])).rows;
    const first = await fire(world);
    const second = await fire(world);
    const taken = await used();
    expect(gotBy(world, 2)).toHaveLength(2);
    expect(gotBy(world, 0)).toHaveLength(0);
    expect(await stateOf(world, first)).toBe('sent');
    // Not before it is due, and once under two processes.
    await passTo(world, '2026-03-03T08:00:00Z');
    expect(await digestsOf(world)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => passTo(world, '2026-03-03T08:00:30Z')));
    await passTo(world, '2026-03-03T09:00:00Z');
    expect(
      world.got
        .slice(2)
        .map(({ contactId, purpose }) => [contactId, purpose])
        .toSorted(),
    ).toEqual(
      world.people
        .slice(0, 2)
        .map((contact) => [contact, 'digest'])
        .toSorted(),
    );
    const [digest, ...others] = await digestsOf(world);
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ state: 'done', alerts: 2 });
    const { text, title } = gotBy(world, 0)[0]!.prepared;
    expect(title).toBe('Digest: 2 alerts on SPX');
    expect(text.match(/^S&P 500 .*11\.98%.*\n-11\.98% · SPX · 16 Mar 2020 · daily bars$/gm)).toHaveLength(2);
    const items = await itemsOf(world);
    expect(new Set(items.map(({ alertId }) => alertId))).toEqual(new Set([first, second]));
    expect(items.every(({ digestId }) => digestId === digest!.id)).toBe(true);
    // Its revision was decided on, and it is no alert of the plan.
    const { rows } = await db.admin.query(
      `select count(*)::int as n from ledger_entries where workspace_id = $1 and kind = 'decision' and subject = $2`,
      [world.workspaceId, digest!.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
    expect(await used()).toEqual(taken);
    // Nothing came since: no digest.
    await passTo(world, '2026-03-04T08:00:30Z');
    expect(await digestsOf(world)).toHaveLength(1);
  });

  it('is sent to nobody who has left, and leaves out what a person wants no more', async () => {
    const world = await newWorld(3);
    for (const person of [0, 1, 2]) await prefer(world, person, daily);
    await fire(world);
    const { workspaceId, brandId, people } = world;
    const left = (person: number, topic: 'moves' | null) =>
      tenant(world, (tx) =>
        leave(
          tx,
          { workspaceId, contactId: people[person]! },
          { brandId, channel: null, topic, source: 'link', at: new Date(world.now) },
        ),
      );
    await left(0, 'moves');
    world.now = Date.parse('2026-03-03T08:00:30Z');
    await sweepDigests(depsOf(world));
    // After it was written, and before it is claimed.
    await left(1, null);
    await passTo(world, '2026-03-03T08:00:40Z');
    expect(world.got.map(({ contactId }) => contactId)).toEqual([people[2]]);
    expect(
      (await itemsOf(world))
        .filter(({ ended }) => ended !== null)
        .map(({ contactId, ended }) => [contactId, ended]),
    ).toEqual([[people[0], 'unsubscribed']]);
  });

  it('is made again, without it, for a person who leaves a topic after it was written', async () => {
    const world = await newWorld(2);
    for (const person of [0, 1]) await prefer(world, person, daily);
    await fire(world);
    world.now = Date.parse('2026-03-03T08:00:30Z');
    await sweepDigests(depsOf(world));
    await prefer(world, 0, { ...daily, instruments: ['01900000-0000-7000-8000-000000000501'] });
    await passTo(world, '2026-03-03T08:00:40Z');
    await passTo(world, '2026-03-03T08:01:40Z');
    // Nothing is left of theirs: they get none.
    expect(world.got.map(({ contactId }) => contactId)).toEqual([world.people[1]]);
    expect((await itemsOf(world)).find(({ contactId }) => contactId === world.people[0])).toMatchObject({
      digestId: null,
      ended: 'unwanted',
    });
  });

  it('comes at once for a person who wants alerts at once again, and later in quiet hours', async () => {
    const world = await newWorld(2);
    for (const person of [0, 1]) await prefer(world, person, daily);
    await fire(world);
    await prefer(world, 0, { cadence: 'instant' });
    await prefer(world, 1, { cadence: 'hourly', quietFrom: 23 * 60, quietTo: 6 * 60 });
    // As saving preferences does.
    await db.admin.query('update digest_items set due_at = $2 where workspace_id = $1', [
      world.workspaceId,
      new Date(world.now),
    ]);
    await passTo(world, '2026-03-02T23:30:30Z');
    expect(world.got.map(({ contactId, purpose }) => [contactId, purpose])).toEqual([
      [world.people[0], 'digest'],
    ]);
    await passTo(world, '2026-03-03T05:59:00Z');
    expect(gotBy(world, 1)).toEqual([]);
    await passTo(world, '2026-03-03T06:00:30Z');
    expect(gotBy(world, 1)).toHaveLength(1);
  });

  it('of a process that died while it was written is gone on with', async () => {
    const world = await newWorld(1);
    await prefer(world, 0, daily);
    await fire(world);
    world.now = Date.parse('2026-03-03T08:00:30Z');
    const dies = async () => Promise.reject(new Error('the process died'));
    await expect(sweepDigests({ ...depsOf(world), enqueue: dies })).rejects.toThrow('the process died');
    expect((await digestsOf(world)).map(({ state }) => state)).toEqual(['drafted']);
    await passTo(world, '2026-03-03T08:00:40Z');
    expect(world.got.map(({ purpose }) => purpose)).toEqual(['digest']);
    expect((await digestsOf(world)).map(({ state }) => state)).toEqual(['done']);
  });
});
