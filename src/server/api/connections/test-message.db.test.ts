import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createCallProvider } from '#src/platform/net/call.ts';
import type { Mood } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { type Connection, connectionSchema, TESTS_PER_HOUR } from '#src/shared/connections.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let server: Awaited<ReturnType<typeof startPractice>>;
let mood: Mood;
let now = new Date('2026-11-25T10:00:00Z');
const room = memoryRoom(
  () => now.getTime(),
  () => mood,
);
beforeAll(async () => {
  db = await testDatabase();
  const providers = await Promise.all(channels().flatMap(({ practice }) => (practice ? [practice()] : [])));
  server = await startPractice({ providers, room });
});
beforeEach(() => {
  mood = 'takes';
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

type Who = { workspaceId: string; userId: string };

async function workspace(): Promise<Who> {
  const who = await newWorkspace(db);
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    who.workspaceId,
  ]);
  return who;
}

async function ask(as: string, method: string, path: string, body?: unknown) {
  const clock = () => now;
  const connections = {
    app: db.app,
    clock,
    random: () => 0.5,
    encryptionKey: TEST_KEY,
    mail: { from: 'alerts@site.example', transport: () => expect.unreachable('No mail here.') },
    call: createCallProvider({
      allowPrivate: false,
      agent: 'Test',
      now: () => now.getTime(),
      practiceUrl: server.url,
    }),
    practices: true,
    callbackUrl: () => '',
    publicUrl: 'https://site.example',
  };
  const answer = await testApi(db, { connections, clock }).request(path, {
    method,
    headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** A practice account, and the test of its place. */
async function connected(who: Who, channel: string): Promise<{ connection: Connection; path: string }> {
  const { body } = await ask(who.userId, 'POST', '/connections/practice', { channel });
  const connection = connectionSchema.parse(body);
  return { connection, path: `/destinations/${connection.destinations[0]?.id}/test` };
}

it('posts an example alert that says it’s a trial run to every place, and leaves no delivery', async () => {
  const who = await workspace();
  const posting = channels().filter(
    ({ destination, practice, noTests }) => destination && practice && noTests === undefined,
  );
  expect(posting.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['telegram', 'slack', 'discord', 'teams', 'x', 'linkedin', 'facebook']),
  );
  for (const { kind } of posting) {
    const { connection, path } = await connected(who, kind);
    expect(await ask(who.userId, 'POST', path)).toEqual({
      status: 200,
      body: { place: connection.destinations[0]?.name, problem: null },
    });
    const posted = (await room.messages(kind)).map(({ text }) => text).join('\n');
    expect(posted).toContain('S&P 500');
    expect(posted).toMatch(/trial run/i);
  }
  const { rows } = await db.admin.query(
    `select (select count(*)::int from deliveries where workspace_id = $1) as deliveries,
            (select count(*)::int from alerts where workspace_id = $1) as alerts,
            (select count(*)::int from activity where workspace_id = $1 and action = 'destination.tested') as noted`,
    [who.workspaceId],
  );
  expect(rows).toEqual([{ deliveries: 0, alerts: 0, noted: posting.length }]);
});

it('says what the provider said, or that no answer came', async () => {
  const who = await workspace();
  const { path } = await connected(who, 'slack');
  mood = 'refuses';
  expect(await ask(who.userId, 'POST', path)).toMatchObject({
    body: { code: 'connection_refused', detail: expect.stringMatching(/^The test wasn’t sent\. \S/) },
  });
  const { path: toTeams } = await connected(who, 'teams');
  mood = 'silent';
  expect(await ask(who.userId, 'POST', toTeams)).toMatchObject({
    status: 200,
    body: { problem: expect.stringMatching(/\S/) },
  });
});

it('is refused where nothing may be sent', async () => {
  const who = await workspace();
  const { connection, path } = await connected(who, 'slack');
  const other = await workspace();
  expect(await ask(other.userId, 'POST', path)).toMatchObject({ status: 404 });
  const viewer = await addMember(db, who.workspaceId, 'viewer');
  expect(await ask(viewer, 'POST', path)).toMatchObject({ status: 403 });
  await ask(who.userId, 'PATCH', `/connections/${connection.id}`, { paused: true });
  expect(await ask(who.userId, 'POST', path)).toMatchObject({
    status: 400,
    body: { detail: '“Slack (practice)” is paused. Resume it first.' },
  });
  await ask(who.userId, 'PATCH', `/connections/${connection.id}`, { paused: false });
  await db.admin.query(
    `insert into workspace_stops (workspace_id, id, scope, target, reason, stopped_by, since)
     values ($1, gen_random_uuid(), 'channel', 'slack', 'Wrong figures', $2, now())`,
    [who.workspaceId, who.userId],
  );
  expect(await ask(who.userId, 'POST', path)).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^Sending is stopped/) },
  });
  expect(await room.messages('slack')).toHaveLength(1);

  const webhook = await connected(who, 'webhook');
  expect(await ask(who.userId, 'POST', webhook.path)).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^A test alert could place an order/) },
  });
});

it('has a limit an hour', async () => {
  const who = await workspace();
  const { path } = await connected(who, 'teams');
  for (let sent = 0; sent < TESTS_PER_HOUR; sent += 1)
    expect(await ask(who.userId, 'POST', path)).toMatchObject({ status: 200 });
  expect(await ask(who.userId, 'POST', path)).toMatchObject({
    status: 429,
    body: { code: 'over_request_rate_limit', detail: expect.stringMatching(/30 tests within an hour/) },
  });
  now = new Date(now.getTime() + 3_601_000);
  expect(await ask(who.userId, 'POST', path)).toMatchObject({ status: 200 });
});
