import { randomInt } from 'node:crypto';
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
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

/** Beyond it nobody reads the numbers one after the other any more. */
const IN_ORDER = 50;
const AT_RANDOM = 10;

/**
 * The name itself, else the first numbered one that is free: `report (2).pdf`. Of a name that fifty have, one with a
 * random number: however many there are, the lock is held for two questions. Under the lock.
 */
export async function freeName(tx: Tx, folderId: string | null, name: string): Promise<string> {
  const inOrder = Array.from({ length: IN_ORDER }, (_, index) => index + 1);
  for (let numbers = inOrder; ; numbers = Array.from({ length: AT_RANDOM }, () => randomInt(51, 1_000_000))) {
    const names = numbers.map((n) => numberedName(name, n));
    const taken = await takenOf(tx, folderId, names);
    const free = names.find((each) => !taken.has(nameKey(each)));
    if (free !== undefined) return free;
  }
}

/** Which of these names living documents of the folder have, as they are compared. */
async function takenOf(tx: Tx, folderId: string | null, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ key: documents.nameKey })
    .from(documents)
    .where(
      and(
        isNull(documents.deletedAt),
        folderId === null ? isNull(documents.folderId) : eq(documents.folderId, folderId),
        inArray(documents.nameKey, names.map(nameKey)),
      ),
    );
  return new Set(rows.map(({ key }) => key));
}
