import { bigint, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ReplayState } from '#src/shared/replays.ts';
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

/** A period of an endpoint that is sent to it once more. */
export const endpointReplays = pgTable('endpoint_replays', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  connectionId: uuid('connection_id').notNull(),
  fromAt: at('from_at').notNull(),
  toAt: at('to_at').notNull(),
  state: text().$type<ReplayState>().notNull(),
  total: integer().notNull(),
  sent: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  /** Of the message whose turn it is. */
  attempts: integer().notNull().default(0),
  /** Those of them that found no server, and those that were asked to wait. */
  serverWaits: integer('server_waits').notNull().default(0),
  pauses: integer().notNull().default(0),
  problem: text(),
  /** Why the last message that failed for good did. */
  failure: text(),
  nextAt: at('next_at').notNull(),
  leaseUntil: at('lease_until'),
  createdAt: at('created_at').notNull(),
  endedAt: at('ended_at'),
});

/** What of a replay is left to send, in order. */
export const endpointReplayItems = pgTable('endpoint_replay_items', {
  workspaceId: uuid('workspace_id').notNull(),
  replayId: uuid('replay_id').notNull(),
  n: integer().notNull(),
  deliveryId: uuid('delivery_id').notNull(),
  eventMonth: date('event_month').notNull(),
});
