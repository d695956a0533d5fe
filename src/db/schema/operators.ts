import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Written by the owner alone, on the command line; the serving roles ask functions of the database. */
export const operators = pgTable('operators', {
  userId: uuid('user_id').primaryKey(),
  grantedAt: at('granted_at').notNull(),
});

/** What may not be sent. The serving roles ask functions of the database. */
export const sendingStops = pgTable('sending_stops', {
  id: uuid().primaryKey(),
  scope: text().$type<'all' | 'channel' | 'workspace'>().notNull(),
  target: text().notNull(),
  reason: text().notNull(),
  operatorName: text('operator_name').notNull(),
  since: at('since').notNull(),
});

export const operatorTrail = pgTable('operator_trail', {
  id: uuid().primaryKey(),
  operatorId: uuid('operator_id'),
  operatorName: text('operator_name').notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  detail: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  at: at('at').notNull(),
});
