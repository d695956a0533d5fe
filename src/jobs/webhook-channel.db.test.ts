import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { signedHeaders } from '#src/engine/channels/webhook/sign.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { postEvents } from '#src/engine/connections/events/post-events.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { deliveryPageSchema } from '#src/shared/alert-list.ts';
import { type Connection, connectionSchema, connectionsSchema } from '#src/shared/connections.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { deliverAlertJob } from './deliver-alert.ts';

/* Webhooks from the connect form to what an endpoint gets: tried again, followed up, and refused. */
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
type Got = { headers: IncomingHttpHeaders; body: string };

let db: TestDatabase;
let server: Server;
let url: string;
let got: Got[];
let status: number;
let who: { workspaceId: string; userId: string; email: string };
let now: Date;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = new Date('2026-11-23T10:00:00Z');
  [got, status] = [[], 204];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      got.push({ headers: request.headers, body });
      response.writeHead(body.startsWith('{"type":"ping"') ? 204 : status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  who = await newWorkspace(db);
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    who.workspaceId,
  ]);
});
afterEach(() => new Promise((done) => server.close(done)));

const clock = () => now;
const later = (ms: number): void => void (now = new Date(now.getTime() + ms));
const call = createCallProvider({ allowPrivate: true, agent: 'Test', now: () => now.getTime() });
const mail = {
  from: 'alerts@site.example',
  transport: () => ({
    send: async () => ({ kind: 'accepted' as const, response: 'ok' }),
    check: async () => null,
    close: () => undefined,
  }),
};
const base = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock,
  instanceId: '00000000-0000-7000-8000-000000000001',
  log: { warn: () => undefined },
});
const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);

