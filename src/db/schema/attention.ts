import { boolean, pgTable, real, smallint, text, uuid } from 'drizzle-orm/pg-core';
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
