import type { Database } from '#src/db/database.ts';
import { type LastPrice, lastPrices } from '#src/db/queries/last-prices.ts';
import type { Exchange } from '#src/engine/exchanges/live/exchange.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { type CalendarName, CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { sessionsOf } from '#src/engine/market/sessions/sessions.ts';
import type { FoundSymbols } from '#src/shared/feeds.ts';

export type Quote = Pick<FoundSymbols['items'][number], 'price' | 'priceAt' | 'delayMinutes' | 'closed'>;
const UNKNOWN: Quote = { price: null, priceAt: null, delayMinutes: null, closed: null };

const calendarNamed = (name: string): (typeof CALENDARS)[CalendarName] | null =>
  Object.hasOwn(CALENDARS, name) ? CALENDARS[name as CalendarName] : null;

/** The close of the newest stored bar that began after the newest trade, when that was over; else the trade's. */
function priceOf(
  { price, priceAt, hour, day, session }: LastPrice,
  now: number,
): Pick<Quote, 'price' | 'priceAt'> {
  const calendar = calendarNamed(session);
  const ended = (
    [
      ['1h', hour],
      ['1d', day],
    ] as const
  ).flatMap(([timeframe, bar]) =>
    bar && calendar ? [{ close: bar.close, end: endsOf(calendar, timeframe).endOf(bar.ts.getTime()) }] : [],
  );
  const [last] = ended.toSorted((a, b) => b.end - a.end);
  if (last) return { price: String(last.close), priceAt: new Date(Math.min(last.end, now)).toISOString() };
  return price !== null && priceAt !== null
    ? { price, priceAt: priceAt.toISOString() }
    : { price: null, priceAt: null };
}

/** What is known of the last price of symbols that were found, each with the feed that it is of. */
export async function quotesOf(
  system: Database,
  found: readonly { exchange: Exchange | null; symbol: string }[],
  now: Date,
): Promise<(exchange: Exchange | null, symbol: string) => Quote> {
  const last = await lastPrices(
    system,
    found.flatMap(({ exchange, symbol }) => (exchange ? [{ feed: exchange.name, symbol }] : [])),
  );
  return (exchange, symbol) => {
    // Whose feed takes a key that isn't here: its hours and its delay are those of the source.
    if (!exchange) return UNKNOWN;
    const known = last(exchange.name, symbol);
    const calendar = calendarNamed(known?.session ?? exchange.session ?? 'crypto');
    return {
      ...(known ? priceOf(known, now.getTime()) : { price: null, priceAt: null }),
      delayMinutes: known ? known.delayMinutes : (exchange.delayMinutes ?? null),
      closed: calendar ? sessionsOf(calendar).at(now.getTime()) === null : null,
    };
  };
}
