import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { feedRuns } from '#src/db/schema.ts';

/** How long a holder that has gone silent keeps a feed from the next one, in ms; it renews three times as often. */
export const LEASE_MS = 3_000;

export type FeedRun = typeof feedRuns.$inferSelect;

/**
 * Takes the lease of one running feed that nobody holds. The epoch goes up with it: what an earlier holder still
 * tries to write is refused.
 * @returns the feed, or null when there is none to take
 */
export async function takeLease(system: Database, owner: string): Promise<FeedRun | null> {
  const result = await system.execute<{ id: string }>(sql`
    update feed_runs set lease_owner = ${owner}, lease_until = now() + ${LEASE_MS} * interval '1 millisecond',
      epoch = epoch + 1, updated_at = now()
    where id = (select id from feed_runs
                where state = 'running' and (lease_until is null or lease_until < now())
                order by created_at for update skip locked limit 1)
    returning id`);
  const id = result.rows[0]?.id;
  if (!id) return null;
  return (await system.query.feedRuns.findFirst({ where: (run, { eq }) => eq(run.id, id) })) ?? null;
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

/** Ends the run for good (`done`, `failed`), or gives the lease back so that the next holder need not wait. */
export async function endLease(
  system: Database,
  run: FeedRun,
  end: { state: 'done' } | { state: 'failed'; error: string } | { state: 'running' },
): Promise<void> {
  const error = end.state === 'failed' ? end.error : null;
  await system.execute(sql`
    update feed_runs set state = ${end.state}, error = ${error}, lease_owner = null, lease_until = null, updated_at = now()
    where id = ${run.id} and epoch = ${run.epoch}`);
}
