import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { noteReactions, recordHits } from '#src/db/queries/reactions.ts';
import {
  brands,
  connections,
  fanOuts,
  fanOutShards,
  ledgerWindows,
  lifecycleEvents,
  revisions,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { signedHeaders } from '#src/engine/channels/webhook/sign.ts';
import { postEvents } from '#src/engine/connections/events/post-events.ts';
import { connectionsSchema } from '#src/shared/connections.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace } from '#tests/support/workspace.ts';
import { type EndpointWorld, endpointWorld, SECRET } from './webhook-endpoint.fixture.ts';

/* Webhooks from the connect form to what an endpoint gets: tried again, followed up, and refused. */
let db: TestDatabase;
let world: EndpointWorld;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => void (world = await endpointWorld(db)));
afterEach(() => world.close());

/** Another revision of the alert goes to the endpoint. */
const follow = (alertId: string, purpose: 'update' | 'correction', destinationId: string) =>
  world.inTenant(async (tx) => {
    const [revision] = await tx.select().from(revisions);
    const [sent] = await tx.select().from(fanOuts);
    const id = newId();
    const fanOut = { ...sent!, id, purpose, state: 'open' as const, revisionId: revision!.id, destinationId };
    await tx.insert(fanOuts).values(fanOut);
    await tx.insert(fanOutShards).values({
      workspaceId: world.who.workspaceId,
      alertId,
      fanOutId: id,
      channel: 'webhook',
      n: 1,
      cursorId: '00000000-0000-0000-0000-000000000000',
    });
  });

it('is connected with a signed ping, and is a destination at once', async () => {
  const form = { channel: 'webhook', name: 'Desk', fields: { url: world.url, format: 'standard' } };
  expect(await world.ask('POST', '/connections', form)).toMatchObject({
    status: 422,
    body: { code: 'connection_refused', field: 'secret' },
  });
  expect(world.got).toEqual([]);
  const made = await world.ask('POST', '/connections', {
    ...form,
    fields: { ...form.fields, secret: SECRET },
  });
  expect(made.body).toMatchObject({
    settings: { format: 'standard' },
    secrets: ['secret', 'url'],
    destinations: [{ name: 'Desk', address: 'endpoint' }],
  });
  expect(JSON.stringify(made.body)).not.toContain('127.0.0.1');
  const [ping] = world.got;
  expect(JSON.parse(ping!.body)).toMatchObject({ type: 'ping', version: 1 });
  expect(ping!.headers['webhook-signature']).toMatch(/^v1,/);
});

it('gets the same request again after a failure, and another for what follows', async () => {
  const { destinations } = await world.connected();
  world.status = 500;
  const alertId = await world.sendAlert();
  expect(await world.deliveriesOf(alertId)).toMatchObject([{ state: 'retry', channel: 'webhook' }]);
  world.status = 200;
  world.later(4_000);
  await world.deliver(alertId);
  expect(world.got).toHaveLength(1);
  world.later(1_000);
  await world.deliver(alertId);
  const [first, again] = world.got;
  const [delivery] = await world.deliveriesOf(alertId);
  expect(delivery).toMatchObject({ state: 'sent' });
  expect(again!.body).toBe(first!.body);
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(again!.headers['webhook-id']).toBe(delivery!.id);
  expect(Number(again!.headers['webhook-timestamp'])).toBe(Number(first!.headers['webhook-timestamp']) + 5);
  const signed = signedHeaders({ id: delivery!.id, atMs: world.now.getTime(), body: again!.body }, [SECRET]);
  expect(again!.headers).toMatchObject(signed);
  expect(JSON.parse(first!.body)).toMatchObject({
    type: 'alert.created',
    alert: {
      id: alertId,
      url: `https://site.example/dashboard/alerts/${alertId}`,
      // The source's own figure, with every place.
      bar: { close: fallOf2020.evidence.bars.at(-1)!.close },
    },
  });

  await follow(alertId, 'correction', destinations[0]!.id);
  await world.deliver(alertId);
  const correction = world.got[2]!;
  expect(JSON.parse(correction.body)).toMatchObject({ type: 'alert.corrected', alert: { id: alertId } });
  expect(correction.headers['webhook-id']).not.toBe(first!.headers['webhook-id']);
});

it('waits for half a day where its turn is then, and is not taken for a clock that was ahead', async () => {
  await world.connected();
  world.status = 500;
  const alertId = await world.sendAlert();
  await db.admin.query(`update deliveries set next_attempt_at = $2 where workspace_id = $1`, [
    world.who.workspaceId,
    new Date(world.now.getTime() + 12 * 3_600_000),
  ]);
  await world.deliver(alertId);
  expect(world.got).toHaveLength(1);
  world.later(12 * 3_600_000);
  await world.deliver(alertId);
  expect(world.got).toHaveLength(2);
});

