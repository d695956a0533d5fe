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
 * Notifies a person of an answer, a moment after it was sent: if their panel is open, the answer is on the screen by
 * then, and no notification is needed.
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
        title: 'Support answered you',
        text,
        link: LINK,
        at: deps.clock(),
        again: { title: 'Support answered you: {n} messages', text, link: LINK },
      });
    });
    if (told) deps.announce(whose.workspaceId, 'notifications');
  };
}
