import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { nameKey, numberedName } from '#src/shared/documents/names.ts';
import type { Tx } from '../../database.ts';
import { documents } from '../../schema.ts';

/**
 * From here to its end this transaction is the only one that changes names, folders or the room taken of this
 * workspace's documents.
 */
export async function lockDocuments(tx: Tx, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${workspaceId}`}, 0))`);
}

/** Whether another living document of the folder has this name. */
export async function isNameTaken(
  tx: Tx,
  folderId: string | null,
  name: string,
  except?: string,
): Promise<boolean> {
  const [taken] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        isNull(documents.deletedAt),
        folderId === null ? isNull(documents.folderId) : eq(documents.folderId, folderId),
        eq(documents.nameKey, nameKey(name)),
        except ? ne(documents.id, except) : undefined,
      ),
    )
    .limit(1);
  return taken !== undefined;
}

/** The name itself, else the first numbered one that is free: `report (2).pdf`. Under the lock. */
export async function freeName(tx: Tx, folderId: string | null, name: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const candidate = numberedName(name, n);
    if (!(await isNameTaken(tx, folderId, candidate))) return candidate;
  }
}
