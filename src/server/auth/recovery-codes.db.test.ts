import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApi } from '#tests/support/api.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// One-time codes for people who have lost their authenticator app.
let world: AuthWorld;
let api: ReturnType<typeof testApi>;
beforeAll(async () => {
  world = await authWorld();
  api = testApi(world.database, {
    clock: () => new Date(),
    checkSession: world.accounts.checkSession,
    security: { accounts: world.accounts },
    clientAddress: () => '127.0.0.1',
  });
});
afterAll(() => world.close());

type Token = { token: string };
const codes = (one: Token, method: 'GET' | 'POST') =>
  api.request('/security/recovery-codes', { method, headers: { Authorization: `Bearer ${one.token}` } });
const spend = (one: Token, code: unknown) =>
  world.post('/recovery-codes/use', { code }, { Authorization: `Bearer ${one.token}` });
const statusOf = async (one: Token) => (await codes(one, 'GET')).json();
const refusal = async (answer: Response) => [answer.status, (await answer.json()).code];
const totp = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.now().getTime() });

async function signIn(email: string) {
  const client = world.client();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return { client, token: data.session!.access_token };
}
/** A person with an authenticator app and ten codes, and a session of theirs that has used neither. */
async function person() {
  const client = world.client();
  const email = newEmail();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp' });
  const factorId = enrolled.data!.id;
  const secret = enrolled.data!.totp.secret;
  const raised = await client.auth.mfa.challengeAndVerify({ factorId, code: totp(secret) });
  world.later(30_000);
  const full = { token: raised.data!.access_token };
  const made = await codes(full, 'POST');
  expect(made.status).toBe(201);
  const { codes: ten } = (await made.json()) as { codes: string[] };
  return { client, email, id: data.user!.id, factorId, secret, full, ten, low: await signIn(email) };
}

