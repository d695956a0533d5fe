import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SuppressionCause } from '#src/shared/suppressions.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Topic } from '#src/shared/topics.ts';
import { at, bytea, inet } from './columns.ts';

/** One thing that a person doesn't get; null is every brand, channel or topic. */
export const unsubscriptions = pgTable('unsubscriptions', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  contactId: uuid('contact_id').notNull(),
  brandId: uuid('brand_id'),
  channel: text().$type<ChannelKind>(),
  topic: text().$type<Topic>(),
  source: text()
    .$type<'one_click' | 'link' | 'mail' | 'preferences' | 'settings' | 'api' | 'team' | 'chat'>()
    .notNull(),
  at: at('at').notNull(),
  endedAt: at('ended_at'),
  endedSource: text('ended_source').$type<'preferences' | 'settings' | 'sign_up' | 'api' | 'team' | 'chat'>(),
});

/** What a person agreed to, and took back. */
export const consents = pgTable('consents', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  contactId: uuid('contact_id').notNull(),
  brandId: uuid('brand_id'),
  channel: text().$type<ChannelKind>(),
  kind: text().$type<'given' | 'withdrawn'>().notNull(),
  source: text().notNull(),
  wording: text().notNull().default(''),
  ip: inet(),
  at: at('at').notNull(),
});

/** What is suppressed now. */
export const suppressions = pgTable('suppressions', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  addressHash: bytea('address_hash').notNull(),
  address: text(),
  cause: text().$type<SuppressionCause>().notNull(),
  detail: text().notNull().default(''),
  source: text().notNull(),
  at: at('at').notNull(),
});

export const suppressionHistory = pgTable('suppression_history', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  addressHash: bytea('address_hash').notNull(),
  kind: text().$type<'suppressed' | 'lifted'>().notNull(),
  cause: text().$type<SuppressionCause>().notNull(),
  detail: text().notNull().default(''),
  source: text().notNull(),
  byName: text('by_name').notNull().default(''),
  at: at('at').notNull(),
});

/** Soft bounces of an address in a row. */
export const softBounces = pgTable('soft_bounces', {
  workspaceId: uuid('workspace_id').notNull(),
  channel: text().$type<ChannelKind>().notNull(),
  addressHash: bytea('address_hash').notNull(),
  inARow: integer('in_a_row').notNull(),
  since: at('since').notNull(),
  lastAt: at('last_at').notNull(),
});

/** Where a provider or a bounce mailbox reports to. `sealed` holds the secret that its calls are verified with. */
export const mailReporters = pgTable('mail_reporters', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  kind: text().notNull(),
  sealed: text().notNull(),
  events: bigint({ mode: 'number' }).notNull().default(0),
  lastAt: at('last_at'),
  problem: text(),
  problemAt: at('problem_at'),
  createdAt: at('created_at').notNull(),
});
