import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { HookCall } from '#src/shared/external/rules.ts';
import { at, bytea } from './columns.ts';

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** The address of a webhook rule; see migration 0028. */
export const ruleHooks = pgTable('rule_hooks', {
  workspaceId: uuid('workspace_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  secretHash: bytea('secret_hash').notNull(),
  hint: text().notNull(),
  madeAt: at('made_at').notNull(),
  accepted: count('accepted'),
  repeated: count('repeated'),
  refused: count('refused'),
});

export const hookCalls = pgTable('hook_calls', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  ruleId: uuid('rule_id').notNull(),
  receivedAt: at('received_at').notNull(),
  contentType: text('content_type').notNull(),
  body: text().notNull(),
  bodyHash: bytea('body_hash').notNull(),
  saidId: text('said_id'),
  outcome: text().$type<HookCall['outcome']>().notNull(),
  reason: text(),
  alertId: uuid('alert_id'),
});

/** Where a workspace reads its news; see migration 0030. */
export const newsSources = pgTable('news_sources', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  url: text().notNull(),
  createdAt: at('created_at').notNull(),
  nextAt: at('next_at').notNull(),
  etag: text(),
  lastModified: text('last_modified'),
  firstReadAt: at('first_read_at'),
  readAt: at('read_at'),
  failures: integer().notNull().default(0),
  problem: text(),
  items: count('items'),
  putAside: count('put_aside'),
});

export const newsItems = pgTable('news_items', {
  workspaceId: uuid('workspace_id').notNull(),
  sourceId: uuid('source_id').notNull(),
  keyHash: bytea('key_hash').notNull(),
  seenAt: at('seen_at').notNull(),
});

export const newsPutAside = pgTable('news_put_aside', {
  workspaceId: uuid('workspace_id').notNull(),
  sourceId: uuid('source_id').notNull(),
  itemHash: bytea('item_hash').notNull(),
  reason: text().notNull(),
  problem: text().notNull(),
  sample: text().notNull(),
  firstAt: at('first_at').notNull(),
});
