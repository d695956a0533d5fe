import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { newId } from '#src/db/ids.ts';
import {
  fanOuts,
  members,
  newsSources,
  ruleHooks,
  rules,
  subscriptions,
  watchlists,
  workspaces,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { testKeys } from '#tests/support/api-keys.ts';
import { addMember, fallOf2020, starterRule } from '#tests/support/workspace.ts';
import { type AuthWorld, authWorld, newEmail, PASSWORD } from './test-support.ts';

// Everything that comes by mail, with the published client: links, codes, removal.
let world: AuthWorld;
beforeAll(async () => {
  world = await authWorld();
});
afterAll(() => world.close());

const lives = async (token: string) => (await world.client().auth.getUser(token)).error === null;
/** What a stranger leaves behind: an alert that waits, and what would make others. */
async function plant(workspaceId: string): Promise<void> {
  const { app, enqueue } = world.database;
  const rule = await starterRule(world.database, workspaceId);
  const alertId = await withTenant(app, workspaceId, (tx) =>
    fireRule(tx, enqueue, { rule, detection: fallOf2020, trialRunId: null, now: world.now() }),
  );
  await composeAlert(
    {
      app,
      enqueue,
      announce: () => undefined,
      clock: world.now,
      log: { warn: () => undefined },
    },
    { workspaceId, alertId: alertId! },
  );
  await withTenant(app, workspaceId, async (tx) => {
    expect(await tx.$count(fanOuts)).toBe(1);
    const at = world.now();
    // As before webhooks waited for a confirmed address.
    await tx
      .insert(ruleHooks)
      .values({ workspaceId, ruleId: rule.id, secretHash: randomBytes(32), hint: 'hint', madeAt: at });
    await tx
      .insert(newsSources)
      .values({ workspaceId, id: newId(), name: 'N', url: 'https://x.example', createdAt: at, nextAt: at });
    await tx.insert(watchlists).values({ workspaceId, id: newId(), name: 'W', createdAt: at, updatedAt: at });
  });
  await testKeys(world.database).make(workspaceId);
}
const eventsOf = async (id: string) =>
  (await world.accounts.accountTrail(id)).map(({ event }) => event).reverse();

describe('recovery', () => {
  it('mails a link that signs in once, by token and by code', async () => {
    const { email, id } = await world.person('confirmed');
    for (const form of ['hash', 'code'] as const) {
      world.later(61_000);
      expect((await world.client().auth.resetPasswordForEmail(email)).error).toBeNull();
      expect(await world.answerRequests()).toBe(1);
      const mail = await world.mailed(id);
      expect(mail.kind).toBe('recover');
      expect(mail.code).toMatch(/^\d{6}$/);
      const proof =
        form === 'hash'
          ? ({ token_hash: mail.token, type: 'recovery' } as const)
          : ({ email, token: mail.code, type: 'recovery' } as const);
      const { data, error } = await world.client().auth.verifyOtp(proof);
      expect(error).toBeNull();
      expect(data.user!.recovery_sent_at).toBeDefined();
      expect((await world.client().auth.verifyOtp(proof)).error).toMatchObject({
        status: 403,
        code: 'otp_expired',
      });
    }
  });

  it('answers an unknown address alike, the second time in a minute too', async () => {
    const { email } = await world.person('confirmed');
    for (const address of [email, 'nobody-here@traders.example']) {
      expect((await world.client().auth.resetPasswordForEmail(address)).error).toBeNull();
      const soon = await world.client().auth.resetPasswordForEmail(address);
      expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      expect((await world.client().auth.signInWithOtp({ email: address })).error).toBeNull();
    }
    await world.answerRequests();
  });

  it('of an address that was never confirmed ends what somebody else set up', async () => {
    const thief = await world.person('unconfirmed');
    const before = (await thief.client.auth.getSession()).data.session!;
    await world.client().auth.resetPasswordForEmail(thief.email);
    await world.answerRequests();
    const { token } = await world.mailed(thief.id);
    const owner = world.client();
    const { data, error } = await owner.auth.verifyOtp({ token_hash: token, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.user!.email_confirmed_at).toBeDefined();
    expect(await lives(before.access_token)).toBe(false);
    const again = await world.client().auth.signInWithPassword({ email: thief.email, password: PASSWORD });
    expect(again.error).toMatchObject({ code: 'invalid_credentials' });
    expect((await owner.auth.updateUser({ password: 'the owner’s own' })).error).toBeNull();
    expect(await lives(data.session!.access_token)).toBe(true);
  });

  it('of an address that was never confirmed leaves nothing that somebody else made', async () => {
    const { admin, app } = world.database;
    const thief = await world.person('unconfirmed');
    await thief.client.auth.updateUser({ data: { first_name: 'Planted', last_name: 'Name' } });
    const workspacesOf = async () =>
      (await admin.query(`select workspace_id as id from members where user_id = $1`, [thief.id])).rows;
    const [{ id: planted }] = await workspacesOf();
    await plant(planted);
    await world.client().auth.resetPasswordForEmail(thief.email);
    await world.answerRequests();
    const { token } = await world.mailed(thief.id);
    const { data } = await world.client().auth.verifyOtp({ token_hash: token, type: 'recovery' });
    expect(data.user!.user_metadata).toEqual({
      sub: thief.id,
      email: thief.email,
      email_verified: true,
      phone_verified: false,
    });
    // Every table of a workspace, also those of tomorrow. The compliance ledger alone outlives its workspace; nobody
    // else's workspace shows it.
    const { rows: tables } = await admin.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'workspace_id' and table_name <> 'document_objects'
          and table_name not like 'ledger\\_%'`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables)
      expect([
        name,
        (await admin.query(`select from ${name} where workspace_id = $1`, [planted])).rowCount,
      ]).toEqual([name, 0]);
    const [own, ...more] = await workspacesOf();
    expect(more).toEqual([]);
    const made = await withTenant(app, own.id, async (tx) => ({
      workspaces: (await tx.select().from(workspaces)).map(({ name }) => name),
      rules: (await tx.select().from(rules)).map(({ state }) => state),
      fanOuts: await tx.$count(fanOuts),
      plans: (await tx.select().from(subscriptions)).map(({ status }) => status),
    }));
    const name = thief.email.split('@')[0];
    expect(made).toEqual({ workspaces: [name], rules: ['paused'], fanOuts: 0, plans: ['Trial'] });
    const { rows: mails } = await admin.query(
      `select data from pgboss.job where data->>'userId' = $1 and data->>'kind' = 'started_over'`,
      [thief.id],
    );
    expect(mails).toHaveLength(1);
  });

  it('keeps what was paid for, and leaves a shared workspace to the others', async () => {
    const { admin, app } = world.database;
    const recover = async (person: { id: string; email: string }) => {
      await world.client().auth.resetPasswordForEmail(person.email);
      await world.answerRequests();
      const { token } = await world.mailed(person.id);
      await world.client().auth.verifyOtp({ token_hash: token, type: 'recovery' });
      const { rows } = await admin.query(
        `select m.workspace_id as id, (select count(*)::int from rules r where r.workspace_id = m.workspace_id) as rules,
                (select status from subscriptions s where s.workspace_id = m.workspace_id) as status
           from members m where user_id = $1`,
        [person.id],
      );
      return rows;
    };
    const [payer, sharer] = [await world.person('unconfirmed'), await world.person('unconfirmed')];
    const workspaceOf = async (id: string): Promise<string> =>
      (await admin.query(`select workspace_id from members where user_id = $1`, [id])).rows[0].workspace_id;
    const paid = await workspaceOf(payer.id);
    await plant(paid);
    await admin.query(
      `update subscriptions set status = 'Active', provider = 'test', provider_ref = 'ref' where workspace_id = $1`,
      [paid],
    );
    expect(await recover(payer)).toEqual([{ id: paid, rules: 1, status: 'Active' }]);
    const shared = await workspaceOf(sharer.id);
    const colleague = await addMember(world.database, shared, 'editor');
    const [own, ...more] = await recover(sharer);
    expect([own.id === shared, own.rules, own.status, more]).toEqual([false, 1, 'Trial', []]);
    const left = await withTenant(app, shared, (tx) => tx.select().from(members));
    expect(left).toMatchObject([{ userId: colleague, role: 'owner' }]);
  });

  it('of a confirmed address keeps the other sessions until the password changes', async () => {
    const { client, email, id } = await world.person('confirmed');
    const before = (await client.auth.getSession()).data.session!;
    await world.client().auth.resetPasswordForEmail(email);
    await world.answerRequests();
    await world.client().auth.verifyOtp({ token_hash: await world.mailedToken(id), type: 'recovery' });
    expect(await lives(before.access_token)).toBe(true);
  });

  it('lets nobody try codes for ever, and keeps the link good', async () => {
    const { email, id } = await world.person('confirmed');
    await world.client().auth.resetPasswordForEmail(email);
    await world.answerRequests();
    const mail = await world.mailed(id);
    const wrong = mail.code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 10; tries += 1) {
      const { error } = await world.client().auth.verifyOtp({ email, token: wrong, type: 'recovery' });
      expect(error).toMatchObject({ message: 'Token has expired or is invalid', status: 403 });
    }
    const late = await world.client().auth.verifyOtp({ email, token: mail.code, type: 'recovery' });
    expect(late.error).toMatchObject({ code: 'otp_expired' });
    const link = await world.client().auth.verifyOtp({ token_hash: mail.token, type: 'recovery' });
    expect(link.error).toBeNull();
  });

  it('counts wrong codes over all mails of a day, and keeps every link good', async () => {
    const { email, id } = await world.person('confirmed');
    const mails: { token: string; code: string }[] = [];
    const statuses: number[] = [];
    const give = async (code: string) =>
      (await world.client().auth.verifyOtp({ email, token: code, type: 'recovery' })).error?.status ?? 200;
    for (let n = 0; n < 3; n += 1) {
      world.later(61_000);
      await world.client().auth.resetPasswordForEmail(email);
      await world.answerRequests();
      const mail = await world.mailed(id);
      // Of several mails only the newest one's code can be given, or each mail would be one more to guess.
      if (mails[0]) statuses.push(await give(mails[0].code));
      mails.push(mail);
      const wrong = mail.code === '000000' ? '000001' : '000000';
      for (let tries = 0; tries < 9; tries += 1) statuses.push(await give(wrong));
    }
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await give(mails[2]!.code)).toBe(403);
    // The links of all three, until one is used.
    const first = await world.client().auth.verifyOtp({ token_hash: mails[0]!.token, type: 'recovery' });
    expect(first.error).toBeNull();
    world.later(86_400_000);
    await world.client().auth.resetPasswordForEmail(email);
    await world.answerRequests();
    expect(await give((await world.mailed(id)).code)).toBe(200);
  });
});

describe('a magic link', () => {
  it('signs a confirmed person in, by any of its types', async () => {
    const { email, id } = await world.person('confirmed');
    for (const type of ['magiclink', 'email'] as const) {
      world.later(61_000);
      expect((await world.client().auth.signInWithOtp({ email })).error).toBeNull();
      await world.answerRequests();
      const mail = await world.mailed(id);
      expect(mail.kind).toBe('magic_link');
      const { data, error } = await world.client().auth.verifyOtp({ email, token: mail.code, type });
      expect(error).toBeNull();
      expect(data.session!.user.id).toBe(id);
    }
  });

  it('opens an account with a workspace for a new address, and none when it is told not to', async () => {
    const [made, not] = [newEmail(), newEmail()];
    await world.client().auth.signInWithOtp({ email: made, options: { data: { first_name: 'Ada' } } });
    const { error } = await world
      .client()
      .auth.signInWithOtp({ email: not, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    await world.answerRequests();
    expect(await world.userOf(not)).toBeUndefined();
    const user = await world.userOf(made);
    expect(user).toMatchObject({ password_hash: null, email_confirmed_at: null });
    const mail = await world.mailed(user.id);
    expect(mail.kind).toBe('confirm');
    const verified = await world.client().auth.verifyOtp({ token_hash: mail.token, type: 'email' });
    expect(verified.data.user!.user_metadata).toMatchObject({ first_name: 'Ada', email_verified: true });
    const { rows } = await world.database.admin.query('select role from members where user_id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ role: 'owner' }]);
  });

  it('brings a new address the code as well, which signs in as the link does', async () => {
    const email = newEmail();
    await world.client().auth.signInWithOtp({ email });
    await world.answerRequests();
    const { id } = await world.userOf(email);
    const { kind, code, withCode } = await world.mailed(id);
    expect([kind, withCode]).toEqual(['confirm', true]);
    const { data, error } = await world.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id, email });
    // Our own sign-up asks for no code.
    const plain = await world.person('unconfirmed');
    expect((await world.mailed(plain.id)).withCode).toBe(false);
  });

  it('to an unconfirmed address does not let a stranger’s password live on', async () => {
    const thief = await world.person('unconfirmed');
    await world.client().auth.signInWithOtp({ email: thief.email });
    await world.answerRequests();
    const { token, kind } = await world.mailed(thief.id);
    expect(kind).toBe('confirm');
    await world.client().auth.verifyOtp({ token_hash: token, type: 'signup' });
    const again = await world.client().auth.signInWithPassword({ email: thief.email, password: PASSWORD });
    expect(again.error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('a plain confirmation', () => {
  it('keeps the honest person’s password and sessions, and clears the other mails', async () => {
    const { client, email, id } = await world.person('unconfirmed');
    const before = (await client.auth.getSession()).data.session!;
    const first = await world.mailedToken(id);
    world.later(61_000);
    await world.client().auth.resetPasswordForEmail(email);
    await world.answerRequests();
    const second = await world.mailedToken(id);
    await world.client().auth.verifyOtp({ token_hash: first, type: 'signup' });
    expect(await lives(before.access_token)).toBe(true);
    expect((await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    const late = await world.client().auth.verifyOtp({ token_hash: second, type: 'recovery' });
    expect(late.error).toMatchObject({ code: 'otp_expired' });
  });

  it('can be answered with "this was not me", which removes the account and its workspace', async () => {
    const { client, email, id } = await world.person('unconfirmed');
    const token_hash = await world.mailedToken(id);
    const { rows: before } = await world.database.admin.query(
      'select workspace_id from members where user_id = $1',
      [id],
    );
    const answer = await world.post('/not-me', { token_hash });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(await world.userOf(email)).toBeUndefined();
    const { rows } = await world.database.admin.query('select id from workspaces where id = $1', [
      before[0].workspace_id,
    ]);
    expect(rows).toEqual([]);
    expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_not_found' });
    expect((await world.post('/not-me', { token_hash })).status).toBe(403);
    expect((await world.client().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  });

  it('cannot be disowned once it is confirmed', async () => {
    const { id, email } = await world.person('confirmed');
    await world.client().auth.resetPasswordForEmail(email);
    await world.answerRequests();
    const answer = await world.post('/not-me', { token_hash: await world.mailedToken(id) });
    expect(answer.status).toBe(403);
    expect(await world.userOf(email)).toBeDefined();
  });
});

describe('the account itself', () => {
  it('takes data one level deep, removes nulls, and keeps what the server says', async () => {
    const { client, email, id } = await world.person('confirmed');
    await client.auth.updateUser({ data: { a: 1, b: { c: 2 }, first_name: 'Ada' } });
    const { data } = await client.auth.updateUser({
      data: { a: null, b: { d: 3 }, email: 'x@y.example', sub: 'x', email_verified: false },
    });
    expect(data.user!.user_metadata).toEqual({
      b: { d: 3 },
      first_name: 'Ada',
      sub: id,
      email,
      email_verified: true,
      phone_verified: false,
    });
    const long = await client.auth.updateUser({ data: { a: 'x'.repeat(5_000) } });
    expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('ends the other sessions with a new password, says so by mail, and keeps this one', async () => {
    const { client, email, id } = await world.person('confirmed');
    const mine = (await client.auth.getSession()).data.session!;
    const other = await world.client().auth.signInWithPassword({ email, password: PASSWORD });
    for (const [password, code] of [
      [PASSWORD, 'same_password'],
      ['short', 'weak_password'],
      ['x'.repeat(80), 'validation_failed'],
    ] as const) {
      expect((await client.auth.updateUser({ password })).error).toMatchObject({ code });
    }
    expect((await client.auth.updateUser({ password: 'a new password' })).error).toBeNull();
    expect(await lives(mine.access_token)).toBe(true);
    expect(await lives(other.data.session!.access_token)).toBe(false);
    expect(
      (await world.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).not.toBeNull();
    const { rows } = await world.database.admin.query(
      `select data->>'kind' as kind from pgboss.job where data->>'userId' = $1 order by created_on desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ kind: 'password_changed' }]);
    expect(await eventsOf(id)).toEqual([
      'signed_up',
      'email_confirmed',
      'signed_in',
      'signed_in',
      'password_changed',
    ]);
  });

  it('checks the current password and the mailed code when they are sent', async () => {
    const { client } = await world.person('confirmed');
    const { data } = await client.auth.getSession();
    const put = (body: object) =>
      world.call('/user', {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: {
          Authorization: `Bearer ${data.session!.access_token}`,
          'X-Supabase-Api-Version': '2024-01-01',
        },
      });
    const wrong = await put({ password: 'a new password', current_password: 'wrong' });
    expect([wrong.status, (await wrong.json()).code]).toEqual([400, 'current_password_invalid']);
    const nonce = await put({ password: 'a new password', nonce: '000000' });
    expect([nonce.status, (await nonce.json()).code]).toEqual([422, 'reauthentication_not_valid']);
    expect((await put({ password: 'a new password', current_password: PASSWORD })).status).toBe(200);
  });
});

describe('reauthentication', () => {
  it('is asked for when the session is older than a day, and its code is good once', async () => {
    const strict = await authWorld({ reauthenticate: true });
    const client = strict.client();
    const email = newEmail();
    const { data } = await client.auth.signUp({ email, password: PASSWORD });
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 422,
      code: 'email_not_confirmed',
    });
    await client.auth.verifyOtp({ token_hash: await strict.mailedToken(data.user!.id), type: 'signup' });
    expect((await client.auth.updateUser({ password: 'while it is fresh' })).error).toBeNull();
    strict.later(25 * 3_600_000);
    await client.auth.refreshSession();
    const old = await client.auth.updateUser({ password: 'a day later' });
    expect(old.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const { code, kind } = await strict.mailed(data.user!.id);
    expect(kind).toBe('reauthenticate');
    const wrong = await client.auth.updateUser({
      password: 'a day later',
      nonce: code === '000000' ? '000001' : '000000',
    });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.auth.updateUser({ password: 'a day later', nonce: code })).error).toBeNull();
    const twice = await client.auth.updateUser({ password: 'another day', nonce: code });
    expect(twice.error).toMatchObject({ code: 'reauthentication_not_valid' });
    await strict.close();
  });
});
