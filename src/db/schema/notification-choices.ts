import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { MailedKind } from '#src/shared/notifications.ts';
import { at } from './columns.ts';

export const notificationChoices = pgTable('notification_choices', {
  workspaceId: uuid('workspace_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text().$type<MailedKind>().notNull(),
  /** Null where only the other was chosen. */
  mail: boolean(),
  push: boolean(),
});

/** Browsers that members get notifications in. */
export const memberDevices = pgTable('member_devices', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  name: text().notNull(),
  mark: text().notNull(),
  sealed: text().notNull(),
  approves: boolean().notNull().default(false),
  createdAt: at('created_at').notNull(),
});
