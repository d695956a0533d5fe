import type { Tick } from '#src/engine/market/tick.ts';
import type { Halt } from './exchange.ts';
import type { FeedState, QuarantineReason } from '#src/shared/feeds.ts';

export type LiveState = Exclude<FeedState, 'resting'>;

export type ConnectionEvent =
  /** New trades of one symbol, in order, each once. */
  | { kind: 'ticks'; symbol: string; ticks: Tick[]; receivedAt: number }
  | { kind: 'state'; state: LiveState; problem: string | null }
  | { kind: 'bad'; symbol: string | null; reason: QuarantineReason; problem: string; sample: string }
  | { kind: 'refused'; symbol: string | null; problem: string }
  | { kind: 'repeated'; symbol: string }
  | { kind: 'withdrawn'; symbol: string; key: string; by: Tick | null }
  | { kind: 'halt'; symbol: string; halt: Halt | null }
  /** Trades are missing and are being fetched; `filled` and `lost` report the result. */
  | { kind: 'gap'; symbol: string; missing: number }
  | { kind: 'filled'; symbol: string; count: number }
  /** Trades from before the connection can't be fetched yet; it's retried. Reported once until it succeeds. */
  | { kind: 'behind'; symbol: string; problem: string }
  | { kind: 'lost'; symbol: string; count: number; problem: string };
