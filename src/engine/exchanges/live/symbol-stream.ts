import { setTimeout as sleep } from 'node:timers/promises';
import type { Tick } from '#src/engine/market/tick.ts';
import { backoffMs } from './backoff.ts';
import type { ConnectionEvent } from './connection-event.ts';
import type { Cursor, Exchange, Get, Timing } from './exchange.ts';
import { byKey } from './by-key.ts';
import { inOrder } from './in-order.ts';
import { type Ask, PATIENCE } from './questions.ts';
import { RestError } from './rest.ts';

/** At most this many trades wait behind a gap. */
const MOST_WAITING = 50_000;
/** The exchange may answer over REST a moment after it sent a trade: an answer without news is asked for this often. */
const MOST_EMPTY_ANSWERS = 3;

/** Without numbers, no trade shows that another is missing. */
const NO_GAPS: Pick<ReturnType<typeof inOrder>, 'gap' | 'skip'> = {
  gap: () => null,
  skip: () => ({ lost: 0, ready: [] }),
};

/** Since when a repair makes no progress (ms, UTC), and how long of that its requests had to wait. */
type Patience = { since: number; heldMs: number };

export type StreamDeps = {
  exchange: Pick<Exchange, 'trades' | 'unnumbered'>;
  get: Get;
  ask: Ask;
  timing: Pick<Timing, 'reorderMs' | 'giveUpMs' | 'backoffMs' | 'backoffMostMs'>;
  now: () => number;
  random: () => number;
  on: (event: ConnectionEvent) => void;
  isLive: () => boolean;
};

/**
 * The trades of one symbol in order, each once. Trades that are missing are fetched over REST; those that come meanwhile
 * wait behind the gap. What can't be fetched in time is reported as lost, and the stream goes on.
 * @param cursor the last trade dealt with before, or null to start with the next trade
 */
