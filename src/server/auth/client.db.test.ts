import {
  isAuthApiError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type Session,
} from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHasher } from '#src/accounts/passwords.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// The published client against the service on a real port.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld();
});
afterAll(() => world.close());

async function signedUp(data: Record<string, unknown> = {}) {
  const client = world.client();
  const email = newEmail();
  const { data: made, error } = await client.auth.signUp({ email, password: PASSWORD, options: { data } });
  expect(error).toBeNull();
  return { client, email, session: made.session as Session, userId: made.user!.id };
}

describe('sign-up', () => {
  it('opens a session at once and returns the user in the contract’s shape', async () => {
    const email = newEmail();
    const client = world.client();
    const { data, error } = await client.auth.signUp({
      email: email.toUpperCase(),
      password: PASSWORD,
      options: { data: { first_name: 'Ada', last_name: 'Byron' } },
    });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 900 });
    expect(Math.abs(data.session!.expires_at! - Date.now() / 1000 - 900)).toBeLessThan(5);
    const user = data.user!;
    expect(user).toMatchObject({
      email,
      phone: '',
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        sub: user.id,
        email,
        email_verified: false,
        phone_verified: false,
        first_name: 'Ada',
        last_name: 'Byron',
      },
    });
    expect(user.identities).toHaveLength(1);
    expect(user.identities![0]).toMatchObject({
      id: user.id,
      user_id: user.id,
      provider: 'email',
      identity_data: { sub: user.id, email },
    });
    expect(user.identities![0]!.identity_id).toMatch(/^[0-9a-f-]{36}$/);
    for (const at of [user.created_at, user.updated_at, user.last_sign_in_at, user.confirmation_sent_at]) {
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    }
    expect(user).not.toHaveProperty('email_confirmed_at');
    expect(user).not.toHaveProperty('banned_until');
  });

  it('makes workspace, membership, brand, trial, recipient and paused starter rule with it', async () => {
    const { userId } = await signedUp({
      first_name: 'Ada',
      accountType: 'company',
      companyName: 'Difference Engines',
    });
    const { rows } = await world.database.admin.query(
      `select w.name, w.account_type, m.role, s.plan, s.status, r.state as rule, c.address
         from members m join workspaces w on w.id = m.workspace_id
         join subscriptions s on s.workspace_id = w.id and s.user_id = m.user_id
         join rules r on r.workspace_id = w.id join addresses c on c.workspace_id = w.id
        where m.user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([
      {
        name: 'Difference Engines',
        account_type: 'company',
        role: 'owner',
        plan: 'Pro Plan',
        status: 'Trial',
        rule: 'paused',
        address: expect.stringContaining('@traders.example'),
      },
    ]);
  });

  it('refuses a known address, and keeps its password', async () => {
    const { email } = await signedUp();
    const again = await world.client().auth.signUp({ email, password: 'another one' });
    expect(isAuthApiError(again.error)).toBe(true);
    expect(again.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
    const signIn = await world.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(signIn.error).toBeNull();
  });

  it('lets exactly one of five sign-ups with one address through', async () => {
    const email = newEmail();
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => world.client().auth.signUp({ email, password: PASSWORD })),
    );
    expect(all.filter(({ error }) => error === null)).toHaveLength(1);
    expect(all.flatMap(({ error }) => error?.code ?? [])).toEqual(Array(4).fill('user_already_exists'));
    const { rows } = await world.database.admin.query(
      'select count(*)::int as n from addresses where address = $1',
      [email],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('is not even asked without an address and a password', async () => {
    const { error } = await world.client().auth.signInWithPassword({ password: PASSWORD } as never);
    expect(error).toMatchObject({
      name: 'AuthInvalidCredentialsError',
      message: 'You must provide either an email or phone number and a password',
    });
  });

  it('reports a weak password after a successful sign-in only', async () => {
    const { email } = await signedUp();
    const signIn = (password: string) => world.client().auth.signInWithPassword({ email, password });
    expect((await signIn(PASSWORD)).data).not.toHaveProperty('weakPassword');
    for (const [weak, reason] of [
      ['password123', 'pwned'],
      ['short', 'length'],
    ] as const) {
      const hash = await createHasher({ cost: { memoryCost: 64, timeCost: 1 } }).hash(weak);
      await world.database.admin.query('update users set password_hash = $1 where email = $2', [hash, email]);
      const { data, error } = await signIn(weak);
      expect(error).toBeNull();
      expect(data.session).not.toBeNull();
      expect(data).toMatchObject({ weakPassword: { message: expect.any(String), reasons: [reason] } });
    }
  });

  it('names the reasons of a weak password', async () => {
    const { error } = await world.client().auth.signUp({ email: newEmail(), password: 'short' });
    expect(isAuthWeakPasswordError(error)).toBe(true);
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    expect(error!.message).toContain('Password should be at least 6 characters');
  });

  it.each([
    [{ email: 'no address', password: PASSWORD }, 400, 'validation_failed', /invalid format/],
    [{ email: 'a@traders.example', password: 'x'.repeat(73) }, 400, 'validation_failed', /72/],
    [{ phone: '+35725000000', password: PASSWORD }, 400, 'phone_provider_disabled', /./],
  ])('refuses %j', async (credentials, status, code, message) => {
    const { error } = await world.client().auth.signUp(credentials as { email: string; password: string });
    expect(error).toMatchObject({ status, code });
    expect(error!.message).toMatch(message);
  });

  it('offers no anonymous sign-in', async () => {
    const { error } = await world.client().auth.signInAnonymously();
    expect(error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
      message: 'Anonymous sign-ins are disabled',
    });
  });
});

describe('sign-in', () => {
  it('takes the right password, in any case of the address', async () => {
    const { email } = await signedUp();
    const { data, error } = await world
      .client()
      .auth.signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user!.last_sign_in_at).toBeDefined();
    const { data: claims } = await world.client().auth.getClaims(data.session!.access_token);
    expect(claims!.claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }]);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await signedUp();
    for (const credentials of [
      { email, password: 'a wrong one' },
      { email: 'nobody@traders.example', password: PASSWORD },
      { email, password: 'x'.repeat(1_000) },
    ]) {
      const { error } = await world.client().auth.signInWithPassword(credentials);
      expect(error).toMatchObject({
        status: 400,
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    }
  });

  it('refuses phones and unknown grants', async () => {
    const { error } = await world
      .client()
      .auth.signInWithPassword({ phone: '+35725000000', password: PASSWORD });
    expect(error).toMatchObject({ code: 'phone_provider_disabled', status: 422 });
    const odd = await world.post('/token?grant_type=odd', { email: 'a@b.example', password: PASSWORD });
    expect([odd.status, await odd.json()]).toEqual([
      400,
      { code: 'invalid_credentials', message: 'unsupported_grant_type' },
    ]);
  });

  it('rejects a banned person without checking the password', async () => {
    const { email, client, userId, session } = await signedUp();
    await world.database.admin.query(`update users set banned_until = 'infinity' where id = $1`, [userId]);
    for (const password of [PASSWORD, 'a wrong one']) {
      const { error } = await world.client().auth.signInWithPassword({ email, password });
      expect(error).toMatchObject({ status: 400, code: 'user_banned' });
    }
    expect((await client.auth.getUser(session.access_token)).error).toMatchObject({
      status: 403,
      code: 'user_banned',
    });
    expect((await client.auth.refreshSession(session)).error).toMatchObject({
      status: 400,
      code: 'user_banned',
    });
  });
});

describe('the session', () => {
  it('is verified by the client itself, without asking for the user', async () => {
    const { client, session, email, userId } = await signedUp();
    world.requests.length = 0;
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data!.header).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: world.keys.signing.kid });
    expect(data!.claims).toMatchObject({
      iss: `${world.url}/auth/v1`,
      sub: userId,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(data!.claims.exp - data!.claims.iat).toBe(900);
    expect(data!.claims.exp).toBe(session.expires_at);
    expect(world.requests).not.toContain('GET /auth/v1/user');
    expect(world.requests.filter((line) => !line.endsWith('jwks.json'))).toEqual([]);
  });

  it('tells the user, refreshes, and ends', async () => {
    const { client, session, userId } = await signedUp();
    const { data: asked } = await client.auth.getUser();
    expect(asked.user!.id).toBe(userId);
    const { data: refreshed, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(refreshed.session!.refresh_token).not.toBe(session.refresh_token);
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
    const gone = await client.auth.getUser(refreshed.session!.access_token);
    expect(isAuthSessionMissingError(gone.error)).toBe(true);
    const { error: late } = await world.client().auth.refreshSession(refreshed.session!);
    expect(isAuthSessionMissingError(late)).toBe(true);
  });

  it.each([
    ['local', { mine: false, other: true }],
    ['others', { mine: true, other: false }],
    ['global', { mine: false, other: false }],
  ] as const)('signs out %s sessions and no stranger’s', async (scope, alive) => {
    const { client, session, email } = await signedUp();
    const other = await world.client().auth.signInWithPassword({ email, password: PASSWORD });
    const stranger = await signedUp();
    expect((await client.auth.signOut({ scope })).error).toBeNull();
    const lives = async (token: string) => (await world.client().auth.getUser(token)).error === null;
    expect(await lives(session.access_token)).toBe(alive.mine);
    expect(await lives(other.data.session!.access_token)).toBe(alive.other);
    expect(await lives(stranger.session.access_token)).toBe(true);
  });

  it('refuses an unknown scope', async () => {
    const { session } = await signedUp();
    const answer = await world.post('/logout?scope=all', '', {
      Authorization: `Bearer ${session.access_token}`,
    });
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'validation_failed']);
  });
});

describe('confirming an address', () => {
  it('works once, confirms and signs in', async () => {
    const { userId, email } = await signedUp();
    const token_hash = await world.mailedToken(userId);
    const client = world.client();
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: userId, email, user_metadata: { email_verified: true } });
    expect(data.user!.email_confirmed_at).toBeDefined();
    expect(data.user!.confirmed_at).toBe(data.user!.email_confirmed_at);
    const { data: claims } = await client.auth.getClaims();
    expect(claims!.claims.amr).toMatchObject([{ method: 'otp' }]);
    const again = await world.client().auth.verifyOtp({ token_hash, type: 'email' });
    expect(again.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    });
  });

  it('lets one of several presses of the button through, each with its own token too', async () => {
    const { userId, email } = await signedUp();
    const first = await world.mailedToken(userId);
    world.later(61_000);
    expect((await world.client().auth.resend({ type: 'signup', email })).error).toBeNull();
    await world.answerRequests();
    const second = await world.mailedToken(userId);
    expect(second).not.toBe(first);
    const presses = await Promise.all(
      [first, second, first, second].map((token_hash) =>
        world.client().auth.verifyOtp({ token_hash, type: 'signup' }),
      ),
    );
    expect(presses.filter(({ error }) => error === null)).toHaveLength(1);
    expect(presses.flatMap(({ error }) => error?.code ?? [])).toEqual(Array(3).fill('otp_expired'));
  });

  it('refuses a link after 24 hours, and what is no link', async () => {
    const { userId } = await signedUp();
    const token_hash = await world.mailedToken(userId);
    world.later(24 * 3_600_000);
    for (const token of [token_hash, 'x', 'x'.repeat(4_000)]) {
      const { error } = await world.client().auth.verifyOtp({ token_hash: token, type: 'signup' });
      expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
    }
    const typed = await world
      .client()
      .auth.verifyOtp({ email: 'nobody@traders.example', token: '123456', type: 'signup' });
    expect(typed.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
  });

  it('mails again at most once a minute, and says nothing of strangers', async () => {
    const { email, userId } = await signedUp();
    const soon = await world.client().auth.resend({ type: 'signup', email });
    expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(soon.error!.message).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
    world.later(61_000);
    const both = await Promise.all(
      [1, 2].map(() => world.client().auth.resend({ type: 'signup', email: email.toUpperCase() })),
    );
    expect(both.map(({ error }) => error?.code).sort()).toEqual(['over_email_send_rate_limit', undefined]);
    await world.answerRequests();
    const { rows } = await world.database.admin.query(
      `select count(*)::int as n from pgboss.job where name = 'account-mail' and data->>'userId' = $1`,
      [userId],
    );
    expect(rows).toEqual([{ n: 2 }]);
    const unknown = await world.client().auth.resend({ type: 'signup', email: 'nobody@traders.example' });
    expect(unknown.error).toBeNull();
    await world.client().auth.verifyOtp({ token_hash: await world.mailedToken(userId), type: 'signup' });
    world.later(61_000);
    expect((await world.client().auth.resend({ type: 'signup', email })).error).toBeNull();
    expect(await world.answerRequests()).toBe(2);
    const mails = `select count(*)::int as n from pgboss.job where data->>'userId' = $1`;
    expect((await world.database.admin.query(mails, [userId])).rows).toEqual([{ n: 2 }]);
  });
});
