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
  log: { error: (context: object, message: string) => void };
};

const PER_STEP = 500;

/**
 * What nobody's doing brings about: documents that were deleted long enough ago go for good, and bytes that belong to
 * no document are taken away, those of uploads that died included. The database's policies say which rows these are
 * (migration 0015). What fails is logged, left for the next time and keeps nothing else. Doing it again, or twice at
 * once, changes nothing.
 */
export async function keepDocuments(deps: UpkeepDeps): Promise<{ erased: number; removed: number }> {
  return { erased: await eraseOld(deps), removed: await removeDoomed(deps) };
}

/** All that the system role can see is old enough. */
async function eraseOld({ app, system, announce, log }: UpkeepDeps): Promise<number> {
  let erased = 0;
  await eachRow<{ workspace_id: string; id: string }>(
    log,
    (offset) =>
      system.execute(
        sql`select workspace_id, id from documents order by deleted_at, workspace_id, id limit ${PER_STEP} offset ${offset}`,
      ),
    async ({ workspace_id: workspaceId, id }) => {
      if (await withTenant(app, workspaceId, (tx) => eraseDocument(tx, id))) erased += 1;
      announce(workspaceId, 'documents');
    },
  );
  return erased;
}

/** The bytes first: as long as the row is there, somebody will look again. */
async function removeDoomed({ system, store, log }: UpkeepDeps): Promise<number> {
  let removed = 0;
  await eachRow<{ workspace_id: string; key: string }>(
    log,
    (offset) =>
      system.execute(
        sql`select workspace_id, key from document_objects order by doomed_at, workspace_id, key limit ${PER_STEP} offset ${offset}`,
      ),
    async ({ workspace_id: workspaceId, key }) => {
      await store.delete(key);
      await system.execute(
        sql`delete from document_objects where workspace_id = ${workspaceId} and key = ${key}`,
      );
      removed += 1;
    },
  );
  return removed;
}

/** Rows that go when they are worked: what stays at the front has failed, and is passed over. */
async function eachRow<Row extends { workspace_id: string }>(
  log: UpkeepDeps['log'],
  read: (offset: number) => Promise<{ rows: Record<string, unknown>[] }>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (let failed = 0; ;) {
    const rows = (await read(failed)).rows as Row[];
    for (const row of rows) {
      try {
        await work(row);
      } catch (error) {
        failed += 1;
        log.error({ err: error, workspace: row.workspace_id }, 'a document or its bytes couldn’t be deleted');
      }
    }
    if (rows.length < PER_STEP) return;
  }
}
