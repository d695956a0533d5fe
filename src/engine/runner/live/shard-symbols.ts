import type { Database } from '#src/db/database.ts';
import type { Cursor } from '#src/engine/exchanges/live/exchange.ts';
import {
  type FeedEvent,
  type LiveFeed,
  openFeed,
  roomOf,
  type Trouble,
} from '#src/engine/exchanges/live/live-feed.ts';
import type { KnownPrice } from '#src/engine/market/quarantine/tick-inspector.ts';
import type { Reach } from '#src/engine/exchanges/reach.ts';
import type { BarPipeline, Progress } from './bar-pipeline.ts';
import { RestError } from '#src/engine/exchanges/live/rest.ts';
import { fillHistory } from './fill-history.ts';
import type { FeedHistory } from './feed-history.ts';
import type { InstrumentBars } from './instrument-bars.ts';
import { type Known, progressOfAll, type Watched, watchedInstruments } from './live-store.ts';
import type { seriesVersions } from './series-versions.ts';
import { madeSeries } from './made-series.ts';
import { type Start, warmPipelines } from './warm-up.ts';

/** A longer gap isn't fetched trade by trade: the instrument starts anew, and the gap is recorded. */
const MOST_ABSENT_MS = 6 * 3_600_000;
/** An exchange's clock may be ahead of ours. What was closed later than this was closed while ours was ahead. */
const MOST_AHEAD_MS = 5 * 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;

/**
 * The last trusted price before the trades that come next. Trades that are fetched again have none. After a gap it is
 * the newest price, unless that is too old to judge the next one.
 */
const priceBefore = (known: Known | null, from: Progress | null, now: number): KnownPrice | null => {
  const price = known?.price ?? null;
  if (!price) return null;
  return (from ? price.ts < from.closedUntil : now - price.ts < WEEK_MS) ? price : null;
};

type SymbolsDeps = {
  system: Database;
  reach: Reach;
  now: () => number;
  random: () => number;
  signal: AbortSignal;
  versions: ReturnType<typeof seriesVersions>;
  history: FeedHistory;
  log: { warn: (context: object, message: string) => void };
  open: (instrument: Watched, pipeline: BarPipeline) => InstrumentBars;
  /** Called with everything the feed reports. */
  on: (event: FeedEvent) => void;
  /** Called when nothing is watched any more and the connection was closed. */
  onResting: () => void;
};

