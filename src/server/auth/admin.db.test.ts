import { mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKeys } from '#src/platform/keys/keys.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// What an operator's program does with the service key, by the published client; and the rotation of keys.
let world: AuthWorld;
let admin: ReturnType<typeof createClient>['auth']['admin'];
beforeAll(async () => {
  world = await authWorld({ emailConfirmation: 'off' });
  admin = withKey(world.keys.serviceKey!);
});
afterAll(() => world.close());

const withKey = (key: string) =>
  createClient(world.url, key, { auth: { persistSession: false, autoRefreshToken: false } }).auth.admin;

it('is for the service key and tokens of its role alone', async () => {
  const { data } = await world.client().auth.signUp({ email: newEmail(), password: PASSWORD });
  const signed = (role: string, key = world.keys.signing.privateKey) =>
    new SignJWT({ role, iss: `${world.url}/auth/v1` })
      .setProtectedHeader({ alg: 'ES256', kid: world.keys.signing.kid })
      .setExpirationTime('1h')
      .sign(key);
  for (const key of [data.session!.access_token, 'sb_secret_wrong', await signed('anon'), 'x']) {
    const { error } = await withKey(key).listUsers();
    expect(error).toMatchObject({ status: 403, code: 'not_admin', message: 'User not allowed' });
    expect((await withKey(key).inviteUserByEmail(newEmail())).error).toMatchObject({ code: 'not_admin' });
  }
  expect((await withKey(await signed('service_role')).listUsers()).error).toBeNull();
});

describe('users', () => {
  it('are made exactly as asked, with a workspace, unconfirmed and without a mail', async () => {
    const email = newEmail();
    const { data, error } = await admin.createUser({
      email,
      password: PASSWORD,
      user_metadata: { a: 1 },
      app_metadata: { plan: 'x' },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { a: 1 },
      app_metadata: { provider: 'email', providers: ['email'], plan: 'x' },
    });
    expect(data.user!.user_metadata).toEqual({ a: 1 });
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const { rows } = await world.database.admin.query(
      `select (select count(*)::int from members where user_id = $1) as members,
              (select count(*)::int from pgboss.job where data->>'userId' = $1::text) as mails`,
      [data.user!.id],
    );
    expect(rows).toEqual([{ members: 1, mails: 0 }]);
    expect((await admin.createUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await admin.createUser({})).error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('are listed newest first, in pages', async () => {
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push((await admin.createUser({ email: newEmail() })).data.user!.id);
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users.map(({ id }) => id)).toEqual([made[2], made[1]]);
    expect(data).toMatchObject({ nextPage: 2, total: expect.any(Number) });
    const second = await admin.listUsers({ page: 2, perPage: 2 });
    expect(second.data.users[0]!.id).toBe(made[0]);
    const bad = await admin.listUsers({ page: -1 });
    expect(bad.error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('are changed, banned, shown and removed', async () => {
    const { data } = await admin.createUser({ email: newEmail(), user_metadata: { a: 1, b: 2 } });
    const { id } = data.user!;
    const email = newEmail();
    const changed = await admin.updateUserById(id, {
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { a: null, c: 3 },
    });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
    expect(changed.data.user!.user_metadata).toEqual({ b: 2, c: 3 });
    const signIn = () => world.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect((await signIn()).error).toBeNull();
    await admin.updateUserById(id, { ban_duration: '24h' });
    expect((await signIn()).error).toMatchObject({ code: 'user_banned' });
    await admin.updateUserById(id, { ban_duration: 'none' });
    expect((await signIn()).error).toBeNull();
    const odd = await admin.updateUserById(id, { ban_duration: 'a while' });
    expect(odd.error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await admin.getUserById(id)).data.user!.email).toBe(email);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
    expect(await world.userOf(email)).toBeUndefined();
  });

  it('are removed without a body too, and not by one that is broken', async () => {
    const { data } = await admin.createUser({ email: newEmail() });
    const remove = (body?: string) =>
      world.call(`/admin/users/${data.user!.id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${world.keys.serviceKey}` },
        ...(body === undefined ? {} : { body }),
      });
    expect((await remove('{')).status).toBe(400);
    expect((await remove('{"should_soft_delete":true}')).status).toBe(400);
    const gone = await remove();
    expect([gone.status, await gone.json()]).toEqual([200, {}]);
    expect((await remove()).status).toBe(404);
  });

  it('lose a factor whose device is lost', async () => {
    const email = newEmail();
    const client = world.client();
    const { data } = await client.auth.signUp({ email, password: PASSWORD });
    const userId = data.user!.id;
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'lost' });
    const listed = await admin.mfa.listFactors({ userId });
    expect(listed.data!.factors).toMatchObject([{ id: enrolled.data!.id, friendly_name: 'lost' }]);
    expect(JSON.stringify(listed)).not.toContain(enrolled.data!.totp.secret);
    const gone = await admin.mfa.deleteFactor({ userId, id: enrolled.data!.id });
    expect(gone).toMatchObject({ error: null, data: { data: { id: enrolled.data!.id } } });
    expect((await client.auth.mfa.listFactors()).data!.all).toEqual([]);
  });
});