export function openStream(deps: StreamDeps, symbol: string, cursor: Cursor | null) {
  const { timing, now, on } = deps;
  const unnumbered = deps.exchange.unnumbered ? byKey() : null;
  const order = unnumbered ? { ...unnumbered, ...NO_GAPS } : inOrder(cursor?.id ?? null);
  if (cursor !== null) unnumbered?.hold();
  const stopped = new AbortController();
  const { signal } = stopped;
  let last: Cursor | null = cursor;
  /** Nothing is missing before the next trade. */
  let isWhole = cursor === null;
  let isBehindReported = false;
  let repair = { timer: null as NodeJS.Timeout | null, at: 0, isRunning: false, isWantedAgain: false };

  const wait = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);

  function give(ticks: Tick[]): void {
    const newest = ticks.at(-1);
    if (!newest) return;
    last = newest;
    on({ kind: 'ticks', symbol, ticks, receivedAt: now() });
  }

  function becomeWhole(): void {
    isWhole = true;
    isBehindReported = false;
    if (unnumbered) give(unnumbered.release());
  }

  function take(tick: Tick): void {
    const ready = order.take(tick);
    if (!ready) on({ kind: 'repeated', symbol });
    else give(ready);
    // A trade with the next number: nothing before it is missing.
    if (ready && ready.length > 0 && tick.id !== null) becomeWhole();
    if (order.gap()) scheduleRepair();
  }

  /** Fetches what is still missing after `waitMs`: most trades that are late arrive by then. */
  function scheduleRepair(waitMs = timing.reorderMs): void {
    const at = now() + waitMs;
    if (signal.aborted || repair.isRunning || (repair.timer && repair.at <= at)) return;
    if (repair.timer) clearTimeout(repair.timer);
    repair.at = at;
    repair.timer = setTimeout(() => void runRepair(at), waitMs);
  }

  async function runRepair(at: number): Promise<void> {
    repair = { timer: null, at, isRunning: true, isWantedAgain: false };
    try {
      await fetchMissing();
    } catch (error) {
      on({ kind: 'lost', symbol, count: 0, problem: String(error) });
    }
    repair.isRunning = false;
    if (signal.aborted) return;
    if (repair.isWantedAgain) isWhole = false;
    if (repair.isWantedAgain || order.gap()) scheduleRepair(repair.isWantedAgain ? 0 : timing.reorderMs);
    else if (!isWhole && deps.isLive()) scheduleRepair(timing.giveUpMs);
  }

  /** Fetches once. `patience.heldMs` counts the time until the request could go out: that is no failure of its own. */
  async function fetchOnce(from: Cursor, patience: Patience): Promise<number> {
    const before = now();
    const gap = order.gap();
    const ticks = await deps.ask(async () => {
      if (signal.aborted) return [];
      patience.heldMs = Math.min(patience.heldMs + now() - before, PATIENCE * timing.giveUpMs);
      return deps.exchange.trades(deps.get, symbol, from, gap ? gap.until - 1 : null);
    });
    if (signal.aborted) return 0;
    let count = 0;
    for (const tick of ticks) {
      const ready = order.take(tick);
      if (!ready) continue;
      count += 1;
      give(ready);
    }
    if (count > 0) on({ kind: 'filled', symbol, count });
    return count;
  }

  /** Fetches until nothing is missing, or no longer makes sense. @returns why not all was fetched; null if it was */
  async function fetchAll(): Promise<string | null> {
    let patience: Patience = { since: now(), heldMs: 0 };
    let problem = 'the exchange does not have them';
    for (let tries = 0; !signal.aborted; tries += 1) {
      if (isWhole && !order.gap()) return null;
      try {
        if (last && (await fetchOnce(last, patience)) > 0) {
          patience = { since: now(), heldMs: 0 };
          tries = 0;
        }
        if (signal.aborted) return null;
        if (!order.gap()) {
          becomeWhole();
          return null;
        }
        if (tries >= MOST_EMPTY_ANSWERS) return problem;
        await wait(timing.reorderMs);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        problem = error.message;
        // A source that doesn't give a key its earlier trades won't a moment later.
        if (unnumbered && error.status === 403) return problem;
        if (order.waiting() > MOST_WAITING) return problem;
        if (now() - patience.since - patience.heldMs > timing.giveUpMs) return problem;
        await wait(
          backoffMs(tries, { first: timing.backoffMs, most: timing.backoffMostMs, random: deps.random }),
        );
      }
    }
    return null;
  }

  async function fetchMissing(): Promise<void> {
    const first = order.gap();
    if (first) on({ kind: 'gap', symbol, missing: first.until - first.after - 1 });
    const problem = await fetchAll();
    if (problem === null || signal.aborted) return;
    // Without numbers the trades that came meanwhile can't wait for ever: nothing tells when all is there.
    if (unnumbered) {
      on({ kind: 'lost', symbol, count: 0, problem });
      return becomeWhole();
    }
    if (!order.gap()) {
      if (!isBehindReported) on({ kind: 'behind', symbol, problem });
      isBehindReported = true;
      return;
    }
    const { lost, ready } = order.skip();
    if (lost > 0) on({ kind: 'lost', symbol, count: lost, problem });
    give(ready);
    isWhole = !order.gap();
  }

  return {
    /** Takes the next trade of the connection. */
    take,
    scheduleRepair,
    /** The connection missed trades: what came after the last one is fetched, in `waitMs`. */
    catchUp: (waitMs: number): void => {
      isWhole = last === null;
      if (isWhole) return becomeWhole();
      unnumbered?.hold();
      repair.isWantedAgain = repair.isRunning;
      scheduleRepair(waitMs);
    },
    /** The connection was cut: trades may be missing until it caught up. */
    interrupt: (): void => {
      isWhole = false;
      if (last !== null) unnumbered?.hold();
    },
    /** A trade that was told is canceled, or corrected to `by`. */
    withdraw: (key: string, by: Tick | null): void => {
      if (!unnumbered?.withdraw(key, by)) on({ kind: 'withdrawn', symbol, key, by });
    },
    isComplete: (): boolean => isWhole && !order.gap(),
    stop: (): void => {
      stopped.abort();
      if (repair.timer) clearTimeout(repair.timer);
    },
  };
}
export type SymbolStream = ReturnType<typeof openStream>;
