import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHasher } from '#src/accounts/index.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// EMAIL_CONFIRMATION=required, and hashes that grow with the configuration.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld({ emailConfirmation: 'required' });
});
afterAll(() => world.close());

it('opens no session before the address is confirmed', async () => {
  const email = newEmail();
  const client = world.client();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, role: 'authenticated', confirmation_sent_at: expect.any(String) });
  expect(data.user).not.toHaveProperty('email_confirmed_at');
  expect(data.user!.identities).toHaveLength(1);
  const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  const wrong = await client.auth.signInWithPassword({ email, password: 'wrong' });
  expect(wrong.error).toMatchObject({ code: 'invalid_credentials' });
  const token_hash = await world.mailedToken(data.user!.id);
  expect((await client.auth.verifyOtp({ token_hash, type: 'signup' })).data.session).not.toBeNull();
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

it('mails an open address again, once a minute, and does not take the second password', async () => {
  const email = newEmail();
  const first = await world.client().auth.signUp({ email, password: PASSWORD });
  const soon = await world.client().auth.signUp({ email, password: 'of a stranger' });
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  world.later(61_000);
  const again = await world.client().auth.signUp({ email, password: 'of a stranger' });
  expect(again.data.user!.id).toBe(first.data.user!.id);
  const token_hash = await world.mailedToken(first.data.user!.id);
  await world.client().auth.verifyOtp({ token_hash, type: 'signup' });
  const stranger = await world.client().auth.signInWithPassword({ email, password: 'of a stranger' });
  expect(stranger.error).toMatchObject({ code: 'invalid_credentials' });
});

it('answers a confirmed address with a user of nobody, and mails nothing', async () => {
  const email = newEmail();
  const { data } = await world.client().auth.signUp({ email, password: PASSWORD });
  const id = data.user!.id;
  await world.client().auth.verifyOtp({ token_hash: await world.mailedToken(id), type: 'signup' });
  const count = async () =>
    (await world.database.admin.query(`select count(*)::int as n from pgboss.job`)).rows[0].n;
  const before = await count();
  world.later(61_000);
  const { data: shown, error } = await world
    .client()
    .auth.signUp({ email, password: 'another one', options: { data: { first_name: 'Eve' } } });
  expect(error).toBeNull();
  expect(shown.session).toBeNull();
  expect(shown.user!.id).not.toBe(id);
  expect(shown.user).toMatchObject({ role: '', identities: [], user_metadata: { first_name: 'Eve' } });
  expect(shown.user).not.toHaveProperty('last_sign_in_at');
  expect(await count()).toBe(before);
});

it('makes an old hash anew at sign-in', async () => {
  const email = newEmail();
  const { data } = await world.client().auth.signUp({ email, password: PASSWORD });
  const token_hash = await world.mailedToken(data.user!.id);
  await world.client().auth.verifyOtp({ token_hash, type: 'signup' });
  const weak = await createHasher({ cost: { memoryCost: 32, timeCost: 1 } }).hash(PASSWORD);
  await world.database.admin.query('update users set password_hash = $1 where email = $2', [weak, email]);
  expect((await world.client().auth.signInWithPassword({ email, password: 'wrong' })).error).not.toBeNull();
  expect((await world.userOf(email))['password_hash']).toBe(weak);
  expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect((await world.userOf(email))['password_hash']).toMatch(/m=64,t=1/);
  expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

it('names a password that everybody tries first', async () => {
  const { error } = await world.client().auth.signUp({ email: newEmail(), password: 'password123' });
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
});
