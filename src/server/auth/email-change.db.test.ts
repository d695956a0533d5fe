import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// A change of address, with the published client: both mails, their repeats, and what a stranger can do to it.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld();
});
afterAll(() => world.close());

async function mailsOf(id: string): Promise<Record<string, { token: string; code: string }>> {
  const { rows } = await world.database.admin.query<{ kind: string }>(
    `select id, data->>'kind' as kind from pgboss.job where data->>'userId' = $1 and data->>'kind' like 'email_change%' order by created_on`,
    [id],
  );
  const all: Record<string, { token: string; code: string }> = {};
  for (const { kind } of rows) all[kind] = await world.mailed(id, kind);
  return all;
}

async function countOf(id: string): Promise<Record<string, number>> {
  const { rows } = await world.database.admin.query<{ kind: string; n: number }>(
    `select data->>'kind' as kind, count(*)::int as n from pgboss.job
      where data->>'userId' = $1 and data->>'kind' like 'email_change%' group by 1`,
    [id],
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

describe('changing the address', () => {
  it('waits for both mails, in any order, and takes the recipient along', async () => {
    for (const order of [
      ['email_change_new', 'email_change_current'],
      ['email_change_current', 'email_change_new'],
    ]) {
      const { client, email, id } = await world.person('confirmed');
      const to = newEmail();
      const { data, error } = await client.auth.updateUser({ email: to.toUpperCase() });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, new_email: to, email_change_sent_at: expect.any(String) });
      const tokens = await mailsOf(id);
      const first = await world
        .client()
        .auth.verifyOtp({ token_hash: tokens[order[0]!]!.token, type: 'email_change' });
      expect(first).toMatchObject({ error: null, data: { user: null, session: null } });
      expect((await world.userOf(email)).id).toBe(id);
      const second = await world
        .client()
        .auth.verifyOtp({ token_hash: tokens[order[1]!]!.token, type: 'email_change' });
      expect(second.error).toBeNull();
      expect(second.data.user).toMatchObject({ id, email: to, user_metadata: { email: to } });
      expect(second.data.user).not.toHaveProperty('new_email');
      const { rows } = await world.database.admin.query(
        'select address from addresses join contacts c on c.workspace_id = addresses.workspace_id and c.id = contact_id where user_id = $1',
        [id],
      );
      expect(rows).toEqual([{ address: to }]);
      expect(
        (await world.client().auth.signInWithPassword({ email: to, password: PASSWORD })).error,
      ).toBeNull();
    }
  });

  it('needs only the new one when the old was never confirmed, by its code', async () => {
    const { client, id } = await world.person('unconfirmed');
    const to = newEmail();
    await client.auth.updateUser({ email: to });
    const mails = await mailsOf(id);
    expect(mails['email_change_current']).toBeUndefined();
    const { data, error } = await world
      .client()
      .auth.verifyOtp({ email: to, token: mails['email_change_new']!.code, type: 'email_change' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: to });
  });

  it('mails again on request, refuses a taken address, and one that was taken meanwhile', async () => {
    const { client, email, id } = await world.person('confirmed');
    const other = await world.person('confirmed');
    const taken = await client.auth.updateUser({ email: other.email });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
    const to = newEmail();
    await client.auth.updateUser({ email: to });
    const old = await mailsOf(id);
    world.later(61_000);
    expect((await world.client().auth.resend({ type: 'email_change', email })).error).toBeNull();
    await world.answerRequests();
    const mails = await mailsOf(id);
    expect(mails['email_change_new']!.token).not.toBe(old['email_change_new']!.token);
    await world.client().auth.signUp({ email: to, password: PASSWORD });
    await world
      .client()
      .auth.verifyOtp({ token_hash: mails['email_change_current']!.token, type: 'email_change' });
    const late = await world
      .client()
      .auth.verifyOtp({ token_hash: mails['email_change_new']!.token, type: 'email_change' });
    expect(late.error).toMatchObject({ status: 422, code: 'email_exists' });
    expect((await world.userOf(email)).id).toBe(id);
  });

  it('is not held up by a stranger who has the mails sent again: links and answers stay good', async () => {
    const { client, email, id } = await world.person('confirmed');
    const to = newEmail();
    await client.auth.updateUser({ email: to });
    const mails = await mailsOf(id);
    const confirm = (token_hash: string) =>
      world.client().auth.verifyOtp({ token_hash, type: 'email_change' });
    const resend = async () => {
      world.later(61_000);
      expect((await world.client().auth.resend({ type: 'email_change', email })).error).toBeNull();
      await world.answerRequests();
    };
    await resend();
    expect((await confirm(mails['email_change_new']!.token)).error).toBeNull();
    await resend();
    // An address that has agreed isn't asked again.
    expect((await mailsOf(id))['email_change_new']!.token).not.toBe(mails['email_change_new']!.token);
    expect(await countOf(id)).toEqual({ email_change_new: 2, email_change_current: 3 });
    const { data, error } = await confirm(mails['email_change_current']!.token);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email: to });
  });

  it('ends what was mailed for an earlier change', async () => {
    const { client, id } = await world.person('confirmed');
    await client.auth.updateUser({ email: newEmail() });
    const old = await mailsOf(id);
    world.later(61_000);
    await client.auth.updateUser({ email: newEmail() });
    for (const { token } of Object.values(old)) {
      const stale = await world.client().auth.verifyOtp({ token_hash: token, type: 'email_change' });
      expect(stale.error).toMatchObject({ code: 'otp_expired' });
    }
  });
});
