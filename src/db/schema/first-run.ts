import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export const firstRun = pgTable('first_run', {
  workspaceId: uuid('workspace_id').notNull(),
  userId: uuid('user_id').notNull(),
  lookedAt: at('looked_at'),
  dismissedAt: at('dismissed_at'),
});
