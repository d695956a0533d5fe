import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { DocumentLink } from '#src/shared/documents/documents.ts';
import type { Tx } from '../../database.ts';
import { documentLinks, documents, workspaces } from '../../schema.ts';

type LinkRow = typeof documentLinks.$inferSelect;

const living = (now: Date) => and(isNull(documentLinks.revokedAt), gt(documentLinks.expiresAt, now));

/** The links of a document that open it now, newest first. */
export async function listLinks(tx: Tx, documentId: string, now: Date): Promise<DocumentLink[]> {
  const rows = await tx
    .select()
    .from(documentLinks)
    .where(and(eq(documentLinks.documentId, documentId), living(now)))
    .orderBy(desc(documentLinks.createdAt), desc(documentLinks.id));
  return rows.map(linkOf);
}

export async function countLinks(tx: Tx, documentId: string, now: Date): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(documentLinks)
    .where(and(eq(documentLinks.documentId, documentId), living(now)));
  return row?.count ?? 0;
}

export async function insertLink(
  tx: Tx,
  link: Omit<LinkRow, 'revokedAt' | 'opens' | 'downloads' | 'openedAt'>,
): Promise<DocumentLink> {
  const [made] = await tx.insert(documentLinks).values(link).returning();
  if (!made) throw new Error('The link was not made.');
  return linkOf(made);
}

/** @returns false where there is no such living link of the document */
export async function revokeLink(
  tx: Tx,
  { documentId, id }: { documentId: string; id: string },
  now: Date,
): Promise<boolean> {
  const gone = await tx
    .update(documentLinks)
    .set({ revokedAt: now })
    .where(and(eq(documentLinks.documentId, documentId), eq(documentLinks.id, id), living(now)))
    .returning({ id: documentLinks.id });
  return gone.length > 0;
}

/** Before a workspace is in sight: whose link this token opens. @returns null for none, an old and a revoked one */
export async function findLinkByToken(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<Pick<LinkRow, 'workspaceId' | 'id'> | null> {
  await tx.execute(sql`select set_config('app.document_link', ${tokenHash.toString('hex')}, true)`);
  const [row] = await tx
    .select({ workspaceId: documentLinks.workspaceId, id: documentLinks.id })
    .from(documentLinks)
    .where(and(eq(documentLinks.tokenHash, tokenHash), living(now)));
  return row ?? null;
}

/** What a living link of the workspace in sight leads to; nothing while the document is deleted. */
export async function readShared(tx: Tx, linkId: string) {
  const [row] = await tx
    .select({ document: documents, expiresAt: documentLinks.expiresAt, workspace: workspaces.name })
    .from(documentLinks)
    .innerJoin(
      documents,
      and(eq(documents.workspaceId, documentLinks.workspaceId), eq(documents.id, documentLinks.documentId)),
    )
    .innerJoin(workspaces, eq(workspaces.id, documentLinks.workspaceId))
    .where(and(eq(documentLinks.id, linkId), isNull(documents.deletedAt)));
  return row ?? null;
}

export async function countUse(tx: Tx, linkId: string, use: 'opens' | 'downloads', now: Date): Promise<void> {
  await tx
    .update(documentLinks)
    .set({ [use]: sql`${documentLinks[use]} + 1`, openedAt: now })
    .where(eq(documentLinks.id, linkId));
}

const linkOf = (row: LinkRow): DocumentLink => ({
  id: row.id,
  createdBy: row.createdByName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  opens: row.opens,
  downloads: row.downloads,
  openedAt: row.openedAt?.toISOString() ?? null,
});
