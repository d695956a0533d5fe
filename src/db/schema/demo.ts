import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export const demoReplay = pgTable('demo_replay', {
  workspaceId: uuid('workspace_id').primaryKey(),
  position: integer().notNull().default(0),
  firedAt: at('fired_at'),
  watchedAt: at('watched_at'),
  createdAt: at('created_at').notNull(),
});
