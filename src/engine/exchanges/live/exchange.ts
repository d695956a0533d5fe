import type { QuarantineReason, SymbolKind } from '#src/shared/feeds.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import type { CalendarName } from '#src/engine/market/sessions/calendars.ts';
import type { Bar } from '#src/shared/market.ts';
import type { Rate } from './attempts.ts';

/** What a message of an exchange contains. `bad` can't be right; messages about other things are `alive`. */
export type Message =
  | { kind: 'trade'; symbol: string; tick: Tick }
  | { kind: 'alive' }
  /** The number of the message itself, consecutive per connection. */
  | { kind: 'numbered'; number: number }
  | { kind: 'subscribed'; symbols: string[] }
  | { kind: 'refused'; symbol: string | null; problem: string }
  | { kind: 'maintenance'; on: boolean }
  /** The exchange is about to close the connection. */
  | { kind: 'leaving' }
  /** The key is accepted: symbols may be subscribed to. */
  | { kind: 'loggedIn' }
  /** The key may not connect, as a sentence for users. Trying again sooner than this only makes it worse. */
  | ({ kind: 'denied' } & Denial)
  /** A trade that was told before is canceled, or corrected to `by`. */
  | { kind: 'withdrawn'; symbol: string; key: string; by: Tick | null }
  | { kind: 'halt'; symbol: string; halt: Halt | null }
  | { kind: 'bad'; symbol: string | null; reason: QuarantineReason; problem: string };

/** Why a key may not connect, as a sentence for users, and how long to wait before trying again. */
export type Denial = { problem: string; retryAfterMs: number };

/** Trading of a symbol is halted since then (ms, UTC). */
export type Halt = { since: number; reason: string };

/** The last trade dealt with; `ts` in ms, UTC. `id` is null if the source doesn't number trades. */
export type Cursor = { id: number | null; ts: number };

/** An instrument as the exchange describes it; `tickSize` is the smallest price step, as text. */
export type Listing = { symbol: string; name: string; currency: string; tickSize: string; trading: boolean };

/**
 * A symbol of the exchange's own list. `ticker` is what is traded, by its common name: BTC of BTCUSDT. `venue`: the exchange
 * that lists a stock.
 */
export type ListedSymbol = {
  symbol: string;
  ticker: string;
  name: string;
  kind: SymbolKind;
  currency: string;
  venue?: string;
  isin?: string;
};

/** A REST request to the exchange: a path with its query. @returns the body @throws RestError */
export type Get = (path: string) => Promise<string>;

export type Timing = {
  /** A connection without any message for this long counts as dead. All times in ms. */
  silentAfterMs: number;
  keepAliveEveryMs: number;
  /** The longest wait before the first retry; it doubles with each retry, up to `backoffMostMs`. */
  backoffMs: number;
  backoffMostMs: number;
  /** How long to wait for a missing trade before fetching it. */
  reorderMs: number;
  /** After this long, missing trades are given up. */
  giveUpMs: number;
  /** How often silence is checked. */
  lookEveryMs: number;
};

/** How a source streams over HTTP: one line per message, with the symbols in the address. */
export type HttpStream = {
  headers: Readonly<Record<string, string>>;
  addressOf: (url: string, symbols: readonly string[]) => string;
  /** Whether it refused because it doesn't know one of the symbols: then it streams none of them. */
  isUnknownSymbol: (status: number, body: string) => boolean;
  /** The message about a symbol that it doesn't know. */
  refusalOf: (symbol: string) => string;
};

/** An exchange's public market data as limits and pure functions: what to send, and how to read its messages. */
export type Exchange = {
  name: string;
  title: string;
  /** True for the simulated market: every place that shows its prices says so. */
  simulated: boolean;
  socketUrl: string;
  restUrl: string;
  /**
   * The format of a symbol, and an example. `of`: what it calls a pair, by common names (BTC, USD); without it, it lists
   * no pairs.
   */
  symbol: { pattern: RegExp; example: string; of?: (base: string, quote: string) => string };
  timing: Partial<Timing>;
  /** The least distance between messages, in ms: exchanges close connections that send too much, then ban the address. */
  sendEveryMs: number;
  /** Set if it counts the messages of all connections of an address together. */
  countsMessagesOf?: 'address';
  /** How many requests for missing trades may run at once; 1 by default. */
  questionsAtOnce?: number;
  /** The least distance between requests about symbols that users look up, in ms. */
  askEveryMs: number;
  /** The most symbols per connection, if the exchange has a limit. */
  mostSymbols?: number;
  /** The most connections opened to it, if one doesn't hold all symbols. */
  mostConnections?: number;
  /** How often to connect. Less than the exchange allows an address, so that a process that takes over has some left. */
  attempts?: Rate;
  subscribe: (symbols: readonly string[]) => string[];
  unsubscribe: (symbols: readonly string[]) => string[];
  /** A message the exchange answers, if it doesn't send heartbeats by itself. */
  keepAlive: string | null;
  read: (message: string) => Message[];
  /** The trades after `after`, oldest first, until now or at least until the trade numbered `untilId`. */
  trades: (get: Get, symbol: string, after: Cursor, untilId: number | null) => Promise<Tick[]>;
  /** @returns null if the exchange doesn't know the symbol */
  listing: (get: Get, symbol: string) => Promise<Listing | null>;
  /** All symbols that are traded, a page at a time. */
  symbols?: (get: Get) => AsyncGenerator<ListedSymbol[], void, undefined>;
  /** Sources that stream over HTTP, not over a WebSocket. `socketUrl` is the host. */
  httpStream?: HttpStream;
  /** A transport without a network, for the simulated market. */
  inside?: (options: { now: () => number }) => { connect: Connect; get: Get };
  /** Sources that take a key: messages that log in with it, before symbols are subscribed to. */
  login?: readonly string[];
  /** Sources that expect the key in the address: adds it. The address without it may be shown and logged. */
  withKey?: (url: string) => string;
  /** Sources that refuse a key by the HTTP status of the connection: what a status means. @returns null for others */
  denialOf?: (status: number) => Denial | null;
  /** It sends nothing while nothing trades, and answers WebSocket pings. */
  pings?: true;
  /** Trades carry a key and no consecutive number: what is missing shows only after a cut. */
  unnumbered?: true;
  /** When its instruments trade; always, if it says nothing. */
  session?: CalendarName;
  /** Before the colon in the names of its instruments; by default its name. */
  prefix?: string;
  /** Prices are this much later than they were paid. */
  delayMinutes?: number;
  /** It works with a key of the operator's: whether its prices may be shown to anyone, and what the data may be used for. */
  operatorKey?: { inPublic: boolean; license: string };
  /** Stored bars in [from, until), ms, UTC, a page at a time, oldest first. */
  history?: (get: Get, symbol: string, range: HistoryRange) => AsyncGenerator<Bar[], void, undefined>;
};

export type HistoryRange = { timeframe: '1m' | '1d'; from: number; until: number };

/** One connection. After `close` no callback is called. */
export type Wire = { send: (text: string) => void; ping?: () => void; close: () => void };

/**
 * `retryAfterMs`: how long the exchange asked us to wait. `busy`: it's under maintenance or restarting. `status`: the HTTP
 * status with which it refused to connect.
 */
export type Closed = { problem: string; retryAfterMs: number | null; busy: boolean; status?: number };

/** Opens a connection. `closed` is called once if it couldn't be opened or the exchange closed it. */
export type Connect = (
  url: string,
  on: { open: () => void; message: (text: string) => void; alive: () => void; closed: (why: Closed) => void },
) => Wire;
