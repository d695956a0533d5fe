import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Keys of the installation itself, sealed; the same for every process. */
export const installationKeys = pgTable('installation_keys', {
  purpose: text().primaryKey(),
  publicKey: text('public_key').notNull(),
  sealed: text().notNull(),
  createdAt: at('created_at').notNull(),
});
