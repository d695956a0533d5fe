import { doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Timeframe } from '#src/shared/market.ts';
import { at } from './columns.ts';

/** Corporate actions of instruments; see migrations 0026 and 0075. */
export const instrumentSplits = pgTable('instrument_splits', {
  instrumentId: uuid('instrument_id').notNull(),
  at: at('at').notNull(),
  ratio: doublePrecision().notNull(),
  createdAt: at('created_at').notNull(),
  volumeRatio: doublePrecision('volume_ratio'),
});

/** Jumps that look like splits, with their bars; see migration 0075. */
export const suspectedSplits = pgTable('suspected_splits', {
  id: uuid().primaryKey(),
  instrumentId: uuid('instrument_id').notNull(),
  timeframe: text().$type<Timeframe>().notNull(),
  at: at('at').notNull(),
  ratio: doublePrecision().notNull(),
  open: doublePrecision().notNull(),
  high: doublePrecision().notNull(),
  low: doublePrecision().notNull(),
  close: doublePrecision().notNull(),
  volume: doublePrecision(),
  file: text().notNull(),
  line: integer().notNull(),
  state: text().$type<'suspected' | 'confirmed' | 'dismissed'>().notNull().default('suspected'),
  createdAt: at('created_at').notNull(),
});
