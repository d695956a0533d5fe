import type { Tx } from '#src/db/database.ts';
import { instrumentQuality } from '#src/db/queries/instrument-quality.ts';
import { hasBars, seenInstrument, storedInstrument } from '#src/db/queries/instruments.ts';
import { barsBefore } from '#src/engine/market/bars/bar-store.ts';
import { adjustedTo } from '#src/engine/market/splits/corporate-actions.ts';
import { splitsOf } from '#src/engine/market/splits/split-store.ts';
import { AppError } from '#src/shared/errors.ts';
import type { InstrumentBars, InstrumentDetail } from '#src/shared/instrument-detail.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { hoursAt, sessionsUnder } from './hours.ts';
import { quoteOf } from './quote.ts';

type Where = { workspaceId: string; symbol: string; now: Date };

/** Later than any bar (ms, UTC). */
const END_OF_TIME = Date.UTC(9999, 0, 1);
const DAYS_BEFORE = 3;

/** One instrument with everything that is known of it. @returns null where there is none in sight */
export async function describeInstrument(
  tx: Tx,
  { workspaceId, symbol, now }: Where,
): Promise<InstrumentDetail | null> {
  const seen = await seenInstrument(tx, workspaceId, symbol);
  if (!seen) return null;
  const { id, session, pricesHidden } = seen;
  const stored = await storedInstrument(tx, workspaceId, id);
  const { trade, halted, quality } = await instrumentQuality(tx, id, now);
  const hours = hoursAt(session, now.getTime());
  if (pricesHidden)
    return {
      ...stored,
      pricesHidden,
      halted: null,
      quality: { ...quality, refused: null },
      quote: null,
      hours,
    };
  const newest = await barsBefore(
    tx,
    stored.history.map(({ timeframe }) => ({
      instrumentId: id,
      timeframe,
      before: END_OF_TIME,
      count: DAYS_BEFORE,
    })),
  );
  const splits = await splitsOf(tx, { instrumentId: id, timeframe: '1d' });
  return {
    ...stored,
    pricesHidden,
    halted,
    quality,
    quote: quoteOf(
      { session, splits, now: now.getTime() },
      trade,
      stored.history.map(({ timeframe }, at) => ({ timeframe, bars: newest[at] ?? [] })),
    ),
    hours,
  };
}

/** Bars that ship with the product, oldest first, or null where there are none. */
export type RecordedBars = (symbol: string, timeframe: Timeframe) => AsyncIterable<Bar> | null;

type ChartAsk = Where & { timeframe: Timeframe; before: number | null; limit: number };

/**
 * The stored bars of a timeframe before a moment (ms, UTC; null for the newest), adjusted for later splits as rules see
 * them, with the sessions of bars within a day. Where none is stored, those that ship with the product.
 * @returns null where there is no such instrument in sight
 * @throws AppError demo_no_prices
 */
export async function instrumentBars(
  tx: Tx,
  recordedBars: RecordedBars,
  { workspaceId, symbol, now, timeframe, before, limit }: ChartAsk,
): Promise<InstrumentBars | null> {
  const seen = await seenInstrument(tx, workspaceId, symbol);
  if (!seen) return null;
  if (seen.pricesHidden) throw new AppError('demo_no_prices');
  const series = { instrumentId: seen.id, timeframe };
  const asked = { ...series, before: before ?? END_OF_TIME, count: limit + 1 };
  const [stored = []] = await barsBefore(tx, [asked]);
  const recorded =
    stored.length > 0 || seen.owned || (await hasBars(tx, series))
      ? null
      : recordedBars(seen.symbol, timeframe);
  const found = recorded ? await lastOf(recorded, asked) : stored;
  const bars = adjustedTo(found.slice(-limit).map(charted), await splitsOf(tx, series), now.getTime());
  const [first] = bars;
  const isIntraday = timeframe !== '1d' && timeframe !== '1w';
  return {
    timeframe,
    recorded: recorded !== null,
    bars,
    sessions: isIntraday
      ? sessionsUnder(
          seen.session,
          bars.map(({ time }) => time),
        )
      : [],
    next: found.length > limit && first ? new Date(first.time).toISOString() : null,
  };
}

async function lastOf(
  bars: AsyncIterable<Bar>,
  { before, count }: { before: number; count: number },
): Promise<Bar[]> {
  const found: Bar[] = [];
  for await (const bar of bars) {
    if (bar.ts >= before) break;
    found.push(bar);
    if (found.length > count) found.shift();
  }
  return found;
}

const charted = ({ ts, open, high, low, close, volume }: Bar): InstrumentBars['bars'][number] => ({
  time: ts,
  open,
  high,
  low,
  close,
  volume,
});
