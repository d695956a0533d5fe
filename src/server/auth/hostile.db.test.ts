import { createHmac, randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// What nobody with good intentions sends. No answer may be a 500, and none may give more than it should.
let world: AuthWorld;
let victim: { id: string; email: string; token: string; sessionId: string };
let other: { id: string; token: string; sessionId: string };
const now = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  world = await authWorld();
  victim = await person();
  other = await person();
});
afterAll(() => world.close());

async function person() {
  const email = newEmail();
  const made = await (await world.post('/signup', { email, password: PASSWORD })).json();
  const token: string = made.access_token;
  const { session_id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  return { id: made.user.id as string, email, token, sessionId: session_id as string };
}

async function getUser(token: string): Promise<{ status: number; code: string; message: string }> {
  const answer = await world.call('/user', {
    headers: { Authorization: `Bearer ${token}`, 'X-Supabase-Api-Version': '2024-01-01' },
  });
  return { status: answer.status, ...(await answer.json()) };
}

async function signed(
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key?: CryptoKey,
) {
  return new SignJWT({
    iss: `${world.url}/auth/v1`,
    aud: 'authenticated',
    sub: victim.id,
    role: 'authenticated',
    session_id: victim.sessionId,
    iat: now(),
    exp: now() + 900,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: world.keys.signing.kid, ...header })
    .sign(key ?? world.keys.signing.privateKey);
}
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('access tokens', () => {
  it('passes the ones it made (so that the refusals below mean something)', async () => {
    expect((await getUser(await signed({}))).status).toBe(200);
  });

  it('refuses what it did not sign', async () => {
    const [, payload] = victim.token.split('.');
    const foreign = await generateKeyPair('ES256');
    const { x, y } = world.keys.signing.publicJwk;
    const hs = `${part({ alg: 'HS256', typ: 'JWT', kid: world.keys.signing.kid })}.${payload}`;
    const bad = {
      none: `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      hmacWithPublicKey: `${hs}.${createHmac('sha256', `${x}${y}`).update(hs).digest('base64url')}`,
      foreignKey: await signed({}, {}, foreign.privateKey),
      foreignKid: await signed({}, { kid: 'x' }, foreign.privateKey),
      tampered: victim.token.replace(
        payload!,
        part({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), sub: other.id }),
      ),
      noToken: 'sb_publishable_bellwire',
    };
    for (const [what, token] of Object.entries(bad)) {
      const answer = await getUser(token);
      expect([what, answer.status, answer.code]).toEqual([what, 403, 'bad_jwt']);
      expect(answer.message).toMatch(/^invalid JWT: unable to parse or verify signature, /);
    }
  });

  it.each([
    ['expired', { exp: 1_000 }],
    ['of another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
    ['for another audience', { aud: 'anon' }],
    ['without an end', { exp: undefined }],
    ['without a person', { sub: undefined }],
    ['without a session', { session_id: undefined }],
    ['with a session that is no id', { session_id: "' or true --" }],
  ])('refuses a token of ours that is %s', async (_what, claims) => {
    const answer = await getUser(await signed(claims));
    expect([answer.status, answer.code]).toEqual([403, 'bad_jwt']);
  });

  it('refuses a person who is no id with 400', async () => {
    const answer = await getUser(await signed({ sub: 'admin' }));
    expect([answer.status, answer.code]).toEqual([400, 'bad_jwt']);
  });

  it('refuses another person’s session, no session and nobody', async () => {
    expect((await getUser(await signed({ session_id: other.sessionId }))).code).toBe('session_not_found');
    expect((await getUser(await signed({ session_id: randomUUID() }))).code).toBe('session_not_found');
    expect((await getUser(await signed({ sub: randomUUID() }))).code).toBe('user_not_found');
  });

  it('asks for a bearer token', async () => {
    for (const value of ['', 'Basic eDp5', 'Bearer ', 'Bearer a b']) {
      const answer = await world.call('/user', { headers: { Authorization: value } });
      expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([401, 'no_authorization']);
    }
  });
});

describe('what a sign-up sends along', () => {
  it('is user_metadata, never a right', async () => {
    const email = newEmail();
    const answer = await world.post('/signup', {
      email,
      password: PASSWORD,
      role: 'service_role',
      app_metadata: { provider: 'saml', admin: true },
      id: victim.id,
      email_confirm: true,
      data: {
        role: 'service_role',
        app_metadata: { admin: true },
        sub: victim.id,
        email: 'someone@else.example',
        email_verified: true,
        is_anonymous: true,
        accountType: 'root',
      },
    });
    const { user, access_token } = await answer.json();
    expect(user.id).not.toBe(victim.id);
    expect(user).toMatchObject({ role: 'authenticated', email, is_anonymous: false });
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(user).not.toHaveProperty('email_confirmed_at');
    expect(user.user_metadata).toMatchObject({
      role: 'service_role',
      app_metadata: { admin: true },
      sub: user.id,
      email,
      email_verified: false,
    });
    const claims = JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ role: 'authenticated', sub: user.id, aud: 'authenticated' });
    const { rows } = await world.database.admin.query(
      'select w.account_type, m.role from members m join workspaces w on w.id = m.workspace_id where user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ account_type: 'personal', role: 'owner' }]);
  });

  it('cannot make a token too long for a request’s headers', async () => {
    const long = await world.post('/signup', {
      email: newEmail(),
      password: PASSWORD,
      data: { first_name: 'a'.repeat(10_000) },
    });
    expect([long.status, (await long.json()).code]).toEqual([400, 'validation_failed']);
    const most = await world.post('/signup', {
      email: newEmail(),
      password: PASSWORD,
      data: { first_name: 'ä'.repeat(950), last_name: '😀'.repeat(400), companyName: 'x'.repeat(300) },
    });
    expect(most.status).toBe(200);
    const { access_token, user } = await most.json();
    expect((await getUser(access_token)).status).toBe(200);
    const { rows } = await world.database.admin.query(
      'select w.name from members m join workspaces w on w.id = m.workspace_id where user_id = $1',
      [user.id],
    );
    expect(rows[0].name.length).toBeLessThanOrEqual(200);
    expect(rows[0].name).not.toContain('�');
  });

  it('gives a workspace name of one clean line', async () => {
    const answer = await world.post('/signup', {
      email: newEmail(),
      password: PASSWORD,
      data: {
        first_name: '\u202e Ada\r\nBcc: x@y.example',
        last_name: '<b>\u2028 ',
        companyName: 'Not mine',
      },
    });
    const { user } = await answer.json();
    const { rows } = await world.database.admin.query(
      'select w.name from members m join workspaces w on w.id = m.workspace_id where user_id = $1',
      [user.id],
    );
    expect(rows).toEqual([{ name: 'Ada Bcc: x@y.example <b>' }]);
  });
});

describe('bodies', () => {
  const nul = 'a\u0000b';
  it.each([
    ['/signup', { email: 'x@traders.example', password: PASSWORD, data: { first_name: nul } }],
    ['/signup', { email: 'x@traders.example', password: PASSWORD, data: { [nul]: 1 } }],
    ['/signup', { email: 'x@traders.example', password: PASSWORD, data: { a: [{ b: '\ud800' }] } }],
    ['/signup', { email: `${nul}@traders.example`, password: PASSWORD }],
    ['/signup', { email: 'x@traders.example', password: `${nul}${nul}` }],
    ['/token?grant_type=password', { email: `${nul}@traders.example`, password: PASSWORD }],
    ['/token?grant_type=refresh_token', { refresh_token: nul }],
    ['/verify', { type: 'signup', token_hash: nul }],
    ['/resend', { type: 'signup', email: `${nul}@traders.example` }],
    ['/signup', { email: ['x@traders.example'], password: PASSWORD }],
    ['/signup', { email: 'x@traders.example', password: { $ne: '' } }],
    ['/signup', { email: 'x@traders.example', password: PASSWORD, data: 'text' }],
    ['/signup', []],
    ['/signup', 'null'],
    [
      '/signup',
      `{"email":"x@traders.example","password":"${PASSWORD}","data":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
    ],
    ['/signup', { email: 'x@traders.example', phone: '+1', password: PASSWORD }],
    ['/signup', { email: 'x@traders.example', password: PASSWORD, code_challenge: 'x' }],
    [
      '/signup',
      {
        email: 'x@traders.example',
        password: PASSWORD,
        code_challenge: '!'.repeat(43),
        code_challenge_method: 's256',
      },
    ],
  ])('%s refuses a body with a sentence (%#)', async (path, body) => {
    const answer = await world.post(path, body);
    const { code, message } = await answer.json();
    expect([answer.status, code]).toEqual([400, 'validation_failed']);
    expect(message).toMatch(/^\S.{10,300}$/);
  });

  it('takes a text that only looks like a NUL', async () => {
    const answer = await world.post('/signup', {
      email: newEmail(),
      password: PASSWORD,
      data: { path: 'C:\\u0000' },
    });
    expect(answer.status).toBe(200);
    expect((await answer.json()).user.user_metadata.path).toBe('C:\\u0000');
  });

  it('tells JSON that is none', async () => {
    for (const body of ['{', 'email=x', '']) {
      const answer = await world.post('/signup', body);
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'bad_json']);
    }
  });

  it('stops at one mebibyte, also when the length is not said', async () => {
    const big = JSON.stringify({ email: 'x'.repeat(1024 * 1024) });
    const said = await world.post('/signup', big);
    expect([said.status, (await said.json()).code]).toEqual([413, 'request_entity_too_large']);
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i += 1) controller.enqueue(new Uint8Array(65_536).fill(32));
        controller.close();
      },
    });
    const unsaid = await world.call('/signup', {
      method: 'POST',
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(unsaid.status).toBe(413);
  });

  it('tolerates keys it does not know, as the client sends them', async () => {
    const answer = await world.post('/token?grant_type=password', {
      email: victim.email,
      password: PASSWORD,
      gotrue_meta_security: { captcha_token: 'x' },
      code_challenge: null,
      code_challenge_method: null,
    });
    expect(answer.status).toBe(200);
  });

  it('keeps no more than 400 characters of a user agent', async () => {
    await world.post(
      '/token?grant_type=password',
      { email: victim.email, password: PASSWORD },
      { 'User-Agent': 'a'.repeat(8_000) },
    );
    const { rows } = await world.database.admin.query(
      'select max(length(user_agent)) as n from sessions where user_id = $1',
      [victim.id],
    );
    expect(rows).toEqual([{ n: 400 }]);
  });
});

