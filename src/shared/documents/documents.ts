import * as z from 'zod/mini';
import { DOCUMENT_KIND_NAMES } from './kinds.ts';
import { DOCUMENT_NAME_MAX, FOLDER_NAME_MAX } from './names.ts';

/** One file, in bytes. */
export const DOCUMENT_MAX_BYTES = 25 * 1024 * 1024;
/** How long a deleted document can be brought back. */
export const DELETED_KEPT_DAYS = 30;
export const LINK_DAYS = [1, 7, 30] as const;
/** Living links of one document. */
export const LINKS_MAX = 20;
export const FOLDERS_MAX = 500;
export const FOLDER_DEPTH_MAX = 8;
export const DOCUMENT_SORTS = ['name', 'newest', 'oldest', 'largest'] as const;
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];
/** How much of a text is shown in place. */
export const TEXT_PREVIEW_BYTES = 200 * 1024;

export const documentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(DOCUMENT_KIND_NAMES),
  charset: z.nullable(z.string()),
  size: z.int(),
  sha256: z.string(),
  folderId: z.nullable(z.uuid()),
  uploadedBy: z.string(),
  createdAt: z.iso.datetime(),
  deletedAt: z.nullable(z.iso.datetime()),
  links: z.int(),
});
export type DocumentItem = z.infer<typeof documentSchema>;
export const documentPageSchema = z.object({
  items: z.array(documentSchema),
  next: z.nullable(z.string()),
});
export type DocumentPage = z.infer<typeof documentPageSchema>;

export const documentChangeSchema = z.object({
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(DOCUMENT_NAME_MAX))),
  folderId: z.optional(z.nullable(z.uuid())),
});
export type DocumentChange = z.infer<typeof documentChangeSchema>;

export const storageSchema = z.object({
  usedBytes: z.int(),
  deletedBytes: z.int(),
  limitBytes: z.int(),
  fileBytes: z.int(),
});
export type Storage = z.infer<typeof storageSchema>;

export const folderSchema = z.object({
  id: z.uuid(),
  parentId: z.nullable(z.uuid()),
  name: z.string(),
  documents: z.int(),
});
export type Folder = z.infer<typeof folderSchema>;
export const foldersSchema = z.object({ items: z.array(folderSchema) });
const folderName = z.string().check(z.minLength(1), z.maxLength(FOLDER_NAME_MAX));
export const folderFormSchema = z.object({ name: folderName, parentId: z.optional(z.nullable(z.uuid())) });
export type FolderForm = z.infer<typeof folderFormSchema>;
export const folderChangeSchema = z.object({
  name: z.optional(folderName),
  parentId: z.optional(z.nullable(z.uuid())),
});
export type FolderChange = z.infer<typeof folderChangeSchema>;

export const linkSchema = z.object({
  id: z.uuid(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  opens: z.int(),
  downloads: z.int(),
  openedAt: z.nullable(z.iso.datetime()),
});
export type DocumentLink = z.infer<typeof linkSchema>;
export const linksSchema = z.object({ items: z.array(linkSchema) });
export const linkFormSchema = z.object({ days: z.literal(LINK_DAYS) });
export const newLinkSchema = z.object({ link: linkSchema, path: z.string() });
export type NewLink = z.infer<typeof newLinkSchema>;

/** Bytes for people, in units of 1024: `0 B`, `812 B`, `24.3 kB`, `25 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || size >= 99.95 || Number.isInteger(size) ? 0 : 1;
  return `${size.toFixed(digits)} ${units[unit]}`;
}
