import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DocumentKind } from '#src/shared/documents/kinds.ts';
import { at, bytea } from './columns.ts';

export const documentFolders = pgTable('document_folders', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  parentId: uuid('parent_id'),
  name: text().notNull(),
  nameKey: text('name_key').notNull(),
  createdAt: at('created_at').notNull(),
});

/** Every key that may have bytes in the store (src/documents/store.ts). */
export const documentObjects = pgTable('document_objects', {
  workspaceId: uuid('workspace_id').notNull(),
  key: text().notNull(),
  doomedAt: at('doomed_at'),
});

export const documentStorage = pgTable('document_storage', {
  workspaceId: uuid('workspace_id').primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
});

export const documents = pgTable('documents', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  folderId: uuid('folder_id'),
  name: text().notNull(),
  nameKey: text('name_key').notNull(),
  kind: text().$type<DocumentKind>().notNull(),
  charset: text().$type<'utf-8' | 'windows-1252'>(),
  size: bigint({ mode: 'number' }).notNull(),
  sha256: bytea().notNull(),
  objectKey: text('object_key').notNull(),
  uploadedBy: uuid('uploaded_by'),
  uploadedByName: text('uploaded_by_name').notNull(),
  createdAt: at('created_at').notNull(),
  deletedAt: at('deleted_at'),
});

export const documentLinks = pgTable('document_links', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  documentId: uuid('document_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  createdBy: uuid('created_by'),
  createdByName: text('created_by_name').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  revokedAt: at('revoked_at'),
  opens: integer().notNull().default(0),
  downloads: integer().notNull().default(0),
  openedAt: at('opened_at'),
});
