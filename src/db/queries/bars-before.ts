import { and, desc, eq, lt } from 'drizzle-orm';
import type { Timeframe } from '#src/shared/market.ts';
import type { Tx } from '../database.ts';
import { bars } from '../schema.ts';

type PastBar = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
};

/** The stored bars of a series before a moment (ms, UTC), at most `limit`, oldest first. */
export async function barsBefore(
  tx: Tx,
  ask: { instrumentId: string; timeframe: Timeframe; before: number; limit: number },
): Promise<PastBar[]> {
  const rows = await tx
    .select({
      ts: bars.ts,
      open: bars.open,
      high: bars.high,
      low: bars.low,
      close: bars.close,
      volume: bars.volume,
    })
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, ask.instrumentId),
        eq(bars.timeframe, ask.timeframe),
        lt(bars.ts, new Date(ask.before)),
      ),
    )
    .orderBy(desc(bars.ts))
    .limit(ask.limit);
  return rows.toReversed().map(({ ts, volume, ...prices }) => ({
    time: ts.getTime(),
    open: Number(prices.open),
    high: Number(prices.high),
    low: Number(prices.low),
    close: Number(prices.close),
    volume: volume === null ? null : Number(volume),
  }));
}
