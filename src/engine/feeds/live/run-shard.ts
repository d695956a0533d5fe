import { setTimeout as sleep } from 'node:timers/promises';
import type { Timeframe } from '#src/shared/market.ts';
import type { FeedState } from '#src/shared/feeds.ts';
import { CALENDARS } from '../bars/calendars.ts';
import { endsOf } from '../bars/ends.ts';
import type { Tick } from '../tick.ts';
import { watchSeries, type WatchDeps } from '../watching.ts';
import type { Attempts } from './attempts.ts';
import type { Connect, Cursor, Exchange, Get, Timing } from './exchange.ts';
import type { Closed, Line, Progress } from './line.ts';
import { type FeedEvent, type LiveFeed, openFeed, roomOf } from './live-feed.ts';
import {
  type Known,
  progressOfAll,
  storePrices,
  type Watched,
  watchedInstruments,
  watchersOf,
} from './live-store.ts';
import { newsBoard } from './news-board.ts';
import { quarantineBook } from './quarantine-book.ts';
import {
  type Health,
  heldQuestion,
  type Holding,
  leaveShard,
  noTally,
  renewShard,
  Superseded,
} from './shard-lease.ts';
import { shardStore } from './shard-store.ts';
import { shardNotes } from './shard-notes.ts';
import { silenceTeller } from './silence.ts';
import type { KnownPrice } from './tick-inspector.ts';
import { type Start, warmLines } from './warm-up.ts';

export type ShardDeps = WatchDeps & {
  random: () => number;
  log: WatchDeps['log'] & { error: (context: object, message: string) => void };
};
/** How to reach an exchange. */
export type Reach = {
  exchange: Exchange;
  url: string;
  connect: Connect;
  /** Counts attempts to connect: one count for a process, whoever makes them. */
  attempts: Attempts;
  get: Get;
  timing?: Partial<Timing>;
};

const RENEW_EVERY_MS = 500;
const LOOK_EVERY_MS = 1_000;
const CLOSE_EVERY_MS = 100;
const ANNOUNCE_EVERY_MS = 2_000;
const AGAIN_AFTER_MS = 1_000;
/** A longer absence is not fetched trade by trade: one begins anew, and the hole is on record. */
const MOST_ABSENT_MS = 6 * 3_600_000;
const WEEK_MS = 7 * 24 * 3_600_000;

type Entry = {
  instrument: Watched;
  line: Line;
  /** What closes is stored and watched one after the other. */
  chain: Promise<void>;
  waiting: number;
  watch: Map<Timeframe, ReturnType<typeof watchSeries>>;
  lagFloor: number | null;
};

/**
 * The price that was believed last before the trades that come first now. Of those that are given once more it is none;
 * after an absence it is the newest, unless that is too old to say anything of the next.
 */
const priceBefore = (known: Known | null, from: Progress | null, now: number): KnownPrice | null => {
  const price = known?.price ?? null;
  if (!price) return null;
  return (from ? price.ts < from.closedUntil : now - price.ts < WEEK_MS) ? price : null;
};

const endOf = ({ instrument }: Entry, timeframe: Timeframe): ((ts: number) => number) =>
  endsOf(CALENDARS[instrument.session], timeframe).endOf;

