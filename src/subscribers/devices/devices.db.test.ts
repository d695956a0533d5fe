import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addresses, brands, consents, contacts, deliveries, suppressions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { webPushChannel } from '#src/engine/channels/web-push/web-push.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { newId } from '#src/db/ids.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { deviceParts } from '#src/server/subscribers/devices/parts.ts';
import { createPreferencesRoutes } from '#src/server/subscribers/preferences.ts';

import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { createLinks } from '../links.ts';
import { createPreferences } from '../preferences.ts';
import { createUnsubscribe } from '../unsubscribe.ts';
import { createDevices, DEVICES_MAX } from './devices.ts';
import { openDevice } from './sealed.ts';
import { createSenderKeys, subjectOf } from './sender-keys.ts';

const KEY = Buffer.alloc(32, 7);
const SITE = 'https://site.example';
const READER = 'reader-0@desk.example';
const AGENT = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';
const now = new Date('2026-11-27T10:00:00Z');
const clock = () => now;

let db: TestDatabase;
let server: Awaited<ReturnType<typeof startPractice>>;
const room = memoryRoom(
  () => now.getTime(),
  () => 'takes',
);
beforeAll(async () => {
  db = await testDatabase();
  const provider = await webPushChannel.practice!();
  server = await startPractice({ providers: [provider], room });
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

const call: ReturnType<typeof createCallProvider> = (request) =>
  createCallProvider({
    allowPrivate: false,
    agent: 'Test',
    now: () => now.getTime(),
    practiceUrl: server.url,
  })(request);
const links = createLinks({ key: KEY, publicUrl: SITE });
const keysWith = (encryptionKey: Buffer) =>
  createSenderKeys({ app: db.app, clock, encryptionKey, subject: 'mailto:ops@site.example' });
const limits = () => ({ db: db.app, clock, hashKey: KEY });

let who: { workspaceId: string; userId: string };
let token: string;
let keys: ReturnType<typeof createSenderKeys>;
let brandId: string;
const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);

beforeEach(async () => {
  who = await newWorkspace(db, { companyName: 'Harbor' });
  keys = keysWith(KEY);
  await addReaders(db.admin, who.workspaceId, [READER]);
  await sendToReaders(db, who.workspaceId);
  const [brand] = await inTenant((tx) => tx.select().from(brands).where(eq(brands.isDefault, true)));
  brandId = brand!.id;
  token = await tokenFor(brandId);
});

async function tokenFor(ofBrand: string): Promise<string> {
  const [address] = await inTenant((tx) => tx.select().from(addresses).where(eq(addresses.address, READER)));
  const { contactId, id: addressId } = address!;
  return links.tokenOf({
    workspaceId: who.workspaceId,
    contactId,
    brandId: ofBrand,
    addressId,
    topic: 'other',
  });
}

const readers = () =>
  createDevices({ app: db.app, clock, encryptionKey: KEY, keys, limits: limits(), channel: channelFace });
const channelFace = {
  kind: webPushChannel.kind,
  planClass: webPushChannel.planClass,
  devices: webPushChannel.devices!,
};
const peopleDeps = () => ({ app: db.app, clock, links, channelTitle: () => 'Email' });
const preferences = () => createPreferences({ ...peopleDeps(), linkTo: () => null });
const unsubscribe = () => createUnsubscribe(peopleDeps());
const known = async (by = token) => (await preferences().find(by))!;
const addressOf = (subscription: object): string =>
  webPushChannel.devices!.read(subscription, AGENT, '')!.address;

const newSubscription = async () =>
  (await webPushChannel.devices!.practice((await keys()).publicKey, call)) as { endpoint: string };

/** A request of a reader's page. */
async function ask(path: string, body: object, by = token, agent = AGENT) {
  const parts = partsOf();
  const key = (await parts.offerTo(by))?.page.head.match(/\/push\/([^/]+)\//)?.[1] ?? 'none';
  const answer = await parts.routes.request(`/${key}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': agent },
    body: JSON.stringify({ token: by, ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}
const partsOf = () =>
  deviceParts(
    { readers: readers(), practice: newSubscription },
    { find: preferences().find, clientAddress: () => '198.51.100.7' },
  )!;
async function register(by = token) {
  const subscription = await newSubscription();
  expect(await ask('register', { subscription }, by)).toMatchObject({ status: 200, body: { state: 'on' } });
  return subscription;
}
const rows = () =>
  inTenant((tx) => tx.select().from(addresses).where(eq(addresses.channel, webPushChannel.kind)));

async function alert(day = 0): Promise<string> {
  const rule = await starterRule(db, who.workspaceId);
  const detection = day === 0 ? fallOf2020 : { ...fallOf2020, time: fallOf2020.time + day * 86_400_000 };
  const alertId = await inTenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now }),
  );
  const shared = {
    app: db.app,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock,
    log: { warn: () => undefined },
  };
  const job = { workspaceId: who.workspaceId, alertId: alertId! };
  await composeAlert(shared, job);
  const transport = {
    send: async () => ({ kind: 'accepted' as const, response: '250 OK' }),
    check: async () => null,
    close: () => undefined,
  };
  const deliver = deliverAlertJob({
    ...shared,
    accounts: createAccounts({ ...shared, encryptionKey: KEY }),
    rates: createRates({ db: db.app, clock, hashKey: KEY }),
    onError: (error) => expect.unreachable(String(error)),
    instanceId: '00000000-0000-7000-8000-000000000001',
    pace: paced(4),
    publicUrl: SITE,
    mail: { transport: () => transport, from: 'alerts@site.example' },
    random: () => 0,
    sinks: new Map(),
    links,
    call,
    openDevice: async (delivery) => ({
      keys: await keys(),
      ...(await withTenant(db.app, delivery.workspaceId, (tx) => openDevice(tx, KEY, delivery))),
    }),
  });
  await deliver(job, { id: 'job', retryCount: 0 });
  return job.alertId;
}
const pushes = async (alertId: string) =>
  inTenant((tx) =>
    tx
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.alertId, alertId), eq(deliveries.channel, webPushChannel.kind))),
  );
const shownAt = async ({ endpoint }: { endpoint: string }) =>
  room.messages('web-push', endpoint.split('/').at(-1) ?? '');

it('makes the installation’s keys once, sealed, and new ones where they can’t be opened any more', async () => {
  const [one, other] = await Promise.all([keysWith(KEY)(), keysWith(KEY)()]);
  expect(one).toEqual(other);
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
  const { rows: kept } = await db.admin.query<{ all: string }>(
    'select installation_keys::text as all from installation_keys',
  );
  expect(kept).toHaveLength(1);
  expect(kept[0]?.all).not.toContain(one.privateKey);
  const replaced = await keysWith(Buffer.alloc(32, 9))();
  expect(replaced.publicKey).not.toBe(one.publicKey);
  expect(await keysWith(Buffer.alloc(32, 9))()).toEqual(replaced);
  await db.admin.query('delete from installation_keys');
});

it.each([
  ['https://site.example', 'x@y.example', 'https://site.example'],
  ['http://localhost:3000', 'Bellwire <x@y.example>', 'mailto:x@y.example'],
  ['http://localhost:3000', 'x@y.example', 'mailto:x@y.example'],
])('says who sends: %s', (url, from, subject) => expect(subjectOf(url, from)).toBe(subject));

it('registers a device with the reader’s consent, and keeps nothing that reaches it in the clear', async () => {
  const { endpoint } = await register();
  const [row] = await rows();
  expect(row).toMatchObject({ brandId, confirmedAt: now, suppressedAt: null });
  expect(row?.address).toMatch(/^Chrome on Android · [0-9a-f]{16}$/);
  const { rows: stored } = await db.admin.query<{ all: string }>(
    'select addresses::text as all from addresses',
  );
  expect(JSON.stringify(stored)).not.toContain(endpoint.split('/').at(-1));
  const given = await inTenant((tx) => tx.select().from(consents).where(eq(consents.source, 'device')));
  expect(given).toMatchObject([
    {
      kind: 'given',
      channel: webPushChannel.kind,
      brandId,
      ip: '198.51.100.7',
      at: now,
      wording: 'Show alerts from Harbor as notifications on this device.',
    },
  ]);
});

it('sends each device of a reader the alert, once, and reads on where a window ended among them', async () => {
  // More than go out at a time.
  const subscriptions = [];
  for (let n = 0; n < 6; n += 1) subscriptions.push(await register());
  const alertId = await alert();
  for (const each of subscriptions) {
    const [message, ...more] = await shownAt(each);
    expect(more).toEqual([]);
    expect(message?.own).toMatchObject({ tag: alertId, actions: [{ action: 'leave' }] });
  }
  const sent = await pushes(alertId);
  expect(sent.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'sent'));
  expect(new Set(sent.map(({ targetId }) => targetId)).size).toBe(6);
});

it('leaves out a device of another brand’s page', async () => {
  const other = newId();
  await inTenant((tx) =>
    tx.insert(brands).values({
      workspaceId: who.workspaceId,
      id: other,
      name: 'Vale',
      color: '#123456',
      createdAt: now,
    }),
  );
  const elsewhere = await register(await tokenFor(other));
  const here = await register();
  await alert();
  expect(await shownAt(here)).toHaveLength(1);
  expect(await shownAt(elsewhere)).toEqual([]);
});

it('suppresses a device that is gone with the reason, and takes the same one back', async () => {
  const gone = await register();
  await call({ method: 'DELETE', url: gone.endpoint, practice: true });
  const alertId = await alert();
  expect(await pushes(alertId)).toMatchObject([{ state: 'rejected' }]);
  const [row] = await rows();
  expect(row?.suppressedAt).not.toBeNull();
  const [why] = await inTenant((tx) => tx.select().from(suppressions));
  expect(why).toMatchObject({ address: row?.address, detail: expect.stringContaining('410') });
  expect(await ask('status', { subscription: gone })).toMatchObject({ body: { on: false } });
  // Nobody asks for it again, and it keeps no other from getting alerts.
  const living = await register();
  const next = await alert(1);
  expect(await pushes(next)).toMatchObject([{ state: 'sent' }]);
  expect(await shownAt(living)).toHaveLength(1);
  expect(await ask('register', { subscription: gone })).toMatchObject({ body: { state: 'on' } });
  expect((await rows()).every(({ suppressedAt }) => suppressedAt === null)).toBe(true);
});

it('turns off a device, and knows which one is on', async () => {
  const [one, other] = [await register(), await register()];
  expect(await ask('status', { subscription: one })).toMatchObject({ body: { on: true } });
  expect(await ask('remove', { subscription: one })).toMatchObject({ body: { state: 'off' } });
  expect(await ask('status', { subscription: one })).toMatchObject({ body: { on: false } });
  await alert();
  expect(await shownAt(one)).toEqual([]);
  expect(await shownAt(other)).toHaveLength(1);
  const all = await inTenant((tx) => tx.select().from(consents).where(eq(consents.source, 'device')));
  expect(all.map(({ kind }) => kind).sort()).toEqual(['given', 'given', 'withdrawn']);
  expect((await rows()).filter(({ sealed }) => sealed === null)).toHaveLength(1);
});

it('knows a device whatever its browser is called by now', async () => {
  const subscription = await register();
  const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36';
  const asDesktop = (path: string) => ask(path, { subscription }, token, DESKTOP);
  expect(await asDesktop('status')).toMatchObject({ body: { on: true } });
  expect(await asDesktop('register')).toMatchObject({ body: { state: 'on' } });
  expect(await rows()).toHaveLength(1);
  expect(await asDesktop('remove')).toMatchObject({ body: { state: 'off' } });
  expect(await ask('status', { subscription })).toMatchObject({ body: { on: false } });
  await alert();
  expect(await shownAt(subscription)).toEqual([]);
});

it('lists a reader’s devices, and turns off any of them without script', async () => {
  const [lost, kept] = [await register(), await register()];
  const [row] = await inTenant((tx) =>
    tx
      .select()
      .from(addresses)
      .where(eq(addresses.address, addressOf(lost))),
  );
  const parts = partsOf();
  const page = createPreferencesRoutes(
    { preferences: preferences(), unsubscribe: unsubscribe() },
    createBrandPages([]),
    parts,
  );
  const shown = async () => (await page.request(`/${token}`)).text();
  expect((await shown()).match(/name="device"/g)).toHaveLength(2);
  expect(await shown()).toContain(`on ${DEVICES_MAX} devices, which is the limit. Turn one off below`);
  const turnOff = (by: string) =>
    page.request(`/${by}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'device', device: row!.id }),
    });
  // Nobody else's link does.
  await addReaders(db.admin, who.workspaceId, ['third@desk.example']);
  const [third] = await inTenant((tx) =>
    tx.select().from(addresses).where(eq(addresses.address, 'third@desk.example')),
  );
  const foreign = {
    workspaceId: who.workspaceId,
    contactId: third!.contactId,
    brandId,
    addressId: third!.id,
  };
  await turnOff(links.tokenOf({ ...foreign, topic: 'other' }));
  expect(await ask('status', { subscription: lost })).toMatchObject({ body: { on: true } });
  expect((await turnOff(token)).headers.get('location')).toContain('done=device');
  expect(await shown()).not.toContain(row!.id);
  expect(await ask('status', { subscription: lost })).toMatchObject({ body: { on: false } });
  expect(await ask('status', { subscription: kept })).toMatchObject({ body: { on: true } });
  const said = await inTenant((tx) => tx.select().from(consents).where(eq(consents.kind, 'withdrawn')));
  expect(said).toMatchObject([{ source: 'device', brandId, ip: '198.51.100.7' }]);
});

