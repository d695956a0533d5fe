import * as z from 'zod/mini';
import { tagSchema } from './tags.ts';

export const CONTACT_IMPORT = { fileBytes: 20_000_000, rows: 200_000, columns: 100, faults: 200 } as const;

export const IMPORT_STATES = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a column holds, besides `address:` and the kind of a channel. */
export const IMPORT_FIELDS = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  external_id: 'External ID',
  language: 'Language',
  country: 'Country',
  time_zone: 'Time zone',
  tags: 'Tags',
  topics: 'Topics',
  symbols: 'Symbols',
  consent_at: 'Time of consent',
  consent_wording: 'Wording of consent',
  consent_ip: 'IP address of consent',
} as const;
export type ImportField = keyof typeof IMPORT_FIELDS;
export const ADDRESS_COLUMN = 'address:';

const importFaultSchema = z.object({ line: z.int(), column: z.nullable(z.string()), message: z.string() });
export type ImportFault = z.infer<typeof importFaultSchema>;

const importOptionsSchema = z.object({
  /** These people agreed to get alerts. */
  confirmed: z.boolean(),
  /** What they agreed to, where no column says it. */
  wording: z.optional(
    z.string().check(z.trim(), z.maxLength(2_000, 'A wording can have at most 2,000 characters.')),
  ),
  /** Contacts that are there are left as they are. */
  onlyNew: z.boolean(),
  /** Every contact of the file gets these. */
  tags: z.array(tagSchema).check(z.maxLength(20, 'Add 20 tags at most.')),
});
export type ImportOptions = z.infer<typeof importOptionsSchema>;

export const importCheckSchema = z.object({
  /** For each column of the file. */
  mapping: z.array(z.nullable(z.string().check(z.maxLength(60)))).check(z.maxLength(CONTACT_IMPORT.columns)),
  options: importOptionsSchema,
});
export type ImportCheck = z.infer<typeof importCheckSchema>;

export const contactImportSchema = z.object({
  id: z.uuid(),
  file: z.string(),
  state: z.enum(IMPORT_STATES),
  problem: z.nullable(z.string()),
  header: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  mapping: z.array(z.nullable(z.string())),
  options: importOptionsSchema,
  rows: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  /** How many contacts an undo left, by why. */
  kept: z.object({ changed: z.int(), agreed: z.int() }),
  faults: z.array(importFaultSchema),
  by: z.string(),
  createdAt: z.iso.datetime(),
});
export type ContactImport = z.infer<typeof contactImportSchema>;
export const contactImportsSchema = z.object({ items: z.array(contactImportSchema) });
