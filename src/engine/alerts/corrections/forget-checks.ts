import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

const PER_STEP = 1_000;

/** Deletes checks that ended with nothing to correct, once they are old: this role may delete no others. */
export async function forgetChecks({ system }: { system: Database }): Promise<void> {
  const step = sql`
    delete from bar_corrections where state = 'still_right' and (workspace_id, id) in
      (select workspace_id, id from bar_corrections where state = 'still_right' limit ${PER_STEP})`;
  while ((await system.execute(step)).rowCount === PER_STEP);
}
