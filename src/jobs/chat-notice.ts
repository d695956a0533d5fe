import { eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { findConversation } from '#src/db/queries/chat.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { chatMessages } from '#src/db/schema.ts';
import { asMember } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { JobHandler } from './work.ts';

const LINK = '/feedback?chat';

/**
 * Tells a person that he has been answered, a moment after the answer: where his panel is open it has been on the
 * screen by then, and there is nothing to tell.
 */
export function noticeAnswer(deps: {
  app: Database;
  clock: Clock;
  announce: (workspaceId: string, topic: 'notifications') => void;
}): JobHandler<'chat-notice'> {
  return async ({ messageId, ...whose }) => {
    const told = await asMember(deps.app, whose, async (tx) => {
      const [message] = await tx.select().from(chatMessages).where(eq(chatMessages.id, messageId));
      const conversation = await findConversation(tx, whose);
      if (!message || !conversation) return false;
      if (conversation.readAt && conversation.readAt >= message.createdAt) return false;
      const text = message.text.replaceAll(/\s+/g, ' ');
      return notifyMembers(tx, {
        workspaceId: whose.workspaceId,
        onlyTo: whose.userId,
        kind: 'chat_answer',
        title: 'Support has answered you',
        text,
        link: LINK,
        at: deps.clock(),
        again: { title: 'Support has answered you: {n} messages', text, link: LINK },
      });
    });
    if (told) deps.announce(whose.workspaceId, 'notifications');
  };
}
