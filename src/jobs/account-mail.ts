import { eq } from 'drizzle-orm';
import {
  type AccountMailJob,
  type AccountMailKind,
  codeOf,
  type MailRequestJob,
} from '#src/accounts/index.ts';
import type { Database } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { unseal } from '#src/keys.ts';
import { renderAccountMail } from '#src/mail/account-mail.ts';
import type { MailTransport } from '#src/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import type { JobHandler } from './work.ts';

export type AccountMailDeps = {
  app: Database;
  encryptionKey: Buffer;
  transport: MailTransport;
  mailFrom: string;
  publicUrl: string;
  clock: Clock;
  /** Finds out whether somebody has the address that was entered, and adds the job that mails him. */
  answerMailRequest: (job: MailRequestJob) => Promise<void>;
  log: { warn: (context: object, message: string) => void };
};

/** Each link leads to a page with a button: opening it spends nothing, because mail scanners open links. */
const PAGES: Partial<Record<AccountMailKind, { path: string; type: string }>> = {
  confirm: { path: '/confirm', type: 'signup' },
  recover: { path: '/reset-password', type: 'recovery' },
  magic_link: { path: '/confirm', type: 'magiclink' },
  email_change_current: { path: '/confirm', type: 'email_change' },
  email_change_new: { path: '/confirm', type: 'email_change' },
  invite: { path: '/confirm', type: 'invite' },
};

/** Screens of the account area: whoever opens them signs in. */
const SCREENS: Partial<Record<AccountMailKind, string>> = {
  trial_ending: '/dashboard/plans',
  trial_ended: '/dashboard/plans',
  workspace_read_only: '/dashboard/plans',
  payment_failed: '/dashboard/billing',
};

/**
 * Sends one mail of the account service, or finds out whether there is one to send. What the server has certainly not
 * taken is tried again by the queue.
 */
export function sendAccountMail(deps: AccountMailDeps): JobHandler<'account-mail'> {
  return async (data, job) => {
    if (data.kind === 'request') return deps.answerMailRequest(data);
    const user = await deps.app.query.users.findFirst({ where: eq(users.id, data.userId) });
    const token = data.sealedToken
      ? unseal(deps.encryptionKey, `account-mail ${data.userId}`, data.sealedToken)
      : null;
    if (!user || (data.sealedToken && token === null)) {
      deps.log.warn(
        { job: job.id, user: data.userId },
        'an account mail has no user, or its seal is of another key',
      );
      return;
    }
    if (data.kind === 'confirm' && user.emailConfirmedAt) return;
    const to = data.kind === 'email_change_new' ? user.newEmail : user.email;
    // The change was taken back or is done: nobody waits for this one.
    if (!to) return;
    const mail = await renderAccountMail({
      kind: data.kind,
      actionUrl: token ? actionUrl(deps.publicUrl, data, token) : screenUrl(deps.publicUrl, data.kind),
      code: token && (data.kind !== 'confirm' || data.withCode) ? codeOf(deps.encryptionKey, token) : null,
      ...(data.codesLeft === undefined ? {} : { left: data.codesLeft }),
      notYouUrl: data.kind === 'confirm' && token ? withToken(deps.publicUrl, '/not-me', token) : null,
      siteName: siteConfig.name,
      siteColor: DEFAULT_BRAND_COLOR,
      supportEmail: siteConfig.email.support,
    });
    const answer = await deps.transport.send({
      from: { name: siteConfig.name, address: deps.mailFrom },
      to,
      ...mail,
      messageId: `<account-${job.id}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    if (answer.kind === 'not_sent') throw new Error(answer.reason);
    if (answer.kind === 'refused' && answer.code < 500) throw new Error(answer.response);
    if (answer.kind !== 'accepted')
      deps.log.warn({ job: job.id, answer }, 'an account mail was not accepted');
  };
}

function withToken(publicUrl: string, path: string, token: string): string {
  const link = new URL(path, publicUrl);
  link.searchParams.set('token_hash', token);
  return link.href;
}

function screenUrl(publicUrl: string, kind: AccountMailKind): string | null {
  const path = SCREENS[kind];
  return path ? new URL(path, publicUrl).href : null;
}

function actionUrl(publicUrl: string, data: AccountMailJob, token: string): string | null {
  const page = PAGES[data.kind];
  if (!page) return null;
  const link = new URL(withToken(publicUrl, page.path, token));
  link.searchParams.set('type', page.type);
  if (data.redirectTo) link.searchParams.set('redirect_to', data.redirectTo);
  return link.href;
}
