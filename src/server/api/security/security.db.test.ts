import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { testApi } from '#tests/support/api.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from '#src/server/auth/test-support.ts';

let world: AuthWorld;
let api: ReturnType<typeof testApi>;
beforeAll(async () => {
  world = await authWorld({}, { clientAddress: () => '203.0.113.7' });
  api = testApi(world.database, {
    clock: () => new Date(),
    checkSession: world.accounts.checkSession,
    security: { accounts: world.accounts },
    clientAddress: () => '203.0.113.7',
  });
});
afterAll(() => world.close());

async function person() {
  const email = newEmail();
  const client = world.client();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  return { client, email, id: data.user!.id, token: data.session!.access_token };
}
const ask = (token: string, method: string, path: string, body?: object) =>
  api.request(path, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code];

it('shows sessions and ends one, or all others, and no stranger’s', async () => {
  const one = await person();
  const phone = await world.client().auth.signInWithPassword({ email: one.email, password: PASSWORD });
  const third = await world.client().auth.signInWithPassword({ email: one.email, password: PASSWORD });
  const list = async () => (await (await ask(one.token, 'GET', '/security/sessions')).json()).items;
  const before = await list();
  expect(before).toHaveLength(3);
  expect(before.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
  expect(before[0]).toMatchObject({ ip: '203.0.113.7', aal: 'aal1', userAgent: expect.any(String) });
  const other = before.find(({ current }: { current: boolean }) => !current);
  const stranger = await person();
  const theft = await ask(stranger.token, 'DELETE', `/security/sessions/${other.id}`);
  expect(await codeOf(theft)).toEqual([404, 'not_found']);
  expect(await codeOf(await ask(one.token, 'DELETE', '/security/sessions/x'))).toEqual([404, 'not_found']);
  expect((await ask(one.token, 'DELETE', `/security/sessions/${other.id}`)).status).toBe(204);
  expect(await list()).toHaveLength(2);
  expect((await ask(one.token, 'POST', '/security/sessions/end-others')).status).toBe(204);
  expect(await list()).toMatchObject([{ current: true }]);
  for (const { data } of [phone, third]) {
    const { error } = await world.client().auth.getUser(data.session!.access_token);
    expect(error?.name).toBe('AuthSessionMissingError');
  }
  const { items } = await (await ask(one.token, 'GET', '/security/events')).json();
  expect(items.map(({ event }: { event: string }) => event)).toEqual([
    'session_ended',
    'session_ended',
    'signed_in',
    'signed_in',
    'signed_up',
  ]);
  expect(items[2]).toMatchObject({ ip: '203.0.113.7', at: expect.any(String) });
});

it('exports the data and deletes the account only after proof of ownership', async () => {
  const { client, email, id } = await person();
  const { rows: own } = await world.database.admin.query<{ id: string }>(
    'select workspace_id as id from members where user_id = $1',
    [id],
  );
  const workspaceId = own[0]!.id;
  await fillWithAlerts(world.database.admin, { workspaceId, count: 2, until: new Date() });
  const other = await newWorkspace(world.database);
  await world.database.admin.query(
    `insert into members (workspace_id, user_id, role, created_at) values ($1, $2, 'editor', now())`,
    [other.workspaceId, id],
  );
  world.later(11 * 60_000);
  await client.auth.refreshSession();
  const token = (await client.auth.getSession()).data.session!.access_token;
  for (const path of ['/security/export', '/security/delete-account']) {
    expect(await codeOf(await ask(token, 'POST', path))).toEqual([403, 'recent_sign_in_needed']);
    const wrong = await ask(token, 'POST', path, { password: 'wrong' });
    expect(await codeOf(wrong)).toEqual([403, 'recent_sign_in_needed']);
  }
  const given = await ask(token, 'POST', '/security/export', { password: PASSWORD });
  const text = await given.text();
  expect(JSON.parse(text)).toMatchObject({ user: { id, email }, sessions: [{ current: true }] });
  const { workspaces } = JSON.parse(text);
  expect(workspaces).toHaveLength(2);
  const mine = workspaces.find(({ id: each }: { id: string }) => each === workspaceId);
  expect(mine).toMatchObject({ role: 'owner', alerts: { total: 2 } });
  expect(mine.alerts.items).toHaveLength(2);
  expect(mine.alerts.items[0]).toMatchObject({ rule: expect.any(String), text: expect.any(String) });
  expect(JSON.stringify(mine.rules)).toContain('big_move(5)');
  expect(workspaces.find(({ role }: { role: string }) => role === 'editor')).toMatchObject({
    id: other.workspaceId,
    rules: null,
    alerts: null,
  });
  expect(text).not.toMatch(/argon2|password_hash|sealed/i);
  expect((await ask(token, 'POST', '/security/delete-account', { password: PASSWORD })).status).toBe(204);
  expect(await world.userOf(email)).toBeUndefined();
  const { rows } = await world.database.admin.query(
    'select count(*)::int as n from account_events where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ n: 0 }]);
  // One without a workspace, too.
  const fresh = await person();
  await world.database.admin.query('delete from members where user_id = $1', [fresh.id]);
  const exported = await ask(fresh.token, 'POST', '/security/export');
  expect([exported.status, await exported.json()]).toMatchObject([200, { workspaces: [] }]);
  expect((await ask(fresh.token, 'POST', '/security/delete-account')).status).toBe(204);
});

it('asks for the second factor, and for a session', async () => {
  const { token, id } = await person();
  await world.database.admin.query(
    `insert into auth_factors (id, user_id, status, sealed_secret, created_at, updated_at)
     values (gen_random_uuid(), $1, 'verified', 'x', now(), now())`,
    [id],
  );
  expect(await codeOf(await ask(token, 'GET', '/security/sessions'))).toEqual([403, 'insufficient_aal']);
  expect((await api.request('/security/sessions')).status).toBe(401);
});
