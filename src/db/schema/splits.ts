import { doublePrecision, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Corporate actions of instruments; see migration 0026. */
export const instrumentSplits = pgTable('instrument_splits', {
  instrumentId: uuid('instrument_id').notNull(),
  at: at('at').notNull(),
  ratio: doublePrecision().notNull(),
  createdAt: at('created_at').notNull(),
});
