import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

const PER_STEP = 5_000;

/**
 * Forgets what was asked for with an Idempotency-Key a day ago, and keys that were revoked long ago. The database's
 * policies say which rows these are (migration 0017). Doing it again changes nothing.
 */
export async function keepKeys({ system }: { system: Database }): Promise<{ answers: number; keys: number }> {
  const answers = await deleteAll(() =>
    system.execute(sql`
      delete from idempotency_keys where (workspace_id, actor, route, key_hash) in
        (select workspace_id, actor, route, key_hash from idempotency_keys order by claimed_at limit ${PER_STEP})`),
  );
  const keys = await deleteAll(() =>
    system.execute(sql`
      delete from api_keys where (workspace_id, id) in (select workspace_id, id from api_keys limit ${PER_STEP})`),
  );
  return { answers, keys };
}

/** All that this role can see is old enough. */
async function deleteAll(step: () => Promise<{ rowCount: number | null }>): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await step();
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < PER_STEP) return deleted;
  }
}