/** Works a shard from the taking of its lease until the lease is lost or the signal aborts. Never throws. */
export async function runShard(
  deps: ShardDeps,
  reach: Reach,
  holding: Holding,
  stop: AbortSignal,
): Promise<void> {
  const { exchange } = reach;
  const { system } = deps;
  const now = (): number => deps.clock().getTime();
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const entries = new Map<string, Entry>();
  const refused = new Set<string>();
  const book = quarantineBook(exchange.name);
  const store = shardStore(system, holding);
  const board = newsBoard(system);
  const tellOfTroubles = silenceTeller(deps, exchange.title);
  const prices = new Map<string, Tick>();
  let tally = noTally();
  let health = { state: 'resting' as FeedState, problem: null as string | null, since: deps.clock() };
  let lagMs: number | null = null;
  let settled: FeedState = 'resting';
  let feed: LiveFeed | null = null;
  let announcedAt = 0;
  /** Instruments that people would see something new of, and whether it is so with the feed itself. */
  const stirred = new Set<string>();
  let isStirred = true;

  const fail = (error: unknown, what: string): void => {
    if (error instanceof Superseded) return lost.abort();
    if (!signal.aborted) deps.log.error({ err: error, feed: exchange.name }, what);
  };
  const background = (work: Promise<unknown>, what: string): void =>
    void work.catch((error: unknown) => fail(error, what));
  const notes = shardNotes(deps, exchange, (work, what) => {
    isStirred = true;
    background(work, what);
  });

  /** Events are made only while the lease is held: the question is part of their transaction. */
  const fenced: WatchDeps = {
    ...deps,
    news: board.of,
    fence: {
      question: heldQuestion(holding),
      broken: () => new Superseded(`Another process holds ${exchange.name} by now.`),
    },
  };

  function become(state: FeedState, problem: string | null): void {
    announcedAt = 0;
    isStirred = true;
    if (state === health.state) {
      health.problem = problem;
      return;
    }
    health = { state, problem, since: deps.clock() };
    if (state === 'connecting' || state === 'resting') return;
    if (state !== settled && !(state === 'live' && settled === 'resting'))
      notes.happen(state, null, problem ?? '');
    settled = state;
  }

  function hear(event: FeedEvent): void {
    if (signal.aborted) return;
    switch (event.kind) {
      case 'ticks': {
        const entry = entries.get(event.symbol);
        if (entry) for (const tick of event.ticks) take(entry, tick, event.receivedAt);
        return;
      }
      case 'state':
        return become(event.state, event.problem);
      case 'connection':
        if (event.state === 'live') tally.connects += 1;
        if (event.state === 'silent') tally.silences += 1;
        return;
      case 'bad': {
        const instrumentId = (event.symbol && entries.get(event.symbol)?.instrument.id) || null;
        tally.quarantined += 1;
        if (instrumentId) stirred.add(instrumentId);
        else isStirred = true;
        return book.add({ ...event, instrumentId }, now());
      }
      case 'repeated':
        tally.repeated += 1;
        return;
      case 'filled':
        tally.filled += event.count;
        return;
      case 'lost':
        tally.lost += event.count;
        return notes.happen('lost', instrumentOf(event.symbol), `${event.count} trades: ${event.problem}`);
      case 'behind':
        return notes.happen('hole', instrumentOf(event.symbol), `not caught up with yet: ${event.problem}`);
      case 'refused':
        return refuse(event.symbol, event.problem);
      default:
    }
  }

  const instrumentOf = (symbol: string): Watched | null => entries.get(symbol)?.instrument ?? null;

  function refuse(symbol: string | null, problem: string): void {
    const instrument = symbol === null ? null : instrumentOf(symbol);
    if (!instrument) {
      deps.log.warn({ feed: exchange.name, problem }, 'an exchange refused what it was asked');
      if (symbol === null) notes.refuseAny(problem);
      return;
    }
    notes.refuse(instrument, problem);
    refused.add(instrument.symbol);
    entries.delete(instrument.symbol);
  }

  function take(entry: Entry, tick: Tick, receivedAt: number): void {
    tally.ticks += 1;
    const lag = receivedAt - tick.ts;
    entry.lagFloor = entry.lagFloor === null ? lag : Math.min(lag, entry.lagFloor + 1);
    lagMs = Math.round(Math.max(-2e9, Math.min(2e9, lag)));
    const doubt = entry.line.add(tick, receivedAt);
    if (doubt === 'late') tally.late += 1;
    else if (doubt) {
      tally.quarantined += 1;
      stirred.add(entry.instrument.id);
      const sample = `${entry.instrument.symbol} ${tick.text.price} ${tick.text.size ?? ''} ${new Date(tick.ts).toISOString()} #${tick.id}`;
      book.add({ ...doubt, sample, instrumentId: entry.instrument.id }, receivedAt);
    } else {
      const newest = entry.line.newest();
      if (newest) prices.set(entry.instrument.id, newest);
      closeBars(entry);
    }
  }

  function closeBars(entry: Entry, at?: number): void {
    const result = entry.line.close(at);
    if (!result) return;
    entry.waiting += 1;
    entry.chain = entry.chain
      .then(() => settle(entry, result))
      .catch((error: unknown) => fail(error, 'dealing with closed bars failed'))
      .finally(() => (entry.waiting -= 1));
  }

  /** Bars, then events, then the cursor: whoever takes over in between repeats it, and repeating makes nothing twice. */
  async function settle(
    entry: Entry,
    { closed, progress }: { closed: Closed[]; progress: Progress },
  ): Promise<void> {
    const { id } = entry.instrument;
    while (!signal.aborted) {
      try {
        // Events are made meanwhile, and stand when the bars do.
        const stored = store.bars({ instrumentId: id, closed });
        const fed = await Promise.allSettled([
          stored,
          ...closed.map(({ timeframe, bars, shown }) => {
            const series = { instrumentId: id, timeframe };
            const seen = board.isEarly(series) ? shown : bars;
            if (seen.length === 0) return true;
            const feedBars =
              entry.watch.get(timeframe) ?? watchSeries(fenced, series, { endOf: endOf(entry, timeframe) });
            entry.watch.set(timeframe, feedBars);
            return feedBars(seen, signal, stored);
          }),
        ]);
        for (const each of fed) if (each.status === 'rejected') throw each.reason;
        if (fed.some((each) => each.status === 'fulfilled' && each.value === false)) return;
        return await store.progress({ instrumentId: id, progress });
      } catch (error) {
        if (error instanceof Superseded) throw error;
        // The database was away: what the watch has seen of this batch is forgotten and seen again.
        entry.watch.clear();
        deps.log.warn({ err: error, feed: exchange.name }, 'closed bars wait: they could not be stored');
        await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** How an instrument goes on: from where it was, or anew after a long absence. */
  function startOf(instrument: Watched, known: Known | null): Start {
    let progress = known?.progress ?? null;
    if (progress && now() - progress.closedUntil > MOST_ABSENT_MS) {
      const since = new Date(progress.closedUntil).toISOString();
      notes.happen('hole', instrument, `nothing was watched since ${since}`);
      progress = null;
    }
    return { instrument, progress, price: priceBefore(known, progress, now()) };
  }

  /** Goes on with instruments: `entered` is told where the trades of each begin, which is to be subscribed to. */
  async function enter(fresh: readonly Watched[], entered: Map<string, Cursor | null>): Promise<void> {
    const known = await progressOfAll(
      system,
      fresh.map(({ id }) => id),
    );
    const starts = fresh.map((instrument) => startOf(instrument, known.get(instrument.id) ?? null));
    await warmLines(system, starts, board.splitsOf, ({ instrument, progress }, line) => {
      entries.set(instrument.symbol, {
        instrument,
        line,
        chain: Promise.resolve(),
        waiting: 0,
        watch: new Map(),
        lagFloor: null,
      });
      entered.set(instrument.symbol, progress?.cursor ?? null);
    });
  }

  /** Subscribes to what is watched by now, and leaves what is not. */
  async function look(): Promise<void> {
    const watched = await watchedInstruments(system, exchange.name);
    const wanted = new Map(watched.map((each) => [each.symbol, each]));
    const gone = [...entries.keys()].filter((symbol) => !wanted.has(symbol));
    feed?.unsubscribe(gone);
    for (const symbol of gone) entries.delete(symbol);
    for (const symbol of refused) if (!wanted.has(symbol)) refused.delete(symbol);
    const waiting = watched.filter(({ symbol }) => !entries.has(symbol) && !refused.has(symbol));
    const room = Math.max(0, roomOf(exchange) - entries.size);
    const fresh = waiting.slice(0, room);
    notes.turnAway(waiting.slice(room));
    if (fresh.length > 0 && !feed)
      feed = openFeed(exchange, { ...reach, now, random: deps.random, on: hear });
    await board.read(watched.map(({ id }) => id));
    // All at once: an exchange allows few messages.
    const entered = new Map<string, Cursor | null>();
    await enter(fresh, entered).finally(() => feed?.subscribe(entered));
    if (entries.size === 0 && feed) {
      feed.stop();
      feed = null;
      settled = 'resting';
      become('resting', null);
    }
  }

  async function write(): Promise<void> {
    const fresh = new Map(prices);
    prices.clear();
    await storePrices(system, fresh);
    await book.flush(system);
    for (const id of fresh.keys()) stirred.add(id);
    const ids = [...entries.values()].map((entry) => entry.instrument.id);
    if (now() - announcedAt >= ANNOUNCE_EVERY_MS) {
      announcedAt = now();
      const seen = isStirred ? [...ids, ...stirred] : [...stirred];
      isStirred = false;
      stirred.clear();
      for (const workspaceId of await watchersOf(system, seen)) deps.announce(workspaceId, 'feeds');
    }
    const { troubles, isPartial } = troublesNow();
    await tellOfTroubles(troubles, { isPartial, instrumentsOf: idsOf, now: deps.clock() });
  }

  const idsOf = (symbols: readonly string[]): string[] =>
    symbols.flatMap((symbol) => entries.get(symbol)?.instrument.id ?? []);
  function troublesNow() {
    const troubles = feed?.troubles() ?? [];
    const silent = troubles.flatMap(({ symbols }) => symbols());
    return { troubles, silent, isPartial: silent.length < entries.size };
  }

  const healthNow = (): Health => {
    const heardAt = feed?.heardAt() ?? null;
    const { silent, isPartial } = troublesNow();
    return {
      ...health,
      lagMs,
      lastMessageAt: heardAt === null ? null : new Date(heardAt),
      silent: isPartial ? idsOf(silent) : [],
    };
  };
  async function renew(): Promise<void> {
    const given = tally;
    tally = noTally();
    try {
      if (!(await renewShard(system, holding, healthNow(), given))) lost.abort();
    } catch (error) {
      for (const name of Object.keys(given) as (keyof typeof given)[]) tally[name] += given[name];
      throw error;
    }
  }

  /** Does something again and again, never twice at once, until the end. */
  async function every(ms: number, work: () => Promise<void>, what: string): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => fail(error, what));
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  const closing = setInterval(() => {
    for (const entry of entries.values())
      if (entry.lagFloor !== null && feed?.isComplete(entry.instrument.symbol))
        closeBars(entry, now() - entry.lagFloor);
  }, CLOSE_EVERY_MS);
  await Promise.all([
    every(RENEW_EVERY_MS, renew, 'renewing the lease of a feed failed'),
    every(LOOK_EVERY_MS, look, 'looking for watched symbols failed'),
    every(LOOK_EVERY_MS, write, 'writing down how a feed is failed'),
  ]);
  clearInterval(closing);
  (feed as LiveFeed | null)?.stop();
  await Promise.all([...entries.values()].map((entry) => entry.chain));
  if (!lost.signal.aborted)
    await renewShard(system, holding, healthNow(), tally)
      .then(() => leaveShard(system, holding))
      .catch(() => undefined);
}
