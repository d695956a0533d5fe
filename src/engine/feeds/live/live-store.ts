import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { bars, feedCursors, feedHappenings, feedWatches, instruments, rules } from '#src/db/schema.ts';
import type { FeedHappeningKind } from '#src/shared/feeds.ts';
import type { Bar } from '#src/shared/market.ts';
import { barOfRow, storeBars } from '../bar-store.ts';
import type { CalendarName } from '../bars/calendars.ts';
import type { Tick } from '../tick.ts';
import type { Closed, Progress } from './line.ts';
import { assertHeld, type Holding } from './shard-lease.ts';

/** An instrument that somebody watches, with how far it has been dealt with. */
export type Watched = { id: string; symbol: string; session: CalendarName; progress: Progress | null };

/** The instruments of a feed that a workspace watches or has an active rule on, by itself or in a watchlist: one of the engine's named cross-tenant queries. */
export async function watchedInstruments(system: Database, feed: string): Promise<Watched[]> {
  const wanted = sql`(
    exists (select 1 from ${feedWatches} w where w.instrument_id = ${instruments.id})
    or exists (select 1 from ${rules} r where r.state = 'active' and (
      r.instrument_id = ${instruments.id} or (r.workspace_id, r.watchlist_id) in (
        select s.workspace_id, s.watchlist_id from watchlist_symbols s where s.instrument_id = ${instruments.id}))))`;
  const rows = await system
    .select({
      id: instruments.id,
      symbol: instruments.feedSymbol,
      session: instruments.session,
      cursor: feedCursors,
    })
    .from(instruments)
    .leftJoin(feedCursors, eq(feedCursors.instrumentId, instruments.id))
    .where(and(eq(instruments.feed, feed), wanted))
    .orderBy(asc(instruments.createdAt), asc(instruments.id));
  return rows.flatMap(({ id, symbol, session, cursor }) =>
    symbol === null ? [] : [{ id, symbol, session, progress: progressOf(cursor) }],
  );
}

const progressOf = (row: typeof feedCursors.$inferSelect | null): Progress | null => {
  const { closedUntil, wholeFrom, lastId, lastTs } = row ?? {};
  if (!closedUntil || !wholeFrom || !lastTs) return null;
  return {
    closedUntil: closedUntil.getTime(),
    wholeFrom: wholeFrom.getTime(),
    cursor: { id: lastId ?? null, ts: lastTs.getTime() },
  };
};

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

/** Stores bars that closed together, of all sizes, or none of them. @throws Superseded */
export async function storeClosed(
  system: Database,
  holding: Holding,
  instrumentId: string,
  closed: readonly Closed[],
): Promise<void> {
  if (closed.length === 0) return;
  await system.transaction(async (tx) => {
    await assertHeld(tx, holding);
    for (const { timeframe, bars: batch } of closed) await storeBars(tx, { instrumentId, timeframe }, batch);
  });
}

/** Notes that everything before is dealt with: bars stored, events made. @throws Superseded */
export async function storeProgress(
  system: Database,
  holding: Holding,
  instrumentId: string,
  { closedUntil, wholeFrom, cursor }: Progress,
): Promise<void> {
  const values = {
    closedUntil: new Date(closedUntil),
    wholeFrom: new Date(wholeFrom),
    lastId: cursor.id,
    lastTs: new Date(cursor.ts),
  };
  await system.transaction(async (tx) => {
    await assertHeld(tx, holding);
    await tx
      .insert(feedCursors)
      .values({ instrumentId, ...values })
      .onConflictDoUpdate({ target: feedCursors.instrumentId, set: values });
  });
}

/** The newest trades, for people to see. */
export async function storePrices(system: Database, prices: ReadonlyMap<string, Tick>): Promise<void> {
  if (prices.size === 0) return;
  await system
    .insert(feedCursors)
    .values(
      [...prices].map(([instrumentId, tick]) => ({
        instrumentId,
        price: tick.text.price,
        priceAt: new Date(tick.ts),
        refused: null,
      })),
    )
    .onConflictDoUpdate({
      target: feedCursors.instrumentId,
      set: { price: sql`excluded.price`, priceAt: sql`excluded.price_at`, refused: null },
    });
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
