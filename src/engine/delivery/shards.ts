import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { fanOuts } from '#src/db/schema.ts';
import { type Candidate, candidates } from './candidates.ts';
import { choose } from './choose.ts';
import { type Ask, BEFORE_ALL, type ClaimedDelivery, type Head } from './claimed.ts';
import { type Opening, openingOf } from './open.ts';
import { withoutFiltered } from './filtered.ts';
import { waitsForEarlier } from './in-order.ts';
import { mayGo } from './may-go.ts';
import { makePastNews } from './past-news.ts';
import { ownShard, type Shard } from './shard.ts';
import type { Renditions } from './renditions.ts';
import { isHeldFor } from './waits.ts';
import { withinLimit } from './within-limit.ts';

/** Contacts of a shard: it is cut to this when somebody begins it, and the rest is a shard of its own. */
const SHARD = 5_000;
/** Contacts read at a time: most may have no address on the channel. Two numbers, as each is a statement of its own. */
const READ_MIN = 64;
const readFor = (atMost: number): number => (atMost <= READ_MIN ? READ_MIN : Math.max(2 * READ_MIN, atMost));
/** A fan-out says so often that it moves on (src/engine/delivery/sweep.ts). */
const QUIET_MS = 20_000;

export type Window = {
  claimed: ClaimedDelivery[];
  /** There may be more to claim at once. */
  more: boolean;
  /** Others hold all that there is at this moment. */
  busy: boolean;
};

export const NOTHING: Window = { claimed: [], more: false, busy: false };

/** What is open of the channel and may go out at the moment. What has expired may end even so. */
const isOpen = (ask: Ask, head: Head): SQL => sql`
  s.workspace_id = ${ask.workspaceId}::uuid and s.alert_id = ${ask.alertId}::uuid and s.channel = ${ask.channel}
    and not s.is_done and ${mayGo(ask.now)} and f.destination_id is not distinct from ${ask.destinationId}::uuid
    and (f.lapsed is not null or f.expires_at <= ${ask.now.toISOString()}::timestamptz
      or not (${isHeldFor(ask, head, sql`f.destination_id`)}${ask.inOrder ? sql` or ${waitsForEarlier(ask.now, head)}` : sql``}))`;

/** A query of the first open shard of an alert over a channel that nobody holds. It locks it. */
export const freeShard = (ask: Ask, head: Head): SQL => sql`
  select s.fan_out_id, s.n, s.cursor_id, s.until_id, f.revision_id, f.destination_id, f.contact_id, f.purpose, f.send_no,
         f.reach, f.channels, f.held_until, f.opens_at, f.late, f.lapsed, f.group_first,
         coalesce(f.lapsed is null and f.expires_at <= ${ask.now.toISOString()}::timestamptz, false) as expired,
         f.updated_at < ${new Date(ask.now.getTime() - QUIET_MS).toISOString()}::timestamptz as quiet,
         (select json_build_object('id', a.id, 'kind', a.kind, 'filter', a.filter) from audiences a
           where a.workspace_id = f.workspace_id and a.id = f.audience_id and a.deleted_at is null) as audience
    from fan_out_shards s
    join fan_outs f on f.workspace_id = s.workspace_id and f.id = s.fan_out_id
   where ${isOpen(ask, head)}
   order by f.held_until is not null, s.fan_out_id, s.n limit 1 for update of s skip locked`;

/**
 * The next window of a shard that is the caller's: who gets it, who waits and who is passed over, to be written in the
 * caller's transaction.
 */
export async function nextWindow(
  tx: Tx,
  ask: Ask,
  { head, shard: free, renditions }: { head: Head; shard: Shard | null; renditions: Renditions },
): Promise<{ opening: Opening | null; more: boolean; busy: boolean }> {
  if (!free) return { opening: null, more: false, busy: await hasOpenShard(tx, ask, head) };
  if (free.expired) {
    const isPastNews =
      free.late === 'digest' && (await makePastNews(tx, ask, 'expired', free.fan_out_id)).length > 0;
    if (!isPastNews) await expire(tx, ask, free);
    return { opening: null, more: true, busy: false };
  }
  if (free.quiet) await touch(tx, ask, free);
  // The very first window of a list doesn't wait for it. A filter may fit few: its walk is a shard long at most.
  const isFirst = free.cursor_id === BEFORE_ALL && free.audience?.kind === 'list';
  const until = free.until_id ?? (isFirst ? null : await cut(tx, ask, free));
  const shard = { ...free, until_id: until };
  const read = readFor(ask.atMost);
  const found = await candidates(tx, ask, head, shard, read);
  const wanted = await withoutFiltered(tx, ask, { shard, renditions }, found);
  const people = await withinLimit(tx, ask, head, shard, wanted);
  const turn = await choose(tx, ask, head, shard, people);
  const isDone = turn.seen === people.length && people.length < read;
  const cursor = lastWhole(people, turn.seen)?.contact_id ?? shard.cursor_id;
  const opening = await openingOf(tx, { ask, head, shard, renditions, cursor, isDone }, turn);
  return { opening, more: true, busy: false };
}

/** The last who has had the whole turn: some devices of a person may be left for the next window. */
function lastWhole(people: readonly Candidate[], seen: number): Candidate | undefined {
  const next = people[seen];
  return people.slice(0, seen).findLast(({ contact_id: id }) => next === undefined || id !== next.contact_id);
}

async function hasOpenShard(tx: Tx, ask: Ask, head: Head): Promise<boolean> {
  const { rows } = await tx.execute<{ open: boolean }>(sql`
    select exists (select from fan_out_shards s
      join fan_outs f on f.workspace_id = s.workspace_id and f.id = s.fan_out_id where ${isOpen(ask, head)}) as open`);
  return rows[0]?.open === true;
}

async function touch(tx: Tx, ask: Ask, { fan_out_id: id }: Shard): Promise<void> {
  await tx
    .update(fanOuts)
    .set({ updatedAt: ask.now, workedBy: ask.instanceId })
    .where(and(eq(fanOuts.workspaceId, ask.workspaceId), eq(fanOuts.id, id)));
}

/** What has not had its turn by now gets none. */
async function expire(tx: Tx, ask: Ask, shard: Shard): Promise<void> {
  await tx.execute(sql`update fan_out_shards set is_done = true where ${ownShard(ask, shard)}`);
  await tx
    .update(fanOuts)
    .set({ state: 'expired', waits: null, waiting: [], updatedAt: ask.now })
    .where(and(eq(fanOuts.workspaceId, ask.workspaceId), eq(fanOuts.id, shard.fan_out_id)));
}

/** Ends an endless shard after so many contacts; the rest goes to whoever comes next. @returns its end, if there is one */
async function cut(tx: Tx, ask: Ask, shard: Shard): Promise<string | null> {
  if (shard.destination_id !== null || (!shard.audience && shard.purpose === 'first')) return null;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from contacts where workspace_id = ${ask.workspaceId}::uuid and id > ${shard.cursor_id}::uuid
     order by id offset ${SHARD} limit 1`);
  const end = rows[0]?.id;
  if (end === undefined) return null;
  await tx.execute(sql`
    insert into fan_out_shards (workspace_id, alert_id, fan_out_id, channel, n, cursor_id)
    values (${ask.workspaceId}::uuid, ${ask.alertId}::uuid, ${shard.fan_out_id}::uuid, ${ask.channel}, ${shard.n + 1},
            ${end}::uuid)`);
  await tx.execute(sql`update fan_out_shards set until_id = ${end}::uuid where ${ownShard(ask, shard)}`);
  return end;
}
