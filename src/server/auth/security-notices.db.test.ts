import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteSecurity } from '#src/workspaces/security-notices.ts';
import { createApiRoutes } from '../api/routes.ts';
import { createLiveHub } from '../api/live-hub.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// What happens to the security of an account is told in the transaction in which it happens.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld({
    onSecurityEvent: async (tx, event) => void (await noteSecurity(tx, event)),
  });
});
afterAll(() => world.close());

const toldOf = async (userId: string) =>
  (
    await world.database.admin.query(
      'select kind, text from notifications where user_id = $1 order by created_at, id',
      [userId],
    )
  ).rows;

it('tells of a new password, and of nothing when it is refused', async () => {
  const client = world.client();
  const { data } = await client.auth.signUp({ email: newEmail(), password: PASSWORD });
  const id = data.user!.id;
  expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe('same_password');
  await client.auth.updateUser({ data: { first_name: 'Ada' } });
  expect(await toldOf(id)).toEqual([]);
  expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull();
  expect(await toldOf(id)).toMatchObject([{ kind: 'password_changed' }]);
});

it('tells of a recovery code that was used, and of none that was wrong', async () => {
  const client = world.client();
  const email = newEmail();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  const id = data.user!.id;
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
  const secret = Secret.fromBase32(factor!.totp.secret);
  const code = new TOTP({ secret }).generate({ timestamp: world.now().getTime() });
  const raised = await client.auth.mfa.challengeAndVerify({ factorId: factor!.id, code });
  const api = createApiRoutes({
    app: world.database.app,
    clock: world.now,
    checkSession: world.accounts.checkSession,
    security: { accounts: world.accounts, clientAddress: () => '127.0.0.1' },
    requestTrialRun: () => Promise.reject(new Error('not asked for here')),
    hub: createLiveHub(),
    stop: new AbortController().signal,
    outboxUrl: null,
    log: { error: () => undefined },
  });
  const made = await api.request('/security/recovery-codes', {
    method: 'POST',
    headers: { Authorization: `Bearer ${raised.data!.access_token}` },
  });
  const { codes } = (await made.json()) as { codes: string[] };
  const low = await world.client().auth.signInWithPassword({ email, password: PASSWORD });
  const spend = (given: string) =>
    world.post(
      '/recovery-codes/use',
      { code: given },
      { Authorization: `Bearer ${low.data.session!.access_token}` },
    );
  expect((await spend('0000-0000-0000-0000')).ok).toBe(false);
  expect(await toldOf(id)).toEqual([]);
  expect((await spend(codes[0]!)).status).toBe(200);
  expect(await toldOf(id)).toEqual([
    {
      kind: 'recovery_code_used',
      text: '9 codes are left. If this was not you, reset your password at once.',
    },
  ]);
});
