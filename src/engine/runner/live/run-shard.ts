import type { FeedEvent } from '#src/engine/exchanges/live/live-feed.ts';
import type { Reach } from '#src/engine/exchanges/reach.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import { heldQuestion, type Holding, leaveShard, renewShard } from '#src/engine/leases/shard-lease.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { quarantineBook } from '#src/engine/market/quarantine/quarantine-book.ts';
import { tooOld } from '#src/engine/market/sessions/session-age.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import { type LeasedWork, pause } from '../run-leased.ts';
import { watchSeries, type WatchDeps } from '../watch-series.ts';
import { feedHistory } from './feed-history.ts';
import { type InstrumentBars, instrumentBars } from './instrument-bars.ts';
import { seriesVersions } from './series-versions.ts';
import { shardHealth } from './shard-health.ts';
import { shardStore } from './shard-store.ts';
import { shardSymbols } from './shard-symbols.ts';
import { shardUpdates } from './shard-updates.ts';
import { silenceNotifier } from './silence.ts';

export type ShardDeps = WatchDeps & {
  random: () => number;
  log: WatchDeps['log'] & { error: (context: object, message: string) => void };
};

const LOOK_EVERY_MS = 1_000;
const CLOSE_EVERY_MS = 100;

/** A live feed under its lease: trades become bars, bars are stored and evaluated, users see prices and health. */
export function liveShard(
  deps: ShardDeps,
  { reach, holding, signal, lose }: { reach: Reach; holding: Holding; signal: AbortSignal; lose: () => void },
): LeasedWork {
  const { exchange } = reach;
  const { system, clock } = deps;
  const now = (): number => clock().getTime();

  const fail = (error: unknown, message: string): void => {
    if (error instanceof Superseded) return lose();
    if (!signal.aborted) deps.log.error({ err: error, feed: exchange.name }, message);
  };
  const history = feedHistory(deps, exchange, (work, message) => {
    updates.feed();
    void work.catch((error: unknown) => fail(error, message));
  });
  const health = shardHealth(clock, (state, problem) => {
    if (state !== 'resting' && state !== 'connecting') history.record(state, null, problem);
    if (state === 'denied') deps.log.warn({ feed: exchange.name, problem }, 'a key was refused');
    if (state === 'away' || state === 'silent')
      deps.log.warn(
        { feed: exchange.name, problem },
        'a feed cannot be reached; it is retried at growing intervals',
      );
  });
  const quarantine = quarantineBook(exchange.name);
  const versions = seriesVersions(system);
  const notifyOfSilence = silenceNotifier(deps, exchange.title);

  /** Events commit only while the lease is held: the condition is part of their transaction. */
  const fenced: WatchDeps = {
    ...deps,
    versionOf: versions.of,
    fence: {
      question: heldQuestion(holding),
      broken: () => new Superseded(`Another process holds ${exchange.name} by now.`),
    },
  };
  const barDeps = {
    signal,
    store: shardStore(system, holding),
    watch: ({ id, session }: InstrumentBars['instrument'], timeframe: Parameters<typeof endsOf>[1]) =>
      watchSeries(
        fenced,
        { instrumentId: id, timeframe },
        {
          ...endsOf(CALENDARS[session], timeframe),
          tooOld: tooOld(CALENDARS[session], timeframe),
        },
      ),
    isEarly: versions.isEarly,
    onError: fail,
    log: deps.log,
  };
  const symbols = shardSymbols({
    system,
    reach,
    now,
    random: deps.random,
    signal,
    versions,
    history,
    log: deps.log,
    open: (instrument, pipeline) => instrumentBars(barDeps, instrument, pipeline),
    on: (event) => {
      if (!signal.aborted) hear(event);
    },
    onResting: () => health.become('resting', null),
  });
  const updates = shardUpdates({
    system,
    announce: deps.announce,
    now,
    quarantine,
    instrumentIds: () => [...symbols.all()].map(({ instrument }) => instrument.id),
  });

  /** The state that was stored last, as JSON. */
  let stored = '';

  function hear(event: FeedEvent): void {
    switch (event.kind) {
      case 'ticks': {
        const entry = symbols.get(event.symbol);
        if (entry) for (const tick of event.ticks) take(entry, tick, event.receivedAt);
        return;
      }
      case 'state':
        return health.become(event.state, event.problem);
      case 'connection':
        if (event.state === 'live') health.count('connects');
        if (event.state === 'silent') health.count('silences');
        return;
      case 'bad':
        return reject(event.symbol === null ? null : symbols.instrumentOf(event.symbol), event, now());
      case 'repeated':
        return health.count('repeated');
      case 'filled':
        return health.count('filled', event.count);
      case 'lost':
        health.count('lost', event.count);
        return history.record(
          'lost',
          symbols.instrumentOf(event.symbol),
          event.count > 0
            ? `${event.count} trades: ${event.problem}`
            : `trades may be missing: ${event.problem}`,
        );
      case 'behind':
        return history.record(
          'hole',
          symbols.instrumentOf(event.symbol),
          `not caught up with yet: ${event.problem}`,
        );
      case 'withdrawn': {
        const entry = symbols.get(event.symbol);
        if (!entry || entry.withdraw(event.key, event.by)) return;
        const { key, by } = event;
        const sample = `${event.symbol} ${key}${by ? ` now ${by.text.price}` : ''}`;
        const problem = `a trade was ${by ? 'corrected' : 'canceled'} after its bar had closed; the bar stays`;
        return reject(entry.instrument, { reason: 'canceled', problem, sample }, now());
      }
      case 'halt': {
        const entry = symbols.get(event.symbol);
        if (!entry) return;
        updates.instrument(entry.instrument.id);
        return history.halt(entry.instrument, event.halt);
      }
      case 'refused':
        return symbols.refuse(event.symbol, event.problem);
      default:
    }
  }

  function take(entry: InstrumentBars, tick: Tick, receivedAt: number): void {
    const { instrument } = entry;
    health.count('ticks');
    health.lag(receivedAt - tick.ts);
    const doubt = entry.add(tick, receivedAt);
    if (doubt === 'late') return health.count('late');
    if (doubt) {
      const { price, size } = tick.text;
      const at = new Date(tick.ts).toISOString();
      const sample = `${instrument.symbol} ${price} ${size ?? ''} ${at} #${tick.id}`;
      return reject(instrument, { ...doubt, sample }, receivedAt);
    }
    const newest = entry.newest();
    if (newest) updates.price(instrument.id, newest);
  }

  /** Quarantines a trade or message that can't be right. */
  function reject(
    instrument: InstrumentBars['instrument'] | null,
    bad: Omit<Parameters<typeof quarantine.add>[0], 'instrumentId'>,
    at: number,
  ): void {
    health.count('quarantined');
    if (instrument) updates.instrument(instrument.id);
    else updates.feed();
    quarantine.add({ ...bad, instrumentId: instrument?.id ?? null }, at);
  }

  async function updateUsers(): Promise<void> {
    await updates.flush();
    const { troubles, isPartial } = symbols.signs();
    await notifyOfSilence(troubles, { isPartial, instrumentsOf: symbols.idsOf, now: clock() });
  }

  async function renew(): Promise<boolean> {
    const { tally, putBack } = health.takeTally();
    const { heardAt, silent, isPartial } = symbols.signs();
    const current = health.now({
      lastMessageAt: heardAt === null ? null : new Date(heardAt),
      silent: isPartial ? symbols.idsOf(silent) : [],
    });
    try {
      const isHeld = await renewShard(system, holding, current, tally);
      const { state, problem, silent: silentIds } = current;
      const written = JSON.stringify([state, problem, silentIds]);
      // Announced once it's stored: a page that asks because of it must find it.
      if (written !== stored) updates.feed({ soon: true });
      stored = written;
      return isHeld;
    } catch (error) {
      putBack();
      throw error;
    }
  }

  /** Does something again and again, one call at a time, until the signal aborts. */
  async function every(ms: number, work: () => Promise<void>, message: string): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => fail(error, message));
      await pause(ms, signal);
    }
  }

  return {
    name: `feed ${exchange.name}`,
    run: async () => {
      const closing = setInterval(symbols.closeByClock, CLOSE_EVERY_MS);
      await Promise.all([
        every(LOOK_EVERY_MS, symbols.sync, 'updating the symbols of a feed failed'),
        every(LOOK_EVERY_MS, symbols.syncMade, 'beginning timeframes of rules failed'),
        every(LOOK_EVERY_MS, updateUsers, 'storing prices and health of a feed failed'),
      ]);
      clearInterval(closing);
      symbols.stop();
      await Promise.all([...symbols.all()].map((each) => each.settled()));
      return { state: 'released' };
    },
    renew,
    giveBack: async () => {
      await renew();
      await leaveShard(system, holding);
    },
  };
}