describe('HEAD, as checkers of links send it', () => {
  it('spends no link, and mails nothing', async () => {
    const made = await (await world.post('/signup', { email: newEmail(), password: PASSWORD })).json();
    const token = await world.mailedToken(made.user.id);
    const link = `/verify?${new URLSearchParams({ token, type: 'signup' })}`;
    const head = await world.call(link, { method: 'HEAD', redirect: 'manual' });
    expect(head.status).toBe(303);
    const to = new URL(head.headers.get('location')!);
    expect([to.origin, to.pathname, to.hash]).toEqual([world.url, '/confirm', '']);
    const spent = await world.post('/verify', { type: 'signup', token_hash: token });
    expect(spent.status).toBe(200);
    const Authorization = `Bearer ${(await spent.json()).access_token}`;
    const codes = async () =>
      (
        await world.database.admin.query(
          `select 1 from pgboss.job where data->>'userId' = $1 and data->>'kind' = 'reauthenticate'`,
          [made.user.id],
        )
      ).rows.length;
    const asked = await world.call('/reauthenticate', { method: 'HEAD', headers: { Authorization } });
    expect([asked.status, await codes()]).toEqual([405, 0]);
    expect((await world.call('/reauthenticate', { headers: { Authorization } })).status).toBe(200);
    expect(await codes()).toBe(1);
  });
});
