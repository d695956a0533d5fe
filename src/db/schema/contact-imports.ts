import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ImportFault, ImportOptions, ImportState } from '#src/shared/contact-import.ts';
import { at } from './columns.ts';

/** A file of contacts: how it is read and how far it is. */
export const contactImports = pgTable('contact_imports', {
  workspaceId: uuid('workspace_id').notNull(),
  id: uuid().notNull(),
  fileName: text('file_name').notNull(),
  body: text(),
  header: jsonb().$type<string[]>().notNull(),
  sample: jsonb().$type<string[][]>().notNull(),
  delimiter: text().notNull(),
  mapping: jsonb().$type<(string | null)[]>().notNull(),
  options: jsonb().$type<ImportOptions>().notNull(),
  state: text().$type<ImportState>().notNull(),
  problem: text(),
  rows: integer().notNull(),
  done: integer().notNull().default(0),
  created: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  unchanged: integer().notNull().default(0),
  rejected: integer().notNull().default(0),
  /** How many contacts an undo left: changed since, or agreed since. */
  keptChanged: integer('kept_changed').notNull().default(0),
  keptAgreed: integer('kept_agreed').notNull().default(0),
  faults: jsonb().$type<ImportFault[]>().notNull().default([]),
  byName: text('by_name').notNull().default(''),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** What an import did to a contact, so that it can be undone. */
export const contactImportChanges = pgTable('contact_import_changes', {
  workspaceId: uuid('workspace_id').notNull(),
  importId: uuid('import_id').notNull(),
  contactId: uuid('contact_id').notNull(),
  kind: text().$type<'created' | 'changed'>().notNull(),
  before: jsonb().$type<Record<string, string | null>>().notNull().default({}),
  after: jsonb().$type<Record<string, string | null>>().notNull().default({}),
  addedTags: text('added_tags').array().notNull().default([]),
  addedAddresses: uuid('added_addresses').array().notNull().default([]),
  movedAddresses: uuid('moved_addresses').array().notNull().default([]),
  movedFrom: uuid('moved_from').array().notNull().default([]),
  confirmedAddresses: uuid('confirmed_addresses').array().notNull().default([]),
  /** Consents with a greater id are newer. */
  mark: uuid(),
});
