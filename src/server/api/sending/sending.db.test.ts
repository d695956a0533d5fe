import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readUsage } from '#src/billing/read.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type Sending, sendingSchema, type Stop, stopSchema } from '#src/shared/sending.ts';
import { testApi } from '#tests/support/api.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let keys: ReturnType<typeof testKeys>;
let who: Awaited<ReturnType<typeof newWorkspace>>;
beforeAll(async () => {
  db = await testDatabase();
  keys = testKeys(db);
});
afterAll(() => db.drop());
beforeEach(async () => {
  who = await newWorkspace(db);
});

async function call(method: string, path: string, { token = who.userId, body = undefined as unknown } = {}) {
  const answer = await testApi(db, keys.parts).request(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === '' ? null : (JSON.parse(text) as unknown) };
}
const press = async (token?: string, body: unknown = { scope: 'workspace' }) =>
  call('POST', '/sending/stops', { ...(token ? { token } : {}), body });
const stopped = async (): Promise<Stop> => stopSchema.parse((await press()).json);
const read = async (token = who.userId): Promise<Sending> =>
  sendingSchema.parse((await call('GET', '/sending', { token })).json);

it.each([
  ['owner', 201, 200, 204],
  ['admin', 201, 200, 204],
  ['approver', 201, 403, 403],
  ['editor', 403, 403, 403],
  ['viewer', 403, 403, 403],
] as const)(
  '%s: stopping is answered with %i, recalling with %i, resuming with %i',
  async (role, ...wanted) => {
    const token = role === 'owner' ? who.userId : await addMember(db, who.workspaceId, role);
    const pressed = (await press(token)).status;
    const { id } = await stopped();
    expect(await read(token)).toMatchObject({ stops: [{ id, scope: 'workspace' }] });
    const recalled = (await call('POST', `/sending/stops/${id}/recall`, { token })).status;
    const resumed = (await call('DELETE', `/sending/stops/${id}`, { token })).status;
    expect([pressed, recalled, resumed]).toEqual(wanted);
    expect((await read()).stops).toHaveLength(resumed === 204 ? 0 : 1);
  },
);

it('a key with the scope may stop, and takes a person to resume', async () => {
  const { key } = await keys.make(who.workspaceId, { scopes: ['sending:stop', 'alerts:read'] });
  const lacking = await keys.make(who.workspaceId, { scopes: ['alerts:read'] });
  expect(await press(lacking.key)).toMatchObject({ status: 403, json: { code: 'key_scope_missing' } });
  const made = await press(key, { scope: 'channel', target: 'email', reason: '  ' });
  expect(made).toMatchObject({
    status: 201,
    json: { scope: 'channel', target: 'email', by: 'Test', reason: null },
  });
  const { id } = stopSchema.parse(made.json);
  for (const [method, path] of [
    ['POST', `/sending/stops/${id}/recall`],
    ['DELETE', `/sending/stops/${id}`],
  ] as const)
    expect(await call(method, path, { token: key })).toMatchObject({
      status: 403,
      json: { code: 'session_only' },
    });
  expect((await call('DELETE', `/sending/stops/${id}`)).status).toBe(204);
});

it('is of one workspace: another sees nothing of it and can’t resume or recall it', async () => {
  const { id } = await stopped();
  const other = await newWorkspace(db);
  expect((await read(other.userId)).stops).toEqual([]);
  for (const [method, path] of [
    ['POST', `/sending/stops/${id}/recall`],
    ['DELETE', `/sending/stops/${id}`],
  ] as const)
    expect((await call(method, path, { token: other.userId })).status).toBe(404);
  const { brands } = await read(other.userId);
  expect(await press(undefined, { scope: 'brand', target: brands[0]!.id })).toMatchObject({ status: 404 });
  expect((await read()).stops).toHaveLength(1);
});

it('is in everybody’s usage, in a read-only workspace too, and says what is wrong', async () => {
  await db.admin.query(
    `update subscriptions set trial_ends_at = now() - interval '60 days' where workspace_id = $1`,
    [who.workspaceId],
  );
  const { brands } = await read();
  const [brand] = brands;
  const made = await press(undefined, {
    scope: 'brand',
    target: brand!.id.toUpperCase(),
    reason: 'Wrong logo',
  });
  expect(made).toMatchObject({
    status: 201,
    json: { scope: 'brand', target: brand!.id, name: brand!.name, reason: 'Wrong logo', by: who.email },
  });
  const usage = await withTenant(db.app, who.workspaceId, (tx) => readUsage(tx, who.workspaceId, new Date()));
  expect(usage.plan.standing).toBe('read_only');
  expect(usage.stops).toMatchObject([{ scope: 'brand', reason: 'Wrong logo' }]);
  expect((await call('DELETE', `/sending/stops/${usage.stops[0]!.id}`)).status).toBe(204);
  for (const body of [
    { scope: 'all' },
    { scope: 'workspace', target: 'email' },
    { scope: 'brand' },
    { scope: 'channel', target: 'pigeon' },
    { scope: 'workspace', reason: 'x'.repeat(201) },
  ])
    expect(await press(undefined, body)).toMatchObject({ status: 400, json: { code: 'validation_failed' } });
});
