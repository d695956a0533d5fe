import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { isSeenIn } from '#src/db/queries/seen-instruments.ts';
import { bars, instruments } from '#src/db/schema.ts';
import { decimalText, parseDecimal } from '#src/shared/decimal.ts';
import type { Evidence, EvidenceBar, Timeframe } from '#src/shared/market.ts';
import { composedEvidence, SPANS, spanStart } from '../detectors/composed.ts';

export type Instrument = typeof instruments.$inferSelect;

/** What the workspace means by a symbol: its own before a shared one. Null where it sees none. */
export async function instrumentSeen(
  tx: Tx,
  workspaceId: string,
  symbol: string,
): Promise<Instrument | null> {
  const [row] = await tx
    .select()
    .from(instruments)
    .where(and(isSeenIn(workspaceId), sql`upper(${instruments.symbol}) = ${symbol.toUpperCase()}`))
    .orderBy(desc(instruments.owned))
    .limit(1);
  return row ?? null;
}

/** The evidence of an alert about a symbol, from its newest stored bars. Null where there are fewer than two. */
export async function readEvidence(
  tx: Tx,
  instrumentId: string,
  timeframe: Timeframe,
): Promise<Evidence | null> {
  const [last, previous] = await barsUpTo(tx, instrumentId, timeframe, null, 2);
  if (!last || !previous) return null;
  const back: Partial<Record<keyof typeof SPANS, EvidenceBar>> = {};
  for (const span of Object.keys(SPANS) as (keyof typeof SPANS)[]) {
    const from = spanStart(span, Date.parse(last.time));
    const [bar] = await barsUpTo(tx, instrumentId, timeframe, new Date(from), 1);
    if (bar) back[span] = bar;
  }
  return composedEvidence([previous, last], back);
}

/** Newest first. */
async function barsUpTo(
  tx: Tx,
  instrumentId: string,
  timeframe: Timeframe,
  until: Date | null,
  limit: number,
): Promise<EvidenceBar[]> {
  const rows = await tx
    .select()
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, instrumentId),
        eq(bars.timeframe, timeframe),
        until === null ? undefined : lte(bars.ts, until),
      ),
    )
    .orderBy(desc(bars.ts))
    .limit(limit);
  return rows.map(({ ts, open, high, low, close, volume }) => ({
    time: ts.toISOString(),
    open: asText(open),
    high: asText(high),
    low: asText(low),
    close: asText(close),
    volume: volume === null ? null : asText(volume),
  }));
}

/** As a decimal: not every reader knows an exponent. */
function asText(value: number): string {
  const exact = parseDecimal(String(value));
  return exact ? decimalText(exact) : String(value);
}
