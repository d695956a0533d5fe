import type { ConnectionEvent, LiveState } from './connection-event.ts';
import type { Attempts } from './attempts.ts';
import { backoffMs } from './backoff.ts';
import type { Connect, Cursor, Exchange, Get, Message, Timing, Wire } from './exchange.ts';
import type { Sender } from './paced-sender.ts';
import type { Ask } from './questions.ts';
import { openStream, type StreamDeps, type SymbolStream } from './symbol-stream.ts';

/** The states of a connection, and of a feed that is not resting. */
export type ConnectionOptions = {
  url: string;
  connect: Connect;
  get: Get;
  now: () => number;
  random: () => number;
  on: (event: ConnectionEvent) => void;
  timing: Timing;
  /** Limits that exchanges count per address are shared by all connections. */
  attempts: Attempts;
  sender: (send: (message: string) => void) => Sender;
  ask: Ask;
};

export type Connection = {
  /** Starts after the cursor, or with the next trade if it's null. */
  subscribe: (symbols: ReadonlyMap<string, Cursor | null>) => void;
  unsubscribe: (symbols: readonly string[]) => void;
  symbols: () => string[];
  /** Whether every trade so far has arrived, as far as the exchange lets us know. */
  isComplete: (symbol: string) => boolean;
  /** When the last message arrived (ms, UTC); null before the first. */
  heardAt: () => number | null;
  stop: () => void;
};

/** After a connection that lived this long, the waits between attempts start small again. */
const GOOD_AFTER_MS = 20_000;
/** This many characters of a bad message are kept. */
const SAMPLE = 500;

const isClosing = (message: Message): boolean => message.kind === 'maintenance' && message.on;

/**
 * Keeps one connection to an exchange open. Reconnects with backoff when it's cut or silent, and hands the trades of
 * each symbol to its stream, which puts them in order and fetches what is missing.
 */
