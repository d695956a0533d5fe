import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { bars, feedCursors, instruments, joinedCursors } from '#src/db/schema.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { barOfRow, barsBefore } from '../bar-store.ts';
import { CALENDARS } from '../bars/calendars.ts';
import { type Ends, endsOf } from '../bars/ends.ts';
import { assertHeld, type Holding } from '../live/shard-lease.ts';

type Series = { instrumentId: string; timeframe: Timeframe };
/** The rules on one series that look at the same other instruments; `since` (ms, UTC): the oldest of them is as old. */
export type Group = Series & { others: string; since: number };

export const groupKey = ({ instrumentId, timeframe, others }: Omit<Group, 'since'>): string =>
  `${instrumentId} ${timeframe} ${others}`;

/** Every series with active rules that look at other symbols: one of the engine's named cross-tenant queries. */
export async function joinedGroups(system: Database): Promise<Group[]> {
  const { rows } = await system.execute<{
    instrument_id: string;
    timeframe: Timeframe;
    others: string;
    since: string;
  }>(sql`
    select t.instrument_id, r.timeframe, o.others, min(r.updated_at)::text as since
      from (select workspace_id, rule_id, string_agg(instrument_id::text, ',' order by instrument_id) as others
              from rule_others group by workspace_id, rule_id) o
      join rules r on r.workspace_id = o.workspace_id and r.id = o.rule_id and r.state = 'active' and r.deleted_at is null
     cross join lateral (
       select r.instrument_id where r.instrument_id is not null
       union all
       select s.instrument_id from watchlist_symbols s
        where s.workspace_id = r.workspace_id and s.watchlist_id = r.watchlist_id) t
     group by t.instrument_id, r.timeframe, o.others`);
  return rows.map((row) => ({
    instrumentId: row.instrument_id,
    timeframe: row.timeframe,
    others: row.others,
    since: Date.parse(row.since),
  }));
}

/** How far groups are dealt with (ms, UTC), by their key; those of groups that are no more are forgotten. */
export async function joinedCursorsOf(
  system: Database,
  groups: readonly Group[],
): Promise<Map<string, number>> {
  const wanted = new Set(groups.map(groupKey));
  const known = new Map<string, number>();
  for (const row of await system.select().from(joinedCursors)) {
    if (wanted.has(groupKey(row))) known.set(groupKey(row), row.cursorTs.getTime());
    else
      await system
        .delete(joinedCursors)
        .where(
          and(
            eq(joinedCursors.instrumentId, row.instrumentId),
            eq(joinedCursors.timeframe, row.timeframe),
            eq(joinedCursors.others, row.others),
          ),
        );
  }
  return known;
}

/** Notes that every bar up to there is dealt with. @throws Superseded */
export async function storeJoinedCursor(
  system: Database,
  holding: Holding,
  { instrumentId, timeframe, others }: Group,
  cursor: number,
): Promise<void> {
  const values = { cursorTs: new Date(cursor), updatedAt: sql`now()` };
  await system.transaction(async (tx) => {
    await assertHeld(tx, holding);
    await tx
      .insert(joinedCursors)
      .values({ instrumentId, timeframe, others, ...values })
      .onConflictDoUpdate({
        target: [joinedCursors.instrumentId, joinedCursors.timeframe, joinedCursors.others],
        set: values,
      });
  });
}

/** Where a group begins: at the last bar that ended before the first of its rules was. */
export async function beginningOf(system: Database, group: Group, { endOf }: Ends): Promise<number> {
  const before = await barsBefore(system, group, group.since, 3);
  return before.findLast(({ ts }) => endOf(ts) <= group.since)?.ts ?? 0;
}

/** Stored bars after one that began at `after` (ms, UTC), oldest first. */
export async function barsAfter(
  system: Database,
  { instrumentId, timeframe }: Series,
  after: number,
  most: number,
): Promise<Bar[]> {
  const rows = await system
    .select()
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, instrumentId),
        eq(bars.timeframe, timeframe),
        gt(bars.ts, new Date(after)),
        // No bar is later: without an end, every month would be searched.
        lt(bars.ts, new Date(Date.UTC(9999, 0, 1))),
      ),
    )
    .orderBy(asc(bars.ts))
    .limit(most);
  return rows.map(barOfRow);
}

/** Which groups have a bar that is not dealt with. */
export async function withNewBars(
  system: Database,
  groups: readonly { group: Group; cursor: number }[],
): Promise<Set<string>> {
  if (groups.length === 0) return new Set();
  const { rows } = await system.execute<{ at: number }>(sql`
    select g.at::int as at
      from unnest(${sql.param(groups.map(({ group }) => group.instrumentId))}::uuid[],
                  ${sql.param(groups.map(({ group }) => group.timeframe))}::text[],
                  ${sql.param(groups.map(({ cursor }) => new Date(cursor).toISOString()))}::timestamptz[])
           with ordinality as g(instrument_id, timeframe, cursor_ts, at)
     where exists (select from bars b where b.instrument_id = g.instrument_id and b.timeframe = g.timeframe
                    and b.ts > g.cursor_ts)`);
  const fresh = new Set(rows.map(({ at }) => at - 1));
  return new Set(groups.filter((_, at) => fresh.has(at)).map(({ group }) => groupKey(group)));
}

/** Instruments as a join of series needs them. */
export type Joinable = { id: string; symbol: string; session: keyof typeof CALENDARS };
export async function joinables(system: Database, ids: readonly string[]): Promise<Map<string, Joinable>> {
  if (ids.length === 0) return new Map();
  const rows = await system
    .select({ id: instruments.id, symbol: instruments.symbol, session: instruments.session })
    .from(instruments)
    .where(inArray(instruments.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Whether all bars of another instrument that end by a moment are stored: its feed has dealt with that time, or its
 * newest bar is such that the next, by its calendar, ends later.
 */
export async function knownUntil(
  system: Database,
  series: Series,
  { session }: Joinable,
): Promise<(moment: number) => boolean> {
  const [cursor] = await system
    .select({ closedUntil: feedCursors.closedUntil })
    .from(feedCursors)
    .where(eq(feedCursors.instrumentId, series.instrumentId));
  const closedUntil = cursor?.closedUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  const [newest] = await barsBefore(system, series, Date.UTC(9999, 0, 1), 1);
  if (!newest) return (moment) => moment <= closedUntil;
  const { endOf, nextEnd } = endsOf(CALENDARS[session], series.timeframe);
  const next = nextEnd(endOf(newest.ts));
  return (moment) => moment <= closedUntil || moment < next;
}
