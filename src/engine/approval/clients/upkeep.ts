import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

const PER_STEP = 1_000;

/** Deletes client approvers who never confirmed; the database's policies say which those are (migration 0199). */
export async function forgetUnconfirmedApprovers({ system }: { system: Database }): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await system.execute(sql`
      delete from client_approvers where (workspace_id, id) in
        (select workspace_id, id from client_approvers where confirmed_at is null order by expires_at limit ${PER_STEP})`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < PER_STEP) return deleted;
  }
}
