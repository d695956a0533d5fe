import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, bytea } from './columns.ts';

/** The bot that sends a brand's alerts to people. */
export const readerBots = pgTable('reader_bots', {
  workspaceId: uuid('workspace_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  bot: text().notNull(),
  account: text().notNull(),
  audienceId: uuid('audience_id'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** Links that add a chat to a known person, once. */
export const readerLinks = pgTable('reader_links', {
  workspaceId: uuid('workspace_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  connectionId: uuid('connection_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  hint: text().notNull(),
  expiresAt: at('expires_at').notNull(),
});

/** What the bot asked last in a chat, and what was answered. */
export const readerChats = pgTable('reader_chats', {
  workspaceId: uuid('workspace_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  chat: text().notNull(),
  address: text().notNull(),
  key: uuid().notNull(),
  brandId: uuid('brand_id').notNull(),
  audienceId: uuid('audience_id'),
  contactId: uuid('contact_id'),
  hint: text().notNull(),
  linkHash: bytea('link_hash'),
  name: text().notNull(),
  language: text(),
  wording: text().notNull(),
  askedAt: at('asked_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  answer: text().$type<'yes' | 'no'>(),
  answeredAt: at('answered_at'),
});
