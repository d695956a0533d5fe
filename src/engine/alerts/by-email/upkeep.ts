import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

const PER_STEP = 1_000;

/** Deletes links that ended thirty days ago; the database's policies say which those are (migration 0182). */
export async function forgetApprovalLinks({ system }: { system: Database }): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await system.execute(sql`
      delete from approval_links where (workspace_id, token_hash) in
        (select workspace_id, token_hash from approval_links order by expires_at limit ${PER_STEP})`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < PER_STEP) return deleted;
  }
}
