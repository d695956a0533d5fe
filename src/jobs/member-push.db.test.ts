import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createApprovalLinks } from '#src/engine/alerts/by-email/decide-by-link.ts';
import type { Payload } from '#src/engine/channels/web-push/message.ts';
import { PRACTICE_HOST, subscribePractice } from '#src/engine/channels/web-push/practice-host.ts';
import { postOwn } from '#src/engine/channels/web-push/post.ts';
import { readSubscription } from '#src/engine/channels/web-push/subscription.ts';
import { webPushChannel } from '#src/engine/channels/web-push/web-push.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import type { Mood } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { createMemberPushRoutes } from '#src/server/notifications/routes.ts';
import { createSenderKeys } from '#src/subscribers/devices/sender-keys.ts';
import { createMemberDevices } from '#src/workspaces/devices/devices.ts';
import { pushNew } from '#src/workspaces/notification-push.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { waitingAlerts } from '#tests/support/waiting-alerts.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import { sendMemberPush } from './member-push.ts';

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const HUMAN = { mode: 'human', approvers: { roles: ['owner', 'approver'], people: [] } };

let db: TestDatabase;
let server: Awaited<ReturnType<typeof startPractice>>;
let mood: Mood = 'takes';
const room = memoryRoom(Date.now, () => mood);
beforeAll(async () => {
  db = await testDatabase();
  server = await startPractice({ providers: [await webPushChannel.practice!()], room });
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});
afterEach(() => {
  mood = 'takes';
});

const call: ReturnType<typeof createCallProvider> = (request) =>
  createCallProvider({ allowPrivate: false, agent: 'Test', now: Date.now, practiceUrl: server.url })(request);

