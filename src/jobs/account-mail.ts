import { eq } from 'drizzle-orm';
import type { AccountMailJob, AccountMailKind, MailRequestJob } from '#src/accounts/deps.ts';
import { codeOf } from '#src/accounts/one-time-tokens.ts';
import type { Database } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import { unseal } from '#src/platform/keys/keys.ts';
import { renderAccountMail } from '#src/platform/mail/account-mail.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
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
  /** Looks for the account of the entered address, and adds the job that mails it. */
  answerMailRequest: (job: MailRequestJob) => Promise<void>;
  /** Counts an email to an unconfirmed address. @returns whether it is within the limit */
  mayTellUnconfirmed: (email: string) => Promise<boolean>;
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

/** Screens of the account area, behind the sign-in. */
const SCREENS: Partial<Record<AccountMailKind, string>> = {
  trial_ending: '/dashboard/plans',
  trial_ended: '/dashboard/plans',
  workspace_read_only: '/dashboard/plans',
  payment_failed: '/dashboard/billing',
  plan_started: '/dashboard/billing',
  plan_renewed: '/dashboard/billing',
  plan_changed: '/dashboard/billing',
  plan_change_set: '/dashboard/billing',
  plan_cancel_set: '/dashboard/billing',
  plan_resumed: '/dashboard/billing',
  plan_ended: '/dashboard/plans',
  api_key_made: '/dashboard/settings',
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
    const former = data.sealedTo
      ? unseal(deps.encryptionKey, `account-mail to ${data.userId}`, data.sealedTo)
      : null;
    const to = former ?? (data.kind === 'email_change_new' ? user?.newEmail : user?.email);
    const isReadable =
      (!data.sealedToken || token !== null) && (data.sealedTo ? former !== null : user !== undefined);
    if (!isReadable) {
      deps.log.warn(
        { job: job.id, user: data.userId },
        'an account mail has no user, or its seal is of another key',
      );
      return;
    }
    if (data.kind === 'confirm' && user?.emailConfirmedAt) return;
    // The change was canceled or is done, so this email isn't needed.
    if (!to) return;
    const isConfirmed = former === null ? Boolean(user?.emailConfirmedAt) : !data.unconfirmed;
    // Nobody fills a stranger's inbox with news about an account that was opened with the stranger's address.
    if (!isConfirmed && !token && !(await deps.mayTellUnconfirmed(to))) return;
    const { workspace, ...ours } = data.details ?? {};
    const mail = await renderAccountMail({
      kind: data.kind,
      actionUrl: token ? actionUrl(deps.publicUrl, data, token) : screenUrl(deps.publicUrl, data.kind),
      code: token && (data.kind !== 'confirm' || data.withCode) ? codeOf(deps.encryptionKey, token) : null,
      details: isConfirmed && workspace ? { workspace, ...ours } : ours,
      ...(data.codesLeft === undefined ? {} : { left: data.codesLeft }),
      startsOver: user !== undefined && startsOver(data, user),
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

/** Whether the account that this mail opens is emptied (src/accounts/start-afresh.ts). */
function startsOver(
  { kind, withCode = false }: AccountMailJob,
  user: { emailConfirmedAt: Date | null; lastSignInAt: Date | null },
): boolean {
  // A confirmation with a code was asked for as a way to sign in.
  const opens = kind === 'recover' || kind === 'invite' || (kind === 'confirm' && withCode);
  return opens && user.emailConfirmedAt === null && user.lastSignInAt !== null;
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
