import { expect, it } from 'vitest';
import { codeOf } from '#src/accounts/index.ts';
import { seal } from '#src/keys.ts';
import type { MailTransport } from '#src/mail/transport.ts';
import { type AccountMailDeps, sendAccountMail } from './account-mail.ts';
import type { QueueData } from './queues.ts';

const KEY = Buffer.alloc(32, 7);
const TOKEN = 'token-of-the-mail';
const USER = {
  id: 'user-1',
  email: 'ada@harbour.example',
  newEmail: 'new@harbour.example',
  emailConfirmedAt: null,
};

/** The text of the mail that a job sends, and to whom. */
async function mailOf(job: Partial<QueueData['account-mail']>): Promise<{ to: string; text: string }> {
  const sent: { to: string; text: string }[] = [];
  const transport = {
    send: async (mail: { to: string; text: string }) => {
      sent.push(mail);
      return { kind: 'accepted' };
    },
  } as unknown as MailTransport;
  const deps = {
    app: { query: { users: { findFirst: async () => USER } } },
    encryptionKey: KEY,
    transport,
    mailFrom: 'alerts@bellwire.example',
    publicUrl: 'https://site.example',
    clock: () => new Date(0),
    answerMailRequest: async () => undefined,
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

it('shows the code of a confirmation only to whoever asked for a code', async () => {
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

it.each([
  ['confirm', 'someone entered this address'],
  ['recover', 'someone entered this address'],
  ['reauthenticate', 'this address belongs to an account'],
  ['password_changed', 'this address belongs to an account'],
  ['payment_failed', 'this address belongs to an account'],
] as const)('%s says why it was sent: %s', async (kind, why) => {
  expect((await mailOf({ kind })).text).toContain(`because ${why}.`);
});
