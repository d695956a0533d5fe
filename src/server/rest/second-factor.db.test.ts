import { FunctionsHttpError } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '#src/server/auth/test-support.ts';
import { LEAD, restWorld, type RestWorld } from './test-support.ts';

let world: RestWorld;
beforeAll(async () => {
  world = await restWorld();
});
afterAll(() => world.close());

it('rejects a person with two-factor authentication until the code is entered, here and at the functions', async () => {
  const { client, email } = await world.person();
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const { id: factorId, totp } = data!;
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate({ timestamp: world.auth.now().getTime() });
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  expect((await client.from('subscriptions').select('plan').single()).data).toEqual({ plan: 'Pro Plan' });

  // The code of this step is spent.
  world.auth.later(30_000);
  const again = world.client();
  expect((await again.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  for (const answer of [
    await again.from('subscriptions').select('plan'),
    await again.from('subscriptions').select('plan').single(),
    await again.from('leads').insert(LEAD),
  ]) {
    expect([answer.status, answer.data, answer.error?.code]).toEqual([403, null, '42501']);
    expect(answer.error).toMatchObject({ hint: 'insufficient_aal' });
  }
  const { error } = await again.functions.invoke('send-smtp-email', {
    body: { to: email, subject: 'Test', text: 'Test' },
  });
  expect(error).toBeInstanceOf(FunctionsHttpError);
  expect(error.context.status).toBe(403);
  expect(await error.context.json()).toMatchObject({ code: 'insufficient_aal' });
  expect(world.smtp.mails).toEqual([]);

  expect((await again.auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull();
  expect((await again.from('subscriptions').select('plan').single()).data).toEqual({ plan: 'Pro Plan' });
});
