import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { instruments, ownInstruments } from '#src/db/schema.ts';
import { decimalText, parseDecimal } from '#src/shared/decimal.ts';
import { AppError } from '#src/shared/errors.ts';
import { CALENDARS } from '../market/sessions/calendars.ts';
import type { Exchange, Listing } from '../exchanges/live/exchange.ts';

/**
 * The instrument of a listed symbol, made if there is none.
 * @param owner the workspace whose key the feed works with: nobody else sees the instrument. Null: it is shared
 * @throws AppError validation_failed when the workspace has imported another one of the same symbol
 */
export async function instrumentOf(
  system: Database,
  exchange: Exchange,
  { listing, owner, at }: { listing: Listing; owner: string | null; at: Date },
): Promise<string> {
  const step = parseDecimal(listing.tickSize.slice(0, 40));
  // Binance writes 0.01000000.
  const tickSize = step && decimalText(step);
  const session = exchange.session ?? 'crypto';
  const { name, title, prefix = name.toUpperCase(), simulated, delayMinutes = null } = exchange;
  const publicPrices = exchange.operatorKey?.inPublic ?? true;
  const symbol = simulated ? listing.symbol : `${prefix}:${listing.symbol}`;
  return system.transaction(async (tx) => {
    await tx
      .insert(instruments)
      .values({
        id: newId(),
        symbol,
        name: listing.name.slice(0, 200),
        currency: listing.currency,
        timeZone: CALENDARS[session].timeZone,
        createdAt: at,
        exchange: title,
        tickSize,
        session,
        simulated,
        feed: name,
        feedSymbol: listing.symbol,
        owned: owner !== null,
        delayMinutes,
        publicPrices,
      })
      .onConflictDoNothing();
    // An exchange may change its price step.
    const [row] = await tx
      .update(instruments)
      .set({ tickSize: sql`coalesce(${tickSize}, ${instruments.tickSize})`, delayMinutes, publicPrices })
      .where(and(eq(instruments.feed, name), eq(instruments.feedSymbol, listing.symbol)))
      .returning({ id: instruments.id });
    if (!row) throw new Error(`The instrument ${name} ${listing.symbol} was not made.`);
    if (owner === null) return row.id;
    const own = { workspaceId: owner, instrumentId: row.id, symbol };
    await tx.insert(ownInstruments).values(own).onConflictDoNothing();
    const isOurs = and(eq(ownInstruments.workspaceId, owner), eq(ownInstruments.instrumentId, row.id));
    if ((await tx.$count(ownInstruments, isOurs)) === 0)
      throw new AppError(
        'validation_failed',
        `The workspace imported another instrument as ${symbol}. Remove that symbol first.`,
        { details: { field: 'symbol' } },
      );
    return row.id;
  });
}
