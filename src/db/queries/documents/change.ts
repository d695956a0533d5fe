import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '../../database.ts';
import { documents } from '../../schema.ts';
import { nameKey } from '#src/shared/documents/names.ts';

export type DocumentRow = typeof documents.$inferSelect;

export async function insertDocument(tx: Tx, row: Omit<DocumentRow, 'nameKey' | 'deletedAt'>): Promise<void> {
  await tx.insert(documents).values({ ...row, nameKey: nameKey(row.name) });
}

/** Another name or another folder. Under the lock, with a name that is free there. */
export async function placeDocument(
  tx: Tx,
  id: string,
  place: { name: string; folderId: string | null },
): Promise<void> {
  await tx
    .update(documents)
    .set({ ...place, nameKey: nameKey(place.name) })
    .where(eq(documents.id, id));
}

/** @returns false when it is not there, or deleted already */
export async function deleteDocument(tx: Tx, id: string, now: Date): Promise<boolean> {
  const gone = await tx
    .update(documents)
    .set({ deletedAt: now })
    .where(and(eq(documents.id, id), isNull(documents.deletedAt)))
    .returning({ id: documents.id });
  return gone.length > 0;
}

/** Brings a deleted one back. Under the lock, with a name and a folder that are free. */
export async function restoreDocument(
  tx: Tx,
  id: string,
  place: { name: string; folderId: string | null },
): Promise<void> {
  await tx
    .update(documents)
    .set({ ...place, nameKey: nameKey(place.name), deletedAt: null })
    .where(eq(documents.id, id));
}

/** Takes a deleted one away for good: its links with it, its room is free, its bytes may go. */
export async function eraseDocument(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx
    .delete(documents)
    .where(and(eq(documents.id, id), isNotNull(documents.deletedAt)))
    .returning({ id: documents.id });
  return gone.length > 0;
}
