import type { Database } from '#src/db/database.ts';
import { barsBefore } from '#src/db/queries/bars-before.ts';
import { keepPicture } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Bar, Evidence, Timeframe } from '#src/shared/market.ts';
import { chartOf } from '../content/picture/chart-of-event.ts';
import { barsWanted } from '../content/picture/event-charts.ts';
import { type ChartBar, chartBar } from '../content/picture/facts.ts';
import { rasterize } from '../content/picture/rasterize.ts';
import { barLength } from '../content/when.ts';

/** Fewer bars, that of the event included, are no chart. */
const BARS_LEAST = 8;
/** A market may be closed for days; bars that end longer before are of another time. */
const GAP_BARS = 10;
const GAP_LEAST_MS = 6 * 86_400_000;

type Charted = {
  workspaceId: string;
  alertId: string;
  now: Date;
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

export type ChartDeps = {
  app: Database;
  log: { warn: (context: object, message: string) => void };
  /** Bars that ship with the product, oldest first, or null: a trial run over them stores none. */
  recordedBars?: (symbol: string, timeframe: Timeframe) => AsyncIterable<Bar> | null;
  /** SVG to PNG. */
  rasterize?: typeof rasterize;
};

/**
 * An alert's documents with their charts: each drawn once in its language, kept by its hash, and shared by whoever the
 * alert goes to. One that can't be drawn is left out, and its document says why.
 */
export async function withCharts(
  deps: ChartDeps,
  documents: readonly AlertDocument[],
  of: Charted,
): Promise<AlertDocument[]> {
  const reading = barsOf(deps, of);
  // Each document says itself that there are none.
  reading.catch(() => undefined);
  return Promise.all(documents.map((document) => withChart(deps, document, of, reading)));
}

async function withChart(
  deps: ChartDeps,
  document: AlertDocument,
  of: Charted,
  reading: Promise<ChartBar[]>,
): Promise<AlertDocument> {
  const { chart } = document;
  if (!chart || document.direction === null) return document;
  const { workspaceId, alertId, now } = of;
  try {
    const bars = await reading;
    if (bars.length < BARS_LEAST) return document;
    const { svg, size, description } = chartOf(document, { ...of, bars });
    const bytes = await (deps.rasterize ?? rasterize)(svg);
    const hash = await withTenant(deps.app, workspaceId, (tx) =>
      keepPicture(tx, { workspaceId, bytes, now }),
    );
    return { ...document, chart: { ...chart, description, picture: { hash, type: 'image/png', ...size } } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ alert: alertId, workspace: workspaceId, reason }, 'a chart could not be drawn');
    return {
      ...document,
      chart: { ...chart, problem: `The chart could not be drawn: ${reason}`.slice(0, 300) },
    };
  }
}

/** The bars before the event as they are stored, where they lead up to it, and those of the evidence as they were seen. */
async function barsOf({ app, recordedBars }: ChartDeps, of: Charted): Promise<ChartBar[]> {
  const { workspaceId, evidence, timeframe, instrument } = of;
  const wanted = barsWanted(of.detector, evidence);
  const limit = wanted.shown + wanted.before;
  const seen = evidence.bars.map(chartBar);
  const before = seen[0]?.time ?? 0;
  const stored = await withTenant(app, workspaceId, (tx) =>
    barsBefore(tx, { instrumentId: instrument.id, timeframe, before, limit }),
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
