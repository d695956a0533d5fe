import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// Authenticator apps, with the published client.
let world: AuthWorld;
let clientIp = '127.0.0.1';
beforeAll(async () => {
  world = await authWorld({}, { clientAddress: () => clientIp });
});
afterAll(() => world.close());

const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });
const codeNow = (secret: string) => codeAt(secret, world.now());
async function withFactor() {
  const one = await world.person('unconfirmed');
  const { data } = await one.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const { id: factorId, totp } = data!;
  const first = await one.client.auth.mfa.challengeAndVerify({ factorId, code: codeNow(totp.secret) });
  expect(first.error).toBeNull();
  // The next step: the code of this one is spent.
  world.later(30_000);
  return { ...one, factorId, secret: totp.secret };
}
const levelOf = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
const sessionOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session!;

describe('adding an authenticator app', () => {
  it('shows a picture and a secret, and counts from the first right code', async () => {
    const { client, email } = await world.person('unconfirmed');
    const { data, error } = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'phone',
      issuer: 'Bell:wire',
    });
    expect(error).toBeNull();
    expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect(data!.totp.uri).toMatch(/^otpauth:\/\/totp\/Bell%20wire:/);
    expect(decodeURIComponent(data!.totp.uri)).toContain(email);
    expect(data!.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    const challenge = await client.auth.mfa.challenge({ factorId: data!.id });
    expect(challenge.data!.expires_at - world.now().getTime() / 1000).toBeGreaterThan(295);
    const before = await sessionOf(client);
    const verified = await client.auth.mfa.verify({
      factorId: data!.id,
      challengeId: challenge.data!.id,
      code: codeNow(data!.totp.secret),
    });
    expect(verified.error).toBeNull();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const { data: claims } = await client.auth.getClaims();
    expect(claims!.claims.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
    const { data: old } = await world.client().auth.getClaims(before.access_token);
    expect(claims!.claims.session_id).toBe(old!.claims.session_id);
    const factors = (await client.auth.mfa.listFactors()).data!;
    expect(factors.totp).toMatchObject([{ friendly_name: 'phone', status: 'verified', factor_type: 'totp' }]);
    const stale = await world.client().auth.refreshSession(before);
    expect(stale.error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal2' });
  });

  it('keeps the secret sealed', async () => {
    const { id, secret } = await withFactor();
    const { rows } = await world.database.admin.query('select * from auth_factors where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('ends the sessions that have not shown it', async () => {
    const { client, email } = await world.person('unconfirmed');
    const other = await world.client().auth.signInWithPassword({ email, password: PASSWORD });
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
    await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeNow(data!.totp.secret) });
    const gone = await world.client().auth.getUser(other.data.session!.access_token);
    expect(gone.error?.name).toBe('AuthSessionMissingError');
  });

  it('refuses a name twice, none twice, and more than ten; forgets what was left', async () => {
    const { client } = await world.person('unconfirmed');
    for (const friendlyName of ['a', undefined]) {
      const options = { factorType: 'totp' as const, ...(friendlyName ? { friendlyName } : {}) };
      expect((await client.auth.mfa.enroll(options)).error).toBeNull();
      const again = await client.auth.mfa.enroll(options);
      expect(again.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    }
    for (let n = 2; n < 10; n += 1) {
      await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `n${n}` });
    }
    const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'z' });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
    world.later(301_000);
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'a' })).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data!.all).toHaveLength(1);
  });
});

