import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { instruments } from '#src/db/schema.ts';
import { BAR_CORRECTIONS, type CorrectedBar } from '#src/shared/bar-corrections.ts';
import type { Bar, Evidence, EvidenceBar, Timeframe } from '#src/shared/market.ts';
import { barColumns, barOf, type BarRow, barsBefore } from '../../market/bars/bar-store.ts';
import { barsAsOf } from '../../market/splits/bars-as-of.ts';
import { splitsOf } from '../../market/splits/split-store.ts';
import { type Corrected, correctedPart, type Part } from './corrected-part.ts';
import { inArray } from 'drizzle-orm';

type Event = {
  workspaceId: string;
  instrumentId: string;
  timeframe: Timeframe;
  evidence: Evidence;
};

/**
 * Evidence as the bars that are stored now give it, and what of them was corrected. What isn't stored, and a last bar that
 * was still open, stay as they were seen. The figures are those of before: they are computed from this.
 */
export async function correctedEvidence(
  tx: Tx,
  event: Event,
): Promise<{ evidence: Evidence; bars: CorrectedBar[] }> {
  const { workspaceId, instrumentId, timeframe, evidence } = event;
  const { rows: series } = await tx.execute<{ key: string; id: string; frame: Timeframe }>(sql`
    select key, instrument_id as id, timeframe as frame
      from evidence_series(${workspaceId}::uuid, ${instrumentId}::uuid, ${timeframe}::text, ${JSON.stringify(evidence)}::jsonb)`);
  const names = new Map(
    (
      await tx
        .select({ id: instruments.id, symbol: instruments.symbol })
        .from(instruments)
        .where(
          inArray(
            instruments.id,
            series.map(({ id }) => id),
          ),
        )
    ).map(({ id, symbol }) => [id, symbol]),
  );
  // Evidence is on the scale of its last bar.
  const scale = Date.parse(evidence.bars.at(-1)?.time ?? '');
  const corrected = new Map<string, Corrected>();
  const bars: CorrectedBar[] = [];
  for (const { key, id, frame } of series) {
    const part = key === '' ? evidence : evidence.others?.[key];
    if (!part) continue;
    const stored = await storedOf(tx, { instrumentId: id, timeframe: frame }, part, scale);
    const done = correctedPart(part, stored, { keepsLast: key === '' && evidence.until !== undefined });
    corrected.set(key, done);
    bars.push(
      ...done.changes.map((change) => ({ symbol: names.get(id) ?? '', timeframe: frame, ...change })),
    );
  }
  const own = corrected.get('');
  const others = Object.entries(evidence.others ?? {}).map(([key, other]) => {
    const part = corrected.get(key);
    return [
      key,
      part ? { ...other, bars: part.bars, ...(part.past && { past: part.past }) } : other,
    ] as const;
  });
  return {
    evidence: {
      ...evidence,
      ...(own && { bars: own.bars, ...(own.past && { past: own.past }) }),
      ...(evidence.others && { others: Object.fromEntries(others) }),
    },
    bars: bars.slice(0, BAR_CORRECTIONS.barsMax),
  };
}

/** The stored bars of a part of the evidence: those before its first, as many as it has, and its own. */
async function storedOf(
  tx: Tx,
  series: { instrumentId: string; timeframe: Timeframe },
  { bars, past = {} }: Part,
  scale: number,
): Promise<{ before: Bar[]; at: ReadonlyMap<number, Bar>; hasSplit: boolean }> {
  const first = Date.parse(bars[0]?.time ?? '');
  const count = Math.max(0, ...Object.values(past).map((column) => column?.length ?? 0));
  const [before = []] = count > 0 ? await barsBefore(tx, [{ ...series, before: first, count }]) : [];
  const own = await barsAt(tx, series, bars);
  const splits = await splitsOf(tx, series);
  const from = before[0]?.ts ?? first;
  const at = barsAsOf(own, splits, scale);
  return {
    before: barsAsOf(before, splits, scale),
    at: new Map(at.map((bar) => [bar.ts, bar])),
    hasSplit: splits.some(({ ts }) => ts > from && ts <= scale),
  };
}

async function barsAt(
  tx: Tx,
  { instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe },
  bars: readonly EvidenceBar[],
): Promise<Bar[]> {
  const { rows } = await tx.execute<BarRow>(sql`
    select ${barColumns} from bars b
     where b.instrument_id = ${instrumentId}::uuid and b.timeframe = ${timeframe}::text
       and b.ts = any(${sql.param(bars.map(({ time }) => time))}::timestamptz[])`);
  return rows.map(barOf);
}
