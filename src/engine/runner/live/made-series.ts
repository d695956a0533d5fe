import type { Database } from '#src/db/database.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { storeMade } from '#src/engine/market/bars/made-bars.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import { CALENDARS, type MarketCalendar } from '#src/engine/market/sessions/calendars.ts';
import { sessionsOf } from '#src/engine/market/sessions/sessions.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { KEPT_TIMEFRAMES, madeOf, smallerThan } from '#src/shared/timeframes.ts';
import type { Progress } from './bar-pipeline.ts';
import type { InstrumentBars } from './instrument-bars.ts';
import { barsInRanges, type Watched } from './live-store.ts';
import type { seriesVersions } from './series-versions.ts';
import type { BarRange } from './warm-up.ts';

const MINUTE = 60_000;

type Expected = Pick<Progress, 'closedUntil' | 'wholeFrom'>;
type Demand = InstrumentBars['demand'];
type Versions = Pick<ReturnType<typeof seriesVersions>, 'madeOf'>;

/**
 * The timeframes of a shard that aren't kept of every symbol: those that rules need are made from the minutes of the feed
 * as long as one needs them, and others cost nothing. What came before is made of stored bars.
 */
export const madeSeries = (system: Database, versions: Versions, now: () => number) => {
  const waiting = new Map<Demand, Map<Timeframe, Expected>>();

  const expect = ({ id }: Watched, demand: Demand): void => {
    const known = demand.made();
    const wanted = versions.madeOf(id);
    const waits = waiting.get(demand) ?? new Map<Timeframe, Expected>();
    for (const timeframe of known.filter((each) => !wanted.includes(each))) {
      demand.leave(timeframe);
      waits.delete(timeframe);
    }
    for (const timeframe of wanted.filter((each) => !known.includes(each)))
      waits.set(timeframe, demand.expect(timeframe));
    if (waits.size > 0) waiting.set(demand, waits);
    else waiting.delete(demand);
  };

  async function begin(entry: InstrumentBars, timeframe: Timeframe, expected: Expected): Promise<void> {
    const { id: instrumentId, session } = entry.instrument;
    const { closedUntil } = expected;
    // Bars that closed by then may still be on their way to the database.
    await entry.settled();
    await storeMade(system, { instrumentId, session, timeframe }, closedUntil > 0 ? closedUntil : now());
    const calendar = CALENDARS[session];
    const ranges = closedUntil > 0 ? rangesFor(calendar, timeframe, closedUntil) : [];
    const stored = await barsInRanges(
      system,
      ranges.map((range) => ({ instrumentId, ...range })),
    );
    const pieces = ranges.flatMap(({ timeframe: part }) =>
      (stored.get(`${instrumentId} ${part}`) ?? []).map(atItsEnd(calendar, part)),
    );
    entry.demand.follow(timeframe, pieces, wholeSince(calendar, timeframe, expected, pieces));
  }

  return {
    /** Collects minutes for what rules need of an instrument. Call it before its first trade. */
    expect,
    /** Begins and ends timeframes as rules need them. One that fails is tried again the next time, and holds up no other. */
    sync: async (entries: Iterable<InstrumentBars>): Promise<void> => {
      const errors: unknown[] = [];
      for (const entry of entries) {
        expect(entry.instrument, entry.demand);
        const waits = waiting.get(entry.demand) ?? new Map<Timeframe, Expected>();
        for (const [timeframe, expected] of waits) {
          try {
            await begin(entry, timeframe, expected);
            waits.delete(timeframe);
          } catch (error) {
            errors.push(error);
          }
        }
        if (waits.size === 0) waiting.delete(entry.demand);
      }
      if (errors.length > 0)
        throw new AggregateError(errors, `${errors.length} could not begin`, { cause: errors[0] });
    },
  };
};

/** The first moment from a time on at which the market is open (ms, UTC). */
const openFrom = (calendar: MarketCalendar, ts: number): number => sessionsOf(calendar).openFrom(ts) ?? ts;

/**
 * The stored bars that the bar of a timeframe open at `until` (ms, UTC, a full minute) consists of: the largest that make
 * it up so far, and so on down to minutes.
 */
export function rangesFor(calendar: MarketCalendar, timeframe: Timeframe, until: number): BarRange[] {
  const at = openFrom(calendar, until);
  let from = periodsOf(calendar, timeframe)(at)?.start ?? until;
  const base = madeOf(timeframe);
  const parts = KEPT_TIMEFRAMES.filter(
    (kept) => base !== null && (kept === base || smallerThan(base).includes(kept)),
  );
  return parts.toReversed().flatMap((part) => {
    const begin = from;
    const end = Math.min(until, periodsOf(calendar, part)(at)?.start ?? until);
    from = Math.max(begin, end);
    return end > begin ? [{ timeframe: part, from: begin, until: end }] : [];
  });
}

/** Moves a bar to its last minute: a split in it is then before that, and it has the scale after. */
export const atItsEnd = (calendar: MarketCalendar, timeframe: Timeframe): ((bar: Bar) => Bar) => {
  const { endOf } = endsOf(calendar, timeframe);
  return (bar) => ({ ...bar, ts: endOf(bar.ts) - MINUTE });
};

/**
 * Since when the bars of a timeframe are complete, if that is before those of the feed are: the days of the month so far
 * may be stored from before it was watched. Null where one is missing.
 */
export function wholeSince(
  calendar: MarketCalendar,
  timeframe: Timeframe,
  { closedUntil, wholeFrom }: Expected,
  pieces: readonly Bar[],
): number | null {
  // It begins with its first trade.
  if (closedUntil === 0) return null;
  const start = periodsOf(calendar, timeframe)(openFrom(calendar, closedUntil))?.start;
  if (madeOf(timeframe) !== '1d' || start === undefined || start >= wholeFrom) return null;
  const ends = new Set(pieces.map(({ ts }) => ts + MINUTE));
  const { nextEnd } = endsOf(calendar, '1d');
  for (let at = start; openFrom(calendar, at) < wholeFrom;) {
    at = nextEnd(at);
    if (!ends.has(at)) return null;
  }
  return start;
}
