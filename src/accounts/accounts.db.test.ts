import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brands, users } from '#src/db/schema.ts';
import { type Keys, loadKeys, unseal } from '#src/platform/keys/keys.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import { startOver } from '#src/workspaces/start-over.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { createHasher } from './passwords.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import type { AccountsDeps, MailRequestJob } from './deps.ts';
import type { SignedUp } from './sign-up.ts';
import { createSessionCheck } from './session-check.ts';

// What the wire does not show: the modes, the hook of the confirmation, the remembered session.
let database: TestDatabase;
let keys: Keys;
let secrets: string;
let time = new Date();
let serial = 0;
const client = { userAgent: null, ip: null };
const password = 'correct horse';
const newEmail = () => `somebody-${(serial += 1)}@traders.example`;

beforeAll(async () => {
  database = await testDatabase();
  secrets = await mkdtemp(join(tmpdir(), 'bellwire-accounts-'));
  keys = await loadKeys({ dataDir: secrets, encryptionKey: null, signingKey: null });
});
afterAll(async () => {
  await database.drop();
  await rm(secrets, { recursive: true });
});
beforeEach(() => {
  time = new Date();
});

const depsWith = (overrides: Partial<AccountsDeps> = {}): AccountsDeps => ({
  db: database.app,
  keys,
  clock: () => time,
  hasher: createHasher({ cost: { memoryCost: 64, timeCost: 1 } }),
  publicUrl: 'http://localhost:3000',
  emailConfirmation: 'deferred',
  provision: provisionWorkspace,
  startOver,
  onConfirmed: async () => undefined,
  enqueue: database.enqueue,
  ...overrides,
});
const userOf = (email: string) => database.app.query.users.findFirst({ where: eq(users.email, email) });
function opened(signedUp: SignedUp) {
  if (!('session' in signedUp)) throw new Error('No session was opened.');
  return signedUp.session;
}
/** The job of somebody who asks for the confirmation again. */
async function requestOf(accounts: Accounts, email: string): Promise<MailRequestJob> {
  time = new Date(time.getTime() + 61_000);
  await accounts.requestMail(
    { what: 'signup', email, challenge: null, redirectTo: null, create: null },
    null,
  );
  const { rows } = await database.admin.query<{ data: MailRequestJob }>(
    `select data from pgboss.job where data->>'kind' = 'request' order by created_on desc limit 1`,
  );
  return rows[0]!.data;
}
async function mailsTo(userId: string): Promise<string[]> {
  const { rows } = await database.admin.query<{ data: { sealedToken: string } }>(
    `select data from pgboss.job where name = 'account-mail' and data->>'userId' = $1 order by created_on`,
    [userId],
  );
  return rows.map(({ data }) => data.sealedToken);
}

describe('without confirmation', () => {
  it('counts an address as confirmed and mails nothing', async () => {
    const accounts = createAccounts(depsWith({ emailConfirmation: 'off' }));
    const email = newEmail();
    const { user } = opened(
      await accounts.signUp({ email, password, data: { email_verified: false }, client }),
    );
    expect(user).toMatchObject({
      email_confirmed_at: time.toISOString(),
      user_metadata: { email_verified: true },
    });
    expect(user['confirmation_sent_at']).toBeUndefined();
    const row = await userOf(email);
    expect(await mailsTo(row!.id)).toEqual([]);
    await accounts.answerMailRequest(await requestOf(accounts, email));
    expect(await mailsTo(row!.id)).toEqual([]);
  });
});

describe('the mailed token', () => {
  it('lies sealed in the job, for this person only, and hashed in the table', async () => {
    const email = newEmail();
    await createAccounts(depsWith()).signUp({ email, password, data: {}, client });
    const row = await userOf(email);
    const [sealed = ''] = await mailsTo(row!.id);
    const token = unseal(keys.encryptionKey, `account-mail ${row!.id}`, sealed)!;
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(sealed).not.toContain(token);
    expect(unseal(keys.encryptionKey, 'account-mail of somebody else', sealed)).toBeNull();
    const { rows } = await database.admin.query(
      `select token_hash = sha256($2::bytea) as hashed, expires_at - created_at = interval '24 hours' as day
         from one_time_tokens where user_id = $1`,
      [row!.id, Buffer.from(token)],
    );
    expect(rows).toEqual([{ hashed: true, day: true }]);
  });

  it('confirms nothing when what hangs on it fails', async () => {
    let fails = true;
    const seen: string[] = [];
    const accounts = createAccounts(
      depsWith({
        onConfirmed: async (tx, user) => {
          const [row] = await tx.select().from(users).where(eq(users.id, user.id));
          seen.push(`${user.email} ${row?.emailConfirmedAt !== null}`);
          expect(user).not.toHaveProperty('passwordHash');
          if (fails) throw new Error('the release failed');
        },
      }),
    );
    const email = newEmail();
    await accounts.signUp({ email, password, data: {}, client });
    const row = await userOf(email);
    const [sealed = ''] = await mailsTo(row!.id);
    const tokenHash = unseal(keys.encryptionKey, `account-mail ${row!.id}`, sealed)!;
    await expect(accounts.verify({ type: 'signup', proof: { tokenHash }, client })).rejects.toThrow(
      'the release failed',
    );
    expect((await userOf(email))!.emailConfirmedAt).toBeNull();
    fails = false;
    await accounts.verify({ type: 'signup', proof: { tokenHash }, client });
    expect((await userOf(email))!.emailConfirmedAt).toEqual(time);
    expect(seen).toEqual([`${email} true`, `${email} true`]);
  });
});

