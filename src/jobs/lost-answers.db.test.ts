import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { resolveUnknown } from '#src/engine/delivery/in-doubt/resolve.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import type { Mood } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { deliveryPageSchema } from '#src/shared/alert-list.ts';
import { connectionSchema } from '#src/shared/connections.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { deliverAlertJob } from './deliver-alert.ts';
import { lookUpOver } from './look-up.ts';

/* One alert to every provider that can be asked, whose answers get lost: each delivery finds out by itself. */
const looking = channels().filter(({ lookUp, practice }) => lookUp && practice);

let db: TestDatabase;
let server: Awaited<ReturnType<typeof startPractice>>;
let mood: Mood = 'takes';
let now = new Date('2026-11-25T10:00:00Z');
const room = memoryRoom(
  () => now.getTime(),
  () => mood,
);
beforeAll(async () => {
  db = await testDatabase();
  const providers = await Promise.all(looking.map(({ practice }) => practice!()));
  server = await startPractice({ providers, room });
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

const clock = () => now;
const mail = {
  from: 'alerts@site.example',
  transport: () => {
    throw new Error('No mail is sent here.');
  },
};
const base = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock,
  instanceId: '00000000-0000-7000-8000-000000000001',
  log: { warn: () => undefined },
  random: () => 0.5,
  mail,
  call: createCallProvider({
    allowPrivate: false,
    agent: 'Test',
    now: () => now.getTime(),
    practiceUrl: server.url,
  }),
});

it('finds every message that arrived, and posts none of them twice', async () => {
  expect(looking.map(({ kind }) => kind)).toEqual(['slack', 'discord', 'x', 'linkedin', 'facebook']);
  const { workspaceId, userId } = await newWorkspace(db);
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    workspaceId,
  ]);
  const connections = {
    ...base(),
    encryptionKey: TEST_KEY,
    practices: true,
    publicUrl: 'https://site.example',
    callbackUrl: () => '',
  };
  const api = testApi(db, { connections, clock });
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await api.request(path, {
      method,
      headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return answer.json();
  };
  const destinationIds: string[] = [];
  for (const { kind: channel } of looking) {
    const made = connectionSchema.parse(await ask('POST', '/connections/practice', { channel }));
    destinationIds.push(...made.destinations.map(({ id }) => id));
  }
  const rule = await starterRule(db, workspaceId);
  await ask('PATCH', `/rules/${rule.id}`, {
    routes: [{ destinationIds, audienceIds: [], approval: 'auto' }],
  });

  const onError = (error: unknown): never => expect.unreachable(String(error));
  const accounts = createAccounts({ ...base(), encryptionKey: TEST_KEY });
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  await composeAlert(base(), { workspaceId, alertId: alertId! });
  // Without pictures the first answer that gets lost is that to the message itself.
  await db.admin.query('update media set bytes = $2 where workspace_id = $1', [
    workspaceId,
    Buffer.from('none'),
  ]);
  mood = 'silent';
  const deliver = deliverAlertJob({
    ...base(),
    pace: createPaces({ own: 6, connection: 6 }, null),
    publicUrl: 'https://site.example',
    links: createLinks({ key: Buffer.alloc(32, 5), publicUrl: 'https://site.example' }),
    accounts,
    rates: createRates({ db: db.app, clock, hashKey: TEST_KEY }),
    onError,
    sinks: new Map(),
  });
  await deliver({ workspaceId, alertId: alertId! }, {} as never);
  const statesOf = async () => {
    const { items } = deliveryPageSchema.parse(await ask('GET', `/alerts/${alertId}/deliveries`));
    return Object.fromEntries(items.map(({ channel, state }) => [channel, state]));
  };
  const lost = { slack: 'unknown', x: 'unknown', linkedin: 'unknown', facebook: 'unknown' };
  expect(await statesOf()).toMatchObject(lost);
  const shown = async () => {
    const counts = looking.map(async ({ kind }) => [kind, (await room.messages(kind)).length] as const);
    return Object.fromEntries(await Promise.all(counts));
  };
  const before = await shown();

  mood = 'takes';
  now = new Date(now.getTime() + 3_000);
  const find = lookUpOver({ ...base(), accounts });
  expect(await resolveUnknown({ ...base(), find, onError })).toBeGreaterThanOrEqual(4);
  expect(await statesOf()).toEqual({
    slack: 'sent',
    discord: 'sent',
    x: 'sent',
    linkedin: 'sent',
    facebook: 'sent',
  });
  expect(await shown()).toEqual(before);
  // The id that was found is the message's: it's read back by it.
  const { items } = deliveryPageSchema.parse(await ask('GET', `/alerts/${alertId}/deliveries`));
  for (const { id } of items)
    expect(await ask('POST', `/deliveries/${id}/read-back`)).toMatchObject({ found: 'there' });
});
