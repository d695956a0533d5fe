import { createHmac } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { LEAD, type Person, restWorld, type RestWorld } from './test-support.ts';

// What nobody with good intentions sends. No answer may be a 500, and none may give more than it should.
let world: RestWorld;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  world = await restWorld();
  ada = await world.person();
  ben = await world.person();
  await world.client().from('leads').insert(LEAD);
});
afterAll(() => world.close());
afterEach(() => world.from(null));

type Answer = { status: number; code: string; message: string; text: string; headers: Headers };
async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await world.call(`/rest/v1/${path}`, init);
  const text = await answer.text();
  const body = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: answer.status, code: body.code, message: body.message, text, headers: answer.headers };
}
const as = (token: string, more: Record<string, string> = {}) => ({
  headers: { apikey: PUBLIC_KEY, Authorization: `Bearer ${token}`, ...more },
});
const leave = (body: unknown, headers: Record<string, string> = {}, path = 'leads') =>
  ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const now = () => Math.floor(Date.now() / 1000);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
const signed = (claims: Record<string, unknown>, key?: CryptoKey, header: Record<string, unknown> = {}) =>
  new SignJWT({ ...claimsOf(ada.token), ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: world.auth.keys.signing.kid, ...header })
    .sign(key ?? world.auth.keys.signing.privateKey);

describe('tokens', () => {
  it('passes a good one (so that the refusals below mean something)', async () => {
    expect((await ask('subscriptions?select=plan', as(await signed({})))).text).toBe('[{"plan":"Pro Plan"}]');
  });

  it('refuses forged ones', async () => {
    const foreign = await generateKeyPair('ES256');
    const [, payload] = ada.token.split('.');
    const { x, y } = world.auth.keys.signing.publicJwk;
    const hs = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claimsOf(ada.token), role: 'service_role' })}`;
    const bad = {
      none: `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      hmacWithPublicKey: `${hs}.${createHmac('sha256', `${x}${y}`).update(hs).digest('base64url')}`,
      foreignKey: await signed({ role: 'service_role' }, foreign.privateKey),
      anotherPerson: ada.token.replace(payload!, part({ ...claimsOf(ada.token), sub: ben.id })),
      anotherRole: ada.token.replace(payload!, part({ ...claimsOf(ada.token), role: 'bellwire_owner' })),
      garbage: 'a.b.c',
    };
    for (const [what, token] of Object.entries(bad)) {
      for (const table of ['leads', 'subscriptions']) {
        const answer = await ask(`${table}?select=*`, as(token));
        expect([what, answer.status, answer.code]).toEqual([what, 401, 'PGRST301']);
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
        expect(answer.headers.get('proxy-status')).toBe('PostgREST; error=PGRST301');
      }
      expect((await leave(LEAD, { Authorization: `Bearer ${token}` })).status).toBe(401);
    }
    expect((await ask('subscriptions', as('not-a-token'))).message).toBe('Expected 3 parts in JWT; got 1');
  });

  it.each([
    ['expired', { exp: 1_000 }, 'JWT expired'],
    ['of another issuer', { iss: 'https://elsewhere.example/auth/v1' }, 'JWT claims are not valid'],
    ['for another audience', { aud: 'anon' }, 'JWT claims are not valid'],
    ['not yet good', { nbf: now() + 90_000, exp: now() + 99_000 }, 'JWT claims are not valid'],
    ['of nobody', { sub: 'admin' }, 'invalid claim: sub claim must be a UUID'],
    ['of a session of another', { sub: '01900000-0000-7000-8000-000000000500' }, /does not exist/],
  ])('refuses one of ours that is %s', async (_what, claims, message) => {
    const answer = await ask('subscriptions', as(await signed(claims)));
    expect([answer.status, answer.code]).toEqual([401, 'PGRST303']);
    expect(answer.message).toMatch(message);
  });

  it('are taken half a minute beyond their times, because clocks differ, and no longer', async () => {
    const statusOf = async (claims: Record<string, unknown>) =>
      (await ask('subscriptions', as(await signed(claims)))).status;
    expect(await statusOf({ exp: now() - 20 })).toBe(200);
    expect(await statusOf({ nbf: now() + 20 })).toBe(200);
    expect(await statusOf({ exp: now() - 40 })).toBe(401);
    expect(await statusOf({ nbf: now() + 40 })).toBe(401);
    const late = await signed({ exp: now() - 20 });
    expect((await ask('subscriptions', as(late))).status).toBe(200);
    // Elsewhere the end is the end, also where the token has just been seen here.
    await expect(world.auth.accounts.checkSession(late)).rejects.toMatchObject({ code: 'bad_jwt' });
  });

  it.each(['service_role', 'bellwire_owner', 'bellwire_app', 'postgres', 'bellwire_anon"; reset role; --'])(
    'gives the role %s to nobody, not even signed by us',
    async (role) => {
      for (const table of ['leads', 'subscriptions']) {
        const answer = await ask(`${table}?select=*`, as(await signed({ role })));
        expect([answer.status, answer.code]).toEqual([403, '42501']);
        expect(answer.message).toBe(`permission denied to set role "${role}"`);
      }
    },
  );

  it('takes a request without a bearer, with another scheme, or with the public key as anybody’s', async () => {
    for (const headers of [
      {},
      { Authorization: 'Basic eDp5' },
      { Authorization: `bearer ${PUBLIC_KEY}` },
    ] as Record<string, string>[]) {
      expect((await leave(LEAD, headers)).status).toBe(201);
      expect((await ask('leads?select=*', { headers })).status).toBe(401);
    }
    // A secret-looking apikey chooses no role.
    expect((await ask('leads', { headers: { apikey: 'sb_secret_x' } })).code).toBe('42501');
    expect((await ask('leads', as(''))).status).toBe(401);
  });
});

