import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { ApiKey } from '#src/shared/api-keys.ts';
import type { Database, Tx } from '../database.ts';
import { hasRoom } from '../has-room.ts';
import { apiKeys, members } from '../schema.ts';
import { enterTenant } from '../tenant.ts';
import { workspacePlan, type WorkspacePlan } from './plan.ts';

type Row = typeof apiKeys.$inferSelect;

/** Those of the workspace in sight that were not revoked, newest first. */
export async function listKeys(tx: Tx): Promise<ApiKey[]> {
  const rows = await tx
    .select({ key: apiKeys, maker: members.userId })
    .from(apiKeys)
    .leftJoin(
      members,
      and(eq(members.workspaceId, apiKeys.workspaceId), eq(members.userId, apiKeys.createdBy)),
    )
    .where(isNull(apiKeys.revokedAt))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(({ key, maker }) => ({ ...shownKey(key), makerLeft: maker === null }));
}

/** As its workspace sees it: everything but the hash. */
export const shownKey = (key: Row): Omit<ApiKey, 'makerLeft'> => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: key.scopes,
  madeBy: key.createdByName,
  createdAt: key.createdAt.toISOString(),
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  lastUsedNetwork: key.lastUsedNetwork,
});

/**
 * Adds a key where there are fewer than `max`; those who ask at once are counted one after the other.
 * @returns whether there was room
 */
export async function insertKey(tx: Tx, key: typeof apiKeys.$inferInsert, max: number): Promise<boolean> {
  const limit = { of: 'api keys', whose: key.workspaceId, max };
  if (!(await hasRoom(tx, limit, () => tx.$count(apiKeys, isNull(apiKeys.revokedAt))))) return false;
  await tx.insert(apiKeys).values(key);
  return true;
}

/** @returns its name, or null where there is none to revoke */
export async function revokeKey(tx: Tx, id: string, at: Date): Promise<string | null> {
  const [revoked] = await tx
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ name: apiKeys.name });
  return revoked?.name ?? null;
}

/**
 * The key with this hash, in any workspace, and that workspace's plan: the hash can only be known from the key, and
 * shows no other row.
 */
export function keyByHash(
  db: Database,
  hash: Buffer,
  now: Date,
): Promise<{ row: Row; plan: WorkspacePlan } | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.key_hash', ${hash.toString('hex')}, true)`);
    const [row] = await tx.select().from(apiKeys).where(eq(apiKeys.keyHash, hash));
    if (!row) return null;
    await enterTenant(tx, row.workspaceId);
    return { row, plan: await workspacePlan(tx, now) };
  });
}

/** Notes a use, unless one was noted less than `everyMs` ago, perhaps by another process. */
export async function noteUse(
  tx: Tx,
  use: { id: string; at: Date; network: string | null; everyMs: number },
): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ lastUsedAt: use.at, lastUsedNetwork: use.network })
    .where(
      and(
        eq(apiKeys.id, use.id),
        or(isNull(apiKeys.lastUsedAt), lte(apiKeys.lastUsedAt, new Date(use.at.getTime() - use.everyMs))),
      ),
    );
}
