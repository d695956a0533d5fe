import { sql } from 'drizzle-orm';
import type { Timeframe } from '#src/shared/market.ts';
import type { TradingHours } from '#src/shared/bar-import.ts';
import { instruments } from '../schema.ts';
import type { Tx } from '../database.ts';
import { isSeenIn } from './seen-instruments.ts';

const US = ['SPX', '^GSPC', 'SPY', 'MASSIVE:SPY', 'ALPACA:SPY', 'FINNHUB:SPY'];
const CRYPTO = ['BINANCE:BTCUSDT', 'COINBASE:BTC-USD', 'KRAKEN:BTC/USD', 'BITSTAMP:BTCUSD', 'BTC-USD'];
/** What stands for the market, by trading calendar: the first that is stored here. */
const MARKETS: Partial<Record<TradingHours, readonly string[]>> = {
  'us-equity': US,
  'us-equity-extended': US,
  crypto: CRYPTO,
};

/** What the market of an instrument did in a bar (start in ms, UTC), in percent; null where it isn't stored. */
export async function marketMove(
  tx: Tx,
  workspaceId: string,
  { id, session, timeframe, time }: { id: string; session: TradingHours; timeframe: Timeframe; time: number },
): Promise<{ symbol: string; changePct: number } | null> {
  const names = MARKETS[session];
  if (!names) return null;
  const at = new Date(time).toISOString();
  const { rows } = await tx.execute<{ symbol: string; change: number }>(sql`
    select ${instruments.symbol} as symbol, (own.close / before.close - 1) * 100 as change
      from ${instruments}
      join bars own on own.instrument_id = ${instruments.id} and own.timeframe = ${timeframe}
                   and own.ts = ${at}::timestamptz
     cross join lateral (select close from bars b
        where b.instrument_id = ${instruments.id} and b.timeframe = ${timeframe} and b.ts < ${at}::timestamptz
        order by b.ts desc limit 1) before
     where ${instruments.id} <> ${id}::uuid and before.close > 0 and ${isSeenIn(workspaceId)}
       and ${instruments.symbol} = any(${sql.param([...names])}::text[])
     order by array_position(${sql.param([...names])}::text[], ${instruments.symbol}) limit 1`);
  const [found] = rows;
  return found ? { symbol: found.symbol, changePct: found.change } : null;
}
