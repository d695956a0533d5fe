import type { QuarantineReason } from '#src/shared/feeds.ts';
import type { Tick } from '../tick.ts';
import type { Rate } from './attempts.ts';

/** What one message of an exchange says. `bad` is what cannot be believed; messages about other matters say nothing. */
export type Said =
  | { kind: 'trade'; symbol: string; tick: Tick }
  | { kind: 'alive' }
  /** The number of the message itself, one up with each of a connection. */
  | { kind: 'numbered'; number: number }
  | { kind: 'subscribed'; symbols: string[] }
  | { kind: 'refused'; symbol: string | null; problem: string }
  | { kind: 'maintenance'; on: boolean }
  /** The exchange is about to close the connection. */
  | { kind: 'leaving' }
  | { kind: 'bad'; symbol: string | null; reason: QuarantineReason; problem: string };

/** The last trade that was dealt with: what comes after it is wanted. `id` is null where the source numbers none. */
export type Cursor = { id: number | null; ts: number };

/** An instrument as the exchange describes it; `tickSize` is the smallest step of its price, as text. */
export type Listing = { symbol: string; name: string; currency: string; tickSize: string; trading: boolean };

/** Asks the exchange over REST: a path with its query. @returns the body @throws RestError */
export type Get = (path: string) => Promise<string>;

export type Timing = {
  /** Nothing at all came for so long: the connection is taken for dead. */
  silentAfterMs: number;
  keepAliveEveryMs: number;
  /** The longest wait before the first, second … attempt to connect again is doubled from here up to the most. */
  backoffMs: number;
  backoffMostMs: number;
  /** So long a missing trade may still come by itself. */
  reorderMs: number;
  /** After so long what is missing is given up. */
  giveUpMs: number;
  /** Between two looks at the clock. */
  lookEveryMs: number;
};

/** One exchange's public market data, as data and pure functions: what to say, and how to read what it says. */
export type Exchange = {
  name: string;
  title: string;
  /** True where nothing is real: it is said wherever a price of it shows. */
  simulated: boolean;
  socketUrl: string;
  restUrl: string;
  /** What a symbol looks like, and one for an example. */
  symbol: { pattern: RegExp; example: string };
  timing: Partial<Timing>;
  /** Messages to it are sent so far apart at least, in ms: it closes connections that say too much, and bans who goes on. */
  sendEveryMs: number;
  /** Of which it counts them: of each connection unless told. */
  countsMessagesOf?: 'address';
  /** So many questions for trades that are missing may be under way at once; one after the other unless told. */
  questionsAtOnce?: number;
  /** Questions about symbols, as people choose them, are so far apart at least, in ms: it counts what one address asks. */
  askEveryMs: number;
  /** So many symbols are told over one connection at most, where the exchange has a limit. */
  mostSymbols?: number;
  /** So many connections are opened to it at most, where one does not tell all symbols. */
  mostConnections?: number;
  /** Attempts to connect that it allows an address; what it allows is left in part to who takes over. */
  attempts?: Rate;
  subscribe: (symbols: readonly string[]) => string[];
  unsubscribe: (symbols: readonly string[]) => string[];
  /** What is sent to be answered, where the exchange sends no sign of life by itself. */
  keepAlive: string | null;
  read: (message: string) => Said[];
  /** The trades after `after`, oldest first, until now or at least until the trade numbered `untilId`. */
  trades: (get: Get, symbol: string, after: Cursor, untilId: number | null) => Promise<Tick[]>;
  /** @returns null where the exchange does not know the symbol */
  listing: (get: Get, symbol: string) => Promise<Listing | null>;
  /** Other transport than the network's: what is simulated needs none. */
  inside?: (options: { now: () => number }) => { connect: Connect; get: Get };
};

/** One connection. After `close` nothing is called any more. */
export type Wire = { send: (text: string) => void; close: () => void };

/** `retryAfterMs`: how long the other side asked to be left alone. `busy`: it is being maintained or restarted. */
export type Closed = { problem: string; retryAfterMs: number | null; busy: boolean };

/** Opens a connection; `closed` is called once if it could not be opened or was closed by the other side. */
export type Connect = (
  url: string,
  on: { open: () => void; message: (text: string) => void; alive: () => void; closed: (why: Closed) => void },
) => Wire;
