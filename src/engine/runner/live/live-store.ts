import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { feedCursors, feedHappenings, feedWatches, instruments, ruleOthers, rules } from '#src/db/schema.ts';
import type { FeedHappeningKind } from '#src/shared/feeds.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { barColumns, barOf, type BarRow } from '#src/engine/market/bars/bar-store.ts';
import type { CalendarName } from '#src/engine/market/sessions/calendars.ts';
import type { Halt } from '#src/engine/exchanges/live/exchange.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import type { Progress } from './bar-pipeline.ts';
import type { KnownPrice } from '#src/engine/market/quarantine/tick-inspector.ts';

/** An instrument that a workspace watches, or has an active rule on. */
export type Watched = { id: string; symbol: string; session: CalendarName };

/**
 * The instruments of a feed that a workspace watches or that an active rule needs: as its own, in its watchlist, or to
 * compare with. One of the engine's named cross-tenant queries.
 */
export async function watchedInstruments(system: Database, feed: string): Promise<Watched[]> {
  const wanted = sql`(
    exists (select 1 from ${feedWatches} w where w.instrument_id = ${instruments.id})
    -- The engine's view shows those of active rules only.
    or exists (select 1 from ${ruleOthers} o where o.instrument_id = ${instruments.id})
    or exists (select 1 from ${rules} r where r.state = 'active' and (
      r.instrument_id = ${instruments.id}
      or (r.workspace_id, r.watchlist_id) in (
        select s.workspace_id, s.watchlist_id from watchlist_symbols s where s.instrument_id = ${instruments.id}))))`;
  const rows = await system
    .select({ id: instruments.id, symbol: instruments.feedSymbol, session: instruments.session })
    .from(instruments)
    .where(and(eq(instruments.feed, feed), wanted))
    .orderBy(asc(instruments.createdAt), asc(instruments.id));
  return rows.flatMap(({ id, symbol, session }) => (symbol === null ? [] : [{ id, symbol, session }]));
}

/** How far an instrument is processed, and its newest trusted price. */
export type Known = { progress: Progress; price: KnownPrice | null };

/** The progress of instruments by id; those that were never processed are left out. */
export async function progressOfAll(
  system: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  if (ids.length === 0) return new Map();
  const rows = await system
    .select()
    .from(feedCursors)
    .where(inArray(feedCursors.instrumentId, [...ids]));
  return new Map(
    rows.flatMap((row) => {
      const progress = progressOf(row);
      return progress ? [[row.instrumentId, { progress, price: priceOf(row) }] as const] : [];
    }),
  );
}

const progressOf = (row: typeof feedCursors.$inferSelect): Progress | null => {
  const { closedUntil, wholeFrom, lastId, lastTs } = row;
  if (!closedUntil || !wholeFrom || !lastTs) return null;
  return {
    closedUntil: closedUntil.getTime(),
    wholeFrom: wholeFrom.getTime(),
    cursor: { id: lastId ?? null, ts: lastTs.getTime() },
  };
};

const priceOf = ({ price, priceAt }: typeof feedCursors.$inferSelect): KnownPrice | null =>
  price === null || priceAt === null
    ? null
    : { ts: priceAt.getTime(), price: Number(price), text: { price } };

type Range = { instrumentId: string; from: number; until: number };
const rangeColumns = (asked: readonly Range[]) => {
  const times = (value: (range: Range) => number) =>
    sql.param(asked.map((range) => new Date(value(range)).toISOString()));
  return {
    ids: sql.param(asked.map(({ instrumentId }) => instrumentId)),
    froms: times(({ from }) => from),
    untils: times(({ until }) => until),
  };
};

/**
 * The stored bars in ranges of many instruments and timeframes; times in ms, UTC.
 * @returns by `instrument timeframe`, oldest first
 */
export async function barsInRanges(
  system: Database,
  asked: readonly (Range & { timeframe: Timeframe })[],
): Promise<ReadonlyMap<string, Bar[]>> {
  if (asked.length === 0) return new Map();
  const { ids, froms, untils } = rangeColumns(asked);
  // The lateral subselect makes every range use the index, whatever the planner's statistics say.
  const { rows } = await system.execute<BarRow & { series: string }>(sql`
    select s.id || ' ' || s.timeframe as series, b.*
      from unnest(${ids}::uuid[], ${sql.param(asked.map(({ timeframe }) => timeframe))}::text[],
                  ${froms}::timestamptz[], ${untils}::timestamptz[]) as s (id, timeframe, since, until)
     cross join lateral (
       select ${barColumns} from bars b
        where b.instrument_id = s.id and b.timeframe = s.timeframe and b.ts >= s.since and b.ts < s.until
        order by b.ts offset 0) b`);
  const found = new Map<string, Bar[]>();
  for (const { series, ...row } of rows) {
    const own = found.get(series) ?? [];
    own.push(barOf(row));
    found.set(series, own);
  }
  for (const own of found.values()) own.sort((a, b) => a.ts - b.ts);
  return found;
}

