import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ChatAuthor } from '#src/shared/chat.ts';
import { at } from './columns.ts';

export const conversations = pgTable('conversations', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  userId: uuid('user_id').notNull(),
  lastAt: at('last_at').notNull(),
  lastAuthor: text('last_author').$type<ChatAuthor>().notNull(),
  readAt: at('read_at'),
  mailAt: at('mail_at'),
  doneAt: at('done_at'),
  priority: boolean().notNull().default(false),
  /** Since when the person waits, and when the answer is promised. */
  waitingSince: at('waiting_since'),
  answerBy: at('answer_by'),
  createdAt: at('created_at').notNull(),
});

export const chatMessages = pgTable('chat_messages', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  conversationId: uuid('conversation_id').notNull(),
  userId: uuid('user_id').notNull(),
  clientId: uuid('client_id').notNull(),
  author: text().$type<ChatAuthor>().notNull(),
  authorName: text('author_name').notNull(),
  text: text().notNull(),
  mailedAt: at('mailed_at'),
  createdAt: at('created_at').notNull(),
});
