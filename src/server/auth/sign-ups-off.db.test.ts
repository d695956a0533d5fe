import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// SIGN_UPS=off: strangers open no account, and learn no more than before of who has one.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld({ signUps: false });
});
afterAll(() => world.close());

const admin = () =>
  createClient(world.url, world.keys.serviceKey!, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth.admin;

it('refuses a sign-up, for a known address in the same words, and tells of it in the settings', async () => {
  const known = newEmail();
  expect((await admin().createUser({ email: known, password: PASSWORD })).error).toBeNull();
  for (const email of [newEmail(), known]) {
    for (const password of [PASSWORD, 'x']) {
      const { error } = await world.client().auth.signUp({ email, password });
      expect(error).toMatchObject({
        status: 422,
        code: 'signup_disabled',
        message: 'Signups not allowed for this instance',
      });
    }
  }
  expect(await (await world.call('/settings')).json()).toMatchObject({ disable_signup: true });
});

it('lets a magic link open no account, and answers alike', async () => {
  const [known, unknown] = [newEmail(), newEmail()];
  const { data } = await admin().createUser({ email: known, email_confirm: true });
  for (const email of [known, unknown]) {
    expect((await world.client().auth.signInWithOtp({ email })).error).toBeNull();
  }
  expect(await world.answerRequests()).toBe(2);
  expect(await world.userOf(unknown)).toBeUndefined();
  const token_hash = await world.mailedToken(data.user!.id);
  const signedIn = await world.client().auth.verifyOtp({ token_hash, type: 'magiclink' });
  expect(signedIn.error).toBeNull();
});

it('lets the operator invite', async () => {
  const { data, error } = await admin().inviteUserByEmail(newEmail());
  expect(error).toBeNull();
  const token_hash = (await world.mailed(data.user!.id, 'invite')).token;
  expect((await world.client().auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull();
});
