import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedState, QuarantineReason } from '#src/shared/feeds.ts';
import type { Tick } from '../tick.ts';
import { backoffMs } from './backoff.ts';
import type { Connect, Cursor, Exchange, Get, Said, Timing, Wire } from './exchange.ts';
import { inOrder } from './in-order.ts';
import { RestError } from './rest.ts';

/** How a feed that is at work can be. */
export type LiveState = Exclude<FeedState, 'resting'>;

export type FeedEvent =
  /** New trades of one symbol, in order, each once. */
  | { kind: 'ticks'; symbol: string; ticks: Tick[]; receivedAt: number }
  | { kind: 'state'; state: LiveState; problem: string | null }
  | { kind: 'bad'; symbol: string | null; reason: QuarantineReason; problem: string; sample: string }
  | { kind: 'refused'; symbol: string | null; problem: string }
  | { kind: 'repeated'; symbol: string }
  /** Trades are missing; they are fetched. `filled` and `lost` say what became of them. */
  | { kind: 'gap'; symbol: string; missing: number }
  | { kind: 'filled'; symbol: string; count: number }
  | { kind: 'lost'; symbol: string; count: number; problem: string };

export type LiveOptions = {
  url: string;
  connect: Connect;
  get: Get;
  now: () => number;
  random: () => number;
  on: (event: FeedEvent) => void;
  timing?: Partial<Timing>;
};

export type LiveFeed = {
  /** Begins with what is traded after the cursor, or with the next trade. */
  subscribe: (symbols: ReadonlyMap<string, Cursor | null>) => void;
  unsubscribe: (symbols: readonly string[]) => void;
  symbols: () => string[];
  /** True while all that was traded until now has been given, as far as anybody can know. */
  isComplete: (symbol: string) => boolean;
  /** When anything was heard last (ms, UTC). */
  heardAt: () => number | null;
  stop: () => void;
};

const TIMING: Timing = {
  silentAfterMs: 15_000,
  keepAliveEveryMs: 5_000,
  backoffMs: 500,
  backoffMostMs: 30_000,
  reorderMs: 250,
  giveUpMs: 30_000,
  lookEveryMs: 250,
};
/** So many trades may wait behind a hole. */
const MOST_WAITING = 50_000;
/** A connection that lived so long was a good one: the next wait begins small again. */
const GOOD_AFTER_MS = 20_000;
const SAMPLE = 500;

type Lane = {
  symbol: string;
  order: ReturnType<typeof inOrder>;
  last: Cursor | null;
  /** Nothing is missing before what comes next. */
  whole: boolean;
  gap: { timer: NodeJS.Timeout | null; busy: boolean; again: boolean };
};

