import { sql, type SQL } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Tx } from '#src/db/database.ts';
import type { FeedState } from '#src/shared/feeds.ts';

/** How long a holder that has gone silent keeps a shard, in ms; one whose process has ended loses it at once. */
export const SHARD_LEASE_MS = 2_000;

/** Whose turn it is on a part of a feed's symbols. */
export type Holding = { feed: string; shard: number; epoch: number };

/** Another process holds the shard by now: stop at once. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/**
 * Takes the lease of a shard that nobody holds, or only a process that is no more.
 * @returns null where somebody holds it
 */
export async function takeShard(
  system: Database,
  {
    feed,
    shard,
    owner,
    isDead,
  }: { feed: string; shard: number; owner: string; isDead: (instanceId: string) => Promise<boolean> },
): Promise<Holding | null> {
  await system.execute(sql`
    insert into feed_shards (feed, shard, state, since, updated_at) values (${feed}, ${shard}, 'resting', now(), now())
    on conflict do nothing`);
  const { rows: holders } = await system.execute<{ owner: string }>(sql`
    select lease_owner as owner from feed_shards
    where feed = ${feed} and shard = ${shard} and lease_owner is not null and lease_until >= now()`);
  const holder = holders[0]?.owner ?? null;
  if (holder !== null && !(await isDead(holder))) return null;
  const { rows } = await system.execute<{ epoch: string }>(sql`
    update feed_shards set lease_owner = ${owner}, epoch = epoch + 1, updated_at = now(),
      lease_until = now() + ${SHARD_LEASE_MS} * interval '1 millisecond'
    where (feed, shard) in (
      select feed, shard from feed_shards
      where feed = ${feed} and shard = ${shard} and (lease_until is null or lease_until < now() or lease_owner = ${holder}::uuid)
      for update skip locked)
    returning epoch`);
  return rows[0] ? { feed, shard, epoch: Number(rows[0].epoch) } : null;
}

/** What has happened since the last time. */
export type Tally = Record<
  'connects' | 'silences' | 'ticks' | 'repeated' | 'filled' | 'lost' | 'late' | 'quarantined',
  number
>;
export const noTally = (): Tally => ({
  connects: 0,
  silences: 0,
  ticks: 0,
  repeated: 0,
  filled: 0,
  lost: 0,
  late: 0,
  quarantined: 0,
});
export type Health = {
  state: FeedState;
  problem: string | null;
  since: Date;
  lastMessageAt: Date | null;
  lagMs: number | null;
  /** The instruments that give no prices while others of the feed do. */
  silent: string[];
};

/** Renews the lease and writes down how the feed is. @returns false when another holder has taken over */
export async function renewShard(
  system: Database,
  { feed, shard, epoch }: Holding,
  health: Health,
  tally: Tally,
): Promise<boolean> {
  const added = sql.join(
    Object.entries(tally).map(
      ([name, more]) => sql`${sql.identifier(name)} = ${sql.identifier(name)} + ${more}`,
    ),
    sql`, `,
  );
  const result = await system.execute(sql`
    update feed_shards set lease_until = now() + ${SHARD_LEASE_MS} * interval '1 millisecond', updated_at = now(),
      state = ${health.state}, problem = ${health.problem?.slice(0, 500) ?? null}, since = ${health.since.toISOString()}::timestamptz,
      last_message_at = coalesce(${health.lastMessageAt?.toISOString() ?? null}::timestamptz, last_message_at),
      lag_ms = coalesce(${health.lagMs}::integer, lag_ms), silent = ${sql.param(health.silent)}::uuid[], ${added}
    where feed = ${feed} and shard = ${shard} and epoch = ${epoch}`);
  return result.rowCount === 1;
}

/** Gives the lease back. */
export async function leaveShard(system: Database, { feed, shard, epoch }: Holding): Promise<void> {
  await system.execute(sql`
    update feed_shards set lease_owner = null, lease_until = null, state = 'resting', problem = null, silent = '{}',
      since = now(), updated_at = now()
    where feed = ${feed} and shard = ${shard} and epoch = ${epoch}`);
}

/** Whether the shard is still held, as SQL: where it is, it stays so until the end of the transaction that asks. */
export const isHeld = ({ feed, shard, epoch }: Holding): SQL =>
  sql`holds_feed_shard(${feed}, ${shard}::smallint, ${epoch}::bigint)`;

/** The same among other questions of one text. */
export const heldQuestion = ({ feed, shard, epoch }: Holding): string =>
  `holds_feed_shard(${pg.escapeLiteral(feed)}, ${Number(shard)}::smallint, ${Number(epoch)}::bigint)`;

/**
 * Makes sure, for the rest of the transaction, that the shard is still held.
 * @throws Superseded when it is not
 */
export async function assertHeld(tx: Tx, holding: Holding): Promise<void> {
  const { rows } = await tx.execute<{ held: boolean }>(sql`select ${isHeld(holding)} as held`);
  if (rows[0]?.held !== true) throw new Superseded(`Another process holds ${holding.feed} by now.`);
}
