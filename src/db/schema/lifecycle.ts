import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** What an endpoint that subscribes to it gets, until it has taken it. Written by triggers (migration 0213). */
export const lifecycleEvents = pgTable('lifecycle_events', {
  workspaceId: uuid('workspace_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  type: text().notNull(),
  at: at('at').notNull(),
  about: jsonb().$type<Record<string, string | number | null>>().notNull(),
  /** The request it goes out in. */
  requestId: uuid('request_id'),
  createdAt: at('created_at').notNull().defaultNow(),
});

/** The request that an endpoint gets at the moment. */
export const lifecyclePosts = pgTable('lifecycle_posts', {
  workspaceId: uuid('workspace_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  requestId: uuid('request_id'),
  attempts: integer().notNull().default(0),
  nextAt: at('next_at').notNull(),
  leaseUntil: at('lease_until'),
});