async function ask(method: string, path: string, body?: unknown) {
  const connections = {
    ...base(),
    random: () => 0.5,
    encryptionKey: TEST_KEY,
    mail,
    call,
    practices: false,
    publicUrl: 'https://site.example',
    callbackUrl: () => '',
  };
  const answer = await testApi(db, { connections, clock }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

/** Connects the endpoint; the starter rule sends to it alone. */
async function connected(fields: Record<string, string> = { format: 'standard' }): Promise<Connection> {
  const form = { channel: 'webhook', name: 'Desk', fields: { url, secret: SECRET, ...fields } };
  const made = await ask('POST', '/connections', form);
  const connection = connectionSchema.parse(made.body);
  const rule = await starterRule(db, who.workspaceId);
  const destinationIds = connection.destinations.map(({ id }) => id);
  const routes = [{ destinationIds, audienceIds: [], approval: 'auto' }];
  expect(await ask('PATCH', `/rules/${rule.id}`, { routes })).toMatchObject({ status: 200 });
  got = [];
  return connection;
}

async function sendAlert(): Promise<string> {
  const { workspaceId } = who;
  const rule = await starterRule(db, workspaceId);
  const alertId = await inTenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  await composeAlert(base(), { workspaceId, alertId: alertId! });
  await deliver(alertId!);
  return alertId!;
}
const deliver = (alertId: string) =>
  deliverAlertJob({
    ...base(),
    pace: createPaces({ own: 6, connection: 6 }),
    publicUrl: 'https://site.example',
    links: createLinks({ key: Buffer.alloc(32, 5), publicUrl: 'https://site.example' }),
    mail,
    call,
    accounts: createAccounts({ ...base(), encryptionKey: TEST_KEY }),
    rates: createRates({ db: db.app, clock, hashKey: TEST_KEY }),
    onError: (error) => expect.unreachable(String(error)),
    random: () => 0,
    sinks: new Map(),
  })({ workspaceId: who.workspaceId, alertId }, {} as never);

const deliveriesOf = async (alertId: string) =>
  deliveryPageSchema.parse((await ask('GET', `/alerts/${alertId}/deliveries`)).body).items;

/** Another revision of the alert goes to the endpoint. */
const follow = (alertId: string, purpose: 'update' | 'correction', destinationId: string) =>
  inTenant(async (tx) => {
    const [revision] = await tx.select().from(revisions);
    const [sent] = await tx.select().from(fanOuts);
    const id = newId();
    const fanOut = { ...sent!, id, purpose, state: 'open' as const, revisionId: revision!.id, destinationId };
    await tx.insert(fanOuts).values(fanOut);
    await tx.insert(fanOutShards).values({
      workspaceId: who.workspaceId,
      alertId,
      fanOutId: id,
      channel: 'webhook',
      n: 1,
      cursorId: '00000000-0000-0000-0000-000000000000',
    });
  });

it('is connected with a signed ping, and is a destination at once', async () => {
  const form = { channel: 'webhook', name: 'Desk', fields: { url, format: 'standard' } };
  expect(await ask('POST', '/connections', form)).toMatchObject({
    status: 422,
    body: { code: 'connection_refused', field: 'secret' },
  });
  expect(got).toEqual([]);
  const made = await ask('POST', '/connections', { ...form, fields: { ...form.fields, secret: SECRET } });
  expect(made.body).toMatchObject({
    settings: { format: 'standard' },
    secrets: ['secret', 'url'],
    destinations: [{ name: 'Desk', address: 'endpoint' }],
  });
  expect(JSON.stringify(made.body)).not.toContain('127.0.0.1');
  const [ping] = got;
  expect(JSON.parse(ping!.body)).toMatchObject({ type: 'ping', version: 1 });
  expect(ping!.headers['webhook-signature']).toMatch(/^v1,/);
});

it('gets the same request again after a failure, and another for what follows', async () => {
  const { destinations } = await connected();
  status = 500;
  const alertId = await sendAlert();
  expect(await deliveriesOf(alertId)).toMatchObject([{ state: 'retry', channel: 'webhook' }]);
  status = 200;
  later(4_000);
  await deliver(alertId);
  expect(got).toHaveLength(1);
  later(1_000);
  await deliver(alertId);
  const [first, again] = got;
  const [delivery] = await deliveriesOf(alertId);
  expect(delivery).toMatchObject({ state: 'sent' });
  expect(again!.body).toBe(first!.body);
  expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(again!.headers['webhook-id']).toBe(delivery!.id);
  expect(Number(again!.headers['webhook-timestamp'])).toBe(Number(first!.headers['webhook-timestamp']) + 5);
  const signed = signedHeaders({ id: delivery!.id, atMs: now.getTime(), body: again!.body }, [SECRET]);
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
  await deliver(alertId);
  const correction = got[2]!;
  expect(JSON.parse(correction.body)).toMatchObject({ type: 'alert.corrected', alert: { id: alertId } });
  expect(correction.headers['webhook-id']).not.toBe(first!.headers['webhook-id']);
});

it('waits for half a day where its turn is then, and is not taken for a clock that was ahead', async () => {
  await connected();
  status = 500;
  const alertId = await sendAlert();
  await db.admin.query(`update deliveries set next_attempt_at = $2 where workspace_id = $1`, [
    who.workspaceId,
    new Date(now.getTime() + 12 * 3_600_000),
  ]);
  await deliver(alertId);
  expect(got).toHaveLength(1);
  later(12 * 3_600_000);
  await deliver(alertId);
  expect(got).toHaveLength(2);
});

it('keeps with each delivery what its settings were, so that the body can be made again', async () => {
  const settings = { format: 'strategy', down: 'sell' };
  await connected(settings);
  const alertId = await sendAlert();
  expect(JSON.parse(got[0]!.body)).toMatchObject({ action: 'sell' });
  const windows = await inTenant((tx) => tx.select({ body: ledgerWindows.body }).from(ledgerWindows));
  const { deliveries = [] } = JSON.parse(windows.at(-1)?.body ?? '{}') as {
    deliveries?: { own: { params: Record<string, string> } }[];
  };
  const { params } = deliveries[0]!.own;
  expect(params['evidenceUrl']).toBe(`https://site.example/dashboard/alerts/${alertId}`);
  expect(JSON.parse(params['settings']!)).toEqual(settings);
  expect(JSON.stringify(windows)).not.toContain(SECRET);
  expect(JSON.stringify(windows)).not.toContain(url);
});

it('never gets an action that nobody chose, nor a second signal', async () => {
  const { destinations } = await connected({ format: 'strategy', up: 'buy' });
  const alertId = await sendAlert();
  expect(got).toEqual([]);
  expect(await deliveriesOf(alertId)).toMatchObject([
    { state: 'rejected', reason: 'Not sent. No action is chosen for an alert that goes down.' },
  ]);
  await follow(alertId, 'update', destinations[0]!.id);
  await deliver(alertId);
  expect(got).toEqual([]);
});

it('is disabled when it answers 410', async () => {
  await connected();
  status = 410;
  const alertId = await sendAlert();
  expect(await deliveriesOf(alertId)).toMatchObject([{ state: 'rejected' }]);
  const { items } = connectionsSchema.parse((await ask('GET', '/connections')).body);
  expect(items).toMatchObject([
    {
      state: 'paused',
      problem: 'Disabled. It wants nothing more. The endpoint answered: 410',
    },
  ]);
});

const post = (onError: (error: unknown) => void = (error) => expect.unreachable(String(error))) =>
  postEvents({ ...base(), mail, call, random: () => 0, encryptionKey: TEST_KEY, onError });
/** Chooses its events, and leaves the rest of it as it is. */
const choose = (id: string, events: string) =>
  db.admin.query(
    `update connections set settings = settings || jsonb_build_object('events', $2::text) where id = $1`,
    [id, events],
  );
type Events = { id: string; events: { type: string; at: string; alert: string; delivery?: string }[] };
const eventsIn = (body: string): Events => JSON.parse(body) as Events;

it('gets what becomes of alerts and messages, signed and in order, until it has taken it', async () => {
  await connected({ format: 'standard', events: 'all' });
  const alertId = await sendAlert();
  got = [];
  status = 500;
  expect(await post()).toBe(0);
  status = 204;
  // Its pause isn't over.
  expect(await post()).toBe(0);
  later(7_000);
  expect(await post()).toBe(1);
  const [first, again] = got;
  expect(got).toHaveLength(2);
  expect(again!.body).toBe(first!.body);
  const { id, events } = eventsIn(first!.body);
  expect(again!.headers).toMatchObject(
    signedHeaders({ id, atMs: now.getTime(), body: again!.body }, [SECRET]),
  );
  expect(events.map(({ type }) => type)).toEqual([
    'alert.created',
    'alert.approved',
    'alert.sending',
    'delivery.sent',
    'alert.sent',
  ]);
  const [delivery] = await deliveriesOf(alertId);
  expect(events.map((event) => event.alert)).toEqual(Array.from({ length: 5 }, () => alertId));
  expect(events[3]).toMatchObject({ delivery: delivery!.id, channel: 'webhook', contact: null, attempt: 1 });
  expect(await post()).toBe(0);

  await inTenant((tx) =>
    noteReactions(tx, who.workspaceId, [{ deliveryId: delivery!.id, kind: 'delivered', at: now }]),
  );
  got = [];
  expect(await post()).toBe(1);
  expect(eventsIn(got[0]!.body).events).toMatchObject([
    { type: 'delivery.delivered', delivery: delivery!.id },
  ]);
  expect(eventsIn(got[0]!.body).id).not.toBe(id);
});

it('gets the events that it chose, and a platform for signals gets none', async () => {
  const { id } = await connected({ format: 'standard', events: 'alerts' });
  await sendAlert();
  got = [];
  expect(await post()).toBe(1);
  expect(eventsIn(got[0]!.body).events.map(({ type }) => type)).not.toContain('delivery.sent');
  await db.admin.query(
    `update connections set settings = settings || '{"format": "strategy", "up": "buy", "down": "sell"}' where id = $1`,
    [id],
  );
  const other = await newWorkspace(db);
  expect(await withTenant(db.app, other.workspaceId, (tx) => tx.select().from(lifecycleEvents))).toEqual([]);
  got = [];
  await inTenant((tx) =>
    tx.insert(lifecycleEvents).values({
      workspaceId: who.workspaceId,
      connectionId: id,
      type: 'alert.sent',
      at: now,
      about: { alert: id },
    }),
  );
  expect(await post()).toBe(1);
  expect(got).toEqual([]);
  expect(await inTenant((tx) => tx.select().from(lifecycleEvents))).toEqual([]);
});

it('gets none of what was written down before it chose fewer events', async () => {
  const { id } = await connected({ format: 'standard', events: 'all' });
  await sendAlert();
  got = [];
  status = 500;
  expect(await post()).toBe(0);
  expect(eventsIn(got[0]!.body).events.map(({ type }) => type)).toContain('delivery.sent');
  await choose(id, 'alerts');
  later(7_000);
  expect(await post()).toBe(0);
  expect(eventsIn(got[1]!.body).events.map(({ type }) => type)).toEqual([
    'alert.created',
    'alert.approved',
    'alert.sending',
    'alert.sent',
  ]);
  await choose(id, 'none');
  later(3_600_000);
  expect(await post()).toBe(0);
  expect(got).toHaveLength(2);
  expect(await inTenant((tx) => tx.select().from(lifecycleEvents))).toEqual([]);
});

it('gets one event for an open and one for a click, even if a scanner came first', async () => {
  await connected({ format: 'standard', events: 'all' });
  const alertId = await sendAlert();
  await inTenant((tx) => tx.update(brands).set({ tracking: { opens: true, clicks: true } }));
  const [delivery] = await deliveriesOf(alertId);
  const hit = (kind: 'opened' | 'clicked', link: number) => ({
    deliveryId: delivery!.id,
    kind,
    link,
    links: kind === 'clicked' ? 2 : 0,
    by: 'person' as const,
    times: 1,
    firstAt: now,
    lastAt: now,
    brandId: null,
  });
  const note = (...hits: ReturnType<typeof hit>[]) => inTenant((tx) => recordHits(tx, who.workspaceId, hits));
  await note(hit('opened', -1), hit('clicked', 0));
  later(2_000);
  // The second of two links: it was a scanner.
  await note(hit('clicked', 1));
  later(3_600_000);
  await note(hit('opened', -1), hit('clicked', 1));
  const events = await inTenant((tx) => tx.select().from(lifecycleEvents).orderBy(lifecycleEvents.seq));
  expect(events.map(({ type }) => type).filter((type) => /opened|clicked/.test(type))).toEqual([
    'delivery.opened',
    'delivery.clicked',
  ]);
});

it('gets its events though another endpoint’s can’t be posted, which is set aside', async () => {
  const [broken, whole] = [
    await connected({ format: 'standard', events: 'alerts' }),
    await connected({ format: 'standard', events: 'alerts' }),
  ];
  // Credentials open only where they were sealed.
  await inTenant((tx) =>
    tx.update(connections).set({ sealed: 'nothing' }).where(eq(connections.id, broken.id)),
  );
  await inTenant((tx) =>
    tx.insert(lifecycleEvents).values(
      [broken, whole].map(({ id }) => ({
        workspaceId: who.workspaceId,
        connectionId: id,
        type: 'alert.sent',
        at: now,
        about: { alert: id },
      })),
    ),
  );
  const errors: unknown[] = [];
  const look = () => post((error) => errors.push(error));
  expect(await look()).toBe(1);
  expect(got.map(({ body }) => eventsIn(body).events[0]?.alert)).toEqual([whole.id]);
  expect(await look()).toBe(0);
  expect(errors).toHaveLength(1);
  later(30_001);
  await look();
  expect(errors).toHaveLength(2);
});
