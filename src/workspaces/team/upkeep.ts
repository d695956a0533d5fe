import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

const PER_STEP = 1_000;

/** Deletes invitations that ran out thirty days ago; the database's policies say which those are (migration 0014). */
export async function forgetInvitations({ system }: { system: Database }): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await system.execute(sql`
      delete from invitations where (workspace_id, id) in
        (select workspace_id, id from invitations order by expires_at limit ${PER_STEP})`);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < PER_STEP) return deleted;
  }
}
