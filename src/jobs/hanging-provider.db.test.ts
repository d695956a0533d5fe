import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { connections, destinations, senders } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import type { SendOutcome } from '#src/engine/channels/channel.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { sendAccountMail } from './account-mail.ts';
import { ALERT_ROOM } from './mail-room.ts';

/* A provider that hangs holds what goes out over its account, and nothing else. */

let db: TestDatabase;
const undo: (() => void)[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(async () => {
  for (const each of undo) each();
  await db.drop();
});

const base = () => ({
  app: db.app,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => new Date(),
  instanceId: '00000000-0000-7000-8000-000000000007',
  log: { warn: () => undefined },
});
const SOON = { timeout: 30_000 };
type Send = (delivery: ClaimedDelivery) => Promise<SendOutcome>;
type Job = { workspaceId: string; alertId: string };

async function workspaceWithReaders(count: number): Promise<string> {
  const { workspaceId } = await newWorkspace(db);
  const emails = Array.from({ length: count }, (_, n) => `reader${n}@desk.example`);
  await addReaders(db.admin, workspaceId, emails);
  await sendToReaders(db, workspaceId);
  return workspaceId;
}

async function connect(workspaceId: string, channel: string): Promise<string> {
  const id = newId();
  const at = { createdAt: new Date(), updatedAt: new Date() };
  await withTenant(db.app, workspaceId, (tx) =>
    tx.insert(connections).values({ workspaceId, id, channel, name: id, ...at }),
  );
  return id;
}

/** Has the brand's emails go out over a server of its own. */
async function withOwnServer(workspaceId: string): Promise<void> {
  const connectionId = await connect(workspaceId, 'email');
  const at = { createdAt: new Date(), updatedAt: new Date() };
  await withTenant(db.app, workspaceId, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>('select id from brands where is_default');
    for (const { id: brandId } of rows)
      await tx.insert(senders).values({ workspaceId, brandId, channel: 'email', connectionId, ...at });
  });
}

async function ready(workspaceId: string): Promise<Job> {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date() }),
  );
  const job = { workspaceId, alertId: alertId! };
  await composeAlert(base(), job);
  return job;
}
const stateOf = async ({ alertId }: Job) =>
  (await db.admin.query<{ state: string }>('select state from alerts where id = $1', [alertId])).rows[0]
    ?.state;

/** Hangs for those that it's told to, until it's released. */
function hanging(isHanging: (delivery: ClaimedDelivery) => boolean) {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const held: ClaimedDelivery[] = [];
  const send: Send = async (delivery) => {
    if (isHanging(delivery)) {
      held.push(delivery);
      await released;
    }
    return { outcome: 'sent', providerMessageId: delivery.id };
  };
  return { send, held, release };
}

it('holds neither the server of another workspace nor the installation’s own', async () => {
  const [dead, other, own] = [
    await workspaceWithReaders(20),
    await workspaceWithReaders(5),
    await workspaceWithReaders(5),
  ];
  await withOwnServer(dead);
  await withOwnServer(other);
  const { send, held, release } = hanging(({ workspaceId }) => workspaceId === dead);
  const deps = { ...base(), pace: createPaces({ own: 2, connection: 2 }, null), send };
  const first = await ready(dead);
  const stuck = deliverAlert(deps, first);
  await expect.poll(() => held.length, SOON).toBe(2);
  for (const each of [other, own]) {
    const job = await ready(each);
    await deliverAlert(deps, job);
    expect(await stateOf(job)).toBe('sent');
  }
  expect(held).toHaveLength(2);
  release();
  await stuck;
  expect(await stateOf(first)).toBe('sent');
});

it('holds no other place of the same alert', async () => {
  undo.push(
    addChannel({
      ...channelOf('email'),
      kind: 'test-wall',
      planClass: 'included',
      hasOwnAccount: false,
      window: 1,
      lanes: 1,
      address: null,
      destination: { label: 'Wall', placeholder: 'wall-1', normalize: (typed) => typed },
    }),
  );
  const workspaceId = await workspaceWithReaders(3);
  for (const address of ['wall-1', 'wall-2', 'wall-3']) {
    const [connectionId, id] = [await connect(workspaceId, 'test-wall'), newId()];
    const at = { createdAt: new Date(), updatedAt: new Date() };
    await withTenant(db.app, workspaceId, (tx) =>
      tx.insert(destinations).values({ workspaceId, id, connectionId, name: address, address, ...at }),
    );
    await db.admin.query(
      `insert into route_targets (workspace_id, id, route_id, destination_id)
       select $1, $2, id, $2 from routes where workspace_id = $1`,
      [workspaceId, id],
    );
  }
  const { send, release } = hanging(({ address }) => address === 'wall-1');
  const arrived: string[] = [];
  const counted: Send = async (delivery) => {
    const outcome = await send(delivery);
    arrived.push(delivery.address);
    return outcome;
  };
  const job = await ready(workspaceId);
  const deps = { ...base(), pace: createPaces({ own: 2, connection: 2 }, null), send: counted };
  const run = deliverAlert(deps, job);
  await expect.poll(() => arrived.length, SOON).toBe(5);
  expect(arrived).not.toContain('wall-1');
  release();
  await run;
  expect(await stateOf(job)).toBe('sent');
});

it('leaves account mail its way through the installation’s own server', async () => {
  // It takes each message and never says so.
  const smtp = await startFakeSmtp({ message: { hang: true } });
  const transport = createMailTransport(smtp.url);
  const mailOf = (to: string, messageId: string) => ({
    from: { name: 'B', address: 'alerts@bellwire.example' },
    to,
    subject: 'S',
    text: 'T',
    html: '<p>T</p>',
    messageId,
    date: new Date(),
  });
  const send: Send = async ({ id, address }) => {
    await transport.send(mailOf(address, `<${id}@bellwire.example>`));
    return { outcome: 'sent', providerMessageId: id };
  };
  const workspaceId = await workspaceWithReaders(40);
  const job = await ready(workspaceId);
  const stop = new AbortController();
  const pace = createPaces({ own: ALERT_ROOM, connection: ALERT_ROOM }, null);
  const run = deliverAlert({ ...base(), pace, send, stop: stop.signal }, job);
  await expect.poll(() => smtp.mails.length, SOON).toBe(ALERT_ROOM);

  const { userId } = await newWorkspace(db, { email: 'ada@harbor.example' });
  const handler = sendAccountMail({
    app: db.app,
    encryptionKey: TEST_KEY,
    transport,
    mailFrom: 'alerts@bellwire.example',
    publicUrl: 'https://site.example',
    clock: () => new Date(),
    answerMailRequest: async () => undefined,
    mayTellUnconfirmed: async () => true,
    log: { warn: () => undefined },
  });
  const mailed = handler({ kind: 'password_changed', userId }, { id: 'job-1', retryCount: 0 });
  await expect
    .poll(() => smtp.mails.filter((mail) => mail.includes('ada@harbor.example')).length, SOON)
    .toBe(1);
  expect(smtp.mails).toHaveLength(ALERT_ROOM + 1);
  stop.abort();
  smtp.answer('250 2.0.0 Ok');
  await Promise.all([run, mailed]);
  transport.close();
  await smtp.stop();
});