describe('a person with one', () => {
  it('may do little until the code is entered, and everything after', async () => {
    const { email, factorId, secret } = await withFactor();
    const client = world.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const low = (await sessionOf(client)).access_token;
    await expect(world.accounts.checkSession(low)).rejects.toMatchObject({ code: 'insufficient_aal' });
    const changes = [{ password: 'another one' }, { email: newEmail() }, { data: { a: 1 } }];
    for (const change of changes) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
    }
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
    const enrol = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'b' });
    expect(enrol.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    const remove = await client.auth.mfa.unenroll({ factorId });
    expect(remove.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    const raised = await client.auth.mfa.challengeAndVerify({ factorId, code: codeNow(secret) });
    expect(raised.error).toBeNull();
    expect((await world.accounts.checkSession(raised.data!.access_token)).aal).toBe('aal2');
    // The token from before stays what it was, though its session was raised.
    await expect(world.accounts.checkSession(low)).rejects.toMatchObject({ code: 'insufficient_aal' });
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    await client.auth.refreshSession();
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect((await client.auth.updateUser({ password: 'another one' })).error).toBeNull();
  });

  it('ends no session that has shown it, but may leave', async () => {
    const { client: owner, email, factorId, secret } = await withFactor();
    const client = world.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const low = (await sessionOf(client)).access_token;
    expect((await client.auth.signOut({ scope: 'others' })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await client.auth.getUser()).error).toBeNull();
    // The client treats a 403 as signed out, so a person stuck at the code prompt can leave.
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
    expect((await world.client().auth.getUser(low)).error).not.toBeNull();
    expect((await owner.auth.getUser()).error).toBeNull();

    const local = world.client();
    await local.auth.signInWithPassword({ email, password: PASSWORD });
    const { access_token } = await sessionOf(local);
    const answer = await world.call('/logout', {
      method: 'POST',
      headers: { Authorization: `Bearer ${access_token}`, 'X-Supabase-Api-Version': '2024-01-01' },
    });
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'insufficient_aal']);
    await local.auth.signInWithPassword({ email, password: PASSWORD });
    const left = (await sessionOf(local)).access_token;
    expect((await local.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await world.client().auth.getUser(left)).error).not.toBeNull();
    expect((await owner.auth.getUser()).error).toBeNull();

    const raised = world.client();
    await raised.auth.signInWithPassword({ email, password: PASSWORD });
    await raised.auth.mfa.challengeAndVerify({ factorId, code: codeNow(secret) });
    expect((await raised.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await owner.auth.getUser()).error).not.toBeNull();
  });

  it('removes no other factor that is being added before the code is entered', async () => {
    const { client: owner, email } = await withFactor();
    const { data } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' });
    const client = world.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const refused = await client.auth.mfa.unenroll({ factorId: data!.id });
    expect(refused.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
    expect((await owner.auth.mfa.unenroll({ factorId: data!.id })).error).toBeNull();
  });

  it('uses a code once, also at the same moment, and not an older one after', async () => {
    const { client, email, factorId, secret } = await withFactor();
    const other = world.client();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const code = codeNow(secret);
    const challenges = await Promise.all(
      [client, other].map((each) => each.auth.mfa.challenge({ factorId })),
    );
    const both = await Promise.all(
      [client, other].map((each, i) =>
        each.auth.mfa.verify({ factorId, challengeId: challenges[i]!.data!.id, code }),
      ),
    );
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
    const before = codeAt(secret, new Date(world.now().getTime() - 30_000));
    const older = await client.auth.mfa.challengeAndVerify({ factorId, code: before });
    expect(older.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
    expect(older.error!.message).toContain('Invalid TOTP code');
  });

  it('is told what is wrong with a challenge', async () => {
    const { client, factorId, secret } = await withFactor();
    const { data } = await client.auth.mfa.challenge({ factorId });
    const verify = (challengeId: string) =>
      client.auth.mfa.verify({ factorId, challengeId, code: codeNow(secret) });
    clientIp = '203.0.113.9';
    expect((await verify(data!.id)).error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' });
    clientIp = '127.0.0.1';
    world.later(300_000);
    expect((await verify(data!.id)).error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
    const unknown = await verify('0190a000-0000-7000-8000-000000000001');
    expect(unknown.error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' });
    const stranger = await world.person('unconfirmed');
    const theirs = await stranger.client.auth.mfa.challenge({ factorId });
    expect(theirs.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
  });

  it('cannot be guessed: ten wrong codes, and a wait', async () => {
    const { client, factorId, secret } = await withFactor();
    const right = codeNow(secret);
    const wrong = right === '000000' ? '000001' : '000000';
    const codes = [];
    for (let n = 0; n < 11; n += 1) {
      codes.push((await client.auth.mfa.challengeAndVerify({ factorId, code: wrong })).error?.code);
    }
    expect(codes).toEqual([...Array(10).fill('mfa_verification_failed'), 'over_request_rate_limit']);
    world.later(301_000);
    const later = await client.auth.mfa.challengeAndVerify({ factorId, code: codeNow(secret) });
    expect(later.error).toBeNull();
  });
});
