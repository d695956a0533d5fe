import { createClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// What an operator does for an account that somebody else got into, or got to first: nothing of the stranger's stays.
let world: AuthWorld;
let admin: ReturnType<typeof createClient>['auth']['admin'];
beforeAll(async () => {
  world = await authWorld();
  const keep = { persistSession: false, autoRefreshToken: false };
  admin = createClient(world.url, world.keys.serviceKey!, { auth: keep }).auth.admin;
});
afterAll(() => world.close());

/** The first person to sign up with the address, optionally with two-factor authentication. */
async function signUp(email: string) {
  const client = world.client();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  return { client, id: data.user!.id };
}
async function addFactor(client: Awaited<ReturnType<typeof signUp>>['client']) {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const totp = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) });
  const code = totp.generate({ timestamp: world.now().getTime() });
  expect((await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
}
const confirm = async (id: string) =>
  world.client().auth.verifyOtp({ token_hash: await world.mailedToken(id), type: 'signup' });
const signIn = (email: string, password: string) =>
  world.client().auth.signInWithPassword({ email, password });
/** What someone can still do with the sessions and secrets they have. */
async function holdOf(client: Awaited<ReturnType<typeof signUp>>['client']) {
  const { data } = await client.auth.getSession();
  const access = (await world.client().auth.getUser(data.session!.access_token)).error === null;
  const answer = await world.post('/token?grant_type=refresh_token', {
    refresh_token: data.session!.refresh_token,
  });
  return { access, refresh: answer.status === 200 };
}

describe('an invitation to an address that a stranger has signed up with', () => {
  const INVITATIONS = {
    'that we mail': async (email: string) => {
      const { data, error } = await admin.inviteUserByEmail(email);
      expect(error).toBeNull();
      return (await world.mailed(data.user!.id, 'invite')).token;
    },
    'that the operator mails': async (email: string) => {
      const { data, error } = await admin.generateLink({ type: 'invite', email });
      expect(error).toBeNull();
      return data.properties!.hashed_token;
    },
  };
  it.each(Object.entries(INVITATIONS))(
    '%s leaves the first person no access once it is accepted',
    async (_, invite) => {
      const email = newEmail();
      const stranger = await signUp(email);
      await addFactor(stranger.client);
      const token_hash = await invite(email);
      const owner = world.client();
      expect((await owner.auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull();
      expect(await holdOf(stranger.client)).toEqual({ access: false, refresh: false });
      expect((await signIn(email, PASSWORD)).error).toMatchObject({ code: 'invalid_credentials' });
      expect((await owner.auth.mfa.listFactors()).data!.all).toEqual([]);
      expect((await owner.auth.updateUser({ password: 'the owner’s own' })).error).toBeNull();
      expect((await signIn(email, 'the owner’s own')).error).toBeNull();
    },
  );
});

describe('an account that the operator takes back', () => {
  async function hijacked() {
    const email = newEmail();
    const { client, id } = await signUp(email);
    await confirm(id);
    await world.client().auth.resetPasswordForEmail(email);
    await client.auth.updateUser({ email: newEmail() });
    await world.answerRequests();
    return { email, client, id, recovery: await world.mailed(id, 'recover') };
  }

  it('with a new password ends every session and link, and says so', async () => {
    const { email, client, id, recovery } = await hijacked();
    const { data, error } = await admin.updateUserById(id, { password: 'the operator’s' });
    expect(error).toBeNull();
    expect(data.user).not.toHaveProperty('new_email');
    expect(await holdOf(client)).toEqual({ access: false, refresh: false });
    const opened = await world.client().auth.verifyOtp({ token_hash: recovery.token, type: 'recovery' });
    expect(opened.error).toMatchObject({ code: 'otp_expired' });
    expect(await world.userOf(email)).toMatchObject({ new_email: null, email_change_sent_at: null });
    const { rows } = await world.database.admin.query(
      `select data->>'kind' as kind from pgboss.job where data->>'userId' = $1 order by created_on desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'password_changed' }]);
    expect((await signIn(email, 'the operator’s')).error).toBeNull();
  });

  it('with a new address has no link of the old one, and keeps the sessions', async () => {
    const { client, id, recovery } = await hijacked();
    const email = newEmail();
    expect((await admin.updateUserById(id, { email })).error).toBeNull();
    const opened = await world.client().auth.verifyOtp({ token_hash: recovery.token, type: 'recovery' });
    expect(opened.error).toMatchObject({ code: 'otp_expired' });
    expect(await world.userOf(email)).toMatchObject({ id, new_email: null });
    expect(await holdOf(client)).toEqual({ access: true, refresh: true });
  });

  it('has no code left of a link that was opened before', async () => {
    const email = newEmail();
    const { id } = await signUp(email);
    await confirm(id);
    const kept = new Map<string, string>();
    const client = createClient(world.url, PUBLIC_KEY, {
      auth: {
        flowType: 'pkce',
        autoRefreshToken: false,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      },
    });
    world.later(61_000);
    await client.auth.resetPasswordForEmail(email);
    await world.answerRequests();
    const token = await world.mailedToken(id);
    const answer = await world.call(`/verify?${new URLSearchParams({ token, type: 'recovery' })}`, {
      redirect: 'manual',
    });
    const code = new URL(answer.headers.get('location')!).searchParams.get('code')!;
    await admin.updateUserById(id, { password: 'the operator’s' });
    const { error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ code: 'flow_state_not_found' });
  });

  it('is not changed back by a request that was let in before', async () => {
    const email = newEmail();
    const { client, id } = await signUp(email);
    const { data } = await client.auth.getSession();
    const who = await world.accounts.authenticate(data.session!.access_token);
    await admin.updateUserById(id, { password: 'the operator’s' });
    const none = { challenge: null, redirectTo: null, client: { userAgent: null, ip: null } };
    const late = world.accounts.updateUser(who, { ...none, password: 'the stranger’s' });
    await expect(late).rejects.toMatchObject({ code: 'session_not_found' });
    expect((await signIn(email, 'the operator’s')).error).toBeNull();
  });

  it('of which only a label is changed stays as it was', async () => {
    const { client, id, recovery } = await hijacked();
    const { data } = await admin.updateUserById(id, { user_metadata: { a: 1 } });
    expect(data.user).toHaveProperty('new_email');
    expect(await holdOf(client)).toEqual({ access: true, refresh: true });
    const { error } = await world.client().auth.verifyOtp({ token_hash: recovery.token, type: 'recovery' });
    expect(error).toBeNull();
  });
});
