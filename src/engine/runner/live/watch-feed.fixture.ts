import { test as base } from 'vitest';
import { FAKE_KEY, type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { type Dialect, DIALECTS } from '#tests/fakes/exchange-dialects.ts';
import { KEYED } from '#src/engine/exchanges/keyed-registry.ts';
import { findExchange } from '#src/engine/exchanges/registry.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import { limitedAttempts } from '#src/engine/exchanges/live/attempts.ts';
import type { Cursor, Exchange, Timing } from '#src/engine/exchanges/live/exchange.ts';
import { type FeedEvent, openFeed } from '#src/engine/exchanges/live/live-feed.ts';
import { restOf } from '#src/engine/exchanges/live/rest.ts';
import { transportOf } from '#src/engine/exchanges/live/transport.ts';

export type ExchangeName = keyof typeof DIALECTS;
export const EXCHANGE_NAMES = Object.keys(DIALECTS) as ExchangeName[];
const dialectOf = (name: ExchangeName): Dialect => DIALECTS[name];
/** They have trades on record, so that what was missed can be fetched. */
export const RECORDING = EXCHANGE_NAMES.filter((name) => !dialectOf(name).forgets);
/** Their trades show by their numbers that others are missing. */
export const NUMBERED = EXCHANGE_NAMES.filter((name) => !dialectOf(name).unnumbered);
/** A key connects once, and Bitstamp has no limit of symbols: the others may need several connections. */
export const SEVERAL = NUMBERED;

/** Fast enough for a test; patient enough for a busy machine. */
const TIMING: Partial<Timing> = {
  silentAfterMs: 60_000,
  keepAliveEveryMs: 60_000,
  backoffMs: 20,
  backoffMostMs: 100,
  reorderMs: 60,
  giveUpMs: 5_000,
  lookEveryMs: 20,
};

/** An exchange, or a source with the key that the fake one knows. */
function knownOf(name: ExchangeName): { exchange: Exchange; headers: Readonly<Record<string, string>> } {
  const exchange = findExchange(name);
  if (exchange) return { exchange, headers: {} };
  const keyed = Object.values(KEYED).find(({ provider }) => provider.id === name);
  if (!keyed) throw new Error(`There is no exchange ${name}.`);
  const plan = keyed.provider.plans[0].id;
  return {
    exchange: keyed.open(FAKE_KEY, { name, plan, extended: false }),
    headers: keyed.headersOf(FAKE_KEY),
  };
}

/** A feed of one exchange, connected to a fake one, and all it said. */
async function watchFeed(
  name: ExchangeName,
  options: {
    timing?: Partial<Timing>;
    cursors?: Record<string, Cursor>;
    symbols?: readonly string[];
    /** Other limits than its own; the fake one knows that of a connection, and closes what is beyond it. */
    limits?: Pick<Exchange, 'mostSymbols' | 'mostConnections' | 'attempts'>;
  } = {},
) {
  const { mostSymbols } = options.limits ?? {};
  const fake: FakeExchange = await startFakeExchange(name, mostSymbols ? { mostSymbols } : {});
  const known = knownOf(name);
  const exchange = { ...known.exchange, ...options.limits };
  const [one, other] = DIALECTS[name].symbols;
  const events: FeedEvent[] = [];
  /** When each attempt to connect began. When it arrives also depends on how busy the machine is. */
  const attempted: number[] = [];
  const stopped = new AbortController();
  const get = restOf(fake.restUrl, Date.now, stopped.signal, known.headers);
  const feed = openFeed(exchange, {
    attempts: limitedAttempts(exchange.attempts),
    url: fake.socketUrl,
    connect: (...asked) => {
      attempted.push(performance.now());
      return transportOf(exchange)(...asked);
    },
    get,
    now: Date.now,
    random: Math.random,
    on: (event) => events.push(event),
    timing: { ...TIMING, ...options.timing },
  });
  const symbols = options.symbols ?? [one];
  feed.subscribe(new Map(symbols.map((symbol) => [symbol, options.cursors?.[symbol] ?? null])));
  const ticks = (symbol = one): Tick[] =>
    events.flatMap((event) => (event.kind === 'ticks' && event.symbol === symbol ? event.ticks : []));
  return {
    fake,
    exchange,
    feed,
    get,
    events,
    attempted,
    one,
    other,
    ticks,
    prices: (symbol = one): string[] => ticks(symbol).map((tick) => tick.text.price),
    states: (): string[] => events.flatMap((event) => (event.kind === 'state' ? [event.state] : [])),
    count: (kind: FeedEvent['kind']): number => events.filter((event) => event.kind === kind).length,
    stop: async () => {
      feed.stop();
      stopped.abort();
      await fake.stop();
    },
  };
}

export type Watch = typeof watchFeed;

/** `watch` is watchFeed; what it opened is stopped after the test. */
export const feedTest = base.extend<{ watch: Watch }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a fixture needs from this pattern
  watch: async ({}, use) => {
    const open: { stop: () => Promise<void> }[] = [];
    await use(async (...given) => {
      const watched = await watchFeed(...given);
      open.push(watched);
      return watched;
    });
    await Promise.all(open.map((each) => each.stop()));
  },
});
