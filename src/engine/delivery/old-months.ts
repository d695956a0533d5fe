import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { failedWith } from '#src/db/violates.ts';
import type { Clock } from '#src/shared/clock.ts';

/** A lock wasn't to be had in time: someone sends. */
const LOCKED = '55P03';

type Deps = {
  system: Database;
  clock: Clock;
  log: { info: (fields: { month?: string }, text: string) => void };
};

/**
 * Drops months of deliveries, attempts and reactions that no workspace's ledger, hold or open delivery needs; the rules are
 * in migration 0300. Counters, the ledger and posts at places stay. What is in use is left for the next time.
 * @returns the months that were dropped, by their first day
 */
export async function dropOldMonths(deps: Deps): Promise<string[]> {
  const { system, clock, log } = deps;
  const moment = clock().toISOString();
  const { rows } = await system.execute<{ month: string; kept_by: string | null }>(
    sql`select month::text, kept_by from old_delivery_months(${moment}::timestamptz)`,
  );
  const dropped: string[] = [];
  for (const { month, kept_by: keptBy } of rows) {
    if (keptBy !== null) continue;
    try {
      const { rows: answers } = await system.execute<{ kept_by: string | null }>(
        sql`select drop_delivery_month(${month}::date, ${moment}::timestamptz) as kept_by`,
      );
      if (answers[0]?.kept_by !== null) continue;
      dropped.push(month);
      log.info({ month }, 'deliveries of a month were deleted: no ledger keeps it anymore');
    } catch (error) {
      if (!failedWith(error, LOCKED)) throw error;
      log.info({ month }, 'deliveries of an old month are in use; deleting them is tried again');
    }
  }
  await settle(deps);
  return dropped;
}

/** Moves the posts that are left of dropped months in small steps, also of one where a process ended in between. */
async function settle({ system, log }: Pick<Deps, 'system' | 'log'>): Promise<void> {
  try {
    for (;;) {
      const { rows } = await system.execute<{ more: boolean }>(sql`select settle_dropped_month() as more`);
      if (!rows[0]?.more) return;
    }
  } catch (error) {
    if (!failedWith(error, LOCKED)) throw error;
    log.info({}, 'a dropped month of deliveries is in use; deleting its table is tried again');
  }
}