export function openConnection(exchange: Exchange, options: ConnectionOptions): Connection {
  const { now, random, on, timing } = options;
  const streams = new Map<string, SymbolStream>();
  let isStopped = false;
  let wire: Wire | null = null;
  let isOpen = false;
  let isLoggedIn = false;
  let state: LiveState | null = null;
  /** Over HTTP, "open" asks for symbols and says nothing of the exchange: its first message does. */
  const isOpenUnanswered = exchange.httpStream !== undefined;
  let heardAt = now();
  let isHeard = false;
  let openedAt = 0;
  let keptAliveAt = 0;
  let attempt = 0;
  /** The number of the last message, at exchanges that number them. */
  let number: number | null = null;
  let retry: NodeJS.Timeout | undefined;
  let cancelAttempt = (): void => undefined;
  const sender = options.sender((each) => wire?.send(each));
  const streamDeps: StreamDeps = { ...options, exchange, isLive: () => state === 'live' };

  const become = (next: LiveState, problem: string | null = null): void => {
    if (next === state) return;
    state = next;
    on({ kind: 'state', state, problem });
  };

  function connect(): void {
    if (isStopped) return;
    if (state !== 'silent' && state !== 'maintenance' && state !== 'denied') become('connecting');
    isOpen = false;
    number = null;
    cancelAttempt = options.attempts(dial);
  }

  function dial(): void {
    heardAt = now();
    wire = options.connect(exchange.withKey?.(options.url) ?? options.url, {
      open: opened,
      alive: () => (heardAt = now()),
      message: receive,
      closed: ({ problem, retryAfterMs, busy, status }) => {
        const denial = status === undefined ? null : exchange.denialOf?.(status);
        if (denial) leave('denied', denial.problem, denial.retryAfterMs);
        else leave(busy ? 'maintenance' : 'away', problem, retryAfterMs ?? 0);
      },
    });
  }

  function opened(): void {
    isOpen = true;
    openedAt = heardAt = now();
    if (state === 'maintenance' && !isOpenUnanswered) become('connecting');
    for (const stream of streams.values()) stream.interrupt();
    isLoggedIn = exchange.login === undefined;
    if (exchange.login) sender.add(exchange.login);
    else send(exchange.subscribe([...streams.keys()]));
  }

  /** Closes the connection and schedules the next attempt, after the backoff and at least `atLeastMs`. */
  function leave(next: LiveState, problem: string, atLeastMs: number): void {
    wire?.close();
    wire = null;
    if (isStopped) return;
    const isGood = isOpen && (state === 'live' || !isOpenUnanswered);
    if (isGood && now() - openedAt > GOOD_AFTER_MS) attempt = 0;
    isOpen = isLoggedIn = false;
    sender.clear();
    for (const stream of streams.values()) stream.interrupt();
    become(next, problem);
    const wait = backoffMs(attempt, { first: timing.backoffMs, most: timing.backoffMostMs, random });
    attempt += 1;
    clearTimeout(retry);
    retry = setTimeout(connect, Math.max(wait, atLeastMs));
  }

  function send(messages: readonly string[]): void {
    if (isOpen && isLoggedIn) sender.add(messages);
  }

  function receive(text: string): void {
    heardAt = now();
    isHeard = true;
    const messages = exchange.read(text);
    const isResting = state === 'maintenance' && !isOpenUnanswered;
    if (isLoggedIn && !isResting && state !== 'live' && !messages.some(isClosing)) {
      if (isOpenUnanswered) openedAt = now();
      become('live');
      catchUp();
    }
    // What follows a message that ended the connection belongs to nobody.
    for (const each of messages) if (wire) handle(each, text);
  }

  function handle(message: Message, text: string): void {
    switch (message.kind) {
      case 'trade':
        return streams.get(message.symbol)?.take(message.tick);
      case 'bad':
        return on({ ...message, sample: text.slice(0, SAMPLE) });
      case 'refused':
        if (message.symbol !== null) drop(message.symbol);
        return on(message);
      case 'maintenance':
        if (message.on) return become('maintenance', 'the exchange is under maintenance');
        if (state === 'maintenance') catchUp();
        return become('live');
      case 'numbered':
        // Missing messages may have held trades of any symbol.
        if (number !== null && message.number > number + 1) catchUp();
        number = message.number;
        return;
      case 'loggedIn':
        isLoggedIn = true;
        return send(exchange.subscribe([...streams.keys()]));
      case 'denied':
        return leave('denied', message.problem, message.retryAfterMs);
      case 'withdrawn':
        return streams.get(message.symbol)?.withdraw(message.key, message.by);
      case 'halt':
        return on(message);
      case 'leaving':
        return leave('away', 'the exchange announced that it closes the connection', 0);
      default:
    }
  }

  /** Fetches what was traded while the connection was down. Includes trades from before the subscription is sent. */
  function catchUp(): void {
    for (const stream of streams.values()) stream.catchUp(sender.restMs());
  }

  function drop(symbol: string): void {
    streams.get(symbol)?.stop();
    streams.delete(symbol);
  }

  const checking = setInterval(() => {
    if (!wire) return;
    const quiet = now() - heardAt;
    if (quiet > timing.silentAfterMs) return leave('silent', 'nothing was heard from the exchange', 0);
    if (isOpen && !isLoggedIn && now() - openedAt > timing.silentAfterMs)
      return leave('away', 'the source did not answer the key', 0);
    if (isOpen && exchange.pings && now() - keptAliveAt > timing.keepAliveEveryMs) {
      keptAliveAt = now();
      wire.ping?.();
    }
    if (isOpen && exchange.keepAlive && now() - keptAliveAt > timing.keepAliveEveryMs) {
      keptAliveAt = now();
      send([exchange.keepAlive]);
    }
  }, timing.lookEveryMs);

  connect();
  return {
    subscribe: (wanted) => {
      const fresh = [...wanted].filter(([symbol]) => !streams.has(symbol));
      for (const [symbol, cursor] of fresh) streams.set(symbol, openStream(streamDeps, symbol, cursor));
      if (fresh.length > 0) send(exchange.subscribe(fresh.map(([symbol]) => symbol)));
      if (state !== 'live') return;
      for (const [symbol, cursor] of fresh) if (cursor) streams.get(symbol)?.scheduleRepair(sender.restMs());
    },
    unsubscribe: (symbols) => {
      const gone = symbols.filter((symbol) => streams.has(symbol));
      for (const symbol of gone) drop(symbol);
      if (gone.length > 0) send(exchange.unsubscribe(gone));
    },
    symbols: () => [...streams.keys()],
    isComplete: (symbol) => state === 'live' && streams.get(symbol)?.isComplete() === true,
    heardAt: () => (isHeard ? heardAt : null),
    stop: () => {
      isStopped = true;
      cancelAttempt();
      sender.clear();
      clearInterval(checking);
      clearTimeout(retry);
      for (const stream of streams.values()) stream.stop();
      streams.clear();
      wire?.close();
      wire = null;
    },
  };
}
