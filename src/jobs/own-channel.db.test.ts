import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempts, deliveries, fanOuts, fanOutShards, revisions } from '#src/db/schema.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { faceOf } from '#src/engine/channels/face.ts';
import { loftCall, pigeon, startLoft, WHISTLE_OF_TEST } from '#src/engine/channels/pigeon.fixture.ts';
import { addChannel } from '#src/engine/channels/registry.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createCallbacks } from '#src/engine/connections/callbacks.ts';
import { monthOfConnection } from '#src/engine/connections/month.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { forgetReceipts } from '#src/engine/delivery/receipts.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { createChannelHooks } from '#src/server/hooks/channels.ts';
import { alertRecordSchema, deliveryPageSchema, readBackSchema } from '#src/shared/alert-list.ts';
import { channelsSchema } from '#src/shared/channels.ts';
import { connectionSchema, connectionsSchema, destinationSchema } from '#src/shared/connections.ts';
import { routeChoicesSchema } from '#src/shared/routes.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { deliverAlertJob } from './deliver-alert.ts';

/*
 * A channel that exists in tests alone (src/engine/channels/pigeon.fixture.ts), from its connect form to what its
 * provider says of a message. Its conformance run is in src/engine/channels/conformance.test.ts.
 */
let db: TestDatabase;
let loft: Awaited<ReturnType<typeof startLoft>>;
let remove: () => void;
beforeAll(async () => {
  db = await testDatabase();
  loft = await startLoft();
  remove = addChannel(pigeon);
});
afterAll(async () => {
  remove();
  await loft.stop();
  await db.drop();
});

let who: { workspaceId: string; userId: string; email: string };
let now: Date;
let mailed: string[];
beforeEach(async () => {
  now = new Date('2026-11-23T10:00:00Z');
  mailed = [];
  loft.set('takes');
  loft.letters.clear();
  who = await newWorkspace(db);
});

