import { eq } from 'drizzle-orm';
import { renderMessageMail } from '#src/support/contact/mail.ts';
import type { Database } from '#src/db/database.ts';
import { contactMessages } from '#src/db/schema.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import type { JobHandler } from './work.ts';

type ContactMailDeps = {
  /** The only role that may read messages. */
  system: Database;
  transport: MailTransport;
  mailFrom: string;
  /** Where messages go. */
  teamEmail: string;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

/** Mails one message to the team. What the server has not certainly taken is tried again by the queue. */
export function sendContactMail(deps: ContactMailDeps): JobHandler<'contact-mail'> {
  return async ({ messageId }, job) => {
    const mine = eq(contactMessages.id, messageId);
    const [message] = await deps.system.select().from(contactMessages).where(mine);
    if (!message || message.mailedAt) return;
    const answer = await deps.transport.send({
      from: { name: siteConfig.name, address: deps.mailFrom },
      to: deps.teamEmail,
      ...(await renderMessageMail(message)),
      // The same at every try: a mail that was taken twice is recognised.
      messageId: `<message-${messageId}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: { 'Auto-Submitted': 'auto-generated', 'Reply-To': message.email },
    });
    if (answer.kind === 'accepted') {
      await deps.system.update(contactMessages).set({ mailedAt: deps.clock() }).where(mine);
    } else if (answer.kind === 'not_sent' || answer.kind === 'unknown') {
      // One mail too many is better than none.
      throw new Error(answer.reason);
    } else if (answer.kind === 'refused' && answer.code < 500) {
      throw new Error(answer.response);
    } else {
      deps.log.warn({ job: job.id, message: messageId, answer }, 'a mail with a message was not accepted');
    }
  };
}
