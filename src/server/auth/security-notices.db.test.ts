import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountMailJob } from '#src/accounts/deps.ts';
import { unseal } from '#src/platform/keys/keys.ts';
import { noteSecurity } from '#src/workspaces/security-notices.ts';
import { testApi } from '#tests/support/api.ts';
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

/** The account emails without a token that wait for a person, oldest first. */
const mailsTo = async (userId: string): Promise<AccountMailJob[]> =>
  (
    await world.database.admin.query<{ data: AccountMailJob }>(
      `select data from pgboss.job where name = 'account-mail' and data->>'userId' = $1
          and data->>'sealedToken' is null order by created_on, id`,
      [userId],
    )
  ).rows.map(({ data }) => data);
const sealedFor = (job: AccountMailJob) =>
  unseal(world.keys.encryptionKey, `account-mail to ${job.userId}`, job.sealedTo ?? '');

it('emails the person about everything that changes who can get in', async () => {
  const { client, email, id } = await world.person('confirmed');
  const api = testApi(world.database, {
    clock: world.now,
    checkSession: world.accounts.checkSession,
    security: { accounts: world.accounts },
    clientAddress: () => '127.0.0.1',
  });
  const post = async (path: string, body = {}) => {
    const token = (await client.auth.getSession()).data.session!.access_token;
    const headers = { Authorization: `Bearer ${token}` };
    return (await api.request(path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const add = async (friendlyName: string): Promise<string> => {
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
    const secret = Secret.fromBase32(data!.totp.secret);
    const code = new TOTP({ secret }).generate({ timestamp: world.now().getTime() });
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
    return data!.id;
  };
  const [phone, tablet] = [await add('Phone'), await add('Tablet')];
  // The first codes come with the setup; later ones replace those that the person has.
  expect(await post('/security/recovery-codes')).toBe(201);
  expect(await post('/security/recovery-codes')).toBe(201);
  expect(await post('/security/export')).toBe(200);
  await client.auth.mfa.unenroll({ factorId: phone });
  await world.accounts.admin.removeFactor(id, tablet);
  const moved = newEmail();
  expect((await client.auth.updateUser({ email: moved })).error).toBeNull();
  for (const kind of ['email_change_current', 'email_change_new'])
    await client.auth.verifyOtp({
      token_hash: (await world.mailed(id, kind)).token,
      type: 'email_change',
    });
  await world.accounts.admin.remove(id);
  const mails = await mailsTo(id);
  expect(mails.map(({ kind }) => kind)).toEqual([
    'two_factor_on',
    'factor_added',
    'recovery_codes_replaced',
    'data_exported',
    'factor_removed',
    'two_factor_off',
    'email_changed',
    'account_deleted',
  ]);
  for (const mail of mails) expect(mail.details?.at, mail.kind).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d UTC$/);
  // The old address is told of the new one's arrival; there is no account to ask once it is deleted.
  expect(mails.slice(-2).map(sealedFor)).toEqual([email, moved]);
  expect(await toldOf(id)).toEqual([]);
});

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
  const api = testApi(world.database, {
    clock: world.now,
    checkSession: world.accounts.checkSession,
    security: { accounts: world.accounts },
    clientAddress: () => '127.0.0.1',
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
      text: '9 codes are left. If this wasn’t you, reset your password at once.',
    },
  ]);
});
