import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHasher } from '#src/accounts/passwords.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// EMAIL_CONFIRMATION=required, and hashes that grow with the configuration.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld({ emailConfirmation: 'required' });
});
afterAll(() => world.close());

/** As the screen does, and the job behind it. */
async function signUp(email: string, password = PASSWORD, data: object = {}) {
  const answer = await world.client().auth.signUp({ email, password, options: { data } });
  await world.answerRequests();
  return answer;
}

it('opens no session before the address is confirmed', async () => {
  const email = newEmail();
  const client = world.client();
  const { data, error } = await signUp(email);
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
  const first = await signUp(email);
  const soon = await signUp(email, 'of a stranger');
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  world.later(61_000);
  const { token: before } = await world.mailed(first.data.user!.id);
  await signUp(email, 'of a stranger');
  const { token: token_hash } = await world.mailed(first.data.user!.id);
  expect(token_hash).not.toBe(before);
  await world.client().auth.verifyOtp({ token_hash, type: 'signup' });
  const stranger = await world.client().auth.signInWithPassword({ email, password: 'of a stranger' });
  expect(stranger.error).toMatchObject({ code: 'invalid_credentials' });
});

it('answers a sign-up from the request alone, whether the address is new, unconfirmed or confirmed', async () => {
  const open = newEmail();
  const confirmed = newEmail();
  for (const email of [open, confirmed]) {
    const { data } = await signUp(email, PASSWORD, { first_name: 'Secretive', companyName: 'Hidden Ltd' });
    if (email === open) continue;
    const token_hash = await world.mailedToken(data.user!.id);
    await world.client().auth.verifyOtp({ token_hash, type: 'signup' });
  }
  world.later(3_600_000);
  const body = (email: string) => ({ email, password: 'another one', data: { first_name: 'Eve' } });
  const shown = [];
  const ids = [];
  for (const email of [newEmail(), open, confirmed]) {
    const answer = await world.post('/signup', body(email));
    const text = await answer.text();
    const { id, created_at } = JSON.parse(text);
    expect(Math.abs(Date.parse(created_at) - world.now().getTime())).toBeLessThan(5_000);
    ids.push(id);
    shown.push([
      answer.status,
      [...answer.headers].filter(([name]) => name !== 'date' && name !== 'content-length'),
      text
        .replaceAll(id, 'ID')
        .replaceAll(email, 'EMAIL')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT'),
    ]);
  }
  expect(shown[1]).toEqual(shown[0]);
  expect(shown[2]).toEqual(shown[0]);
  expect(JSON.stringify(shown)).not.toMatch(/Secretive|Hidden/);
  for (const email of [open, confirmed]) expect(ids).not.toContain((await world.userOf(email)).id);
  await world.answerRequests();
  // The answer for a new address names the account that is made.
  const { rows } = await world.database.admin.query('select id from users where id = any($1::uuid[])', [ids]);
  expect(rows).toEqual([{ id: ids[0] }]);
  expect((await world.userOf(open))['user_metadata']).toMatchObject({ first_name: 'Secretive' });
});

it('mails nothing to an address that is confirmed', async () => {
  const email = newEmail();
  const { data } = await signUp(email);
  const id = data.user!.id;
  await world.client().auth.verifyOtp({ token_hash: await world.mailedToken(id), type: 'signup' });
  const count = async () =>
    (await world.database.admin.query(`select count(*)::int as n from pgboss.job`)).rows[0].n;
  const before = await count();
  world.later(61_000);
  expect((await signUp(email, 'another one')).error).toBeNull();
  expect(await count()).toBe(before);
  expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

it('makes an old hash anew at sign-in', async () => {
  const email = newEmail();
  const { data } = await signUp(email);
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
