import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

const PER_STEP = 1_000;

/** Forgets who opened and followed what, once it's old: all that this role can see is. The counters stay. */
export async function forgetReactions({ system }: { system: Database }): Promise<void> {
  const step = sql`
    delete from delivery_reactions where (workspace_id, delivery_id, kind, link, event_month) in
      (select workspace_id, delivery_id, kind, link, event_month from delivery_reactions limit ${PER_STEP})`;
  while ((await system.execute(step)).rowCount === PER_STEP);
}
