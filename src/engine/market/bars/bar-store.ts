import { and, asc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import type { Database, Runs, Tx } from '#src/db/database.ts';
import { bars } from '#src/db/schema.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';

type Series = { instrumentId: string; timeframe: Timeframe };

/** Stores closed bars in one statement. A stored bar is replaced. */
export async function storeBars(system: Database | Tx, series: Series, batch: readonly Bar[]): Promise<void> {
  if (batch.length === 0) return;
  const rows = batch.map((bar) => ({ ...series, bar }));
  for (const month of monthsOf(rows)) await ensureMonth(system, month);
  await system.execute(insertBars(rows, sql`true`));
}

/** A bar of a series. */
export type SeriesBar = Series & { bar: Bar };

/** The months of the minute bars among these. Each needs its partition (`ensureMonth`) before they are stored. */
export const monthsOf = (rows: readonly SeriesBar[]): Set<string> =>
  new Set(
    rows
      .filter(({ timeframe }) => timeframe === '1m')
      .map(({ bar }) => `${new Date(bar.ts).toISOString().slice(0, 7)}-01T00:00:00Z`),
  );
export const ensureMonth = (system: Pick<Runs, 'execute'>, month: string): Promise<unknown> =>
  system.execute(sql`select ensure_bar_month(${month}::timestamptz)`);

/** The statement that stores bars of any series if `condition` is true. Stored bars are replaced. */
export const insertBars = (rows: readonly SeriesBar[], condition: SQL): SQL => {
  const column = <T>(value: (row: SeriesBar) => T) => sql.param(rows.map(value));
  return sql`
    insert into bars as b (instrument_id, timeframe, ts, open, high, low, close, volume)
    select * from unnest(${column((row) => row.instrumentId)}::uuid[], ${column((row) => row.timeframe)}::text[],
      ${column(({ bar }) => new Date(bar.ts).toISOString())}::timestamptz[],
      ${column(({ bar }) => bar.open)}::float8[], ${column(({ bar }) => bar.high)}::float8[],
      ${column(({ bar }) => bar.low)}::float8[], ${column(({ bar }) => bar.close)}::float8[],
      ${column(({ bar }) => bar.volume)}::float8[])
     where ${condition}
    on conflict (instrument_id, timeframe, ts) do update
       set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume,
           imported = false`;
};

/** How many imported bars were new, replaced a different one, or were stored already. */
export type Imported = { stored: number; replaced: number; unchanged: number };

/** Stores imported bars, on which no rule triggers, in one statement. Equal bars are left alone. */
export async function importBatch(
  runs: Pick<Runs, 'execute'>,
  series: Series,
  batch: readonly Bar[],
): Promise<Imported> {
  if (batch.length === 0) return { stored: 0, replaced: 0, unchanged: 0 };
  const rows = batch.map((bar) => ({ ...series, bar }));
  for (const month of monthsOf(rows)) await ensureMonth(runs, month);
  const column = (value: (bar: Bar) => unknown) => sql.param(batch.map(value));
  const { rows: changed } = await runs.execute<{ fresh: boolean }>(sql`
    with given as (
      select * from unnest(${column(({ ts }) => new Date(ts).toISOString())}::timestamptz[],
        ${column((bar) => bar.open)}::float8[], ${column((bar) => bar.high)}::float8[],
        ${column((bar) => bar.low)}::float8[], ${column((bar) => bar.close)}::float8[],
        ${column((bar) => bar.volume)}::float8[]) as g (ts, open, high, low, close, volume)
    ), there as (
      select b.ts from bars b join given g on g.ts = b.ts
       where b.instrument_id = ${series.instrumentId}::uuid and b.timeframe = ${series.timeframe}::text
    ), done as (
      insert into bars as b (instrument_id, timeframe, ts, open, high, low, close, volume, imported)
      select ${series.instrumentId}::uuid, ${series.timeframe}::text, g.*, true from given g
      on conflict (instrument_id, timeframe, ts) do update
         set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
       where (b.open, b.high, b.low, b.close, b.volume)
             is distinct from (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)
      returning b.ts
    )
    select there.ts is null as fresh from done left join there on there.ts = done.ts`);
  const stored = changed.filter(({ fresh }) => fresh).length;
  return { stored, replaced: changed.length - stored, unchanged: batch.length - changed.length };
}

/** The last `count` bars of a series before a time (ms, UTC). */
export type BarsBefore = Series & { before: number; count: number };

/** The bars before a time of each series, oldest first, in one statement. */
export async function barsBefore(
  system: Pick<Runs, 'execute'>,
  asked: readonly BarsBefore[],
): Promise<Bar[][]> {
  const found = asked.map((): Bar[] => []);
  const column = <T>(value: (each: BarsBefore) => T) => sql.param(asked.map(value));
  // The lateral subselect makes each series use the index, whatever the planner's statistics say.
  const { rows } = await system.execute<BarRow & { place: number }>(sql`
    select a.place::int, b.*
      from unnest(${column(({ instrumentId }) => instrumentId)}::uuid[], ${column(({ timeframe }) => timeframe)}::text[],
                  ${column(({ before }) => new Date(before).toISOString())}::timestamptz[],
                  ${column(({ count }) => count)}::int[]) with ordinality as a (instrument_id, timeframe, until, most, place)
     cross join lateral (
       select ${barColumns} from bars b
        where b.instrument_id = a.instrument_id and b.timeframe = a.timeframe and b.ts < a.until
        order by b.ts desc limit a.most) b`);
  for (const { place, ...row } of rows) found[place - 1]?.push(barOf(row));
  return found.map((own) => own.toSorted((a, b) => a.ts - b.ts));
}

/** A row of `barColumns`. */
export type BarRow = Omit<Parameters<typeof barOfRow>[0], 'ts'> & { ms: number };
/** The columns of a bar, from the table as `b`. */
export const barColumns = sql`(extract(epoch from b.ts) * 1000)::float8 as ms, b.open, b.high, b.low, b.close, b.volume`;
export const barOf = ({ ms, ...row }: BarRow): Bar => barOfRow({ ...row, ts: new Date(ms) });

/** At most `count` bars that began after `after` (ms, UTC), oldest first, and whether each was imported. */
export async function barsAfter(
  system: Database,
  { instrumentId, timeframe }: Series,
  after: number,
  most: number,
): Promise<(Bar & { imported: boolean })[]> {
  const rows = await system
    .select()
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, instrumentId),
        eq(bars.timeframe, timeframe),
        gt(bars.ts, new Date(after)),
        // No bar is later. Without an upper bound, every partition would be searched.
        lt(bars.ts, new Date(Date.UTC(9999, 0, 1))),
      ),
    )
    .orderBy(asc(bars.ts))
    .limit(most);
  return rows.map((row) => ({ ...barOfRow(row), imported: row.imported }));
}

/** Reads a stored bar. The text of a figure is the shortest that parses to the same number. */
export const barOfRow = (
  row: Pick<typeof bars.$inferSelect, 'ts' | 'open' | 'high' | 'low' | 'close' | 'volume'>,
): Bar => ({
  ts: row.ts.getTime(),
  open: row.open,
  high: row.high,
  low: row.low,
  close: row.close,
  volume: row.volume,
  text: {
    open: String(row.open),
    high: String(row.high),
    low: String(row.low),
    close: String(row.close),
    volume: row.volume === null ? null : String(row.volume),
  },
});
