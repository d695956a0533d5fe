import { eq } from 'drizzle-orm';
import { renderChatMail } from '#src/support/chat/mail.ts';
import type { Database } from '#src/db/database.ts';
import { findConversation, markMailed, takeUnmailed } from '#src/db/queries/chat.ts';
import { users, workspaces } from '#src/db/schema.ts';
import { asMember } from '#src/db/tenant.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import type { JobHandler } from './work.ts';

type ChatMailDeps = {
  app: Database;
  transport: MailTransport;
  mailFrom: string;
  /** Where messages go. */
  teamEmail: string;
  publicUrl: string;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

/** Mails the team what a person has written in Live Chat since the last mail. Tried again by the queue. */
export function sendChatMail(deps: ChatMailDeps): JobHandler<'chat-mail'> {
  return async (whose, job) => {
    const found = await asMember(deps.app, whose, async (tx) => {
      const messages = await takeUnmailed(tx);
      const conversation = await findConversation(tx, whose);
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, whose.userId));
      const [workspace] = await tx.select({ name: workspaces.name }).from(workspaces);
      return { messages, conversation, email: user?.email, workspace: workspace?.name ?? '' };
    });
    const { messages, conversation, email } = found;
    const newest = messages.at(-1);
    if (!newest || !conversation || !email) return;
    const answer = await deps.transport.send({
      from: { name: siteConfig.name, address: deps.mailFrom },
      to: deps.teamEmail,
      ...(await renderChatMail({
        name: newest.authorName,
        email,
        workspace: found.workspace,
        messages,
        answerBy: conversation.answerBy,
        priority: conversation.priority,
        link: `${deps.publicUrl}/admin/conversations/${conversation.id}`,
      })),
      // The same at every try that carries the same: a mail that was taken twice is recognised.
      messageId: `<chat-${newest.id}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: { 'Auto-Submitted': 'auto-generated', 'Reply-To': email },
    });
    // One mail too many is better than none.
    if (answer.kind === 'not_sent' || answer.kind === 'unknown') throw new Error(answer.reason);
    if (answer.kind === 'refused' && answer.code < 500) throw new Error(answer.response);
    if (answer.kind !== 'accepted') {
      deps.log.warn({ job: job.id, message: newest.id, answer }, 'a mail of the live chat was not accepted');
      return;
    }
    const ids = messages.map(({ id }) => id);
    await asMember(deps.app, whose, (tx) => markMailed(tx, ids, deps.clock()));
  };
}
