import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { joinedCursors } from '#src/db/schema.ts';
import { type Holding, isHeld } from '#src/engine/leases/shard-lease.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import { type Group, groupKey } from './groups.ts';

type Key = Omit<Group, 'since'>;
type Reached = { group: Key; cursor: number };

const columns = (groups: readonly Key[]) => sql`
  ${sql.param(groups.map(({ instrumentId }) => instrumentId))}::uuid[],
  ${sql.param(groups.map(({ timeframe }) => timeframe))}::text[],
  ${sql.param(groups.map(({ others }) => others))}::text[]`;

/** How far all groups are dealt with (ms, UTC), by their keys. */
export async function storedCursors(system: Database): Promise<Map<string, Reached>> {
  const rows = await system.select().from(joinedCursors);
  return new Map(
    rows.map(({ instrumentId, timeframe, others, cursorTs }) => {
      const group = { instrumentId, timeframe, others };
      return [groupKey(group), { group, cursor: cursorTs.getTime() }];
    }),
  );
}

/**
 * Notes of groups that every bar up to there is dealt with, in one statement. It does not wait for the disk: a cursor
 * that a crash took back only makes bars come again. @throws Superseded
 */
export async function storeCursors(
  system: Database,
  holding: Holding,
  reached: readonly Reached[],
): Promise<void> {
  if (reached.length === 0) return;
  const { rowCount } = await system.execute(sql`
    insert into joined_cursors (instrument_id, timeframe, others, cursor_ts, updated_at)
    select g.*, now() from unnest(${columns(reached.map(({ group }) => group))},
      ${sql.param(reached.map(({ cursor }) => new Date(cursor).toISOString()))}::timestamptz[]) as g
     where (select ${isHeld(holding)} and set_config('synchronous_commit', 'off', true) is not null)
    on conflict (instrument_id, timeframe, others) do update
       set cursor_ts = excluded.cursor_ts, updated_at = excluded.updated_at`);
  if (!rowCount) throw new Superseded('Another process works out joined rules by now.');
}

/** Forgets groups that are no more, in one statement; where another holds the lease by now, nothing. */
export async function forgetCursors(
  system: Database,
  holding: Holding,
  groups: readonly Key[],
): Promise<void> {
  if (groups.length === 0) return;
  await system.execute(sql`
    delete from joined_cursors where (select ${isHeld(holding)}) and (instrument_id, timeframe, others) in (
      select * from unnest(${columns(groups)}))`);
}

/** The beginnings (ms, UTC) of the last bars of each group's series from before its first rule was, newest first. */
export async function barsBeforeRules(
  system: Database,
  groups: readonly Group[],
): Promise<Map<string, number[]>> {
  const { rows } = await system.execute<{ at: number; ts: number }>(sql`
    select g.at::int as at, (extract(epoch from b.ts) * 1000)::float8 as ts
      from unnest(${columns(groups)}, ${sql.param(groups.map(({ since }) => new Date(since).toISOString()))}::timestamptz[])
           with ordinality as g(instrument_id, timeframe, others, since, at)
     cross join lateral (
       select ts from bars where instrument_id = g.instrument_id and timeframe = g.timeframe and ts < g.since
        order by ts desc limit 3) b
     order by b.ts desc`);
  const found = new Map<string, number[]>();
  for (const { at, ts } of rows) {
    const group = groups[at - 1];
    if (group) found.set(groupKey(group), [...(found.get(groupKey(group)) ?? []), ts]);
  }
  return found;
}