/** Keeps one connection to an exchange and gives its trades in order and once, whatever the connection does. */
export function openLive(exchange: Exchange, options: LiveOptions): LiveFeed {
  const { now, random, on } = options;
  const timing = { ...TIMING, ...exchange.timing, ...options.timing };
  const lanes = new Map<string, Lane>();
  const stopped = new AbortController();
  let wire: Wire | null = null;
  let open = false;
  let state: LiveState | null = null;
  let heardAt = now();
  let heard = false;
  let openedAt = 0;
  let sentAt = 0;
  let attempt = 0;
  let number: number | null = null;
  let again: NodeJS.Timeout | undefined;
  /** REST is asked one question after the other. */
  let asking: Promise<unknown> = Promise.resolve();

  const become = (next: LiveState, problem: string | null = null): void => {
    if (next === state) return;
    state = next;
    on({ kind: 'state', state, problem });
  };

  function connect(): void {
    if (stopped.signal.aborted) return;
    if (state !== 'silent' && state !== 'maintenance') become('connecting');
    open = false;
    number = null;
    heardAt = now();
    wire = options.connect(options.url, {
      open: () => {
        open = true;
        openedAt = heardAt = now();
        if (state === 'maintenance') become('connecting');
        for (const lane of lanes.values()) lane.whole = false;
        send(exchange.subscribe([...lanes.keys()]));
      },
      alive: () => (heardAt = now()),
      message,
      closed: ({ problem, retryAfterMs, busy }) =>
        leave(busy ? 'maintenance' : 'away', problem, retryAfterMs ?? 0),
    });
  }

  function leave(next: LiveState, problem: string, atLeastMs: number): void {
    wire?.close();
    wire = null;
    if (stopped.signal.aborted) return;
    if (open && now() - openedAt > GOOD_AFTER_MS) attempt = 0;
    open = false;
    for (const lane of lanes.values()) lane.whole = false;
    become(next, problem);
    const wait = backoffMs(attempt, { first: timing.backoffMs, most: timing.backoffMostMs, random });
    attempt += 1;
    clearTimeout(again);
    again = setTimeout(connect, Math.max(wait, atLeastMs));
  }

  function send(messages: readonly string[]): void {
    if (open) for (const each of messages) wire?.send(each);
  }

  function message(text: string): void {
    heardAt = now();
    heard = true;
    const said = exchange.read(text);
    const closed = said.some((each) => each.kind === 'maintenance' && each.on);
    if (state !== 'maintenance' && state !== 'live' && !closed) {
      become('live');
      catchUp();
    }
    for (const each of said) hear(each, text);
  }

  function hear(said: Said, text: string): void {
    switch (said.kind) {
      case 'trade':
        return take(said.symbol, said.tick);
      case 'bad':
        return on({ ...said, sample: text.slice(0, SAMPLE) });
      case 'refused':
        if (said.symbol !== null) lanes.delete(said.symbol);
        return on(said);
      case 'maintenance':
        if (said.on) return become('maintenance', 'the exchange is being maintained');
        if (state === 'maintenance') catchUp();
        return become('live');
      case 'numbered':
        // What the missing messages said may concern any symbol.
        if (number !== null && said.number > number + 1) catchUp();
        number = said.number;
        return;
      case 'leaving':
        return leave('away', 'the exchange announced that it closes the connection', 0);
      default:
    }
  }

  function take(symbol: string, tick: Tick): void {
    const lane = lanes.get(symbol);
    if (!lane) return;
    const ready = lane.order.take(tick);
    if (!ready) on({ kind: 'repeated', symbol });
    else give(lane, ready);
    if (lane.order.hole()) mend(lane);
  }

  function give(lane: Lane, ticks: Tick[]): void {
    const last = ticks.at(-1);
    if (!last) return;
    lane.last = { id: last.id, ts: last.ts };
    on({ kind: 'ticks', symbol: lane.symbol, ticks, receivedAt: now() });
  }

  /** Asks for what was traded while nobody listened. */
  function catchUp(): void {
    for (const lane of lanes.values()) {
      lane.whole = lane.last === null;
      if (lane.whole) continue;
      lane.gap.again = lane.gap.busy;
      mend(lane, 0);
    }
  }

  /** A moment later, if something is still missing then, it is fetched. */
  function mend(lane: Lane, waitMs = timing.reorderMs): void {
    if (lane.gap.busy || (lane.gap.timer && waitMs > 0)) return;
    if (lane.gap.timer) clearTimeout(lane.gap.timer);
    lane.gap.timer = setTimeout(() => {
      lane.gap = { timer: null, busy: true, again: false };
      fill(lane)
        .catch((error: unknown) =>
          on({ kind: 'lost', symbol: lane.symbol, count: 0, problem: String(error) }),
        )
        .finally(() => {
          lane.gap.busy = false;
          if (isGone(lane)) return;
          if (lane.gap.again) lane.whole = false;
          if (lane.gap.again || lane.order.hole()) mend(lane, lane.gap.again ? 0 : timing.reorderMs);
        });
    }, waitMs);
  }

  const isGone = (lane: Lane): boolean => stopped.signal.aborted || lanes.get(lane.symbol) !== lane;

  async function fill(lane: Lane): Promise<void> {
    let since = now();
    let problem = 'the exchange does not have them';
    const first = lane.order.hole();
    if (first) on({ kind: 'gap', symbol: lane.symbol, missing: first.until - first.after - 1 });
    for (let tries = 0; !isGone(lane); tries += 1) {
      const hole = lane.order.hole();
      if (lane.whole && !hole) return;
      try {
        if (lane.last) {
          const from = lane.last;
          const ticks = await ask(() =>
            exchange.trades(options.get, lane.symbol, from, hole ? hole.until - 1 : null),
          );
          if (isGone(lane)) return;
          let count = 0;
          for (const tick of ticks) {
            const ready = lane.order.take(tick);
            if (ready) count += 1;
            if (ready) give(lane, ready);
          }
          if (count > 0) {
            on({ kind: 'filled', symbol: lane.symbol, count });
            since = now();
            tries = 0;
          }
        }
        if (!lane.order.hole()) {
          lane.whole = true;
          return;
        }
        // What has just been traded may reach REST a moment later.
        if (tries >= 3) break;
        await wait(timing.reorderMs);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        problem = error.message;
        if (now() - since > timing.giveUpMs || lane.order.waiting() > MOST_WAITING) break;
        const pause = backoffMs(tries, { first: timing.backoffMs, most: timing.backoffMostMs, random });
        await wait(Math.max(pause, error.retryAfterMs ?? 0));
      }
      if (now() - since > timing.giveUpMs) break;
    }
    if (isGone(lane)) return;
    const { lost, ready } = lane.order.skip();
    if (lost > 0) on({ kind: 'lost', symbol: lane.symbol, count: lost, problem });
    give(lane, ready);
    lane.whole = !lane.order.hole();
  }

  function ask<T>(question: () => Promise<T>): Promise<T> {
    const answer = asking.then(question);
    asking = answer.catch(() => undefined);
    return answer;
  }
  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  const looking = setInterval(() => {
    if (!wire) return;
    const quiet = now() - heardAt;
    if (quiet > timing.silentAfterMs) return leave('silent', 'nothing was heard from the exchange', 0);
    if (open && exchange.keepAlive && now() - sentAt > timing.keepAliveEveryMs) {
      sentAt = now();
      send([exchange.keepAlive]);
    }
  }, timing.lookEveryMs);

  connect();
  return {
    subscribe: (wanted) => {
      const fresh = [...wanted].filter(([symbol]) => !lanes.has(symbol));
      for (const [symbol, cursor] of fresh) {
        const order = inOrder(cursor?.id ?? null);
        const lane: Lane = {
          symbol,
          order,
          last: cursor,
          whole: cursor === null,
          gap: { timer: null, busy: false, again: false },
        };
        lanes.set(symbol, lane);
        if (cursor && state === 'live') mend(lane, 0);
      }
      if (fresh.length > 0) send(exchange.subscribe(fresh.map(([symbol]) => symbol)));
    },
    unsubscribe: (symbols) => {
      const gone = symbols.filter((symbol) => lanes.has(symbol));
      for (const symbol of gone) {
        const lane = lanes.get(symbol);
        if (lane?.gap.timer) clearTimeout(lane.gap.timer);
        lanes.delete(symbol);
      }
      if (gone.length > 0) send(exchange.unsubscribe(gone));
    },
    symbols: () => [...lanes.keys()],
    isComplete: (symbol) => {
      const lane = lanes.get(symbol);
      return state === 'live' && lane !== undefined && lane.whole && !lane.order.hole();
    },
    heardAt: () => (heard ? heardAt : null),
    stop: () => {
      stopped.abort();
      clearInterval(looking);
      clearTimeout(again);
      for (const lane of lanes.values()) if (lane.gap.timer) clearTimeout(lane.gap.timer);
      lanes.clear();
      wire?.close();
      wire = null;
    },
  };
}
