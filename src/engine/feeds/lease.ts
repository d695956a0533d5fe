import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { feedRuns } from '#src/db/schema.ts';

/** How long a holder that has gone silent keeps a feed from the next one, in ms; it renews three times as often. */
export const LEASE_MS = 3_000;

export type FeedRun = typeof feedRuns.$inferSelect;

/**
 * Takes the lease of one running feed that nobody holds. The epoch goes up with it: what an earlier holder still
 * tries to write is refused.
 * @returns the feed, or null when there is none to take
 */
export async function takeLease(system: Database, owner: string): Promise<FeedRun | null> {
  const free = system
    .select({ id: feedRuns.id })
    .from(feedRuns)
    .where(
      and(
        eq(feedRuns.state, 'running'),
        or(isNull(feedRuns.leaseUntil), lt(feedRuns.leaseUntil, sql`now()`)),
      ),
    )
    .orderBy(feedRuns.createdAt)
    .limit(1)
    .for('update', { skipLocked: true });
  // One statement: what is returned is the epoch that was taken, and no later one.
  const [run] = await system
    .update(feedRuns)
    .set({
      leaseOwner: owner,
      leaseUntil: sql`now() + ${LEASE_MS} * interval '1 millisecond'`,
      epoch: sql`${feedRuns.epoch} + 1`,
      updatedAt: sql`now()`,
    })
    .where(inArray(feedRuns.id, free))
    .returning();
  return run ?? null;
}

/**
 * Renews the lease, and moves the cursor when bars have been dealt with. `bars` counts the new ones.
 * @returns false when another holder has taken over: stop at once
 */
export async function renewLease(
  system: Database,
  run: FeedRun,
  progress: { cursor: Date; bars: number } | null,
): Promise<boolean> {
  const moved = progress
    ? sql`, cursor_ts = ${progress.cursor.toISOString()}::timestamptz, bars_seen = bars_seen + ${progress.bars}`
    : sql``;
  const result = await system.execute(sql`
    update feed_runs set lease_until = now() + ${LEASE_MS} * interval '1 millisecond', updated_at = now() ${moved}
    where id = ${run.id} and epoch = ${run.epoch} and state = 'running'`);
  return result.rowCount === 1;
}

/**
 * Ends the run for good (`done`, `failed`), or gives the lease back: at once, or after `againInMs`, so that a source
 * or a database that is away is not asked without pause.
 */
export async function endLease(
  system: Database,
  run: FeedRun,
  end: { state: 'done' } | { state: 'failed'; error: string } | { state: 'running'; againInMs?: number },
): Promise<void> {
  const error = end.state === 'failed' ? end.error : null;
  const rest = end.state === 'running' && end.againInMs ? end.againInMs : 0;
  const until = rest > 0 ? sql`now() + ${rest} * interval '1 millisecond'` : sql`null`;
  await system.execute(sql`
    update feed_runs set state = ${end.state}, error = ${error}, lease_owner = null, lease_until = ${until}, updated_at = now()
    where id = ${run.id} and epoch = ${run.epoch}`);
}