describe('queries', () => {
  const mine = (query: string) => ask(`subscriptions?${query}`, as(ada.token));

  it.each([
    ["user_id=eq.x' or '1'='1", '22P02'],
    ['user_id=eq.%00', '22021'],
    ['user_id=in.(a,b)', '22P02'],
    ['user_id=in.(a', 'PGRST100'],
    ['user_id=like.*', '42883'],
    ['plan=xx.1', 'PGRST100'],
    ['plan=1', 'PGRST100'],
    ['plan=is.1', 'PGRST100'],
    ['plan=fts.x', 'PGRST100'],
    ['or=(plan.eq.a,plan.eq.b)', 'PGRST100'],
    ['password_hash=eq.x', '42703'],
    ['1%3D1%3B--=eq.1', '42703'],
    ['users.id=eq.1', 'PGRST108'],
    ['select=password_hash', '42703'],
    ['select=plan,(select%201)', '42703'],
    ['select=plan"%20from%20users--', 'PGRST100'],
    ['select="plan', 'PGRST100'],
    ['select=a%00b:plan', 'PGRST100'],
    ['select=a%22b:plan', 'PGRST100'],
    ['select=a:b:plan', 'PGRST100'],
    ['select=plan::text', 'PGRST100'],
    ['select=plan->>x', 'PGRST100'],
    ['select=workspaces(name)', 'PGRST200'],
    ['select=x:users!inner(email,password_hash)', 'PGRST200'],
    ['select=count()', 'PGRST123'],
    ['order=plan.up', 'PGRST100'],
    ['order=plan.desc.nullsfirst.x', 'PGRST100'],
    ['order=plan;drop%20table%20users', '42703'],
    ['limit=-1', 'PGRST100'],
    ['limit=1%20or%201', 'PGRST100'],
    ['limit=99999999999999999999', 'PGRST100'],
    ['offset=1e9', 'PGRST100'],
  ])('refuses %s with %s', async (query, code) => {
    const answer = await mine(query);
    expect([answer.status < 500, answer.code]).toEqual([true, code]);
    expect(Object.keys(JSON.parse(answer.text)).sort()).toEqual(['code', 'details', 'hint', 'message']);
  });

  it('treats every value as a value', async () => {
    for (const value of ["'; drop table leads; --", '") or 1=1 --', '%', '\\', '${1}', '$1', "E'\\x27'"]) {
      const answer = await mine(`plan=eq.${encodeURIComponent(value)}`);
      expect([answer.status, answer.text]).toEqual([200, '[]']);
    }
    expect((await mine('')).text).toContain(ada.id);
    expect((await mine('')).text).not.toContain(ben.id);
    expect((await world.leads()).length).toBeGreaterThan(0);
  });

  it('knows two tables, one schema, and no functions', async () => {
    for (const table of [
      'users',
      'sessions',
      'lead_notices',
      'pg_user',
      'leads"',
      'leads;',
      'LEADS',
      '%00',
    ]) {
      const answer = await ask(`${table}?select=*`, as(ada.token));
      expect([table, answer.status, answer.code]).toEqual([table, 404, 'PGRST205']);
    }
    const schema = await ask('subscriptions', as(ada.token, { 'Accept-Profile': 'pgboss' }));
    expect([schema.status, schema.code]).toEqual([406, 'PGRST106']);
    expect((await leave(LEAD, { 'Content-Profile': 'pgboss' })).code).toBe('PGRST106');
    const rpc = await world.client().rpc('pg_sleep', { seconds: 9 });
    expect([rpc.status, rpc.error?.code]).toEqual([404, 'PGRST202']);
    expect((await ask('')).status).toBe(404);
    expect((await ask('leads/1')).code).toBe('PGRST125');
    expect((await ask('subscriptions', as(ada.token, { Accept: 'text/csv' }))).code).toBe('PGRST107');
    const purge = await ask('leads', { method: 'PURGE' });
    expect([purge.status, purge.code]).toEqual([405, 'PGRST117']);
  });
});

