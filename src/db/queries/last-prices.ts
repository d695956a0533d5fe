import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

export type LastPrice = {
  session: string;
  delayMinutes: number | null;
  /** Of the newest trade. */
  price: string | null;
  priceAt: Date | null;
  /** Of the newest stored bars of an hour and of a day, by when they began: after that trade, where there is one. */
  hour: { close: number; ts: Date } | null;
  day: { close: number; ts: Date } | null;
};

const keyOf = (feed: string, symbol: string): string => `${feed} ${symbol}`;

type Row = {
  feed: string;
  symbol: string;
  session: string;
  delay_minutes: number | null;
  price: string | null;
  price_at: Date | string | null;
  hour_close: number | null;
  hour_ts: Date | string | null;
  day_close: number | null;
  day_ts: Date | string | null;
};
const dated = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));
const barOf = (close: number | null, ts: Date | string | null): { close: number; ts: Date } | null =>
  close === null || ts === null ? null : { close, ts: new Date(ts) };

/**
 * The last known prices of symbols of feeds, in one question. Of bars, those alone that began after the newest trade: it
 * may be within an earlier one. Feeds of a workspace's own key have names of their own: ask for those that the workspace
 * may use.
 */
export async function lastPrices(
  database: Database,
  asked: readonly { feed: string; symbol: string }[],
): Promise<(feed: string, symbol: string) => LastPrice | null> {
  if (asked.length === 0) return () => null;
  const [feeds, symbols] = [asked.map(({ feed }) => feed), asked.map(({ symbol }) => symbol)];
  const { rows } = await database.execute<Row>(sql`
    select i.feed, i.feed_symbol as symbol, i.session, i.delay_minutes, c.price, c.price_at,
           hour.close as hour_close, hour.ts as hour_ts, day.close as day_close, day.ts as day_ts
      from unnest(${sql.param(feeds)}::text[], ${sql.param(symbols)}::text[]) as asked (feed, symbol)
      join instruments i on i.feed = asked.feed and i.feed_symbol = asked.symbol
      left join feed_cursors c on c.instrument_id = i.id
      left join lateral (select close, ts from bars b
        where b.instrument_id = i.id and b.timeframe = '1h' and b.ts >= coalesce(c.price_at, '-infinity')
        order by ts desc limit 1) hour on true
      left join lateral (select close, ts from bars b
        where b.instrument_id = i.id and b.timeframe = '1d' and b.ts >= coalesce(c.price_at, '-infinity')
        order by ts desc limit 1) day on true`);
  const known = new Map(
    rows.map((row) => [
      keyOf(row.feed, row.symbol),
      {
        session: row.session,
        delayMinutes: row.delay_minutes,
        price: row.price,
        priceAt: dated(row.price_at),
        hour: barOf(row.hour_close, row.hour_ts),
        day: barOf(row.day_close, row.day_ts),
      },
    ]),
  );
  return (feed, symbol) => known.get(keyOf(feed, symbol)) ?? null;
}
