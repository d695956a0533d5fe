import type { Tx } from '#src/db/database.ts';
import { instrumentQuality } from '#src/db/queries/instrument-quality.ts';
import { hasBars, seenInstrument, storedInstrument } from '#src/db/queries/instruments.ts';
import { barsBefore, type BarsBefore } from '#src/engine/market/bars/bar-store.ts';
import { madeBefore } from '#src/engine/market/bars/made-bars.ts';
import { largerBars } from '#src/engine/market/bars/larger-bars.ts';
import { type CalendarName, CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { adjustedTo } from '#src/engine/market/splits/corporate-actions.ts';
import { splitsOf } from '#src/engine/market/splits/split-store.ts';
import { AppError } from '#src/shared/errors.ts';
import type { InstrumentBars, InstrumentDetail } from '#src/shared/instrument-detail.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { hoursAt, sessionsUnder } from './hours.ts';
import { quoteOf } from './quote.ts';
import { isDaysLong, madeOf, smallerThan } from '#src/shared/timeframes.ts';

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
  const isStored = stored.length > 0 || (await hasBars(tx, series));
  const isOurs = !isStored && !seen.owned;
  const shipped = isOurs ? recordedBars(seen.symbol, timeframe) : null;
  const made = shipped ? null : await madeOfSmaller(tx, seen, asked);
  const recorded = shipped
    ? await lastOf(shipped, asked)
    : isOurs && !made
      ? await madeOfRecorded(recordedBars, seen, asked)
      : null;
  const found = recorded ?? made ?? stored;
  const bars = adjustedTo(found.slice(-limit).map(charted), await splitsOf(tx, series), now.getTime());
  const [first] = bars;
  return {
    timeframe,
    recorded: recorded !== null,
    bars,
    sessions: isDaysLong(timeframe)
      ? []
      : sessionsUnder(
          seen.session,
          bars.map(({ time }) => time),
        ),
    next: found.length > limit && first ? new Date(first.time).toISOString() : null,
  };
}

/**
 * Bars of a timeframe that isn't stored, made of the largest smaller one that is; null where it's stored itself, or
 * nothing is. What a feed's rules needed of it is stored with holes, from when none did, and is made anew.
 */
async function madeOfSmaller(
  tx: Tx,
  { feed, session }: { feed: string | null; session: CalendarName },
  { instrumentId, timeframe, before, count }: BarsBefore,
): Promise<Bar[] | null> {
  if (feed === null ? await hasBars(tx, { instrumentId, timeframe }) : madeOf(timeframe) === null)
    return null;
  for (const from of smallerThan(timeframe)) {
    if (!(await hasBars(tx, { instrumentId, timeframe: from }))) continue;
    const { bars } = await madeBefore(tx, { instrumentId, session, timeframe }, { from, before, count });
    return bars;
  }
  return null;
}

/** The same of bars that ship with the product, where no others are stored. */
async function madeOfRecorded(
  recordedBars: RecordedBars,
  { symbol, session }: { symbol: string; session: CalendarName },
  { timeframe, before, count }: BarsBefore,
): Promise<Bar[] | null> {
  for (const from of smallerThan(timeframe)) {
    const recorded = recordedBars(symbol, from);
    if (!recorded) continue;
    const bars: Bar[] = [];
    for await (const bar of recorded) if (bar.ts < before) bars.push(bar);
    return largerBars(CALENDARS[session], { from, to: timeframe }, bars, []).slice(-count);
  }
  return null;
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