describe('links', () => {
  const follow = async (link: string) => {
    const answer = await fetch(link, { redirect: 'manual' });
    return new URLSearchParams(new URL(answer.headers.get('location')!).hash.slice(1));
  };

  it('open, recover and confirm, and are not mailed', async () => {
    const email = newEmail();
    const signup = await admin.generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { a: 1 }, redirectTo: 'https://evil.example' },
    });
    expect(signup.error).toBeNull();
    expect(signup.data.user!.user_metadata).toEqual({ a: 1 });
    expect(signup.data.properties).toMatchObject({
      verification_type: 'signup',
      redirect_to: world.url,
      email_otp: expect.stringMatching(/^\d{6}$/),
    });
    expect((await follow(signup.data.properties!.action_link)).has('access_token')).toBe(true);
    for (const type of ['recovery', 'magiclink'] as const) {
      const { data } = await admin.generateLink({ type, email });
      expect((await follow(data.properties!.action_link)).has('access_token')).toBe(true);
    }
    const newEmailAddress = newEmail();
    const change = (type: 'email_change_new' | 'email_change_current') =>
      admin.generateLink({ type, email, newEmail: newEmailAddress });
    const [one, two] = [await change('email_change_current'), await change('email_change_new')];
    expect(one.data.user!.new_email).toBe(newEmailAddress);
    expect((await follow(one.data.properties!.action_link)).has('message')).toBe(true);
    expect((await follow(two.data.properties!.action_link)).has('access_token')).toBe(true);
    expect(await world.userOf(newEmailAddress)).toBeDefined();
    const unknown = await admin.generateLink({ type: 'recovery', email: newEmail() });
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  it('invite by mail', async () => {
    const email = newEmail();
    const { data, error } = await admin.inviteUserByEmail(email, { data: { a: 1 } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
    const mail = await world.mailed(data.user!.id);
    expect(mail.kind).toBe('invite');
    const client = world.client();
    expect((await client.auth.verifyOtp({ token_hash: mail.token, type: 'invite' })).error).toBeNull();
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await admin.inviteUserByEmail('no address')).error).toMatchObject({ status: 400 });
  });
});

it('rotates the signing key without signing anyone out', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bellwire-rotation-'));
  const given = { dataDir, encryptionKey: null, signingKey: null };
  const before = await loadKeys(given);
  const secrets = join(dataDir, 'secrets');
  await rename(join(secrets, 'signing.jwk'), join(secrets, 'signing-2026.jwk'));
  const after = await loadKeys(given);
  expect(after.signing.kid).not.toBe(before.signing.kid);
  expect(after.serviceKey).toBe(before.serviceKey);
  expect(after.retired).toEqual([before.signing.publicJwk]);
  expect(JSON.stringify(after.retired)).not.toContain('"d"');

  const rotated = await authWorld({ keys: before });
  const client = rotated.client();
  await client.auth.signUp({ email: newEmail(), password: PASSWORD });
  // The same service, started again with the other key.
  Object.assign(before, after);
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  const { keys } = await (await rotated.call('/.well-known/jwks.json')).json();
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([after.signing.kid, after.retired![0]!.kid]);
  const { data } = await client.auth.getClaims();
  expect(data!.header.kid).toBe(after.signing.kid);
  await rotated.close();
});
