import type { Attempts } from './attempts.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import type { ConnectionEvent, LiveState } from './connection-event.ts';
import type { Cursor, Exchange, Timing } from './exchange.ts';
import { pacedSender } from './paced-sender.ts';
import { patientQuestions } from './questions.ts';

export type FeedEvent =
  /** The state of a feed is that of its worst connection. */
  | ConnectionEvent
  /** The state of one connection changed. */
  | { kind: 'connection'; state: LiveState };

/** A connection without data, the same object until it recovers: since when (ms, UTC), why, and its symbols. */
export type Trouble = { readonly since: number; problem: string; readonly symbols: () => string[] };

type FeedOptions = Omit<ConnectionOptions, 'on' | 'timing' | 'sender' | 'ask'> & {
  attempts: Attempts;
  on: (event: FeedEvent) => void;
  timing?: Partial<Timing>;
};

export type LiveFeed = Connection & { troubles: () => Trouble[] };

const TIMING: Timing = {
  silentAfterMs: 15_000,
  keepAliveEveryMs: 5_000,
  backoffMs: 500,
  backoffMostMs: 30_000,
  reorderMs: 250,
  giveUpMs: 30_000,
  lookEveryMs: 250,
};

/** Worst first. */
const WORST: readonly LiveState[] = ['denied', 'away', 'silent', 'maintenance', 'connecting', 'live'];

/** The most symbols of an exchange, over all connections together. */
export const roomOf = ({ mostSymbols = Infinity, mostConnections = Infinity }: Exchange): number =>
  mostSymbols * mostConnections;

/** Why there is no room for another symbol, as a sentence for users. */
export const fullSentence = (exchange: Exchange): string => {
  const { title, mostSymbols = Infinity, mostConnections = Infinity } = exchange;
  const room = roomOf(exchange);
  if (exchange.operatorKey)
    return `The operator’s key for ${title} allows ${counted(room, 'symbol')}, of all workspaces together.`;
  if (exchange.login ?? exchange.withKey)
    return `This key for ${title} allows ${counted(room, 'symbol')} at a time.`;
  return `${title} sends ${counted(mostSymbols, 'symbol')} per connection, and allows ${counted(mostConnections, 'connection')}. All workspaces together can watch ${counted(room, 'symbol')} here.`;
};
const counted = (number: number, what: string): string =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

type Health = { state: LiveState; trouble: Trouble | null };
type Open = { connection: Connection; health: Health; symbols: Set<string> };

/**
 * One feed over as many connections as its symbols need. A new symbol goes to the first connection with room, and is
 * refused if there is none. A connection without symbols is closed, except for the first. Connections fail and recover
 * on their own; they share only the limits that the exchange counts per address.
 */
export function openFeed(exchange: Exchange, options: FeedOptions): LiveFeed {
  const { now, random, on } = options;
  const timing = { ...TIMING, ...exchange.timing, ...options.timing };
  const { mostSymbols = Infinity, mostConnections = Infinity, sendEveryMs, countsMessagesOf } = exchange;
  const stopped = new AbortController();
  const atOnce = exchange.questionsAtOnce ?? 1;
  const ask = patientQuestions({ atOnce, timing, now, random, stopped: stopped.signal });
  const sharedSender = pacedSender(sendEveryMs);
  const homes = new Map<string, Open>();
  let connections: Open[] = [];
  let reported: { state: LiveState; problem: string | null } | null = null;

  function open(): Open {
    const health: Health = { state: 'connecting', trouble: null };
    const connection = openConnection(exchange, {
      ...options,
      timing,
      ask,
      sender: countsMessagesOf === 'address' ? sharedSender : pacedSender(sendEveryMs),
      on: (event) => {
        if (event.kind !== 'state') return hear(event);
        health.state = event.state;
        if (event.state === 'live') health.trouble = null;
        else if (event.state !== 'connecting') {
          const problem = event.problem ?? 'nothing was heard from the exchange';
          health.trouble ??= { since: now(), problem, symbols: () => connection.symbols() };
          health.trouble.problem = problem;
        }
        on({ kind: 'connection', state: event.state });
        reportState();
      },
    });
    const opened = { connection, health, symbols: new Set<string>() };
    connections.push(opened);
    reportState();
    return opened;
  }

  function reportState(): void {
    const worst = WORST.find((state) => connections.some(({ health }) => health.state === state));
    if (!worst) return;
    const troubled = connections.filter(({ health }) => health.trouble);
    const why = troubled.find(({ health }) => health.state === worst)?.health.trouble?.problem ?? null;
    const of = connections.length > 1 ? `${troubled.length} of ${connections.length} connections: ` : '';
    const problem = why === null ? null : of + why;
    if (worst === reported?.state && problem === reported.problem) return;
    reported = { state: worst, problem };
    on({ kind: 'state', ...reported });
  }

  function hear(event: Exclude<ConnectionEvent, { kind: 'state' }>): void {
    if (event.kind === 'refused' && event.symbol !== null) forget([event.symbol]);
    on(event);
  }

  /** Removes symbols and closes connections left empty. @returns the others, each with the symbols it lost */
  function forget(symbols: readonly string[]): Map<Open, string[]> {
    const affected = new Map<Open, string[]>();
    for (const symbol of symbols) {
      const home = homes.get(symbol);
      if (!home) continue;
      homes.delete(symbol);
      home.symbols.delete(symbol);
      const own = affected.get(home) ?? [];
      own.push(symbol);
      affected.set(home, own);
    }
    for (const home of affected.keys()) {
      if (home.symbols.size > 0 || home === connections[0]) continue;
      affected.delete(home);
      connections = connections.filter((each) => each !== home);
      home.connection.stop();
    }
    reportState();
    return affected;
  }

  open();
  return {
    subscribe: (wanted) => {
      const shares = new Map<Open, Map<string, Cursor | null>>();
      for (const [symbol, cursor] of wanted) {
        if (homes.has(symbol)) continue;
        const roomy = connections.find(({ symbols }) => symbols.size < mostSymbols);
        const home = roomy ?? (connections.length < mostConnections ? open() : null);
        if (!home) {
          on({ kind: 'refused', symbol, problem: fullSentence(exchange) });
          continue;
        }
        homes.set(symbol, home);
        home.symbols.add(symbol);
        shares.set(home, (shares.get(home) ?? new Map<string, Cursor | null>()).set(symbol, cursor));
      }
      for (const [home, share] of shares) home.connection.subscribe(share);
    },
    unsubscribe: (symbols) => {
      for (const [home, gone] of forget(symbols)) home.connection.unsubscribe(gone);
    },
    symbols: () => [...homes.keys()],
    isComplete: (symbol) => homes.get(symbol)?.connection.isComplete(symbol) ?? false,
    heardAt: () =>
      connections.reduce<number | null>((latest, { connection }) => {
        const at = connection.heardAt();
        return at === null || (latest !== null && latest >= at) ? latest : at;
      }, null),
    troubles: () => connections.flatMap(({ health }) => health.trouble ?? []),
    stop: () => {
      stopped.abort();
      for (const { connection } of connections) connection.stop();
    },
  };
}