/** The symbols of a shard: who is watched, subscribed to and refused, and the connection that gives their trades. */
export const shardSymbols = (deps: SymbolsDeps) => {
  const { system, reach, now, versions, history } = deps;
  const { exchange } = reach;
  const entries = new Map<string, InstrumentBars>();
  const refused = new Set<string>();
  let feed: LiveFeed | null = null;
  const made = madeSeries(system, versions, now);

  /** Where an instrument continues: at its cursor, or anew after a long gap. */
  function startOf(instrument: Watched, known: Known | null): Start {
    let progress = known?.progress ?? null;
    if (progress && now() - progress.closedUntil > MOST_ABSENT_MS) {
      const since = new Date(progress.closedUntil).toISOString();
      history.record('hole', instrument, `nothing was watched since ${since}`);
      progress = null;
    }
    if (progress && progress.closedUntil - now() > MOST_AHEAD_MS) {
      const until = new Date(progress.closedUntil).toISOString();
      history.record('hole', instrument, `the clock was ahead, and bars were closed until ${until}`);
      progress = null;
    }
    return { instrument, progress, price: priceBefore(known, progress, now()) };
  }

  /** Fetches the bars of an instrument that nobody watched. @returns from where to continue; null: with the next trade */
  async function filled(instrument: Watched, known: Known | null): Promise<Progress | null> {
    const { signal } = deps;
    try {
      return await fillHistory(
        { system, reach, now, signal },
        instrument,
        known?.progress?.closedUntil ?? null,
      );
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      history.record('hole', instrument, `earlier bars could not be fetched: ${error.message}`);
      return null;
    }
  }

  /** Adds instruments; `cursors` collects where the trades of each start, for the subscription. */
  async function enter(fresh: readonly Watched[], cursors: Map<string, Cursor | null>): Promise<void> {
    const known = await progressOfAll(
      system,
      fresh.map(({ id }) => id),
    );
    const starts = fresh.map((instrument) => startOf(instrument, known.get(instrument.id) ?? null));
    for (const start of starts)
      if (!start.progress && exchange.history)
        start.progress = await filled(start.instrument, known.get(start.instrument.id) ?? null);
    await warmPipelines(system, starts, versions.splitsOf, ({ instrument, progress }, pipeline) => {
      const entry = deps.open(instrument, pipeline);
      entries.set(instrument.symbol, entry);
      made.expect(instrument, entry.demand);
      cursors.set(instrument.symbol, progress?.cursor ?? null);
    });
  }

  function leaveUnwatched(watched: readonly Watched[]): void {
    const wanted = new Set(watched.map(({ symbol }) => symbol));
    const gone = [...entries.keys()].filter((symbol) => !wanted.has(symbol));
    feed?.unsubscribe(gone);
    for (const symbol of gone) entries.delete(symbol);
    for (const symbol of refused) if (!wanted.has(symbol)) refused.delete(symbol);
  }

  function stop(): void {
    feed?.stop();
    feed = null;
  }

  const idsOf = (symbols: readonly string[]): string[] =>
    symbols.flatMap((symbol) => entries.get(symbol)?.instrument.id ?? []);

  return {
    get: (symbol: string): InstrumentBars | undefined => entries.get(symbol),
    all: (): MapIterator<InstrumentBars> => entries.values(),
    idsOf,
    instrumentOf: (symbol: string): Watched | null => entries.get(symbol)?.instrument ?? null,

    /** Subscribes to what is watched by now, and leaves the rest. */
    sync: async (): Promise<void> => {
      const watched = await watchedInstruments(system, exchange.name);
      leaveUnwatched(watched);
      const waiting = watched.filter(({ symbol }) => !entries.has(symbol) && !refused.has(symbol));
      const room = Math.max(0, roomOf(exchange) - entries.size);
      const fresh = waiting.slice(0, room);
      history.turnAway(waiting.slice(room));
      if (fresh.length > 0) feed ??= openFeed(exchange, { ...reach, now, random: deps.random, on: deps.on });
      await versions.read(watched.map(({ id }) => id));
      // All at once: an exchange allows few messages. Where bars are fetched first, one after the other.
      const batches = exchange.history ? fresh.map((instrument) => [instrument]) : [fresh];
      for (const batch of batches) {
        const cursors = new Map<string, Cursor | null>();
        await enter(batch, cursors).finally(() => feed?.subscribe(cursors));
      }
      if (entries.size > 0 || !feed) return;
      stop();
      deps.onResting();
    },

    /** Begins and ends the timeframes that rules need and that aren't kept of every symbol. */
    syncMade: (): Promise<void> => made.sync([...entries.values()]),

    /** The exchange refused a symbol: it's left alone until nobody watches it any more. Null: it didn't say which. */
    refuse: (symbol: string | null, problem: string): void => {
      const instrument = symbol === null ? null : entries.get(symbol)?.instrument;
      if (!instrument) {
        deps.log.warn({ feed: exchange.name, problem }, 'an exchange refused a request');
        if (symbol === null) history.refuseAny(problem);
        return;
      }
      history.refuse(instrument, problem);
      refused.add(instrument.symbol);
      entries.delete(instrument.symbol);
    },

    /** Closes the bars that are over by the clock, of symbols of which every trade has arrived. */
    closeByClock: (): void => {
      for (const each of entries.values())
        if (feed?.isComplete(each.instrument.symbol)) each.closeByClock(now());
    },

    /** When the exchange was heard last, and which connections and symbols are silent. */
    signs: (): { heardAt: number | null; troubles: Trouble[]; silent: string[]; isPartial: boolean } => {
      const troubles = feed?.troubles() ?? [];
      const silent = troubles.flatMap(({ symbols }) => symbols());
      return { heardAt: feed?.heardAt() ?? null, troubles, silent, isPartial: silent.length < entries.size };
    },
    stop,
  };
};