/** The last stored minute of each instrument that begins in [from, until), if there is one. */
export async function lastMinutes(
  system: Database,
  asked: readonly Range[],
): Promise<ReadonlyMap<string, Bar>> {
  if (asked.length === 0) return new Map();
  const { ids, froms, untils } = rangeColumns(asked);
  const { rows } = await system.execute<BarRow & { id: string }>(sql`
    select s.id, b.*
      from unnest(${ids}::uuid[], ${froms}::timestamptz[], ${untils}::timestamptz[]) as s (id, since, until)
     cross join lateral (
       select ${barColumns} from bars b
        where b.instrument_id = s.id and b.timeframe = '1m' and b.ts >= s.since and b.ts < s.until
        order by b.ts desc limit 1) b`);
  return new Map(rows.map(({ id, ...row }) => [id, barOf(row)]));
}

/** Stores the newest trade of each instrument, for users to see. */
export async function storePrices(system: Database, prices: ReadonlyMap<string, Tick>): Promise<void> {
  if (prices.size === 0) return;
  const column = <T>(value: (tick: Tick) => T) => sql.param([...prices.values()].map(value));
  await system.execute(sql`
    insert into feed_cursors (instrument_id, price, price_at)
    select * from unnest(${sql.param([...prices.keys()])}::uuid[], ${column((tick) => tick.text.price)}::text[],
      ${column((tick) => new Date(tick.ts).toISOString())}::timestamptz[])
     where (select set_config('synchronous_commit', 'off', true) is not null)
    on conflict (instrument_id) do update set price = excluded.price, price_at = excluded.price_at, refused = null`);
}

/** Stores why the exchange gives no trades of these instruments. */
export async function storeRefusal(
  system: Database,
  instrumentIds: readonly string[],
  problem: string,
): Promise<void> {
  if (instrumentIds.length === 0) return;
  const refused = problem.slice(0, 500);
  await system
    .insert(feedCursors)
    .values(instrumentIds.map((instrumentId) => ({ instrumentId, refused })))
    .onConflictDoUpdate({ target: feedCursors.instrumentId, set: { refused } });
}

/** Stores since when trading of an instrument is halted, and why; null where it goes on. */
export async function storeHalt(system: Database, instrumentId: string, halt: Halt | null): Promise<void> {
  const set = { haltedAt: halt && new Date(halt.since), haltReason: halt && halt.reason.slice(0, 200) };
  await system
    .insert(feedCursors)
    .values({ instrumentId, ...set })
    .onConflictDoUpdate({ target: feedCursors.instrumentId, set });
}

/** The workspaces that watch any of these instruments. One of the engine's named cross-tenant queries. */
export async function watchersOf(system: Database, instrumentIds: readonly string[]): Promise<string[]> {
  if (instrumentIds.length === 0) return [];
  const rows = await system
    .selectDistinct({ workspaceId: feedWatches.workspaceId })
    .from(feedWatches)
    .where(inArray(feedWatches.instrumentId, [...instrumentIds]));
  return rows.map((row) => row.workspaceId);
}

/** The same with the symbols that each of them watches, sorted. Another cross-tenant query. */
export async function symbolsOfWatchers(
  system: Database,
  instrumentIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (instrumentIds.length === 0) return new Map();
  const rows = await system
    .select({ workspaceId: feedWatches.workspaceId, symbol: instruments.feedSymbol })
    .from(feedWatches)
    .innerJoin(instruments, eq(instruments.id, feedWatches.instrumentId))
    .where(inArray(feedWatches.instrumentId, [...instrumentIds]))
    .orderBy(asc(instruments.feedSymbol));
  const found = new Map<string, string[]>();
  for (const { workspaceId, symbol } of rows) {
    const own = found.get(workspaceId) ?? [];
    own.push(symbol ?? '');
    found.set(workspaceId, own);
  }
  return found;
}

/** Adds an entry to a feed's history. */
export async function recordHappening(
  system: Database,
  happening: { feed: string; kind: FeedHappeningKind; instrumentId?: string; problem: string; at: Date },
): Promise<void> {
  await system.insert(feedHappenings).values({
    id: newId(),
    ...happening,
    instrumentId: happening.instrumentId ?? null,
    problem: happening.problem.slice(0, 500),
  });
}

const KEPT_DAYS = 30;

/** Deletes old history and quarantined trades. */
export async function deleteOldFeedRecords(system: Database): Promise<void> {
  await system.execute(
    sql`delete from feed_quarantine where last_at < now() - ${KEPT_DAYS} * interval '1 day'`,
  );
  await system.execute(sql`delete from feed_happenings where at < now() - ${KEPT_DAYS} * interval '1 day'`);
}
