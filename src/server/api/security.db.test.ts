import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from '../auth/test-support.ts';
import { createApiRoutes } from './routes.ts';
import { createLiveHub } from './live-hub.ts';

let world: AuthWorld;
let api: ReturnType<typeof createApiRoutes>;
beforeAll(async () => {
  world = await authWorld({}, { clientAddress: () => '203.0.113.7' });
  api = createApiRoutes({
    app: world.database.app,
    clock: () => new Date(),
    checkSession: world.accounts.checkSession,
    security: { accounts: world.accounts, clientAddress: () => '203.0.113.7' },
    requestTrialRun: () => Promise.reject(new Error('not asked for here')),
    hub: createLiveHub(),
    stop: new AbortController().signal,
    outboxUrl: null,
    log: { error: () => undefined },
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

it('gives the data out, and removes the account, to whoever is surely its owner', async () => {
  const { client, email, id } = await person();
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
  expect(text).not.toMatch(/argon2|password_hash|sealed/i);
  expect((await ask(token, 'POST', '/security/delete-account', { password: PASSWORD })).status).toBe(204);
  expect(await world.userOf(email)).toBeUndefined();
  const { rows } = await world.database.admin.query(
    'select count(*)::int as n from account_events where user_id = $1',
    [id],
  );
  expect(rows).toEqual([{ n: 0 }]);
  const fresh = await person();
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
