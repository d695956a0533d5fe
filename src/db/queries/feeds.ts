import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Feed, FeedHappening, FeedWatch, QuarantinePage, QuarantineReason } from '#src/shared/feeds.ts';
import { shownFeed } from '#src/shared/market-data.ts';
import type { Tx } from '../database.ts';
import {
  feedCursors,
  feedHappenings,
  feedQuarantine,
  feedShards,
  feedWatches,
  instruments,
  ownInstruments,
  suspectedSplits,
} from '../schema.ts';
import { type Cursor, writeCursor } from './cursor.ts';

/** How a feed is, beside what it is. */
type FeedHealth = Pick<
  Feed,
  'name' | 'state' | 'problem' | 'since' | 'lastMessageAt' | 'lagMs' | 'silent' | 'counts'
>;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
/** A holder renews its lease twice a second; later than this nobody works the feed. */
const DEAD_MS = 10_000;

/** How these feeds are; of what was never worked there is nothing. */
export async function feedHealth(tx: Tx, feeds: readonly string[], now: Date): Promise<FeedHealth[]> {
  if (feeds.length === 0) return [];
  const rows = await tx
    .select()
    .from(feedShards)
    .where(and(inArray(feedShards.feed, [...feeds]), eq(feedShards.shard, 0)));
  const watched = await watchedOf(
    tx,
    rows.flatMap((row) => row.silent),
  );
  return rows.map((row) => {
    const isHeld = row.leaseUntil !== null && row.leaseUntil.getTime() > now.getTime() - DEAD_MS;
    return {
      name: row.feed,
      state: isHeld ? row.state : 'away',
      problem: isHeld ? row.problem : 'no engine is at work on it',
      since: iso(isHeld ? row.since : row.updatedAt),
      lastMessageAt: iso(row.lastMessageAt),
      lagMs: row.lagMs,
      silent: isHeld ? watched.filter(({ feed }) => feed === row.feed).map(({ symbol }) => symbol) : [],
      counts: {
        ticks: row.ticks,
        repeated: row.repeated,
        filled: row.filled,
        lost: row.lost,
        late: row.late,
        quarantined: row.quarantined,
        connects: row.connects,
        silences: row.silences,
      },
    };
  });
}

/** Those of the instruments that the workspace in sight watches, by symbol. */
async function watchedOf(
  tx: Tx,
  instrumentIds: readonly string[],
): Promise<{ feed: string | null; symbol: string }[]> {
  if (instrumentIds.length === 0) return [];
  const rows = await tx
    .select({ feed: instruments.feed, symbol: instruments.feedSymbol })
    .from(feedWatches)
    .innerJoin(instruments, eq(instruments.id, feedWatches.instrumentId))
    .where(inArray(feedWatches.instrumentId, [...instrumentIds]))
    .orderBy(asc(instruments.feedSymbol));
  return rows.flatMap(({ feed, symbol }) => (symbol === null ? [] : [{ feed, symbol }]));
}

/** Rows about no instrument, or about one that the workspace in sight watches or has as its own. */
const ofOurs = (instrumentId: typeof feedQuarantine.instrumentId | typeof feedHappenings.instrumentId) =>
  or(
    isNull(instrumentId),
    sql`exists (select 1 from ${feedWatches} where ${feedWatches.instrumentId} = ${instrumentId})`,
    sql`exists (select 1 from ${ownInstruments} where ${ownInstruments.instrumentId} = ${instrumentId})`,
  );

export async function latestHappenings(
  tx: Tx,
  feeds: readonly string[],
  limit: number,
): Promise<FeedHappening[]> {
  if (feeds.length === 0) return [];
  const rows = await tx
    .select()
    .from(feedHappenings)
    .where(and(inArray(feedHappenings.feed, [...feeds]), ofOurs(feedHappenings.instrumentId)))
    .orderBy(desc(feedHappenings.at), desc(feedHappenings.id))
    .limit(limit);
  return rows.map(({ id, feed, kind, problem, at }) => ({
    id,
    feed: shownFeed(feed),
    kind,
    problem,
    at: at.toISOString(),
  }));
}