type Subscribed = { endpoint: string };
let bench: Awaited<ReturnType<typeof waitingAlerts>>;
let keys: ReturnType<typeof createSenderKeys>;
let api: ReturnType<typeof testApi>;
beforeEach(async () => {
  bench = await waitingAlerts(db);
  const { clock } = bench;
  keys = createSenderKeys({
    app: db.app,
    clock,
    encryptionKey: TEST_KEY,
    subject: 'mailto:ops@site.example',
  });
  const read = async (given: unknown, agent: string) =>
    readSubscription(given, agent, (await keys()).publicKey);
  const devices = createMemberDevices({ app: db.app, clock, encryptionKey: TEST_KEY, read });
  api = testApi(db, {
    clock,
    memberDevices: { devices, key: async () => (await keys()).publicKey, practice: false },
  });
  await bench.policy(HUMAN);
});

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await api.request(`/notifications${path}`, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json', 'User-Agent': AGENT },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** In tests, a session has the id of its person. */
async function signIn(userId: string): Promise<void> {
  await db.admin.query(
    `insert into sessions (id, user_id, created_at, refreshed_at) values ($1, $1, now(), now()) on conflict do nothing`,
    [userId],
  );
}
const subscribe = async () =>
  (await subscribePractice((await keys()).publicKey, call)) as Subscribed & Record<string, unknown>;

/** A browser that shows a member's notifications. */
async function browser(userId = bench.home.userId, { approves = false } = {}) {
  await signIn(userId);
  const subscription = await subscribe();
  const made = await ask(userId, 'POST', '/devices', { subscription, approves });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const place = subscription.endpoint.split('/').at(-1) ?? '';
  return {
    subscription,
    id: made.body.id as string,
    shown: async () => (await room.messages('web-push', place)).map(({ own }) => own as Payload),
  };
}

const push = (changes: Partial<Parameters<typeof sendMemberPush>[0]> = {}) =>
  sendMemberPush({
    app: db.app,
    encryptionKey: TEST_KEY,
    senderKeys: keys,
    post: postOwn,
    call,
    limits: { db: db.app, clock: bench.clock, hashKey: TEST_KEY },
    publicUrl: 'https://bellwire.example',
    clock: bench.clock,
    random: () => 0.5,
    log: { warn: () => undefined },
    ...changes,
  });
const pushAll = async (): Promise<void> => {
  for (const job of bench.pushes.splice(0)) await push()(job, { id: 'job', retryCount: 0 });
};
const listed = async (userId: string) => (await ask(userId, 'GET', '/devices')).body.items;
const approvePath = (payload: Payload | undefined): string =>
  new URL(
    payload?.actions.find(({ action }) => (action as string) === 'approve')?.url ??
      'https://none.example/none',
  ).pathname.replace('/push/account', '');
const press = async (path: string) => {
  const answer = await routes().request(path, { method: 'POST' });
  return { status: answer.status, said: (await answer.json()) as { title: string; text: string } };
};
/** An alert that a colleague wrote. @returns its id, what a browser shows of it and the path of its button */
async function written(shown: () => Promise<Payload[]>, words: object = {}) {
  const { workspaceId } = bench.home;
  const writer = await addMember(db, workspaceId, 'admin');
  const [rule] = await bench.all('select approval from rules where workspace_id = $1');
  const { status, body } = await bench.ask(writer, 'POST', '/alerts', {
    topic: 'Our desk',
    headline: 'Our desk is closed',
    summary: 'See the desk’s note.',
    route: { audienceIds: [workspaceId], approval: rule?.approval },
    ...words,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await composeAlert(bench.deps, { workspaceId, alertId: body.id });
  await pushAll();
  const payload = (await shown()).find(({ tag }) => tag === body.id);
  return { id: body.id as string, payload, path: approvePath(payload) };
}
const routes = () => createMemberPushRoutes({ links: createApprovalLinks(bench.deps), practice: null });

it('asks in each browser of each approver, and a tap opens the review', async () => {
  const approver = await addMember(db, bench.home.workspaceId, 'approver');
  const viewer = await addMember(db, bench.home.workspaceId, 'viewer');
  const theirs = [await browser(), await browser(), await browser(approver)];
  const bystander = await browser(viewer);
  const id = await bench.waiting();
  expect(bench.pushes).toHaveLength(3);
  await pushAll();
  const review = `https://bellwire.example/dashboard/review?alert=${id}`;
  for (const { shown } of theirs) {
    expect(await shown()).toMatchObject([
      { tag: id, url: review, actions: [{ action: 'open', title: 'Review', url: review }] },
    ]);
    expect((await shown())[0]?.title).toMatch(/^Approve\? .*11\.98%/);
  }
  expect(await bystander.shown()).toEqual([]);
  // Nothing is asked about what is decided.
  const again = await bench.waiting();
  await db.admin.query(`update alerts set state = 'rejected' where id = $1`, [again]);
  await pushAll();
  expect(await theirs[0]!.shown()).toHaveLength(1);
});

it('approves from the notification once, by the one it was sent to, only where they turned that on', async () => {
  const { shown, id: deviceId } = await browser();
  const first = await bench.waiting();
  await pushAll();
  expect((await written(shown)).path).toBe('/none');
  expect(
    (await ask(bench.home.userId, 'POST', `/devices/${deviceId}`, { approves: true })).body.approves,
  ).toBe(true);
  const { path, payload } = await written(shown);
  expect(payload?.body).toContain('See the desk’s note.\nOur desk · ');
  expect(path).toMatch(/^\/approve\/[\w-]{43}$/);
  const presses = await Promise.all(
    Array.from({ length: 5 }, () => routes().request(path, { method: 'POST' })),
  );
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect((await bench.decisions()).at(-1)).toMatchObject({
    decision: 'approved',
    about: { way: 'notification' },
  });
  expect(await bench.state(first)).toBe('pending_review');
  // The starter alert has figures beside its text: none of them is approved unseen.
  expect(approvePath((await shown()).find(({ tag }) => tag === first))).toBe('/none');
  expect((await press(path)).said.text).toMatch(
    /^You approved the alert with this notification already, on /,
  );
  expect((await routes().request(path)).status).toBe(404);
  expect((await routes().request(`/approve/${'a'.repeat(43)}`, { method: 'POST' })).status).toBe(409);
});

async function edit(id: string, headline: string, summary: string): Promise<void> {
  const editor = await addMember(db, bench.home.workspaceId, 'admin');
  const { waiting } = (await bench.ask(editor, 'GET', `/alerts/${id}/review`)).body;
  const done = await bench.ask(editor, 'POST', `/alerts/${id}/revisions`, {
    revision: waiting.revision.hash,
    texts: [{ language: waiting.texts[0].language, headline, summary }],
  });
  expect(done.status, JSON.stringify(done.body)).toBe(201);
}

it('doesn’t approve a text that was edited since', async () => {
  const { shown } = await browser(bench.home.userId, { approves: true });
  const { id, path } = await written(shown);
  await edit(id, 'Our desk is open', 'See the desk’s note.');
  expect(await press(path)).toEqual({
    status: 409,
    said: {
      title: 'Not approved',
      text: 'The text was edited after this notification was sent. Open the newer notification, or the alert in Review.',
    },
  });
  expect(await bench.state(id)).toBe('pending_review');
});

it('has no button where more goes out than it shows', async () => {
  const { shown } = await browser(bench.home.userId, { approves: true });
  for (const words of [
    { paragraphs: ['A second paragraph.'] },
    { summary: 'See the note.\n\nAnd the chart.' },
    { summary: 'x'.repeat(170) },
  ]) {
    const { payload, path } = await written(shown, words);
    expect([payload?.actions.length, path]).toEqual([1, '/none']);
  }
});

it('approves no more once notifications or the button are off, or the person has signed out', async () => {
  const { userId } = bench.home;
  const offs: ((id: string) => Promise<unknown>)[] = [
    async (id) => {
      // On again, it's for what comes from now on.
      for (const approves of [false, true]) await ask(userId, 'POST', `/devices/${id}`, { approves });
    },
    (id) => ask(userId, 'DELETE', `/devices/${id}`),
    () => db.app.$client.query('delete from sessions where id = $1', [userId]),
  ];
  for (const off of offs) {
    const { shown, id: deviceId } = await browser(userId, { approves: true });
    const { id, path } = await written(shown);
    expect(path).toMatch(/^\/approve\//);
    await off(deviceId);
    expect(await press(path)).toEqual({
      status: 409,
      said: {
        title: 'Not approved',
        text: 'This notification can’t approve anymore. Open the alert in Review.',
      },
    });
    expect(await bench.state(id)).toBe('pending_review');
  }
});

it('says that one more approval is needed, and what becomes of it after that', async () => {
  const approver = await addMember(db, bench.home.workspaceId, 'approver');
  await bench.policy({ ...HUMAN, needs: 2 });
  const first = await browser(bench.home.userId, { approves: true });
  const second = await browser(approver, { approves: true });
  const { id, path } = await written(first.shown);
  expect((await press(path)).said.title).toBe('One more approval is needed');
  expect(await bench.state(id)).toBe('pending_review');
  const other = approvePath((await second.shown()).find(({ tag }) => tag === id));
  expect((await press(other)).said).toEqual({ title: 'Approved', text: 'It’s on its way.' });
});

it('removes a browser that is gone, and tries again what was not accepted', async () => {
  const { subscription } = await browser();
  await bench.waiting();
  mood = 'defers';
  const [job] = bench.pushes;
  await expect(push()(job!, { id: 'job', retryCount: 0 })).rejects.toThrow(/try again later/);
  expect(await listed(bench.home.userId)).toHaveLength(1);
  mood = 'takes';
  await call({ method: 'DELETE', url: subscription.endpoint, practice: true });
  await pushAll();
  expect(await listed(bench.home.userId)).toEqual([]);
  expect(new URL(subscription.endpoint).host).toBe(PRACTICE_HOST);
});

it('ends with the session and the membership, and belongs to the last person who turned it on', async () => {
  const { userId, workspaceId } = bench.home;
  const other = await addMember(db, workspaceId, 'approver');
  const { subscription, id } = await browser();
  await signIn(other);
  const stranger = await newWorkspace(db);
  for (const who of [other, stranger.userId])
    expect((await ask(who, 'DELETE', `/devices/${id}`)).status).toBe(404);
  expect((await ask(other, 'POST', '/devices', { subscription })).status).toBe(201);
  expect([await listed(userId), (await listed(other)).length]).toEqual([[], 1]);
  await browser();
  await db.app.$client.query('delete from sessions where id = $1', [userId]);
  expect(await listed(userId)).toEqual([]);
  await db.admin.query('delete from members where user_id = $1', [other]);
  const left = await bench.all('select name from member_devices where workspace_id = $1');
  expect(left).toEqual([]);
});

it('keeps ten browsers, the newest, and no address of them in the clear', async () => {
  const { userId } = bench.home;
  const first = await browser();
  for (let n = 0; n < 10; n += 1) await browser();
  const ids = (await listed(userId)).map(({ id }: { id: string }) => id);
  expect([ids.length, ids.includes(first.id)]).toEqual([10, false]);
  const rows = JSON.stringify(await bench.all('select * from member_devices where workspace_id = $1'));
  expect(rows).not.toContain(PRACTICE_HOST);
  const bad = { endpoint: 'http://127.0.0.1/x', keys: { p256dh: 'x', auth: 'y' } };
  expect((await ask(userId, 'POST', '/devices', { subscription: bad })).status).toBe(400);
});

it('shows other notifications at once, by kind, once, and 30 an hour', async () => {
  const { userId, workspaceId } = bench.home;
  const { shown } = await browser();
  const tell = (kind: 'alert_failed' | 'member_joined') =>
    withTenant(db.app, workspaceId, (tx) =>
      notifyMembers(tx, {
        workspaceId,
        kind,
        title: 'An alert failed',
        text: 'SPX falls 5.50%',
        link: '/alerts',
        at: new Date(),
      }),
    );
  const deps = { app: db.app, system: db.system, enqueue: bench.enqueue };
  await tell('alert_failed');
  await tell('member_joined');
  while ((await pushNew(deps)) > 0);
  expect(bench.pushes).toHaveLength(1);
  const [job] = bench.pushes;
  await pushAll();
  expect(await shown()).toMatchObject([
    { title: 'An alert failed', url: 'https://bellwire.example/dashboard/alerts' },
  ]);
  expect((await ask(userId, 'POST', '/push', { kind: 'alert_failed', push: false })).status).toBe(204);
  const chosen = (await ask(userId, 'GET', '/push')).body.items;
  expect(chosen).toContainEqual({ kind: 'alert_failed', push: false });
  expect((await ask(userId, 'GET', '/mail')).body.items).toContainEqual({ kind: 'alert_failed', mail: true });
  await tell('alert_failed');
  await pushNew(deps);
  expect(bench.pushes).toEqual([]);
  let sent = 0;
  const counting: typeof postOwn = async () => {
    sent += 1;
    return { outcome: 'sent' };
  };
  for (let n = 0; n < 31; n += 1) await push({ post: counting })(job!, { id: 'job', retryCount: 0 });
  expect(sent).toBe(29);
});
