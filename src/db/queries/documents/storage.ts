import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../database.ts';
import { documentObjects, documents, documentStorage } from '../../schema.ts';

/** An upload that takes longer than this has died: its bytes may be taken away. */
const UPLOAD_MAX_MS = 30 * 60_000;

/** Called before the first byte is written: if the writer dies, the cleanup still finds the key. */
export async function announceObject(
  tx: Tx,
  object: { workspaceId: string; key: string },
  now: Date,
): Promise<void> {
  await tx.insert(documentObjects).values({ ...object, doomedAt: new Date(now.getTime() + UPLOAD_MAX_MS) });
}

/** The bytes belong to a document from now on. @returns false when it came too late: they may be gone already */
export async function keepObject(tx: Tx, key: string): Promise<boolean> {
  const kept = await tx
    .update(documentObjects)
    .set({ doomedAt: null })
    .where(and(eq(documentObjects.key, key), gt(documentObjects.doomedAt, sql`now()`)))
    .returning();
  return kept.length > 0;
}

/**
 * Marks bytes for removal unless a document has them: the caller may not know whether its own transaction committed.
 * Waits for one that is still ending.
 * @returns false where a document has them
 */
export async function doomObject(tx: Tx, key: string): Promise<boolean> {
  const doomed = await tx
    .update(documentObjects)
    .set({ doomedAt: sql`now()` })
    .where(and(eq(documentObjects.key, key), isNotNull(documentObjects.doomedAt)))
    .returning();
  if (doomed.length > 0) return true;
  const [kept] = await tx.select().from(documentObjects).where(eq(documentObjects.key, key));
  return kept === undefined;
}

/** Takes room for so many bytes, unless that would be more than `limit`. However many ask at once, it never is. */
export async function takeRoom(tx: Tx, workspaceId: string, bytes: number, limit: number): Promise<boolean> {
  if (bytes > limit) return false;
  const taken = await tx
    .insert(documentStorage)
    .values({ workspaceId, bytes })
    .onConflictDoUpdate({
      target: documentStorage.workspaceId,
      set: { bytes: sql`${documentStorage.bytes} + excluded.bytes` },
      setWhere: sql`${documentStorage.bytes} + excluded.bytes <= ${limit}`,
    })
    .returning();
  return taken.length > 0;
}

/** What is taken of the workspace in sight, and how much of that by documents that were deleted. */
export async function readRoom(tx: Tx): Promise<{ usedBytes: number; deletedBytes: number }> {
  const [room] = await tx.select({ bytes: documentStorage.bytes }).from(documentStorage);
  const [deleted] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${documents.size}), 0)` })
    .from(documents)
    .where(isNotNull(documents.deletedAt));
  return { usedBytes: room?.bytes ?? 0, deletedBytes: Number(deleted?.bytes ?? 0) };
}
