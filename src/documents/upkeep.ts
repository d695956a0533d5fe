import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { eraseDocument } from '#src/db/queries/documents/change.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { DocumentStore } from './store.ts';

export type UpkeepDeps = {
  app: Database;
  system: Database;
  store: DocumentStore;
  announce: (workspaceId: string, topic: 'documents') => void;
};

const PER_STEP = 500;

/**
 * What nobody's doing brings about: documents that were deleted long enough ago go for good, and bytes that belong to
 * no document are taken away, those of uploads that died included. The database's policies say which rows these are
 * (migration 0015). Doing it again, or twice at once, changes nothing.
 */
export async function keepDocuments(deps: UpkeepDeps): Promise<{ erased: number; removed: number }> {
  return { erased: await eraseOld(deps), removed: await removeDoomed(deps) };
}

async function eraseOld({ app, system, announce }: UpkeepDeps): Promise<number> {
  let erased = 0;
  for (;;) {
    // All that this role can see is old enough.
    const { rows } = await system.execute<{ workspace_id: string; id: string }>(
      sql`select workspace_id, id from documents order by deleted_at limit ${PER_STEP}`,
    );
    for (const { workspace_id: workspaceId, id } of rows) {
      if (await withTenant(app, workspaceId, (tx) => eraseDocument(tx, id))) erased += 1;
      announce(workspaceId, 'documents');
    }
    if (rows.length < PER_STEP) return erased;
  }
}

/** The bytes first: as long as the row is there, somebody will look again. */
async function removeDoomed({ system, store }: UpkeepDeps): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rows } = await system.execute<{ workspace_id: string; key: string }>(
      sql`select workspace_id, key from document_objects order by doomed_at limit ${PER_STEP}`,
    );
    for (const { workspace_id: workspaceId, key } of rows) {
      await store.delete(key);
      await system.execute(
        sql`delete from document_objects where workspace_id = ${workspaceId} and key = ${key}`,
      );
      removed += 1;
    }
    if (rows.length < PER_STEP) return removed;
  }
}
