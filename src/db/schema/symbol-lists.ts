import { sql } from 'drizzle-orm';
import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { SymbolList } from '#src/shared/symbol-lists/lists.ts';
import { at } from './columns.ts';

/** Entries of the restricted and watch lists of brands. Only their end is written later. */
export const listedSymbols = pgTable('listed_symbols', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  brandId: uuid('brand_id').notNull(),
  list: text().$type<SymbolList>().notNull(),
  /** In capitals. */
  symbol: text().notNull(),
  /** Without the exchange. */
  bare: text()
    .notNull()
    .generatedAlwaysAs(sql`regexp_replace(symbol, '^[^:]*:', '')`),
  reason: text().notNull(),
  /** `user:` and the id, or `key:` and the key's name. */
  addedBy: text('added_by').notNull(),
  addedAt: at('added_at').notNull(),
  fromDay: date('from_day'),
  untilDay: date('until_day'),
  validFrom: at('valid_from').notNull(),
  validUntil: at('valid_until'),
  endedAt: at('ended_at'),
  endedBy: text('ended_by'),
});
