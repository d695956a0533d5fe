import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** What members write to each other about an alert. Only withdrawing changes one. */
export const alertComments = pgTable('alert_comments', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  alertId: uuid('alert_id').notNull(),
  /** Null once that person's account is deleted. */
  authorId: uuid('author_id'),
  /** With mentions by id; null once it's withdrawn. */
  text: text(),
  createdAt: at('created_at').notNull(),
  withdrawnAt: at('withdrawn_at'),
});
