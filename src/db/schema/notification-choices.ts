import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { MailedKind } from '#src/shared/notifications.ts';

export const notificationChoices = pgTable('notification_choices', {
  workspaceId: uuid('workspace_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text().$type<MailedKind>().notNull(),
  mail: boolean().notNull(),
});
