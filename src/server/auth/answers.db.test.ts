import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// The shape of answers, what is switched off, and that failures give nothing away.
let world: AuthWorld;
let provision: 'fine' | 'throws' | 'bad query' = 'fine';
let clientIp = '127.0.0.1';
let token: string;
let userId: string;
const email = newEmail();

beforeAll(async () => {
  world = await authWorld(
    {
      provision: async (tx, account, now) => {
        if (provision === 'throws') throw new Error('no workspace today');
        if (provision === 'bad query') {
          await tx.execute(sql`update users set email = 'X' where password_hash =
            (select password_hash from users where id = ${account.userId})`);
        }
        return provisionWorkspace(tx, account, now);
      },
    },
    { clientAddress: () => clientIp },
  );
  const made = await (await world.post('/signup', { email, password: PASSWORD })).json();
  token = made.access_token;
  userId = made.user.id;
});
afterAll(() => world.close());

describe('errors', () => {
  const refused = { email, password: 'wrong password' };

  it('have the new shape for a client that asks for it', async () => {
    for (const version of ['2024-01-01', '2025-06-30']) {
      const answer = await world.post('/token?grant_type=password', refused, {
        'X-Supabase-Api-Version': version,
      });
      expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
      expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
      expect(await answer.json()).toEqual({
        code: 'invalid_credentials',
        message: 'Invalid login credentials',
      });
    }
  });

  it('have the old shape for all others', async () => {
    for (const version of ['', '2023-12-31', 'latest']) {
      const answer = await world.post(
        '/signup',
        { email: newEmail(), password: 'short' },
        {
          'X-Supabase-Api-Version': version,
        },
      );
      expect(answer.headers.get('x-supabase-api-version')).toBeNull();
      expect(answer.headers.get('x-sb-error-code')).toBe('weak_password');
      expect(await answer.json()).toEqual({
        code: 422,
        error_code: 'weak_password',
        msg: 'Password should be at least 6 characters.',
        weak_password: { reasons: ['length'] },
      });
    }
  });

  it('can be read by a page of another origin, and nothing is cached', async () => {
    const headers = { Origin: 'https://site.example' };
    for (const answer of [
      await world.post('/token?grant_type=password', refused, headers),
      await world.post('/signup', '{', headers),
      await world.post('/signup', JSON.stringify({ x: 'x'.repeat(1_100_000) }), headers),
      await world.call('/user', { headers }),
      await world.call('/nothing', { headers }),
      await world.call('/settings', { headers }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('lets the browser ask beforehand, without a token', async () => {
    const answer = await world.call('/user', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://site.example',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,apikey,x-client-info,x-supabase-api-version',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-methods')).toMatch(/PUT/);
    expect(answer.headers.get('access-control-allow-headers')).toMatch(
      /authorization.*x-supabase-api-version/,
    );
    expect(answer.headers.get('access-control-max-age')).toBe('86400');
  });
});

describe('what tells about the service', () => {
  it('is the public key, for anybody, for ten minutes', async () => {
    const answer = await world.call('/.well-known/jwks.json');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = await answer.json();
    expect(keys).toHaveLength(1);
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
    expect(keys[0]).toMatchObject({ alg: 'ES256', use: 'sig', key_ops: ['verify'] });
  });

  it('is settings and health', async () => {
    expect(await (await world.call('/settings')).json()).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
    });
    expect(await (await world.call('/health')).json()).toMatchObject({
      version: expect.any(String),
      description: expect.any(String),
    });
  });
});

describe('what is switched off', () => {
  const id = '0190a000-0000-7000-8000-000000000001';
  it.each([
    ['POST', '/token?grant_type=pkce', { auth_code: id, code_verifier: 'v' }, 404, 'flow_state_not_found'],
    ['POST', '/token?grant_type=pkce', { auth_code: '', code_verifier: '' }, 400, 'validation_failed'],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', { chain: 'solana' }, 422, 'web3_provider_disabled'],
    ['POST', '/otp', { phone: '+35725000000' }, 422, 'phone_provider_disabled'],
    ['PUT', '/user', { phone: '+35725000000' }, 400, 'phone_provider_disabled'],
    ['PUT', '/user', { app_metadata: { admin: true } }, 403, 'not_admin'],
    ['POST', '/otp', {}, 400, 'validation_failed'],
    ['POST', '/factors', { factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'x' }, 400, 'validation_failed'],
    ['POST', `/factors/${id}/challenge`, {}, 404, 'mfa_factor_not_found'],
    ['POST', `/factors/${id}/verify`, {}, 400, 'validation_failed'],
    ['POST', `/factors/${id}/verify`, { code: '1', challenge_id: 'x' }, 400, 'bad_json'],
    ['POST', `/factors/${id}/verify`, { code: '1', challenge_id: id }, 404, 'mfa_factor_not_found'],
    ['DELETE', `/factors/${id}`, null, 404, 'mfa_factor_not_found'],
    ['DELETE', '/factors/1', null, 404, 'validation_failed'],
    ['GET', '/user/identities/authorize?provider=google', null, 404, 'manual_linking_disabled'],
    ['DELETE', `/user/identities/${id}`, null, 404, 'manual_linking_disabled'],
    ['GET', '/authorize?provider=google', null, 400, 'provider_disabled'],
    ['GET', '/callback?code=x', null, 400, 'provider_disabled'],
    ['POST', '/sso', { domain: 'x.example' }, 404, 'saml_provider_disabled'],
    ['POST', '/passkeys/authentication/options', {}, 404, 'passkey_disabled'],
    ['POST', '/invite', { email: 'a@traders.example' }, 403, 'not_admin'],
    ['GET', '/admin/users', null, 403, 'not_admin'],
    ['POST', '/admin/generate_link', {}, 403, 'not_admin'],
    ['DELETE', `/admin/users/${id}`, {}, 403, 'not_admin'],
    ['POST', '/resend', { type: 'sms', phone: '+35725000000' }, 400, 'phone_provider_disabled'],
    ['POST', '/resend', { type: 'odd', email: 'a@traders.example' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'recovery', token_hash: 'x' }, 403, 'otp_expired'],
    ['POST', '/recover', {}, 400, 'validation_failed'],
    ['GET', '/reauthenticate', null, 422, 'email_not_confirmed'],
    ['POST', '/verify', { type: 'sms', phone: '+35725000000', token: '1' }, 403, 'otp_expired'],
    ['POST', '/verify', { type: 'sms', phone: '+357 25 000 000', token: '1' }, 403, 'otp_expired'],
    [
      'POST',
      '/verify',
      { type: 'sms', phone: '1', email: 'a@b.example', token: '1' },
      400,
      'validation_failed',
    ],
    ['POST', '/verify', { type: 'odd', token_hash: 'x' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'email', token_hash: 'x', email: 'a@b.example' }, 400, 'validation_failed'],
    ['GET', '/verify', null, 400, 'validation_failed'],
  ])('%s %s %j: %i %s', async (method, path, body, status, code) => {
    const answer = await world.call(path, {
      method,
      redirect: 'manual',
      body: body === null ? null : JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' },
    });
    const got = await answer.json();
    expect([answer.status, got.code, typeof got.message]).toEqual([status, code, 'string']);
  });

  it.each([
    ['POST', '/verify', { type: 'sms', phone: '12a', token: '1' }],
    ['POST', '/verify', { type: 'phone_change', phone: '+0123', token: '1' }],
    ['POST', '/verify', { type: 'sms', phone: '+1234567890123456', token: '1' }],
    ['PUT', '/user', { phone: '357-25' }],
  ])('%s %s %j says that it is no phone number', async (method, path, body) => {
    const answer = await world.call(path, {
      method,
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'validation_failed', message: 'Invalid phone number format (E.164 required)' },
    ]);
  });

  it('does nothing without a token', async () => {
    for (const [method, path] of [
      ['PUT', '/user'],
      ['GET', '/reauthenticate'],
      ['POST', '/factors'],
      ['POST', `/factors/${id}/verify`],
      ['POST', '/logout'],
      ['GET', '/admin/users'],
    ] as const) {
      const answer = await world.call(path, { method, body: method === 'GET' ? null : '{}' });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  it('answers an unknown address in plain text', async () => {
    const answer = await world.call('/nothing/here', { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  it('asks to resend an address change with an empty answer: none is pending', async () => {
    const answer = await world.post('/resend', { type: 'email_change', email });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
  });
});

describe('failures', () => {
  it('leave nothing half made', async () => {
    const address = newEmail();
    provision = 'throws';
    const answer = await world.post('/signup', { email: address, password: PASSWORD });
    provision = 'fine';
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      code: 'unexpected_failure',
      message: 'Something went wrong on our side.',
    });
    expect(world.logged()).toContain('no workspace today');
    const { rows } = await world.database.admin.query(
      `select (select count(*) from users where email = $1)::int as users,
              (select count(*) from one_time_tokens t left join users u on u.id = t.user_id where u.id is null)::int as tokens,
              (select count(*) from pgboss.job j where name = 'account-mail' and j.data ? 'userId'
                 and not exists (select from users u where u.id::text = j.data->>'userId'))::int as jobs`,
      [address],
    );
    expect(rows).toEqual([{ users: 0, tokens: 0, jobs: 0 }]);
    expect((await world.post('/signup', { email: address, password: PASSWORD })).status).toBe(200);
  });

  it('say neither hash nor token, in answers and in the log', async () => {
    provision = 'bad query';
    const answer = await world.post('/signup', { email: newEmail(), password: 'a secret one' });
    provision = 'fine';
    expect(answer.status).toBe(500);
    // The insert itself, whose parameters hold the hash.
    await world.database.admin.query(
      'alter table users add constraint odd check (email <> $$odd@traders.example$$)',
    );
    const insert = await world.post('/signup', { email: 'odd@traders.example', password: 'a secret one' });
    expect(insert.status).toBe(500);
    // A token row that cannot be written.
    await world.database.admin.query(
      'alter table one_time_tokens add constraint odd check (length(token_hash) < 0) not valid',
    );
    const mail = await world.post('/signup', { email: newEmail(), password: 'a secret one' });
    expect(mail.status).toBe(500);
    await world.database.admin.query('alter table one_time_tokens drop constraint odd');
    const seen = [await answer.text(), await insert.text(), await mail.text(), world.logged()].join('\n');
    expect(world.logged()).toMatch(/users_email_check/);
    expect(seen).not.toContain('$argon2');
    expect(seen).not.toContain('a secret one');
    expect(seen).not.toMatch(/\\\\x[0-9a-f]{64}/);
    expect(seen).not.toMatch(/params/i);
    expect(seen).not.toMatch(/Failing row/);
  });

  it('does not stumble over an address of a client that is none', async () => {
    for (const ip of ['unknown', 'fe80::1%eth0', '']) {
      clientIp = ip;
      const answer = await world.post('/token?grant_type=password', { email, password: PASSWORD });
      expect(answer.status).toBe(200);
    }
    clientIp = '2001:db8::1';
    await world.post('/token?grant_type=password', { email, password: PASSWORD });
    clientIp = '127.0.0.1';
    const { rows } = await world.database.admin.query(
      'select host(ip) as ip from sessions where user_id = $1 order by created_at desc, id desc limit 2',
      [userId],
    );
    expect(rows).toEqual([{ ip: '2001:db8::1' }, { ip: null }]);
  });

  it('shows nobody a password’s hash', async () => {
    const found = await world.accounts.authenticate(token);
    expect(JSON.stringify(found)).not.toContain('$argon2');
    const shown = await world.call('/user', { headers: { Authorization: `Bearer ${token}` } });
    expect(await shown.text()).not.toMatch(/argon2|password/);
  });
});