describe('bodies', () => {
  it.each([
    ['', 'PGRST102'],
    ['{', 'PGRST102'],
    ['null', 'PGRST102'],
    ['"x"', 'PGRST102'],
    ['[1]', 'PGRST102'],
    ['[[]]', 'PGRST102'],
    ['{}', '23502'],
    ['[{}]', '23502'],
    ['{"company_name":{"a":1}}', '23502'],
    ['{"__proto__":{"company_name":"x"}}', '23502'],
    ['{"company_name\\" , id) --":1}', 'PGRST204'],
    ['[{"company_name":"a"},{"contact_email":"b"}]', 'PGRST102'],
    [JSON.stringify({ ...LEAD, company_name: 'a\0b' }), '22P05'],
    [JSON.stringify({ ...LEAD, company_name: 'x' }).replace('"x"', '"\\ud800"'), '22P02'],
    [JSON.stringify({ ...LEAD, company_name: 'x' }).replace('"x"', '"\0"'), 'PGRST102'],
    [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'PGRST102'],
    [
      JSON.stringify({ ...LEAD, platforms: 'x' }).replace('"x"', '['.repeat(30_000) + ']'.repeat(30_000)),
      '54001',
    ],
  ])('refuses the broken body %#', async (body, code) => {
    const before = (await world.leads()).length;
    const answer = await leave(body);
    expect(answer.code).toBe(code);
    expect(answer.status).toBeLessThan(500);
    expect((await world.leads()).length).toBe(before);
  });

  it('refuses too many rows and too large a body, and stays up', async () => {
    const before = (await world.leads()).length;
    const many = await leave(Array.from({ length: 10_000 }, () => ({ a: 1 })));
    expect([many.status, many.code]).toEqual([413, '54000']);
    const { error } = await world
      .client()
      .from('leads')
      .insert(Array.from({ length: 10_000 }, () => LEAD));
    expect(error?.code).toBe('54000');
    const huge = await leave({ ...LEAD, company_name: 'x'.repeat(3_000_000) });
    expect([huge.status, huge.code]).toEqual([413, '54000']);
    expect((await world.leads()).length).toBe(before);
    expect((await leave(LEAD)).status).toBe(201);
  });

  it('takes all rows of a list or none', async () => {
    const before = (await world.leads()).length;
    const answer = await leave([LEAD, { ...LEAD, message_volume: '7' }]);
    expect(answer.code).toBe('23514');
    expect((await world.leads()).length).toBe(before);
  });

  it('takes columns from the list it is given, and only real ones', async () => {
    const columns = encodeURIComponent(
      Object.keys(LEAD)
        .map((each) => `"${each}"`)
        .join(','),
    );
    expect((await leave([{ ...LEAD, extra: 1 }], {}, `leads?columns=${columns}`)).status).toBe(201);
    expect((await leave([LEAD], {}, 'leads?columns="x"')).code).toBe('PGRST204');
    expect((await leave([LEAD], {}, 'leads?columns="')).code).toBe('PGRST100');
    expect((await leave(LEAD, { 'Content-Type': 'text/plain' })).code).toBe('PGRST102');
    expect((await leave(LEAD, { Prefer: 'return=headers-only' })).code).toBe('42501');
  });
});

describe('limits', () => {
  it('let one network leave so many and no more; others are not touched', async () => {
    const hundred = Array.from({ length: 100 }, () => LEAD);
    world.from('203.0.113.7');
    expect((await leave(hundred)).status).toBe(201);
    expect((await leave(hundred)).status).toBe(201);
    const refused = await leave(LEAD);
    expect([refused.status, refused.code]).toEqual([429, 'PT429']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    world.from('203.0.113.8');
    expect((await leave(LEAD)).status).toBe(201);
    // One IPv6 network is one visitor.
    world.from('2001:db8:1:2::1');
    expect((await leave(hundred)).status).toBe(201);
    expect((await leave(hundred)).status).toBe(201);
    world.from('2001:db8:1:2:ffff::9');
    expect((await leave(LEAD)).status).toBe(429);
    const { rows } = await world.auth.database.admin.query('select key from limits');
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|2001:db8/);
  });
});

it('answers a preflight without asking who it is', async () => {
  const answer = await world.call('/rest/v1/leads', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,apikey,content-profile,content-type,x-client-info',
    },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-headers')).toContain('content-profile');
  const refused = await world.call('/rest/v1/leads', { headers: { Origin: 'https://elsewhere.example' } });
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-expose-headers')).toContain('Content-Range');
});

it('leaves no right behind on a pooled connection', async () => {
  for (let round = 0; round < 20; round += 1) {
    await ask('subscriptions', as(ada.token));
    const { rows } = await world.auth.database.app.$client.query(
      `select current_user as name, current_setting('app.claims', true) as claims`,
    );
    expect(rows[0].name).toBe('bellwire_app');
    expect(rows[0].claims || null).toBeNull();
  }
  // The app role has none of the visitors' rights but the one to become them.
  await expect(world.auth.database.app.$client.query('select * from leads')).rejects.toMatchObject({
    code: '42501',
  });
});

it('has logged no error of ours in all of this', () => {
  expect(world.errors).toEqual([]);
});
