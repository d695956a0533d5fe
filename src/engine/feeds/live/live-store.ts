import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import {
  bars,
  feedCursors,
  feedHappenings,
  feedWatches,
  instruments,
  ruleOthers,
  rules,
} from '#src/db/schema.ts';
import type { FeedHappeningKind } from '#src/shared/feeds.ts';
import type { Bar } from '#src/shared/market.ts';
import { barOfRow } from '../bar-store.ts';
import type { CalendarName } from '../bars/calendars.ts';
import type { Tick } from '../tick.ts';
import type { Progress } from './line.ts';
import type { KnownPrice } from './tick-inspector.ts';

/** An instrument that somebody watches. */
export type Watched = { id: string; symbol: string; session: CalendarName };

/** The instruments of a feed that a workspace watches or has an active rule on, by itself, in a watchlist or to compare with: one of the engine's named cross-tenant queries. */
export async function watchedInstruments(system: Database, feed: string): Promise<Watched[]> {
  const wanted = sql`(
    exists (select 1 from ${feedWatches} w where w.instrument_id = ${instruments.id})
    -- Whom the engine sees of these are active.
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

/** How far an instrument has been dealt with, and the newest of its prices that were believed. */
export type Known = { progress: Progress; price: KnownPrice | null };

/** What is known of instruments that have been dealt with; those of which nothing is known are left out. */
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

/** The stored minutes of [from, until), oldest first. */
export async function minutesBetween(
  system: Database,
  instrumentId: string,
  from: number,
  until: number,
): Promise<Bar[]> {
  const rows = await system
    .select()
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, instrumentId),
        eq(bars.timeframe, '1m'),
        gte(bars.ts, new Date(from)),
        lt(bars.ts, new Date(until)),
      ),
    )
    .orderBy(asc(bars.ts));
  return rows.map(barOfRow);
}

/** The newest trades, for people to see. */
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

/** Notes why the exchange does not give an instrument. */
export async function storeRefusal(system: Database, instrumentId: string, problem: string): Promise<void> {
  const refused = problem.slice(0, 500);
  await system
    .insert(feedCursors)
    .values({ instrumentId, refused })
    .onConflictDoUpdate({ target: feedCursors.instrumentId, set: { refused } });
}

/** Which workspaces watch any of these instruments: one of the engine's named cross-tenant queries. */
export async function watchersOf(system: Database, instrumentIds: readonly string[]): Promise<string[]> {
  if (instrumentIds.length === 0) return [];
  const rows = await system
    .selectDistinct({ workspaceId: feedWatches.workspaceId })
    .from(feedWatches)
    .where(inArray(feedWatches.instrumentId, [...instrumentIds]));
  return rows.map((row) => row.workspaceId);
}

export async function noteHappening(
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

/** Forgets what is old. */
export async function keepFeedRecords(system: Database): Promise<void> {
  await system.execute(
    sql`delete from feed_quarantine where last_at < now() - ${KEPT_DAYS} * interval '1 day'`,
  );
  await system.execute(sql`delete from feed_happenings where at < now() - ${KEPT_DAYS} * interval '1 day'`);
}
