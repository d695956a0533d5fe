import { expect, it } from 'vitest';
import type { AccountMailJob } from '#src/accounts/deps.ts';
import { codeOf } from '#src/accounts/one-time-tokens.ts';
import { seal } from '#src/platform/keys/keys.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import { type AccountMailDeps, sendAccountMail } from './account-mail.ts';
import type { QueueData } from './queues.ts';

const KEY = Buffer.alloc(32, 7);
const TOKEN = 'token-of-the-mail';
const USER = {
  id: 'user-1',
  email: 'ada@harbour.example',
  newEmail: 'new@harbour.example',
  emailConfirmedAt: null as Date | null,
  lastSignInAt: null as Date | null,
};

/** The text of the mail that a job sends, and to whom. */
async function mailOf(
  job: Partial<AccountMailJob>,
  user: Partial<typeof USER> = {},
): Promise<{ to: string; text: string }> {
  const sent: { to: string; text: string }[] = [];
  const transport = {
    send: async (mail: { to: string; text: string }) => {
      sent.push(mail);
      return { kind: 'accepted' };
    },
  } as unknown as MailTransport;
  const deps = {
    app: {
      query: {
        users: {
          findFirst: async () => (job.userId === 'gone' ? undefined : { ...USER, ...user }),
        },
      },
    },
    encryptionKey: KEY,
    transport,
    mailFrom: 'alerts@bellwire.example',
    publicUrl: 'https://site.example',
    clock: () => new Date(0),
    answerMailRequest: async () => undefined,
    mayTellUnconfirmed: async (email: string) => !email.startsWith('full@'),
    log: { warn: () => undefined },
  } as unknown as AccountMailDeps;
  const data = {
    userId: USER.id,
    sealedToken: seal(KEY, `account-mail ${USER.id}`, TOKEN),
    ...job,
  } as QueueData['account-mail'];
  await sendAccountMail(deps)(data, { id: 'job-1' } as Parameters<ReturnType<typeof sendAccountMail>>[1]);
  return sent[0]!;
}

it('shows a confirmation code only if a code was requested', async () => {
  const code = codeOf(KEY, TOKEN);
  expect((await mailOf({ kind: 'confirm' })).text).not.toContain(code);
  expect((await mailOf({ kind: 'confirm', withCode: true })).text).toContain(`asked for one: ${code}\n`);
  expect((await mailOf({ kind: 'magic_link' })).text).toContain(code);
  expect((await mailOf({ kind: 'recover' })).text).not.toContain(code);
});

it('mails each side of a change of address to its own', async () => {
  expect((await mailOf({ kind: 'email_change_new' })).to).toBe(USER.newEmail);
  expect((await mailOf({ kind: 'email_change_current' })).to).toBe(USER.email);
});

it('shows what happened and when, and never what a person typed before the address is confirmed', async () => {
  const details = { plan: 'Professional', paid: '$199', workspace: 'Buy pills' };
  const { text } = await mailOf({ kind: 'plan_started', details, sealedToken: undefined });
  expect(text).toContain('Plan: Professional\nPaid: $199');
  expect(text).not.toContain('pills');
  expect(text).toContain('https://site.example/dashboard/billing');
});

it('mails an address that the account has no more, and stops where nobody confirmed it', async () => {
  const to = (email: string, rest: Partial<AccountMailJob> = {}) =>
    mailOf({
      userId: 'gone',
      sealedToken: undefined,
      kind: 'account_deleted',
      sealedTo: seal(KEY, 'account-mail to gone', email),
      ...rest,
    });
  expect(await to('full@harbour.example')).toMatchObject({
    to: 'full@harbour.example',
    text: expect.stringContaining('because this address belonged to an account.'),
  });
  expect((await to('old@harbour.example', { unconfirmed: true })).to).toBe('old@harbour.example');
  expect(await to('full@harbour.example', { unconfirmed: true }), 'capped').toBeUndefined();
});

it('says that it removes what a stranger may have made, where it does', async () => {
  const warns = async (job: Parameters<typeof mailOf>[0], user: Partial<typeof USER>) =>
    (await mailOf(job, user)).text.includes('removes everything made in it so far');
  const lastSignInAt = new Date(0);
  for (const job of [{ kind: 'recover' }, { kind: 'invite' }, { kind: 'confirm', withCode: true }] as const) {
    expect(await warns(job, { lastSignInAt })).toBe(true);
    // Nobody was ever in: there is nothing to remove.
    expect(await warns(job, {})).toBe(false);
  }
  expect(await warns({ kind: 'confirm' }, { lastSignInAt })).toBe(false);
  expect(await warns({ kind: 'recover' }, { lastSignInAt, emailConfirmedAt: new Date(0) })).toBe(false);
});

it.each([
  ['confirm', 'someone entered this address'],
  ['recover', 'someone entered this address'],
  ['reauthenticate', 'this address belongs to an account'],
  ['password_changed', 'this address belongs to an account'],
  ['payment_failed', 'this address belongs to an account'],
] as const)('%s says why it was sent: %s', async (kind, why) => {
  expect((await mailOf({ kind })).text).toContain(`because ${why}.`);
});
