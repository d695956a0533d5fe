import type { Tx } from '#src/db/database.ts';
import {
  addMessage,
  claimMail,
  countAnswers,
  findMessage,
  listMessages,
  markSeen,
  supportPlace,
  type Whose,
} from '#src/db/queries/chat.ts';
import type { Cursor } from '#src/db/queries/cursor.ts';
import { markKindRead } from '#src/db/queries/notifications.ts';
import { supportRequests } from '#src/db/queries/support-requests.ts';
import { asMember, enterMember } from '#src/db/tenant.ts';
import { takeAllIn, UsedUp } from '#src/platform/limits/count.ts';
import type { ChatForm, ChatMessage, ChatPage, SupportStanding } from '#src/shared/chat.ts';
import { AppError } from '#src/shared/errors.ts';
import { levelOf, promiseOf } from '../queue/promise.ts';
import type { ChatDeps } from './deps.ts';
import { chatLimits } from './quotas.ts';

/** What the live chat offers to the rest of the program. */
export function createChat(deps: ChatDeps) {
  return {
    /** A page of the person's conversation, newest first, and the number of unseen answers. */
    read: (whose: Whose, page: { after: Cursor | null; limit: number }): Promise<ChatPage> =>
      asMember(deps.db, whose, async (tx) => ({
        ...(await listMessages(tx, page)),
        unread: await countAnswers(tx, whose),
      })),

    unread: (whose: Whose): Promise<number> => asMember(deps.db, whose, (tx) => countAnswers(tx, whose)),

    /** What the plan promises, and where in the queue the person's chat and messages are. */
    support: (whose: Whose): Promise<SupportStanding> =>
      asMember(deps.db, whose, async (tx) => {
        const { priority, withinHours } = await levelOf(tx, deps.clock());
        return {
          priority,
          withinHours,
          queue: await supportPlace(tx),
          requests: await supportRequests(tx),
        };
      }),

    /** Marks everything up to this message as seen, and its notification as read. */
    async seen(whose: Whose, messageId: string): Promise<void> {
      const marked = await asMember(deps.db, whose, async (tx) => {
        await markSeen(tx, messageId);
        return (await countAnswers(tx, whose)) === 0 && markKindRead(tx, whose, 'chat_answer', deps.clock());
      });
      deps.announce(whose.workspaceId, 'chat');
      if (marked) deps.announce(whose.workspaceId, 'notifications');
    },

    /**
     * Stores a person's message, with the job that emails it to the team a minute later, together with what they write
     * until then. The same `clientId` again is the same message, and counts against no limit.
     * @throws AppError over_request_rate_limit
     */
    async write(whose: Whose, name: string, form: ChatForm): Promise<ChatMessage> {
      const stored = asMember(deps.db, whose, async (tx) => {
        const there = await findMessage(tx, { clientId: form.clientId, author: 'person' });
        if (there) return there;
        await takeAllIn(tx, deps, chatLimits(whose.userId));
        const at = deps.clock();
        const promise = await promiseOf(tx, at);
        const { message, added } = await addMessage(tx, whose, {
          ...form,
          author: 'person',
          name,
          at,
          promise,
        });
        if (added && (await claimMail(tx, at))) await deps.enqueue(tx, 'chat-mail', whose);
        return message;
      });
      const message = await stored.catch((error: unknown) => {
        throw error instanceof UsedUp ? tooMany(error.seconds) : error;
      });
      deps.announce(whose.workspaceId, 'chat');
      return message;
    },

    /** Stores the team's answer inside the caller's transaction; call `told` once that has ended well. */
    async answerIn(
      tx: Tx,
      whose: Whose,
      name: string,
      form: ChatForm,
    ): Promise<{ message: ChatMessage; added: boolean }> {
      await enterMember(tx, whose);
      const at = deps.clock();
      const { message, added } = await addMessage(tx, whose, { ...form, author: 'team', name, at });
      if (added) await deps.enqueue(tx, 'chat-notice', { ...whose, messageId: message.id });
      return { message, added };
    },

    told: (workspaceId: string): void => deps.announce(workspaceId, 'chat'),
  };
}
export type Chat = ReturnType<typeof createChat>;

const tooMany = (seconds: number): AppError =>
  new AppError('over_request_rate_limit', 'That is a lot at once. Wait a moment and try again.', {
    details: { retry_after: seconds },
  });
