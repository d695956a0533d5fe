import { eq } from 'drizzle-orm';
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
  log: { warn: (context: object, message: string) => void };
};

/** The link leads to a page with a button: opening it spends nothing, because mail scanners open links. */
const PAGES = { confirm: '/confirm' } as const;

/** Sends one mail of the account service. What the server has certainly not taken is tried again by the queue. */
export function sendAccountMail(deps: AccountMailDeps): JobHandler<'account-mail'> {
  return async (data, job) => {
    const user = await deps.app.query.users.findFirst({ where: eq(users.id, data.userId) });
    const token = unseal(deps.encryptionKey, `account-mail ${data.userId}`, data.sealedToken);
    if (!user || token === null) {
      deps.log.warn(
        { job: job.id, user: data.userId },
        'an account mail has no user, or its seal is of another key',
      );
      return;
    }
    if (data.kind === 'confirm' && user.emailConfirmedAt) return;
    const link = new URL(PAGES[data.kind], deps.publicUrl);
    link.searchParams.set('token_hash', token);
    link.searchParams.set('type', 'signup');
    const mail = await renderAccountMail({
      kind: data.kind,
      actionUrl: link.href,
      siteName: siteConfig.name,
      siteColor: DEFAULT_BRAND_COLOR,
      supportEmail: siteConfig.email.support,
    });
    const answer = await deps.transport.send({
      from: { name: siteConfig.name, address: deps.mailFrom },
      to: user.email,
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
