import { sql } from 'drizzle-orm';
import type { Runs } from './database.ts';

/** How many there may be of something: `of` says what, `whose` names the workspace, person or thing that it belongs to. */
type CountLimit = { of: string; whose: string; max: number; more?: number };

/**
 * Whether one (or `more`) may be added. Every limit on what is counted in a table is held by this: each insert waits here
 * until the transaction before has ended, so requests at the same moment are counted one after the other. `count` runs
 * under that lock, which the caller's transaction keeps until it ends. Several limits in one transaction are asked for
 * in one order everywhere: rules, external rules, watchlists.
 */
export async function hasRoom(
  tx: Pick<Runs, 'execute'>,
  { of, whose, max, more = 1 }: CountLimit,
  count: () => Promise<number>,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`limit ${of} ${whose}`}, 0))`);
  return (await count()) + more <= max;
}
