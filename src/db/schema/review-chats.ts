import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ReviewContent } from '#src/shared/review-chats.ts';
import { at, bytea } from './columns.ts';

/** Connections whose bot asks people in a chat to decide on alerts. */
export const reviewChats = pgTable('review_chats', {
  workspaceId: uuid('workspace_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  bot: text().notNull(),
  place: text(),
  createdAt: at('created_at').notNull(),
});

/** Which person a chat account belongs to. */
export const chatIdentities = pgTable('chat_identities', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  connectionId: uuid('connection_id').notNull(),
  externalId: text('external_id').notNull(),
  place: text().notNull(),
  name: text().notNull(),
  /** One of the two. */
  userId: uuid('user_id'),
  approverId: uuid('approver_id'),
  asks: boolean().notNull().default(true),
  reasonPost: uuid('reason_post'),
  reasonMessage: text('reason_message'),
  reasonUntil: at('reason_until'),
  linkedAt: at('linked_at').notNull(),
});

/** Codes by which people show in a chat who they are. */
export const chatLinkCodes = pgTable('chat_link_codes', {
  workspaceId: uuid('workspace_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
  connectionId: uuid('connection_id').notNull(),
  userId: uuid('user_id'),
  approverId: uuid('approver_id'),
  expiresAt: at('expires_at').notNull(),
});

/** Messages that ask to decide on a revision of an alert. */
export const reviewPosts = pgTable('review_posts', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  connectionId: uuid('connection_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  revisionHash: text('revision_hash').notNull(),
  place: text().notNull(),
  identityId: uuid('identity_id'),
  messageId: text('message_id'),
  content: jsonb().$type<ReviewContent>(),
  outcome: text(),
  dueAt: at('due_at'),
  tries: integer().notNull().default(0),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});
