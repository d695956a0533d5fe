import type { PictureFormat, PictureTheme } from '#src/shared/content/picture-formats.ts';
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

/** Pictures of an alert, drawn once per revision when first requested; `problem` says why drawing failed. */
export const alertPictures = pgTable('alert_pictures', {
  workspaceId: uuid('workspace_id').notNull(),
  revisionId: uuid('revision_id').notNull(),
  language: text().notNull(),
  format: text().$type<PictureFormat>().notNull(),
  theme: text().$type<PictureTheme>().notNull(),
  mediaHash: text('media_hash'),
  problem: text(),
  drawnAt: at('drawn_at').notNull(),
});