const clock = () => now;
const call = createCallProvider({ allowPrivate: true, agent: 'Test', now: () => now.getTime() });
const mail = {
  from: 'alerts@site.example',
  transport: () => ({
    send: async ({ to }: { to: string }) => {
      mailed.push(to);
      return { kind: 'accepted' as const, response: 'ok' };
    },
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
const urlOf = ({ workspaceId, connectionId }: { workspaceId: string; connectionId: string }) =>
  `https://site.example/hooks/channels/${workspaceId}~${connectionId}`;

async function ask(method: string, path: string, body?: unknown) {
  const connections = {
    ...base(),
    random: () => 0.5,
    encryptionKey: TEST_KEY,
    mail,
    call,
    practices: false,
    publicUrl: 'https://site.example',
    callbackUrl: urlOf,
  };
  const answer = await testApi(db, { connections, clock }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

const hooks = () =>
  createChannelHooks({
    callbacks: createCallbacks({
      app: db.app,
      announce: () => undefined,
      encryptionKey: TEST_KEY,
      takeChatCalls: [],
    }),
    opened: (token) => {
      const [workspaceId, connectionId] = token.split('~');
      return workspaceId && connectionId ? { workspaceId, connectionId } : null;
    },
    clock,
    count: async () => ({ within: true, seconds: 0 }),
    clientNetwork: () => null,
    log: { error: (context) => expect.unreachable(JSON.stringify(context)) },
  });
const report = (url: string, event: Parameters<typeof loftCall>[0], detail = '') => {
  const { body, headers } = loftCall(event, now.getTime(), detail);
  return hooks().request(url.replace('https://site.example/hooks/channels', ''), {
    method: 'POST',
    headers,
    body,
  });
};

/** Connects the loft, with a square; the brand sends over it, and the owner has a loft of their own. */
async function connected() {
  const fields = { url: loft.url, whistle: WHISTLE_OF_TEST };
  const made = await ask('POST', '/connections', { channel: 'pigeon', name: 'Roof', fields });
  const connection = connectionSchema.parse(made.body);
  const added = await ask('POST', `/connections/${connection.id}/destinations`, {
    name: 'Market',
    address: ' #Market ',
  });
  const square = destinationSchema.parse(added.body);
  await db.admin.query(
    `insert into senders (workspace_id, brand_id, channel, connection_id, created_at, updated_at)
     select workspace_id, id, 'pigeon', $2, now(), now() from brands where workspace_id = $1`,
    [who.workspaceId, connection.id],
  );
  await db.admin.query(
    `insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), id, 'pigeon', 'loft-1', now(), now(), now() from contacts where workspace_id = $1`,
    [who.workspaceId],
  );
  return { connection, square };
}

/** The starter rule with two routes, both of which lead to the square and one to the members. */
async function routed(destinationId: string, approval = 'auto'): Promise<void> {
  const rule = await starterRule(db, who.workspaceId);
  const to = { destinationIds: [destinationId], approval };
  const routes = [
    { ...to, audienceIds: [who.workspaceId] },
    { ...to, audienceIds: [] },
  ];
  expect(await ask('PATCH', `/rules/${rule.id}`, { routes })).toMatchObject({ status: 200 });
}

/** Sends an alert of the rule. */
async function sendAlert(day = 0): Promise<string> {
  const { workspaceId } = who;
  const rule = await starterRule(db, workspaceId);
  const detection = { ...fallOf2020, time: fallOf2020.time + day * 86_400_000 };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: day === 0 ? fallOf2020 : detection, trialRunId: null, now }),
  );
  await composeAlert(base(), { workspaceId, alertId: alertId! });
  await deliver(alertId!);
  return alertId!;
}
const deliver = (alertId: string) =>
  deliverAlertJob({
    ...base(),
    pace: createPaces({ own: 6, connection: 6 }, null),
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

const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);
const stored = () => inTenant((tx) => tx.select().from(deliveries));
const shownOf = async (alertId: string) =>
  deliveryPageSchema.parse((await ask('GET', `/alerts/${alertId}/deliveries`)).body).items;
const toSquare = async (alertId: string) =>
  (await shownOf(alertId)).find(({ address }) => address === 'Market')!;

it('is connected by the form that it declares, and checked before anything is stored', async () => {
  const { items } = channelsSchema.parse((await ask('GET', '/channels')).body);
  expect(items.find(({ kind }) => kind === 'pigeon')).toEqual(faceOf(pigeon));
  const form = { channel: 'pigeon', name: 'Roof', fields: { url: loft.url, whistle: 'wrong-one' } };
  expect(await ask('POST', '/connections', form)).toMatchObject({
    body: { code: 'connection_refused', detail: expect.stringContaining('doesn’t know this whistle') },
  });
  expect(await ask('POST', '/connections', { ...form, fields: { url: loft.url } })).toMatchObject({
    body: { detail: 'Whistle is missing. Enter it.' },
  });
  const { connection, square } = await connected();
  expect(connection).toMatchObject({ settings: { url: loft.url }, secrets: ['whistle'], state: 'ok' });
  expect(connection.callbackUrl).toBe(urlOf({ ...who, connectionId: connection.id }));
  expect(square.address).toBe('#market');
  expect(
    await ask('POST', `/connections/${connection.id}/destinations`, { name: 'No', address: 'a place' }),
  ).toMatchObject({
    body: { detail: 'Square: write it like #market.' },
  });
});

describe('an alert', () => {
  it('reaches a person and a destination, each once, whatever routes lead there', async () => {
    const { square } = await connected();
    await routed(square.id);
    const alertId = await sendAlert();
    expect(mailed).toHaveLength(1);
    const texts = [...loft.letters.values()].map(({ to, text, under }) => ({ to, text, under }));
    const text = expect.stringMatching(/^coo: \d+ words$/);
    expect(texts.toSorted((a, b) => a.to.localeCompare(b.to))).toEqual([
      { to: '#market', text, under: null },
      { to: 'loft-1', text, under: null },
    ]);
    const rows = await stored();
    expect(rows.map(({ channel, state }) => `${channel} ${state}`).sort()).toEqual([
      'email sent',
      'pigeon sent',
      'pigeon sent',
    ]);
    expect(rows.find(({ targetId }) => targetId === square.id)).toMatchObject({ contactId: null });
    expect(await inTenant((tx) => tx.$count(attempts))).toBe(3);
    expect(await ask('GET', `/alerts/${alertId}/reach`)).toMatchObject({
      body: {
        fanOuts: expect.arrayContaining([
          expect.objectContaining({ target: { kind: 'destination', id: square.id, name: 'Market' } }),
        ]),
      },
    });
  });

  it('is held against the limits of its channel: pre-flight, and the pace of a place', async () => {
    const { square } = await connected();
    await routed(square.id);
    const alertId = await sendAlert();
    const { variants } = alertRecordSchema.parse((await ask('GET', `/alerts/${alertId}/record`)).body);
    const { text = '', preflight = null } = variants.find(({ channel }) => channel === 'pigeon') ?? {};
    expect(preflight).toMatchObject({ fits: true });
    expect(preflight?.parts.map(({ says }) => says)).toEqual([
      `${text.length} of 300 characters`,
      '0 of 2 links',
      '1 of 1 button',
    ]);
    // The alert itself is told by the channel that tells most of it.
    expect((await ask('GET', `/alerts/${alertId}`)).body).toMatchObject({
      subject: expect.stringContaining('S&P 500'),
      text: expect.not.stringMatching(/^coo/),
    });
    // One a minute to a place, in whatever process; to a person as often as there is something.
    await sendAlert(1);
    expect([...loft.letters.values()].map(({ to }) => to).sort()).toEqual(['#market', 'loft-1', 'loft-1']);
    const waiting = (await stored()).find(({ state }) => state === 'retry');
    expect(waiting).toMatchObject({
      targetId: square.id,
      reason: 'Pigeon post takes no more at the moment.',
    });
    now = new Date(now.getTime() + 61_000);
    await deliver(waiting!.alertId);
    expect([...loft.letters.values()].filter(({ to }) => to === '#market')).toHaveLength(2);
    // What routes can be made of says how the newest alert would fit.
    const { channels } = routeChoicesSchema.parse((await ask('GET', '/rules/route-choices')).body);
    expect(channels.find(({ kind }) => kind === 'pigeon')?.preflight).toMatchObject({ fits: true });
  });

  it('says what it will cost before it goes', async () => {
    const { square } = await connected();
    await routed(square.id, 'human');
    expect(await ask('GET', `/alerts/${await sendAlert()}/reach`)).toMatchObject({
      body: { ahead: { destinations: [{ name: 'Market', cost: { currency: 'EUR', amount: '0.05' } }] } },
    });
  });

  it('counts for its account, with what the month has cost', async () => {
    const { connection, square } = await connected();
    expect(connection.month).toBeNull();
    const month = async () => {
      const { items } = connectionsSchema.parse((await ask('GET', '/connections')).body);
      return items.find(({ id }) => id === connection.id)?.month;
    };
    expect(await month()).toEqual({ messages: 0, lastSentAt: null, cost: null });
    await routed(square.id);
    await sendAlert();
    now = new Date(now.getTime() + 61_000);
    await sendAlert(1);
    // What went to people isn't the place's.
    expect(await month()).toEqual({
      messages: 2,
      lastSentAt: now.toISOString(),
      cost: { currency: 'EUR', amount: '0.1' },
    });
    // A place that was removed has cost what it has.
    const rule = await starterRule(db, who.workspaceId);
    const routes = [{ audienceIds: [who.workspaceId], destinationIds: [], approval: 'auto' }];
    expect(await ask('PATCH', `/rules/${rule.id}`, { routes })).toMatchObject({ status: 200 });
    expect(await ask('DELETE', `/destinations/${square.id}`)).toMatchObject({ status: 204 });
    expect(await month()).toMatchObject({ messages: 2, cost: { amount: '0.1' } });
    // A month begins at midnight, in UTC.
    now = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    expect(await month()).toEqual({ messages: 0, lastSentAt: null, cost: null });
    // So it does where the database is of another zone.
    await db.admin.query(`update deliveries set sent_at = $2, updated_at = $2 where workspace_id = $1`, [
      who.workspaceId,
      new Date(now.getTime() - 3_600_000),
    ]);
    const elsewhere = await inTenant(async (tx) => {
      await tx.execute("set local time zone 'Pacific/Kiritimati'");
      return monthOfConnection(tx, { ...connection, settings: {} }, now);
    });
    expect(elsewhere?.messages).toBe(0);
  });

  it('is corrected in place where the channel edits, and updated under its first message', async () => {
    const { square } = await connected();
    await routed(square.id);
    const alertId = await sendAlert();
    const first = [...loft.letters.values()].find(({ to }) => to === '#market');
    const follow = (purpose: 'correction' | 'update') =>
      inTenant(async (tx) => {
        const [revision] = await tx.select().from(revisions);
        const [sent] = await tx.select().from(fanOuts);
        const id = newId();
        await tx.insert(fanOuts).values({
          ...sent!,
          id,
          purpose,
          state: 'open',
          revisionId: revision!.id,
          audienceId: null,
          destinationId: square.id,
          channels: ['pigeon'],
        });
        await tx.insert(fanOutShards).values({
          workspaceId: who.workspaceId,
          alertId,
          fanOutId: id,
          channel: 'pigeon',
          n: 1,
          cursorId: '00000000-0000-0000-0000-000000000000',
        });
      });
    first!.text = 'wrong';
    now = new Date(now.getTime() + 61_000);
    await follow('correction');
    await deliver(alertId);
    expect(loft.letters.get(first!.ring)?.text).toMatch(/^coo: /);
    expect(loft.letters.size).toBe(2);
    now = new Date(now.getTime() + 61_000);
    await follow('update');
    await deliver(alertId);
    expect([...loft.letters.values()].at(-1)).toMatchObject({ to: '#market', under: first!.ring });
  });

  it('is read back as the provider has it', async () => {
    const { square } = await connected();
    await routed(square.id);
    const alertId = await sendAlert();
    const there = await toSquare(alertId);
    expect(there.readsBack).toBe(true);
    expect((await shownOf(alertId)).find(({ channel }) => channel === 'email')?.readsBack).toBe(false);
    const readBack = async () =>
      readBackSchema.parse((await ask('POST', `/deliveries/${there.id}/read-back`)).body);
    expect(await readBack()).toMatchObject({ found: 'there', same: true, problem: null });
    const letter = [...loft.letters.values()].find(({ to }) => to === '#market');
    letter!.text = 'Somebody has changed it.';
    expect(await readBack()).toMatchObject({ found: 'there', same: false, text: 'Somebody has changed it.' });
    loft.letters.clear();
    expect(await readBack()).toEqual({ found: 'gone', text: null, same: null, problem: null });
    expect(await ask('POST', `/deliveries/${newId()}/read-back`)).toMatchObject({ status: 404 });
  });
});

describe('what the provider says of a message', () => {
  async function sent() {
    const { connection, square } = await connected();
    await routed(square.id);
    const alertId = await sendAlert();
    const ringOf = (address: string) => [...loft.letters.values()].find(({ to }) => to === address)!.ring;
    return {
      url: connection.callbackUrl!,
      alertId,
      place: ringOf('#market'),
      person: ringOf('loft-1'),
      connection,
    };
  }

  it('is written down once, by its own id, and a call that isn’t the provider’s is not', async () => {
    const { url, alertId, place } = await sent();
    const at = now.toISOString();
    const event = { id: 'e-1', kind: 'delivered' as const, providerMessageId: place };
    for (let again = 0; again < 2; again += 1) expect((await report(url, event)).status).toBe(200);
    expect(await toSquare(alertId)).toMatchObject({ state: 'sent', deliveredAt: at, readAt: null });
    now = new Date(now.getTime() + 5_000);
    await report(url, { ...event, id: 'e-2', kind: 'read' });
    expect(await toSquare(alertId)).toMatchObject({ deliveredAt: at, readAt: now.toISOString() });

    const forged = await hooks().request(url.replace('https://site.example/hooks/channels', ''), {
      method: 'POST',
      headers: { 'x-seal': 'no' },
      body: JSON.stringify({ ...event, id: 'e-3', kind: 'failed', at: now.getTime(), detail: '' }),
    });
    expect(forged.status).toBe(401);
    expect(await toSquare(alertId)).toMatchObject({ state: 'sent' });
    const [connection] = connectionsSchema.parse((await ask('GET', '/connections')).body).items;
    expect(connection).toMatchObject({ callProblem: 'The seal is broken.', calledAt: now.toISOString() });
    expect((await hooks().request('/nobody')).status).toBe(404);
    expect((await hooks().request(`/${who.workspaceId}~${newId()}`, { method: 'POST' })).status).toBe(404);
    // A provider that asks first hears its own word again.
    const asked = await hooks().request(
      `${url.replace('https://site.example/hooks/channels', '')}?coo=hello`,
    );
    expect(await asked.text()).toBe('hello');
  });

  it('fails a delivery, and suppresses an address that is bad for good', async () => {
    const { url, alertId, place, person } = await sent();
    await report(url, { id: 'f-1', kind: 'failed', providerMessageId: place }, 'A hawk.');
    await report(url, { id: 'b-1', kind: 'bounced', providerMessageId: person }, 'No such loft.');
    // What arrives late doesn't undo it.
    await report(url, { id: 'd-1', kind: 'delivered', providerMessageId: place });
    expect(await toSquare(alertId)).toMatchObject({ state: 'rejected', reason: 'A hawk.' });
    const items = await shownOf(alertId);
    expect(items.find(({ address }) => address === 'loft-1')).toMatchObject({
      state: 'rejected',
      reason: 'No such loft.',
    });
    const { rows } = await db.admin.query(
      'select address, cause, source from suppressions where workspace_id = $1',
      [who.workspaceId],
    );
    expect(rows).toEqual([{ address: 'loft-1', cause: 'hard_bounce', source: 'pigeon' }]);
    expect((await ask('GET', `/alerts/${alertId}/reach`)).body).toMatchObject({
      fanOuts: expect.arrayContaining([
        expect.objectContaining({ channels: [expect.objectContaining({ channel: 'pigeon', failed: 1 })] }),
      ]),
    });
  });

  it('waits for the outcome of the send, where it is quicker', async () => {
    const { connection, square } = await connected();
    await routed(square.id);
    const ring = `ring-${loft.arrived() + 1}`;
    const next = `ring-${loft.arrived() + 2}`;
    for (const [id, providerMessageId] of [
      ['q-1', ring],
      ['q-2', next],
    ] as const)
      await report(connection.callbackUrl!, { id, kind: 'delivered', providerMessageId });
    const alertId = await sendAlert();
    const items = await shownOf(alertId);
    expect(items.filter(({ channel }) => channel === 'pigeon').map(({ deliveredAt }) => deliveredAt)).toEqual(
      [now.toISOString(), now.toISOString()],
    );
  });

  it('is of no message of another workspace, and is forgotten after a month', async () => {
    const { alertId, place } = await sent();
    const mine = who;
    who = await newWorkspace(db);
    const { connection } = await connected();
    await report(connection.callbackUrl!, { id: 'x-1', kind: 'failed', providerMessageId: place });
    who = mine;
    expect(await toSquare(alertId)).toMatchObject({ state: 'sent' });
    await db.admin.query(`update receipts set received_at = now() - interval '31 days'`);
    await db.admin.query(
      `update sent_messages set sent_at = now() - interval '31 days' where message_id = $1`,
      [place],
    );
    await forgetReceipts(db);
    const { rows } = await db.admin.query(
      `select (select count(*)::int from receipts) as receipts, (select count(*)::int from sent_messages where message_id = $1) as sent`,
      [place],
    );
    expect(rows).toEqual([{ receipts: 0, sent: 0 }]);
  });
});

it('is named nowhere in the database: no constraint, no default, no function', async () => {
  const { rows } = await db.admin.query(
    `select conname as name from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) ~ '''(email|pigeon)'''
     union all
     select adrelid::regclass::text from pg_attrdef where pg_get_expr(adbin, adrelid) ~ '''(email|pigeon)'''
     union all
     select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ '''(email|pigeon)'''
     union all
     select policyname from pg_policies where coalesce(qual, '') || coalesce(with_check, '') ~ '''(email|pigeon)'''`,
  );
  expect(rows).toEqual([]);
});
