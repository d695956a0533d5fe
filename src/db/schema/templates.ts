import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { TemplateContent } from '#src/shared/templates.ts';
import { at } from './columns.ts';

/** Templates of a workspace. One that is deleted stays for the alerts that name it. */
export const templates = pgTable('templates', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  name: text().notNull(),
  version: integer().notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  deletedAt: at('deleted_at'),
});

/** Every content that a template had. None of them ever changes. */
export const templateVersions = pgTable('template_versions', {
  workspaceId: uuid('workspace_id').notNull(),
  templateId: uuid('template_id').notNull(),
  version: integer().notNull(),
  content: jsonb().$type<TemplateContent>().notNull(),
  madeBy: text('made_by').notNull(),
  restored: integer(),
  createdAt: at('created_at').notNull(),
});
