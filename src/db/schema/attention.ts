import { bigint, boolean, integer, pgTable, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** What was decided about an alert for an audience with a budget. */
export const audienceTurns = pgTable('audience_turns', {
  workspaceId: uuid('workspace_id').notNull(),
  audienceId: uuid('audience_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  state: text().$type<'waiting' | 'now' | 'held' | 'ended'>().notNull(),
  critical: boolean().notNull(),
  /** The part of the bars before that moved less; null where that isn't known. */
  moveRank: real('move_rank'),
  at: at('at').notNull(),
  decidedAt: at('decided_at'),
  /** Which part of the budget was used, and until when it is. */
  per: text().$type<'hour' | 'day'>(),
  most: smallint(),
  heldUntil: at('held_until'),
});

/** The alerts that went to an audience with grouping, in the order in which they were dispatched. */
export const audienceGroups = pgTable('audience_groups', {
  workspaceId: uuid('workspace_id').notNull(),
  audienceId: uuid('audience_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  /** Itself where it's the first. */
  firstAlertId: uuid('first_alert_id').notNull(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  ruleId: uuid('rule_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  instrumentId: uuid('instrument_id').notNull(),
  direction: text().$type<'up' | 'down'>().notNull(),
  at: at('at').notNull(),
});

/** The same for a place. */
export const placeGroups = pgTable('place_groups', {
  workspaceId: uuid('workspace_id').notNull(),
  destinationId: uuid('destination_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  firstAlertId: uuid('first_alert_id').notNull(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  ruleId: uuid('rule_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  instrumentId: uuid('instrument_id').notNull(),
  direction: text().$type<'up' | 'down'>().notNull(),
  at: at('at').notNull(),
});

/** What a rule whose repeats go out at lengthening intervals remembers, by symbol and brand. */
export const ruleRepeats = pgTable('rule_repeats', {
  workspaceId: uuid('workspace_id').notNull(),
  ruleId: uuid('rule_id').notNull(),
  brandId: uuid('brand_id').notNull(),
  /** The instrument's id, or what an external event is about. */
  about: text().notNull(),
  /** When an alert passed last, and which of the intervals runs since. */
  passedAt: at('passed_at').notNull(),
  step: smallint().notNull(),
  held: integer().notNull(),
  lastAt: at('last_at').notNull(),
});

/** How many repeats were held before an alert that passed. */
export const alertRepeats = pgTable('alert_repeats', {
  workspaceId: uuid('workspace_id').notNull(),
  alertId: uuid('alert_id').notNull(),
  held: integer().notNull(),
});
