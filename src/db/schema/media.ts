import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, bytea } from './columns.ts';

/** Bytes of pictures, by the SHA-256 of them. */
export const media = pgTable('media', {
  workspaceId: uuid('workspace_id').notNull(),
  hash: text().notNull(),
  type: text().$type<'image/png'>().notNull(),
  bytes: bytea().notNull(),
  createdAt: at('created_at').notNull(),
});
