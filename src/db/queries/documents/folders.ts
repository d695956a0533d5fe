import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Folder } from '#src/shared/documents/documents.ts';
import { nameKey } from '#src/shared/documents/names.ts';
import type { Tx } from '../../database.ts';
import { documentFolders, documents } from '../../schema.ts';

/** Every folder of the workspace in sight, by name, with how many documents lie right in it. */
export async function listFolders(tx: Tx): Promise<Folder[]> {
  return tx
    .select({
      id: documentFolders.id,
      parentId: documentFolders.parentId,
      name: documentFolders.name,
      documents: sql<number>`(select count(*)::int from ${documents} d
        where d.workspace_id = document_folders.workspace_id and d.folder_id = document_folders.id
          and d.deleted_at is null)`,
    })
    .from(documentFolders)
    .orderBy(asc(documentFolders.nameKey), asc(documentFolders.id));
}

export async function findFolder(tx: Tx, id: string) {
  const [folder] = await tx.select().from(documentFolders).where(eq(documentFolders.id, id));
  return folder ?? null;
}

export async function isFolderNameTaken(
  tx: Tx,
  parentId: string | null,
  name: string,
  except?: string,
): Promise<boolean> {
  const [taken] = await tx
    .select({ id: documentFolders.id })
    .from(documentFolders)
    .where(
      and(
        parentId === null ? isNull(documentFolders.parentId) : eq(documentFolders.parentId, parentId),
        eq(documentFolders.nameKey, nameKey(name)),
        except ? ne(documentFolders.id, except) : undefined,
      ),
    )
    .limit(1);
  return taken !== undefined;
}

export async function insertFolder(
  tx: Tx,
  folder: { workspaceId: string; id: string; parentId: string | null; name: string; createdAt: Date },
): Promise<void> {
  await tx.insert(documentFolders).values({ ...folder, nameKey: nameKey(folder.name) });
}

export async function placeFolder(
  tx: Tx,
  id: string,
  place: { name: string; parentId: string | null },
): Promise<void> {
  await tx
    .update(documentFolders)
    .set({ ...place, nameKey: nameKey(place.name) })
    .where(eq(documentFolders.id, id));
}

/**
 * Removes folders; the documents in them are deleted, and would come back at the top. Deleted ones that had lain there
 * as well.
 * @param ids a folder and everything below it
 */
export async function removeFolders(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .update(documents)
    .set({ deletedAt: now, folderId: null })
    .where(and(inArray(documents.folderId, [...ids]), isNull(documents.deletedAt)));
  await tx
    .update(documents)
    .set({ folderId: null })
    .where(inArray(documents.folderId, [...ids]));
  await tx.delete(documentFolders).where(inArray(documentFolders.id, [...ids]));
}