it('keeps with each delivery what its settings were, so that the body can be made again', async () => {
  const settings = { format: 'strategy', down: 'sell' };
  await world.connected(settings);
  const alertId = await world.sendAlert();
  expect(JSON.parse(world.got[0]!.body)).toMatchObject({ action: 'sell' });
  const windows = await world.inTenant((tx) => tx.select({ body: ledgerWindows.body }).from(ledgerWindows));
  const { deliveries = [] } = JSON.parse(windows.at(-1)?.body ?? '{}') as {
    deliveries?: { own: { params: Record<string, string> } }[];
  };
  const { params } = deliveries[0]!.own;
  expect(params['evidenceUrl']).toBe(`https://site.example/dashboard/alerts/${alertId}`);
  expect(JSON.parse(params['settings']!)).toEqual(settings);
  expect(JSON.stringify(windows)).not.toContain(SECRET);
  expect(JSON.stringify(windows)).not.toContain(world.url);
});

it('never gets an action that nobody chose, nor a second signal', async () => {
  const { destinations } = await world.connected({ format: 'strategy', up: 'buy' });
  const alertId = await world.sendAlert();
  expect(world.got).toEqual([]);
  expect(await world.deliveriesOf(alertId)).toMatchObject([
    { state: 'rejected', reason: 'Not sent. No action is chosen for an alert that goes down.' },
  ]);
  await follow(alertId, 'update', destinations[0]!.id);
  await world.deliver(alertId);
  expect(world.got).toEqual([]);
});

it('is disabled when it answers 410', async () => {
  await world.connected();
  world.status = 410;
  const alertId = await world.sendAlert();
  expect(await world.deliveriesOf(alertId)).toMatchObject([{ state: 'rejected' }]);
  const { items } = connectionsSchema.parse((await world.ask('GET', '/connections')).body);
  expect(items).toMatchObject([
    {
      state: 'paused',
      problem: 'Disabled. It wants nothing more. The endpoint answered: 410',
    },
  ]);
});

const post = (onError: (error: unknown) => void = (error) => expect.unreachable(String(error))) =>
  postEvents({
    ...world.base(),
    mail: world.mail,
    call: world.call,
    random: () => 0,
    encryptionKey: TEST_KEY,
    onError,
  });
/** Chooses its events, and leaves the rest of it as it is. */
const choose = (id: string, events: string) =>
  db.admin.query(
    `update connections set settings = settings || jsonb_build_object('events', $2::text) where id = $1`,
    [id, events],
  );
type Events = { id: string; events: { type: string; at: string; alert: string; delivery?: string }[] };
const eventsIn = (body: string): Events => JSON.parse(body) as Events;

it('gets what becomes of alerts and messages, signed and in order, until it has taken it', async () => {
  await world.connected({ format: 'standard', events: 'all' });
  const alertId = await world.sendAlert();
  world.got = [];
  world.status = 500;
  expect(await post()).toBe(0);
  world.status = 204;
  // Its pause isn't over.
  expect(await post()).toBe(0);
  world.later(7_000);
  expect(await post()).toBe(1);
  const [first, again] = world.got;
  expect(world.got).toHaveLength(2);
  expect(again!.body).toBe(first!.body);
  const { id, events } = eventsIn(first!.body);
  expect(again!.headers).toMatchObject(
    signedHeaders({ id, atMs: world.now.getTime(), body: again!.body }, [SECRET]),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'alert.created',
    'alert.approved',
    'alert.sending',
    'delivery.sent',
    'alert.sent',
  ]);
  const [delivery] = await world.deliveriesOf(alertId);
  expect(events.map((event) => event.alert)).toEqual(Array.from({ length: 5 }, () => alertId));
  expect(events[3]).toMatchObject({ delivery: delivery!.id, channel: 'webhook', contact: null, attempt: 1 });
  expect(await post()).toBe(0);

  await world.inTenant((tx) =>
    noteReactions(tx, world.who.workspaceId, [
      { deliveryId: delivery!.id, kind: 'delivered', at: world.now },
    ]),
  );
  world.got = [];
  expect(await post()).toBe(1);
  expect(eventsIn(world.got[0]!.body).events).toMatchObject([
    { type: 'delivery.delivered', delivery: delivery!.id },
  ]);
  expect(eventsIn(world.got[0]!.body).id).not.toBe(id);
});

