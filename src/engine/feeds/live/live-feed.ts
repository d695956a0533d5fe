import type { Attempts } from './attempts.ts';
import {
  type Connection,
  type ConnectionEvent,
  type ConnectionOptions,
  type LiveState,
  openConnection,
} from './connection.ts';
import type { Cursor, Exchange, Timing } from './exchange.ts';
import { paced } from './pace.ts';
import { patientQuestions } from './questions.ts';

export type FeedEvent =
  /** How the feed as a whole is: as the worst of its connections. */
  | ConnectionEvent
  /** One of its connections has come to be so. */
  | { kind: 'connection'; state: LiveState };

/** A connection that gives nothing, the same object until it does: since when (ms, UTC), why, and what comes over it. */
export type Trouble = { readonly since: number; problem: string; readonly symbols: () => string[] };

export type FeedOptions = Omit<ConnectionOptions, 'on' | 'timing' | 'outbox' | 'ask'> & {
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

/** The worst first. */
const WORST: readonly LiveState[] = ['away', 'silent', 'maintenance', 'connecting', 'live'];

/** So many symbols of an exchange are told at most, over all connections together. */
export const roomOf = ({ mostSymbols = Infinity, mostConnections = Infinity }: Exchange): number =>
  mostSymbols * mostConnections;

/** Why a symbol has no room, in one sentence. */
export const fullSentence = (exchange: Exchange): string => {
  const { title, mostSymbols = Infinity, mostConnections = Infinity } = exchange;
  const room = roomOf(exchange);
  return `${title} tells ${counted(mostSymbols, 'symbol')} over one connection, and ${counted(mostConnections, 'connection')} ${mostConnections === 1 ? 'is' : 'are'} opened to it at most: the ${counted(room, 'symbol')} that ${room === 1 ? 'fits is' : 'fit are'} watched here, by all workspaces together.`;
};
const counted = (number: number, what: string): string =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

type Health = { state: LiveState; trouble: Trouble | null };
type Open = { connection: Connection; health: Health; symbols: Set<string> };

/**
 * Gives the trades of any number of symbols as if over one connection: they are spread over as many as the limit of one
 * makes necessary. A new symbol goes to the first with room, and is refused where there is none; one that is left makes
 * room; a connection that all have left is closed, but for the first. Each keeps itself, and what happens to it is
 * nothing to the others, but that they share what the exchange counts of an address.
 */
export function openFeed(exchange: Exchange, options: FeedOptions): LiveFeed {
  const { now, random, on } = options;
  const timing = { ...TIMING, ...exchange.timing, ...options.timing };
  const { mostSymbols = Infinity, mostConnections = Infinity, sendEveryMs, countsMessagesOf } = exchange;
  const stopped = new AbortController();
  const atOnce = exchange.questionsAtOnce ?? 1;
  const ask = patientQuestions({ atOnce, timing, now, random, stopped: stopped.signal });
  const ofAddress = paced(sendEveryMs);
  const homes = new Map<string, Open>();
  let connections: Open[] = [];
  let said: { state: LiveState; problem: string | null } | null = null;

  function open(): Open {
    const health: Health = { state: 'connecting', trouble: null };
    const connection = openConnection(exchange, {
      ...options,
      timing,
      ask,
      outbox: countsMessagesOf === 'address' ? ofAddress : paced(sendEveryMs),
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
        sayState();
      },
    });
    const opened = { connection, health, symbols: new Set<string>() };
    connections.push(opened);
    sayState();
    return opened;
  }

  function sayState(): void {
    const worst = WORST.find((state) => connections.some(({ health }) => health.state === state));
    if (!worst) return;
    const troubled = connections.filter(({ health }) => health.trouble);
    const why = troubled.find(({ health }) => health.state === worst)?.health.trouble?.problem ?? null;
    const of = connections.length > 1 ? `${troubled.length} of ${connections.length} connections: ` : '';
    const problem = why === null ? null : of + why;
    if (worst === said?.state && problem === said.problem) return;
    said = { state: worst, problem };
    on({ kind: 'state', ...said });
  }

  function hear(event: Exclude<ConnectionEvent, { kind: 'state' }>): void {
    if (event.kind === 'refused' && event.symbol !== null) forget([event.symbol]);
    on(event);
  }

  /** @returns the connections that something was taken from and that go on, each with what it was */
  function forget(symbols: readonly string[]): Map<Open, string[]> {
    const left = new Map<Open, string[]>();
    for (const symbol of symbols) {
      const home = homes.get(symbol);
      if (!home) continue;
      homes.delete(symbol);
      home.symbols.delete(symbol);
      const own = left.get(home) ?? [];
      own.push(symbol);
      left.set(home, own);
    }
    for (const home of left.keys()) {
      if (home.symbols.size > 0 || home === connections[0]) continue;
      left.delete(home);
      connections = connections.filter((each) => each !== home);
      home.connection.stop();
    }
    sayState();
    return left;
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