it('counts a person who is passed over once, however many devices they have', async () => {
  for (let n = 0; n < 3; n += 1) await register();
  await unsubscribe().leave(await known(), 'everything', 'preferences');
  const alertId = await alert();
  expect(await pushes(alertId)).toEqual([]);
  const { rows: skips } = await db.admin.query(
    'select reason, people from fan_out_skips where alert_id = $1 and channel = $2',
    [alertId, webPushChannel.kind],
  );
  expect(skips).toEqual([{ reason: 'unsubscribed', people: 1 }]);
});

it('takes the new subscription of a browser in the place of the old one', async () => {
  const before = await register();
  const subscription = await newSubscription();
  expect(await ask('register', { subscription, before })).toMatchObject({ body: { state: 'on' } });
  await alert();
  expect(await shownAt(before)).toEqual([]);
  expect(await shownAt(subscription)).toHaveLength(1);
});

it('moves a device to whoever registers it, and stops at so many', async () => {
  const shared = await register();
  await addReaders(db.admin, who.workspaceId, ['second@desk.example']);
  const [second] = await inTenant((tx) =>
    tx.select().from(addresses).where(eq(addresses.address, 'second@desk.example')),
  );
  const theirs = links.tokenOf({
    workspaceId: who.workspaceId,
    contactId: second!.contactId,
    brandId,
    addressId: second!.id,
    topic: 'other',
  });
  await ask('register', { subscription: shared }, theirs);
  expect(await ask('status', { subscription: shared })).toMatchObject({ body: { on: false } });
  expect(await ask('status', { subscription: shared }, theirs)).toMatchObject({ body: { on: true } });
  for (let n = 0; n < DEVICES_MAX; n += 1) await register();
  const subscription = await newSubscription();
  expect(await ask('register', { subscription })).toMatchObject({ status: 409, body: { state: 'full' } });
});

it('is for plans that host pages, living people, and who holds their link', async () => {
  const subscription = await newSubscription();
  expect(await ask('register', { subscription }, `${token}x`)).toMatchObject({ status: 404 });
  expect(await ask('register', { subscription: { endpoint: 'http://x.example' } })).toMatchObject({
    status: 409,
  });
  await db.admin.query(
    `update subscriptions set plan_id = 'starter', status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [who.workspaceId],
  );
  const person = await known();
  expect(await readers().offer(person)).toBeNull();
  const said = { given: subscription, agent: AGENT, wording: 'x', ip: null };
  expect(await readers().register(person, said)).toBe('off');
  await db.admin.query(`update subscriptions set plan_id = 'pro' where workspace_id = $1`, [who.workspaceId]);
  await inTenant((tx) =>
    tx.update(contacts).set({ deletedAt: now }).where(eq(contacts.id, person.contactId)),
  );
  expect(await readers().register(person, said)).toBe('off');
  expect(await rows()).toEqual([]);
});