describe('ten codes', () => {
  it('are told once, counted after, and kept as hashes only', async () => {
    const one = await person();
    expect(new Set(one.ten).size).toBe(10);
    for (const code of one.ten) expect(code).toMatch(/^([0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    expect(await statusOf(one.full)).toEqual({ left: 10, madeAt: expect.any(String) });
    const { rows } = await world.database.admin.query(
      `select *, encode(code_hash, 'escape') as text from auth_recovery_codes where user_id = $1`,
      [one.id],
    );
    expect(rows).toHaveLength(10);
    const kept = JSON.stringify(rows);
    for (const code of one.ten) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('are for people with a second factor, and their fully signed-in sessions', async () => {
    const { data } = await world.client().auth.signUp({ email: newEmail(), password: PASSWORD });
    const plain = { token: data.session!.access_token };
    expect(await refusal(await codes(plain, 'POST'))).toEqual([404, 'mfa_factor_not_found']);
    expect(await statusOf(plain)).toEqual({ left: 0, madeAt: null });
    expect(await refusal(await spend(plain, '0000-0000-0000-0000'))).toEqual([
      422,
      'recovery_code_not_valid',
    ]);
    const { low } = await person();
    expect(await refusal(await codes(low, 'POST'))).toEqual([403, 'insufficient_aal']);
    expect(await refusal(await codes(low, 'GET'))).toEqual([403, 'insufficient_aal']);
    await expect(
      world.accounts.security.makeRecoveryCodes(await world.accounts.authenticate(low.token), undefined, {
        ip: null,
        userAgent: null,
      }),
    ).rejects.toMatchObject({ code: 'insufficient_aal' });
    expect((await world.post('/recovery-codes/use', { code: 'x' })).status).toBe(401);
  });
});

describe('a code', () => {
  it('raises the session it is used in, says so in amr, and is mailed and written down', async () => {
    const { low, ten, id, email } = await person();
    const before = (await low.client.auth.getSession()).data.session!;
    const answer = await spend(low, ten[0]!.toUpperCase().replaceAll('-', ' '));
    expect(answer.status).toBe(200);
    const session = await answer.json();
    // As our page does it: the published client takes the session over.
    const taken = await low.client.auth.setSession(session);
    expect(taken.error).toBeNull();
    const level = (await low.client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const { data } = await low.client.auth.getClaims();
    expect(data!.claims.amr).toMatchObject([{ method: 'recovery_code' }, { method: 'password' }]);
    expect((await world.accounts.checkSession(session.access_token)).user.email).toBe(email);
    const stale = await world.client().auth.refreshSession(before);
    expect(stale.error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await low.client.auth.refreshSession()).error).toBeNull();
    expect(await statusOf({ token: session.access_token })).toMatchObject({ left: 9 });
    const trail = await world.accounts.accountTrail(id);
    expect(trail.map(({ event }) => event).slice(0, 1)).toEqual(['recovery_code_used']);
    const { rows } = await world.database.admin.query(
      `select data from pgboss.job where name = 'account-mail' and data->>'userId' = $1
        and data->>'kind' = 'recovery_code_used'`,
      [id],
    );
    expect(rows).toMatchObject([{ data: { userId: id, kind: 'recovery_code_used', codesLeft: 9 } }]);
  });

  it('raises that session only: the next one owes its second step again', async () => {
    const { low, ten, email } = await person();
    expect((await spend(low, ten[3])).status).toBe(200);
    // The token from before stays what it was, though its session was raised.
    await expect(world.accounts.checkSession(low.token)).rejects.toMatchObject({ code: 'insufficient_aal' });
    const next = await signIn(email);
    await expect(world.accounts.checkSession(next.token)).rejects.toMatchObject({ code: 'insufficient_aal' });
  });

  it('is spent once, also by three at the same moment', async () => {
    const { low, ten, email, full } = await person();
    const other = await signIn(email);
    // All are let in before either is answered.
    const { authenticate, spendRecoveryCode } = world.accounts;
    const people = await Promise.all([low, other, low].map(({ token }) => authenticate(token)));
    const client = { ip: null, userAgent: null };
    const outcomes = await Promise.allSettled(
      people.map((who) => spendRecoveryCode(who, { code: ten[0]!, client })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(2).fill('recovery_code_not_valid'));
    const third = await signIn(email);
    expect(await refusal(await spend(third, ten[0]))).toEqual([422, 'recovery_code_not_valid']);
    expect(await statusOf(full)).toMatchObject({ left: 9 });
  });

  it('and a code of the app, used at once in two sessions, do not wait for each other', async () => {
    const { low, ten, email, factorId, secret } = await person();
    const other = await signIn(email);
    const { authenticate, challengeFactor, spendRecoveryCode, verifyFactor } = world.accounts;
    const client = { ip: null, userAgent: null };
    const [one, two] = [await authenticate(low.token), await authenticate(other.token)];
    const challenge = await challengeFactor(two, factorId, client);
    const both = await world.database.app.transaction(async (tx) => {
      await tx.execute(sql`select 1 from sessions where user_id = ${one.user.id} for update`);
      const begun = Promise.allSettled([
        spendRecoveryCode(one, { code: ten[0]!, client }),
        verifyFactor(two, { factorId, challengeId: challenge.id, code: totp(secret), client }),
      ]);
      await vi.waitFor(async () => {
        const { rows } = await world.database.admin.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(2);
      });
      return { begun };
    });
    // The second one finds its session ended: it was still at aal1 when the first one finished.
    const outcomes = (await both.begun).map((each) =>
      each.status === 'rejected' ? each.reason.code : 'raised',
    );
    expect(outcomes.toSorted()).toEqual(['raised', 'session_not_found']);
  });

  it('is its owner’s only', async () => {
    const [one, two] = [await person(), await person()];
    expect(await refusal(await spend(one.low, two.ten[0]))).toEqual([422, 'recovery_code_not_valid']);
    expect(await statusOf(two.full)).toMatchObject({ left: 10 });
    expect((await spend(two.low, two.ten[0])).status).toBe(200);
  });

  it('is good for nothing once new ones are made', async () => {
    const { low, ten, full } = await person();
    const fresh = (await (await codes(full, 'POST')).json()).codes as string[];
    expect(fresh).not.toEqual(expect.arrayContaining([ten[0]]));
    expect(await refusal(await spend(low, ten[0]))).toEqual([422, 'recovery_code_not_valid']);
    expect((await spend(low, fresh[0])).status).toBe(200);
    expect(await statusOf(full)).toMatchObject({ left: 9 });
  });

  it.each([
    ['0'.repeat(10_000), 400, 'validation_failed'],
    ['0'.repeat(100), 422, 'recovery_code_not_valid'],
    ['', 422, 'recovery_code_not_valid'],
    ["' or true --", 422, 'recovery_code_not_valid'],
    ['0000-0000-0000-0000\0', 400, 'validation_failed'],
    [null, 400, 'validation_failed'],
    [['0000-0000-0000-0000'], 400, 'validation_failed'],
    [{ $ne: '' }, 400, 'validation_failed'],
  ])('that is %j is refused with %i %s', async (code, status, reason) => {
    const { low } = await person();
    expect(await refusal(await spend(low, code))).toEqual([status, reason]);
  });

  it('cannot be guessed: its tries count with those of the authenticator app', async () => {
    const { low, ten, factorId, secret } = await person();
    const statuses = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await spend(low, '0000-0000-0000-0000')).status);
    expect(statuses).toEqual(Array(10).fill(422));
    expect(await refusal(await spend(low, ten[0]))).toEqual([429, 'over_request_rate_limit']);
    const byApp = await low.client.auth.mfa.challengeAndVerify({ factorId, code: totp(secret) });
    expect(byApp.error).toMatchObject({ code: 'over_request_rate_limit' });
    world.later(301_000);
    expect((await spend(low, ten[0])).status).toBe(200);
  });
});

describe('without the last second factor', () => {
  it('there are no codes, and what they raised is as before', async () => {
    const { client, factorId, ten, low, id, email } = await person();
    const session = await (await spend(low, ten[0])).json();
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { rows } = await world.database.admin.query(
      'select 1 from auth_recovery_codes where user_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
    const found = await world.accounts.authenticate(session.access_token);
    expect([found.aal, found.session.aal]).toEqual(['aal1', 'aal1']);
    expect(found.session.amr.map(({ method }) => method)).toEqual(['password']);
    const next = await signIn(email);
    expect(await refusal(await spend(next, ten[1]))).toEqual([422, 'recovery_code_not_valid']);
  });

  it('as it goes with one of two, they stay', async () => {
    const { client, factorId, full } = await person();
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'second' });
    const code = totp(data!.totp.secret);
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
    const { access_token: token } = (await client.auth.getSession()).data.session!;
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect(await statusOf({ token })).toMatchObject({ left: 10 });
    expect(full.token).not.toBe(token);
  });

  it('taken away by the operator, they go as well', async () => {
    const { id, factorId } = await person();
    await world.accounts.admin.removeFactor(id, factorId);
    const { rows } = await world.database.admin.query(
      'select 1 from auth_recovery_codes where user_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });

  it('a person signed in with a code can remove the lost app', async () => {
    const { low, ten, factorId } = await person();
    await low.client.auth.setSession(await (await spend(low, ten[0])).json());
    expect((await low.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    expect((await low.client.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
  });
});

it('goes with the account, and is told in the export without its hashes', async () => {
  const { full, ten, id } = await person();
  const asked = { method: 'POST', headers: { Authorization: `Bearer ${full.token}` } };
  const text = await (await api.request('/security/export', asked)).text();
  expect(JSON.parse(text)).toMatchObject({ recoveryCodes: { left: 10, madeAt: expect.any(String) } });
  expect(text).not.toMatch(/hash/i);
  for (const code of ten) expect(text).not.toContain(code);
  expect((await api.request('/security/delete-account', asked)).status).toBe(204);
  const { rows } = await world.database.admin.query('select 1 from auth_recovery_codes where user_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
});
