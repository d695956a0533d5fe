import type { Database } from '#src/db/database.ts';
import { barsBefore } from '#src/db/queries/bars-before.ts';
import { withTenant } from '#src/db/tenant.ts';
import { adjustedTo } from '#src/engine/market/splits/corporate-actions.ts';
import { splitsOf } from '#src/engine/market/splits/split-store.ts';
import type { Bar, Evidence, Timeframe } from '#src/shared/market.ts';
import { barsWanted } from '../content/picture/event-charts.ts';
import { type ChartBar, chartBar } from '../content/picture/facts.ts';
import { barLength } from '../content/when.ts';

/** Fewer bars, that of the event included, are no chart. */
const BARS_LEAST = 8;
/** A market may be closed for days; bars that end longer before are of another time. */
const GAP_BARS = 10;
const GAP_LEAST_MS = 6 * 86_400_000;

/** A market event whose bars can be drawn. */
export type MarketEvent = {
  detector: string;
  instrument: {
    id: string;
    symbol: string;
    name: string;
    timeZone: string;
    currency: string;
    exchange: string | null;
  };
  timeframe: Timeframe;
  evidence: Evidence;
};

export type BarDeps = {
  app: Database;
  /** Bars that ship with the product, oldest first, or null: a trial run over them stores none. */
  recordedBars?: (symbol: string, timeframe: Timeframe) => AsyncIterable<Bar> | null;
};

/** The bars that the chart of an event is drawn from; null where they are too few to draw. */
export async function chartedBars(
  deps: BarDeps,
  workspaceId: string,
  event: MarketEvent,
): Promise<ChartBar[] | null> {
  const wanted = barsWanted(event.detector, event.evidence);
  const bars = await barsUpTo(deps, workspaceId, event, wanted.shown + wanted.before);
  return bars.length < BARS_LEAST ? null : bars;
}

/**
 * The bars before the event as they are stored, where they lead up to it, and those of the evidence as they were seen:
 * `limit` at most, the event's last.
 */
export async function barsUpTo(
  { app, recordedBars }: BarDeps,
  workspaceId: string,
  { evidence, timeframe, instrument }: MarketEvent,
  limit: number,
): Promise<ChartBar[]> {
  const seen = evidence.bars.map(chartBar);
  const before = seen[0]?.time ?? 0;
  const last = seen.at(-1)?.time ?? 0;
  const series = { instrumentId: instrument.id, timeframe };
  // Those of the evidence are adjusted for the splits until its last.
  const stored = await withTenant(app, workspaceId, async (tx) =>
    adjustedTo(await barsBefore(tx, { ...series, before, limit }), await splitsOf(tx, series), last),
  );
  const leadsUp = (past: readonly ChartBar[]): boolean =>
    before - (past.at(-1)?.time ?? 0) <= Math.max(GAP_BARS * barLength(timeframe), GAP_LEAST_MS);
  const recorded = leadsUp(stored) ? null : (recordedBars?.(instrument.symbol, timeframe) ?? null);
  const past = recorded ? await lastBefore(recorded, before, limit) : stored;
  return [...(leadsUp(past) ? past : []), ...seen].slice(-limit);
}

async function lastBefore(bars: AsyncIterable<Bar>, before: number, limit: number): Promise<ChartBar[]> {
  const last: ChartBar[] = [];
  for await (const { ts, open, high, low, close, volume } of bars) {
    if (ts >= before) break;
    last.push({ time: ts, open, high, low, close, volume });
    if (last.length > limit) last.shift();
  }
  return last;
}
