import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { instruments } from '#src/db/schema.ts';
import { BAR_CORRECTIONS, type CorrectedBar } from '#src/shared/bar-corrections.ts';
import type { Bar, Evidence, EvidenceBar, Timeframe } from '#src/shared/market.ts';
import { barColumns, barOf, type BarRow, barsBefore } from '../../market/bars/bar-store.ts';
import { barsAsOf } from '../../market/splits/bars-as-of.ts';
import { splitsOf } from '../../market/splits/split-store.ts';
import { type Corrected, correctedPart, type Part, type Stored } from './corrected-part.ts';
import { inArray } from 'drizzle-orm';

type Event = {
  workspaceId: string;
  instrumentId: string;
  timeframe: Timeframe;
  evidence: Evidence;
};

type SeriesOfPart = { key: string; id: string; frame: Timeframe };
/** `from`: the first bar that a part rests on, as the bars are stored now. */
type Loaded = Omit<Stored, 'isSameRun'> & { from: number };

/**
 * Evidence as the bars that are stored now give it, and what of them was corrected. What isn't stored, and a last bar that
 * was still open, stay as they were seen. The figures are those of before: they are computed from this.
 */
export async function correctedEvidence(
  tx: Tx,
  eventId: string,
  event: Event,
): Promise<{ evidence: Evidence; bars: CorrectedBar[] }> {
  const { workspaceId, instrumentId, timeframe, evidence } = event;
  const { rows: series } = await tx.execute<SeriesOfPart>(sql`
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
  const parts: (SeriesOfPart & { part: Part; stored: Loaded })[] = [];
  for (const one of series) {
    const part = one.key === '' ? evidence : evidence.others?.[one.key];
    if (part) parts.push({ ...one, part, stored: await storedOf(tx, one, part, scale) });
  }
  const seenFrom = await firstSeen(tx, workspaceId, eventId);
  for (const { key, id, frame, part, stored } of parts) {
    // One span covers all parts on a series.
    const from = parts
      .filter((each) => each.id === id && each.frame === frame)
      .map((each) => each.stored.from);
    const isSameRun = Math.min(...from) === seenFrom.get(`${id} ${frame}`);
    const keepsLast = key === '' && evidence.until !== undefined;
    const done = correctedPart(part, { ...stored, isSameRun }, { keepsLast });
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

/** The first bar of each series that an event rested on when it was written. */
async function firstSeen(tx: Tx, workspaceId: string, eventId: string): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ series: string; first: number }>(sql`
    select instrument_id || ' ' || timeframe as series, (extract(epoch from first_ts) * 1000)::float8 as first
      from evidence_bars where workspace_id = ${workspaceId}::uuid and event_id = ${eventId}::uuid`);
  return new Map(rows.map(({ series, first }) => [series, first]));
}

/** The stored bars of a part of the evidence: those before its first, as many as it has, and its own. */
async function storedOf(
  tx: Tx,
  { id, frame }: SeriesOfPart,
  { bars, past = {} }: Part,
  scale: number,
): Promise<Loaded> {
  const series = { instrumentId: id, timeframe: frame };
  const first = Date.parse(bars[0]?.time ?? '');
  const count = Math.max(0, ...Object.values(past).map((column) => column?.length ?? 0));
  const [before = []] = count > 0 ? await barsBefore(tx, [{ ...series, before: first, count }]) : [];
  const own = await barsAt(tx, series, bars);
  const splits = await splitsOf(tx, series);
  // As evidence_span() in 0340.
  const times = [
    past.time?.[0] === undefined ? first : Date.parse(past.time[0]),
    before[0]?.ts ?? first,
    first,
  ];
  const from = Math.min(...times);
  const at = barsAsOf(own, splits, scale);
  return {
    before: barsAsOf(before, splits, scale),
    at: new Map(at.map((bar) => [bar.ts, bar])),
    from,
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