describe('a confirmed account of the operator', () => {
  it('is furnished in the transaction that makes it', async () => {
    const accounts = createAccounts(depsWith());
    const account = { email: newEmail(), password, firstName: 'Dana', lastName: 'Demo', companyName: 'Acme' };
    await expect(
      accounts.createConfirmed(account, () => Promise.reject(new Error('no furniture'))),
    ).rejects.toThrow('no furniture');
    expect(await userOf(account.email)).toBeUndefined();
    const names: string[] = [];
    await accounts.createConfirmed(account, async (tx, workspaceId) => {
      const rows = await tx.select().from(brands).where(eq(brands.workspaceId, workspaceId));
      names.push(...rows.map(({ name }) => name));
    });
    expect(names).toEqual(['Acme']);
    const signedIn = await accounts.signInWithPassword({ email: account.email, password, client });
    expect(signedIn.user['email_confirmed_at']).toBeDefined();
  });
});

describe('the remembered session', () => {
  async function signedUp(deps: AccountsDeps) {
    const accounts = createAccounts(deps);
    const { access_token: token } = opened(
      await accounts.signUp({ email: newEmail(), password, data: {}, client }),
    );
    return { accounts, token, who: await accounts.authenticate(token) };
  }

  it('notices a sign-out within five seconds, however long it was told to remember', async () => {
    const deps = depsWith();
    const { accounts, token, who } = await signedUp(deps);
    const { check } = createSessionCheck(deps, { ttlMs: 60_000 });
    const first = await check(token);
    expect(first.user.id).toBe(who.user.id);
    await accounts.signOut(who, 'local');
    time = new Date(time.getTime() + 4_999);
    expect(await check(token)).toBe(first);
    time = new Date(time.getTime() + 1);
    await expect(check(token)).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('does not outlive its token, nor a clock that is set back', async () => {
    const deps = depsWith();
    const { accounts, token, who } = await signedUp(deps);
    const { check } = createSessionCheck(deps);
    time = new Date(who.session.createdAt.getTime() + 898_000);
    await check(token);
    time = new Date(time.getTime() + 2_500);
    await expect(check(token)).rejects.toMatchObject({ code: 'bad_jwt' });
    time = who.session.createdAt;
    await check(token);
    await accounts.signOut(who, 'global');
    time = new Date(time.getTime() - 3_600_000);
    await expect(check(token)).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it('notices an end that it is told of at once, and remembers everybody else', async () => {
    const deps = depsWith();
    const [one, two] = [await signedUp(deps), await signedUp(deps)];
    const { check, forget } = createSessionCheck(deps);
    const kept = await check(two.token);
    for (const whose of [{ session: one.who.session.id }, { user: one.who.user.id }]) {
      const before = await check(one.token);
      forget(whose);
      expect(await check(one.token)).not.toBe(before);
    }
    expect(await check(two.token)).toBe(kept);
    forget(null);
    expect(await check(two.token)).not.toBe(kept);
  });

  it('forgets the oldest when it knows too many, and remembers no refusal', async () => {
    const deps = depsWith();
    const people = [await signedUp(deps), await signedUp(deps), await signedUp(deps)];
    const { check } = createSessionCheck(deps, { entries: 2 });
    for (const { token } of people) await check(token);
    for (const { accounts, who } of people) await accounts.signOut(who, 'local');
    await expect(check(people[0]!.token)).rejects.toMatchObject({ code: 'session_not_found' });
    expect((await check(people[2]!.token)).user.id).toBe(people[2]!.who.user.id);
    await expect(check('not.a.token')).rejects.toMatchObject({ code: 'bad_jwt' });
    await expect(check('not.a.token')).rejects.toMatchObject({ code: 'bad_jwt' });
  });
});

describe('deferred confirmation under load', () => {
  it('lets one person in from several addresses at once: no sign-in waits for another in a circle', async () => {
    const plenty = { max: 10_000, perSeconds: 900 };
    const deps = depsWith({ limits: { signIn: plenty, token: plenty }, wait: () => Promise.resolve() });
    const accounts = createAccounts(deps);
    const emails = [newEmail(), newEmail()];
    for (const email of emails) await accounts.signUp({ email, password, data: {}, client });
    const from = (n: number) => ({ ...client, ip: `198.51.100.${n % 3}` });
    for (let round = 0; round < 5; round += 1) {
      const all = await Promise.allSettled(
        Array.from({ length: 24 }, (_, n) =>
          accounts.signInWithPassword({ email: emails[n % 2]!, password, client: from(n) }),
        ),
      );
      const refused = all.filter((each) => each.status === 'rejected').map((each) => String(each.reason));
      expect(refused).toEqual([]);
    }
  });

  it('refuses, to be tried again, when more want to be hashed than can wait', async () => {
    const accounts = createAccounts(
      depsWith({ hasher: createHasher({ cost: { memoryCost: 4_096, timeCost: 2 }, atOnce: 1, waiting: 1 }) }),
    );
    const email = newEmail();
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => accounts.signInWithPassword({ email, password, client })),
    );
    const codes = all.map((each) => (each.status === 'rejected' ? each.reason.code : 'in'));
    expect(codes).toContain('over_capacity');
    expect(codes.filter((code) => code === 'invalid_credentials').length).toBeGreaterThanOrEqual(2);
  });
});
