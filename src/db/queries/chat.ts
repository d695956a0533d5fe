import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { ChatAuthor, ChatMessage, SupportStanding } from '#src/shared/chat.ts';
import type { Tx } from '../database.ts';
import { newId } from '../ids.ts';
import { chatMessages, conversations } from '../schema.ts';
import { type Cursor, writeCursor } from './cursor.ts';

// The transaction is in one person's conversation (`asMember`): row security shows no other.

/** Whose conversation it is. */
export type Whose = { workspaceId: string; userId: string };
export type NewMessage = {
  clientId: string;
  author: ChatAuthor;
  name: string;
  text: string;
  at: Date;
  /** Of a person's message: when it will be answered, unless an answer is promised already. */
  promise?: { priority: boolean; answerBy: Date };
};
type Row = typeof chatMessages.$inferSelect;

const shown = (row: Row): ChatMessage => ({
  id: row.id,
  clientId: row.clientId,
  author: row.author,
  name: row.authorName,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
});

/** The conversation in sight, or undefined while nothing was ever written in it. */
export async function findConversation(tx: Tx, whose: Whose) {
  const [found] = await tx
    .select()
    .from(conversations)
    .where(and(eq(conversations.workspaceId, whose.workspaceId), eq(conversations.userId, whose.userId)));
  return found;
}

export async function findMessage(
  tx: Tx,
  sent: Pick<NewMessage, 'clientId' | 'author'>,
): Promise<ChatMessage | null> {
  const [row] = await tx
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.clientId, sent.clientId), eq(chatMessages.author, sent.author)));
  return row ? shown(row) : null;
}

/** Adds a message, and the conversation with its first one. Sent again under the same `clientId`, it is the one that is there. */
export async function addMessage(
  tx: Tx,
  whose: Whose,
  message: NewMessage,
): Promise<{ message: ChatMessage; added: boolean }> {
  const { clientId, author, name, text, at, promise } = message;
  // Two that arrive together: the second waits here for the first.
  const [conversation] = await tx
    .insert(conversations)
    .values({ ...whose, id: newId(), lastAt: at, lastAuthor: author, createdAt: at })
    .onConflictDoUpdate({
      target: [conversations.workspaceId, conversations.userId],
      set: { lastAt: sql`${conversations.lastAt}` },
    })
    .returning();
  if (!conversation) throw new Error('The conversation is not in sight.');
  const there = await findMessage(tx, message);
  if (there) return { message: there, added: false };
  const conversationId = conversation.id;
  const [row] = await tx
    .insert(chatMessages)
    .values({
      ...whose,
      id: newId(),
      conversationId,
      clientId,
      author,
      authorName: name,
      text,
      createdAt: at,
    })
    .returning();
  if (!row) throw new Error('The message was not stored.');
  const isWaiting = conversation.lastAuthor === 'person' && conversation.doneAt === null;
  const isKept = author === 'person' && isWaiting && conversation.answerBy !== null;
  await tx
    .update(conversations)
    .set({
      lastAt: at,
      lastAuthor: author,
      doneAt: null,
      ...(isKept ? {} : waitsFrom(at, author === 'person' ? promise : undefined)),
    })
    .where(eq(conversations.id, conversationId));
  return { message: shown(row), added: true };
}

const waitsFrom = (at: Date, promise: NewMessage['promise']) =>
  promise
    ? { waitingSince: at, answerBy: promise.answerBy, priority: promise.priority }
    : { waitingSince: null, answerBy: null, priority: false };

/** The place of the conversation in sight among all that wait for the team; null while it doesn't wait. */
export async function supportPlace(tx: Tx): Promise<SupportStanding['queue']> {
  const { rows } = await tx.execute<{
    place: number;
    waiting_since: Date | string;
    answer_by: Date | string;
    priority: boolean;
  }>(sql`select * from support_place()`);
  const [row] = rows;
  if (!row) return null;
  return {
    place: row.place,
    priority: row.priority,
    since: new Date(row.waiting_since).toISOString(),
    answerBy: new Date(row.answer_by).toISOString(),
  };
}

/** Newest first, a page at a time. */
export async function listMessages(
  tx: Tx,
  page: { after: Cursor | null; limit: number },
): Promise<{ items: ChatMessage[]; next: string | null }> {
  const { after, limit } = page;
  const rows = await tx
    .select()
    .from(chatMessages)
    .where(
      after
        ? sql`(${chatMessages.createdAt}, ${chatMessages.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(chatMessages.createdAt), desc(chatMessages.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(shown),
    next: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/** How many answers of the team have not been on the person's screen. */
export async function countAnswers(tx: Tx, whose: Whose): Promise<number> {
  const conversation = await findConversation(tx, whose);
  if (!conversation) return 0;
  const [row] = await tx
    .select({ unread: count() })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.author, 'team'),
        conversation.readAt ? gt(chatMessages.createdAt, conversation.readAt) : undefined,
      ),
    );
  return row?.unread ?? 0;
}

/** Everything up to this message has been on the screen; never takes back what was seen. Another's id changes nothing. */
export async function markSeen(tx: Tx, messageId: string): Promise<void> {
  const seen = tx
    .select({ at: chatMessages.createdAt })
    .from(chatMessages)
    .where(eq(chatMessages.id, messageId));
  await tx
    .update(conversations)
    .set({ readAt: sql`greatest(${conversations.readAt}, (${seen}))` })
    .where(sql`exists (${seen})`);
}

/** Says that a mail to the team is to go. @returns false when one is waiting to go already */
export async function claimMail(tx: Tx, at: Date): Promise<boolean> {
  const claimed = await tx
    .update(conversations)
    .set({ mailAt: at })
    .where(isNull(conversations.mailAt))
    .returning({ id: conversations.id });
  return claimed.length > 0;
}

/** What is to be mailed now, oldest first; what is written from here on has a mail of its own. */
export async function takeUnmailed(tx: Tx): Promise<Row[]> {
  await tx.update(conversations).set({ mailAt: null });
  return tx
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.author, 'person'), isNull(chatMessages.mailedAt)))
    .orderBy(asc(chatMessages.createdAt), asc(chatMessages.id));
}

export async function markMailed(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(chatMessages)
    .set({ mailedAt: at })
    .where(inArray(chatMessages.id, [...ids]));
}
