import { type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { DIALECTS } from '#tests/fakes/exchange-dialects.ts';
import { findExchange } from '../registry.ts';
import type { Tick } from '../tick.ts';
import { countedAttempts } from './attempts.ts';
import type { Cursor, Exchange, Timing } from './exchange.ts';
import { type FeedEvent, openFeed } from './live-feed.ts';
import { restOf } from './rest.ts';
import { connectWebSocket } from './web-socket.ts';

export type ExchangeName = keyof typeof DIALECTS;
export const EXCHANGE_NAMES = Object.keys(DIALECTS) as ExchangeName[];

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

/** A feed of one exchange, connected to a fake one, and all it said. */
export async function watchFeed(
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
  const known = findExchange(name);
  if (!known) throw new Error(`There is no exchange ${name}.`);
  const exchange = { ...known, ...options.limits };
  const [one, other] = DIALECTS[name].symbols;
  const events: FeedEvent[] = [];
  const stopped = new AbortController();
  const get = restOf(fake.restUrl, Date.now, stopped.signal);
  const feed = openFeed(exchange, {
    attempts: countedAttempts(exchange.attempts),
    url: fake.socketUrl,
    connect: connectWebSocket,
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
