import { sql, type SQL } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Tx } from '#src/db/database.ts';
import type { FeedState } from '#src/shared/feeds.ts';
import { type HeldRow, isFree, leasesIn, Superseded } from './lease.ts';

/** How long a shard stays with a holder that stopped renewing, in ms. A holder whose process is dead loses it at once. */
export const SHARD_LEASE_MS = 4_000;

const leases = leasesIn(sql`feed_shards`, SHARD_LEASE_MS);

/** A shard (a part of a feed's symbols) whose lease this process holds. */
export type Holding = { feed: string; shard: number; epoch: number };

const rowOf = ({ feed, shard, epoch }: Holding): HeldRow => ({
  row: sql`feed = ${feed} and shard = ${shard}`,
  epoch,
});

/**
 * Takes the lease of a shard that is free, or whose holder is dead.
 * @returns null while another process holds it
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
    where feed = ${feed} and shard = ${shard} and lease_owner is not null and not ${isFree}`);
  const holder = holders[0]?.owner ?? null;
  // Who asks has lost it, or would not ask.
  if (holder !== null && holder !== owner && !(await isDead(holder))) return null;
  const [taken] = await leases.take<Pick<Holding, 'feed' | 'shard'>>(system, {
    owner,
    free: sql`(feed, shard) in (
      select feed, shard from feed_shards
      where feed = ${feed} and shard = ${shard} and (${isFree} or lease_owner = ${holder}::uuid)
      for update skip locked)`,
    returning: sql`feed, shard`,
  });
  return taken ?? null;
}

/** Counts since the last renewal. */
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
  /** Ids of the instruments without prices while others of the feed have some. */
  silent: string[];
};

/** Renews the lease and stores the feed's health and counts. @returns false when another process holds it by now */
export const renewShard = (
  system: Database,
  holding: Holding,
  health: Health,
  tally: Tally,
): Promise<boolean> =>
  leases.renew(system, rowOf(holding), [
    sql`state = ${health.state}`,
    sql`problem = ${health.problem?.slice(0, 500) ?? null}`,
    sql`since = ${health.since.toISOString()}::timestamptz`,
    sql`last_message_at = coalesce(${health.lastMessageAt?.toISOString() ?? null}::timestamptz, last_message_at)`,
    sql`lag_ms = coalesce(${health.lagMs}::integer, lag_ms)`,
    sql`silent = ${sql.param(health.silent)}::uuid[]`,
    ...Object.entries(tally).map(
      ([name, more]) => sql`${sql.identifier(name)} = ${sql.identifier(name)} + ${more}`,
    ),
  ]);

/** Gives the lease back, unless another process holds it by now. */
export async function leaveShard(system: Database, holding: Holding): Promise<void> {
  await leases.giveBack(system, rowOf(holding), [
    sql`state = 'resting'`,
    sql`problem = null`,
    sql`silent = '{}'`,
    sql`since = now()`,
  ]);
}

/** A condition that is true while the shard is held; it then stays true until the end of the asking transaction. */
export const isHeld = ({ feed, shard, epoch }: Holding): SQL =>
  sql`holds_feed_shard(${feed}, ${shard}::smallint, ${epoch}::bigint)`;

/** The same condition as text without parameters, for `EvaluationDeps.fence`. */
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
