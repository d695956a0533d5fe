import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import type { feedRuns } from '#src/db/schema.ts';
import { type HeldRow, isFree, leasesIn } from './lease.ts';

/** How long a feed stays with a holder that stopped renewing, in ms. */
export const LEASE_MS = 3_000;

const leases = leasesIn(sql`feed_runs`, LEASE_MS);

/** A recorded feed whose lease this process holds. */
export type FeedRun = Pick<
  typeof feedRuns.$inferSelect,
  'id' | 'feed' | 'source' | 'instrumentId' | 'timeframe' | 'params' | 'epoch'
> & {
  /** Every bar up to here is stored and evaluated (ms, UTC); null at the start. */
  cursor: number | null;
};

const rowOf = ({ id, epoch }: FeedRun): HeldRow => ({ row: sql`id = ${id}`, epoch });
const runningRowOf = ({ id, epoch }: FeedRun): HeldRow => ({
  row: sql`id = ${id} and state = 'running'`,
  epoch,
});

/** Takes the lease of the oldest running feed that is free. @returns null when there is none */
export async function takeFeedRun(system: Database, owner: string): Promise<FeedRun | null> {
  const [run] = await leases.take<Omit<FeedRun, 'epoch'>>(system, {
    owner,
    free: sql`id in (
      select id from feed_runs where state = 'running' and ${isFree}
       order by created_at limit 1 for update skip locked)`,
    returning: sql`id, feed, source, instrument_id as "instrumentId", timeframe, params,
      (extract(epoch from cursor_ts) * 1000)::float8 as cursor`,
  });
  return run ?? null;
}

/**
 * Renews the lease and, with `progress`, moves the cursor (ms, UTC) by so many new bars.
 * @returns false when another process holds the feed by now
 */
export const renewFeedRun = (
  system: Database,
  run: FeedRun,
  progress?: { cursor: number; bars: number },
): Promise<boolean> =>
  leases.renew(
    system,
    runningRowOf(run),
    progress && [
      sql`cursor_ts = ${new Date(progress.cursor).toISOString()}::timestamptz`,
      sql`bars_seen = bars_seen + ${progress.bars}`,
    ],
  );

/** Ends the feed for good (`done`, `failed`), or leaves it running for the next holder, who may take it in `againInMs`. */
export async function endFeedRun(
  system: Database,
  run: FeedRun,
  end: { state: 'done' } | { state: 'failed'; error: string } | { state: 'running'; againInMs?: number },
): Promise<void> {
  const columns = [sql`state = ${end.state}`, sql`error = ${end.state === 'failed' ? end.error : null}`];
  await leases.giveBack(system, rowOf(run), columns, end.state === 'running' ? end.againInMs : 0);
}
