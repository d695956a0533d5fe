import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ActorKind } from '#src/shared/activity.ts';
import { at } from './columns.ts';

export const activity = pgTable('activity', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  actorKind: text('actor_kind').$type<ActorKind>().notNull(),
  actorUserId: uuid('actor_user_id'),
  actorName: text('actor_name').notNull(),
  action: text().notNull(),
  subject: text().notNull(),
  /** The contact that it is; null for anything else. */
  subjectId: uuid('subject_id'),
  detail: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  at: at('at').notNull(),
});