it('gets the events that it chose, and a platform for signals gets none', async () => {
  const { id } = await world.connected({ format: 'standard', events: 'alerts' });
  await world.sendAlert();
  world.got = [];
  expect(await post()).toBe(1);
  expect(eventsIn(world.got[0]!.body).events.map(({ type }) => type)).not.toContain('delivery.sent');
  await db.admin.query(
    `update connections set settings = settings || '{"format": "strategy", "up": "buy", "down": "sell"}' where id = $1`,
    [id],
  );
  const other = await newWorkspace(db);
  expect(await withTenant(db.app, other.workspaceId, (tx) => tx.select().from(lifecycleEvents))).toEqual([]);
  world.got = [];
  await world.inTenant((tx) =>
    tx.insert(lifecycleEvents).values({
      workspaceId: world.who.workspaceId,
      connectionId: id,
      type: 'alert.sent',
      at: world.now,
      about: { alert: id },
    }),
  );
  expect(await post()).toBe(1);
  expect(world.got).toEqual([]);
  expect(await world.inTenant((tx) => tx.select().from(lifecycleEvents))).toEqual([]);
});

it('gets none of what was written down before it chose fewer events', async () => {
  const { id } = await world.connected({ format: 'standard', events: 'all' });
  await world.sendAlert();
  world.got = [];
  world.status = 500;
  expect(await post()).toBe(0);
  expect(eventsIn(world.got[0]!.body).events.map(({ type }) => type)).toContain('delivery.sent');
  await choose(id, 'alerts');
  world.later(7_000);
  expect(await post()).toBe(0);
  expect(eventsIn(world.got[1]!.body).events.map(({ type }) => type)).toEqual([
    'alert.created',
    'alert.approved',
    'alert.sending',
    'alert.sent',
  ]);
  await choose(id, 'none');
  world.later(3_600_000);
  expect(await post()).toBe(0);
  expect(world.got).toHaveLength(2);
  expect(await world.inTenant((tx) => tx.select().from(lifecycleEvents))).toEqual([]);
});

it('gets one event for an open and one for a click, even if a scanner came first', async () => {
  await world.connected({ format: 'standard', events: 'all' });
  const alertId = await world.sendAlert();
  await world.inTenant((tx) => tx.update(brands).set({ tracking: { opens: true, clicks: true } }));
  const [delivery] = await world.deliveriesOf(alertId);
  const hit = (kind: 'opened' | 'clicked', link: number) => ({
    deliveryId: delivery!.id,
    kind,
    link,
    links: kind === 'clicked' ? 2 : 0,
    by: 'person' as const,
    times: 1,
    firstAt: world.now,
    lastAt: world.now,
    brandId: null,
  });
  const note = (...hits: ReturnType<typeof hit>[]) =>
    world.inTenant((tx) => recordHits(tx, world.who.workspaceId, hits));
  await note(hit('opened', -1), hit('clicked', 0));
  world.later(2_000);
  // The second of two links: it was a scanner.
  await note(hit('clicked', 1));
  world.later(3_600_000);
  await note(hit('opened', -1), hit('clicked', 1));
  const events = await world.inTenant((tx) => tx.select().from(lifecycleEvents).orderBy(lifecycleEvents.seq));
  expect(events.map(({ type }) => type).filter((type) => /opened|clicked/.test(type))).toEqual([
    'delivery.opened',
    'delivery.clicked',
  ]);
});

it('gets its events though another endpoint’s can’t be posted, which is set aside', async () => {
  const [broken, whole] = [
    await world.connected({ format: 'standard', events: 'alerts' }),
    await world.connected({ format: 'standard', events: 'alerts' }),
  ];
  // Credentials open only where they were sealed.
  await world.inTenant((tx) =>
    tx.update(connections).set({ sealed: 'nothing' }).where(eq(connections.id, broken.id)),
  );
  await world.inTenant((tx) =>
    tx.insert(lifecycleEvents).values(
      [broken, whole].map(({ id }) => ({
        workspaceId: world.who.workspaceId,
        connectionId: id,
        type: 'alert.sent',
        at: world.now,
        about: { alert: id },
      })),
    ),
  );
  const errors: unknown[] = [];
  const look = () => post((error) => errors.push(error));
  expect(await look()).toBe(1);
  expect(world.got.map(({ body }) => eventsIn(body).events[0]?.alert)).toEqual([whole.id]);
  expect(await look()).toBe(0);
  expect(errors).toHaveLength(1);
  world.later(30_001);
  await look();
  expect(errors).toHaveLength(2);
});
