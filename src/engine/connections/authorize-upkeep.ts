import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

/** Deletes authorizations that ended an hour ago, with what they still keep; the database's policies say which those are. */
export async function forgetAuthorizations({ system }: { system: Database }): Promise<number> {
  const { rowCount } = await system.execute(sql`
    delete from authorizations where (workspace_id, id) in (select workspace_id, id from authorizations)`);
  return rowCount ?? 0;
}
