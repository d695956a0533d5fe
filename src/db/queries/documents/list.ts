import { and, asc, desc, eq, gt, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { DocumentItem, DocumentPage, DocumentSort } from '#src/shared/documents/documents.ts';
import { nameKey } from '#src/shared/documents/names.ts';
import type { Tx } from '../../database.ts';
import { documentLinks, documents } from '../../schema.ts';

export type DocumentQuery = {
  /** One folder, null for the top, undefined for everywhere. */
  folderId?: string | null;
  /** Part of the name. */
  words?: string;
  /** Those that were deleted and can be brought back, and no others. */
  deleted: boolean;
  sort: DocumentSort;
  after: DocumentCursor | null;
  limit: number;
  now: Date;
};

/** Where a page ended: what it is sorted by, the last row's value of that, and its id. */
export type DocumentCursor = { sort: DocumentSort; value: string | number; id: string };
const cursorSchema = z.union([
  // No name holds a NUL, and the database takes none.
  z.tuple([
    z.literal('name'),
    z
      .string()
      .max(400)
      .regex(/^[^\0]*$/),
    z.uuid(),
  ]),
  z.tuple([
    z.enum(['newest', 'oldest', 'largest']),
    z.number().int().min(0).max(253_402_300_799_999),
    z.uuid(),
  ]),
]);

export function readDocumentCursor(text: string): DocumentCursor | null {
  try {
    const [sort, value, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { sort, value, id };
  } catch {
    return null;
  }
}

const writeCursor = ({ sort, value, id }: DocumentCursor): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

/** By what a sort goes, whether downwards, and how a row's value of it stands in a cursor. */
const SORTS = {
  name: { by: documents.nameKey, down: false, value: (row: Row) => row.nameKey, type: 'text' },
  newest: { by: documents.createdAt, down: true, value: (row: Row) => row.createdAt.getTime(), type: 'time' },
  oldest: {
    by: documents.createdAt,
    down: false,
    value: (row: Row) => row.createdAt.getTime(),
    type: 'time',
  },
  largest: { by: documents.size, down: true, value: (row: Row) => row.size, type: 'bigint' },
} as const;

type Row = typeof documents.$inferSelect;

const livingLinks = (now: Date): SQL<number> => sql<number>`(
  select count(*)::int from ${documentLinks} l where l.workspace_id = documents.workspace_id
    and l.document_id = documents.id and l.revoked_at is null
    and l.expires_at > ${now.toISOString()}::timestamptz)`;

const COLUMNS = {
  workspaceId: documents.workspaceId,
  id: documents.id,
  folderId: documents.folderId,
  name: documents.name,
  nameKey: documents.nameKey,
  kind: documents.kind,
  charset: documents.charset,
  size: documents.size,
  sha256: documents.sha256,
  objectKey: documents.objectKey,
  uploadedBy: documents.uploadedBy,
  uploadedByName: documents.uploadedByName,
  createdAt: documents.createdAt,
  deletedAt: documents.deletedAt,
};

/** Documents of the workspace in sight, a page at a time. */
export async function listDocuments(tx: Tx, query: DocumentQuery): Promise<DocumentPage> {
  const { folderId, words, deleted, sort, after, limit, now } = query;
  const { by, down, value } = SORTS[sort];
  const rows = await tx
    .select({ ...COLUMNS, links: livingLinks(now) })
    .from(documents)
    .where(
      and(
        deleted ? isNotNull(documents.deletedAt) : isNull(documents.deletedAt),
        folderId === undefined
          ? undefined
          : folderId === null
            ? isNull(documents.folderId)
            : eq(documents.folderId, folderId),
        words ? gt(sql`position(${nameKey(words)} in ${documents.nameKey})`, 0) : undefined,
        after ? past(after) : undefined,
      ),
    )
    .orderBy(down ? desc(by) : asc(by), down ? desc(documents.id) : asc(documents.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => itemOf(row, row.links)),
    next: last ? writeCursor({ sort, value: value(last), id: last.id }) : null,
  };
}

function past({ sort, value, id }: DocumentCursor): SQL {
  const { by, down, type } = SORTS[sort];
  const from =
    type === 'time'
      ? sql`${new Date(Number(value)).toISOString()}::timestamptz`
      : type === 'bigint'
        ? sql`${value}::bigint`
        : sql`${value}::text collate "C"`;
  return down
    ? sql`(${by}, ${documents.id}) < (${from}, ${id}::uuid)`
    : sql`(${by}, ${documents.id}) > (${from}, ${id}::uuid)`;
}

/** One document of the workspace in sight, deleted or not. @returns null where there is none */
export async function findDocument(tx: Tx, id: string): Promise<Row | null> {
  const [row] = await tx.select().from(documents).where(eq(documents.id, id));
  return row ?? null;
}

/** One as the API shows it. */
export async function readDocument(tx: Tx, id: string, now: Date): Promise<DocumentItem | null> {
  const [row] = await tx
    .select({ ...COLUMNS, links: livingLinks(now) })
    .from(documents)
    .where(eq(documents.id, id));
  return row ? itemOf(row, row.links) : null;
}

const itemOf = (row: Row, links: number): DocumentItem => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  charset: row.charset,
  size: row.size,
  sha256: row.sha256.toString('hex'),
  folderId: row.folderId,
  uploadedBy: row.uploadedByName,
  createdAt: row.createdAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
  links,
});
