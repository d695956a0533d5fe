import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Approval } from '#src/shared/approval.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { RuleMessage } from '#src/shared/rules/message.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import type { ExternalTrigger } from '#src/shared/external/rules.ts';
import type { ExternalKind } from '#src/shared/external/evidence.ts';
import { at } from './columns.ts';

/**
 * `condition` is the text in the rule language, as it was written: nothing else says what a rule on the market is. A rule
 * on external sources has neither condition nor timeframe, but `outside`.
 */
export const rules = pgTable('rules', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  kind: text().$type<'market' | 'composed' | ExternalKind>().notNull().default('market'),
  outside: jsonb().$type<ExternalTrigger>(),
  /** Either of the two. */
  instrumentId: uuid('instrument_id'),
  watchlistId: uuid('watchlist_id'),
  timeframe: text().$type<Timeframe>(),
  condition: text(),
  settings: jsonb().$type<RuleSettings>().notNull().default({ frequency: 'once_per_bar_close' }),
  /** Words of its own for its alerts; null: the built-in writer's. */
  message: jsonb().$type<RuleMessage>(),
  state: text().$type<'active' | 'paused'>().notNull(),
  approval: text().$type<Approval>().notNull().default('auto'),
  /** Who last changed what makes its alerts. */
  changedBy: uuid('changed_by'),
  /** Goes up with every change of what makes it speak. */
  version: integer().notNull().default(1),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  /** Kept by the database: made, changed in what makes it speak, resumed or brought back. */
  speaksSince: at('speaks_since').notNull().defaultNow(),
  deletedAt: at('deleted_at'),
});

/** What a rule remembers of one instrument (src/engine/frequency/gate.ts). */
export const ruleGates = pgTable('rule_gates', {
  workspaceId: uuid('workspace_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  instrumentId: uuid('instrument_id').notNull(),
  ruleVersion: integer('rule_version').notNull(),
  asOf: at('as_of').notNull(),
  state: jsonb().$type<Record<string, unknown>>().notNull(),
});

/** What a rule's conditions name beside its own bars: another instrument, another timeframe, or both; null is its own. */
export const ruleOthers = pgTable('rule_others', {
  workspaceId: uuid('workspace_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  instrumentId: uuid('instrument_id'),
  timeframe: text().$type<Timeframe>(),
  /** The two as one text, kept by the database; see migration 0038. */
  source: text()
    .notNull()
    .generatedAlwaysAs(sql`coalesce(instrument_id::text, '') || coalesce('@' || timeframe, '')`),
});

export const watchlists = pgTable('watchlists', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

export const watchlistSymbols = pgTable('watchlist_symbols', {
  workspaceId: uuid('workspace_id').notNull(),
  watchlistId: uuid('watchlist_id').notNull(),
  instrumentId: uuid('instrument_id').notNull(),
});