/** What the workspace in sight watches, by feed and symbol. */
export async function listWatches(tx: Tx, instrumentId?: string): Promise<FeedWatch[]> {
  const rows = await tx
    .select({ instrument: instruments, cursor: feedCursors })
    .from(feedWatches)
    .innerJoin(instruments, eq(instruments.id, feedWatches.instrumentId))
    .leftJoin(feedCursors, eq(feedCursors.instrumentId, feedWatches.instrumentId))
    .where(instrumentId === undefined ? undefined : eq(feedWatches.instrumentId, instrumentId))
    .orderBy(asc(instruments.feed), asc(instruments.feedSymbol));
  return rows.flatMap(({ instrument, cursor }) =>
    instrument.feed === null || instrument.feedSymbol === null
      ? []
      : [
          {
            id: instrument.id,
            feed: shownFeed(instrument.feed),
            symbol: instrument.feedSymbol,
            instrument: instrument.symbol,
            name: instrument.name,
            exchange: instrument.exchange ?? instrument.feed,
            currency: instrument.currency,
            tickSize: instrument.tickSize,
            session: instrument.session,
            simulated: instrument.simulated,
            price: cursor?.price ?? null,
            priceAt: iso(cursor?.priceAt ?? null),
            barsUntil: iso(cursor?.closedUntil ?? null),
            refused: cursor?.refused ?? null,
            delayMinutes: instrument.delayMinutes,
            halted:
              cursor?.haltedAt && cursor.haltReason !== null
                ? { since: cursor.haltedAt.toISOString(), reason: cursor.haltReason }
                : null,
          },
        ],
  );
}

/** What could not be believed, newest first, a page at a time. */
export async function listQuarantine(
  tx: Tx,
  filter: { feeds: readonly string[]; reason: QuarantineReason | null; after: Cursor | null; limit: number },
): Promise<QuarantinePage> {
  if (filter.feeds.length === 0) return { items: [], next: null };
  const { lastAt, id } = feedQuarantine;
  // A cursor knows milliseconds.
  const at = sql`date_trunc('milliseconds', ${lastAt})`;
  const { after, reason, limit } = filter;
  const rows = await tx
    .select({
      row: feedQuarantine,
      symbol: sql<string | null>`coalesce(${instruments.feedSymbol}, ${instruments.symbol})`,
      suspect: {
        id: suspectedSplits.id,
        ratio: suspectedSplits.ratio,
        date: sql<string>`to_char(${suspectedSplits.at} at time zone ${instruments.timeZone}, 'YYYY-MM-DD')`,
      },
    })
    .from(feedQuarantine)
    .leftJoin(instruments, eq(instruments.id, feedQuarantine.instrumentId))
    .leftJoin(
      suspectedSplits,
      and(
        eq(feedQuarantine.reason, 'suspected_split'),
        eq(suspectedSplits.instrumentId, feedQuarantine.instrumentId),
        eq(suspectedSplits.file, feedQuarantine.file),
        eq(suspectedSplits.line, feedQuarantine.line),
        eq(suspectedSplits.state, 'suspected'),
        // Others are the operator's to settle.
        eq(instruments.owned, true),
      ),
    )
    .where(
      and(
        inArray(feedQuarantine.feed, [...filter.feeds]),
        ofOurs(feedQuarantine.instrumentId),
        reason ? eq(feedQuarantine.reason, reason) : undefined,
        after
          ? or(
              sql`${at} < ${after.at.toISOString()}::timestamptz`,
              and(sql`${at} = ${after.at.toISOString()}::timestamptz`, lt(id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1)?.row;
  return {
    items: page.map(({ row, symbol, suspect }) => ({
      id: row.id,
      feed: shownFeed(row.feed),
      symbol,
      reason: row.reason as QuarantineReason,
      problem: row.problem,
      sample: row.sample,
      count: row.count,
      firstAt: row.firstAt.toISOString(),
      lastAt: row.lastAt.toISOString(),
      file: row.file,
      line: row.line,
      suspectedSplit: suspect && symbol !== null ? { ...suspect, symbol } : null,
    })),
    next: rows.length > limit && last ? writeCursor({ at: last.lastAt, id: last.id }) : null,
  };
}
