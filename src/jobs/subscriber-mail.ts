import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import { type SubscriberMailDeps, subscriberMail } from '#src/subscribers/sign-up/mail-data.ts';
import type { JobHandler } from './work.ts';

type Deps = SubscriberMailDeps & {
  app: Database;
  transport: MailTransport;
  mailFrom: string;
  log: { warn: (context: object, message: string) => void };
};

/** Sends an email of a sign-up: to confirm, to welcome. What the server has certainly not accepted is retried. */
export function sendSubscriberMail(deps: Deps): JobHandler<'subscriber-mail'> {
  return async (data, job) => {
    const ready = await withTenant(deps.app, data.workspaceId, (tx) => subscriberMail(tx, deps, data));
    if (!ready) return;
    const { unsubscribeUrl } = ready;
    const answer = await deps.transport.send({
      from: { name: ready.brand.name, address: deps.mailFrom },
      to: ready.to,
      ...(await ready.mail()),
      // The same at every try: receivers can detect a duplicate.
      messageId: `<sign-up-${data.mail}-${data.signUpId}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)),
      },
    });
    if (answer.kind === 'not_sent') throw new Error(answer.reason);
    if (answer.kind === 'refused' && answer.code < 500) throw new Error(answer.response);
    if (answer.kind !== 'accepted')
      deps.log.warn({ job: job.id, signUp: data.signUpId, answer }, 'an email of a sign-up was not accepted');
  };
}

const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});
