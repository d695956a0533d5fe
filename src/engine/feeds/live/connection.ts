import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedState, QuarantineReason } from '#src/shared/feeds.ts';
import type { Tick } from '../tick.ts';
import type { Attempts } from './attempts.ts';
import { backoffMs } from './backoff.ts';
import type { Connect, Cursor, Exchange, Get, Said, Timing, Wire } from './exchange.ts';
import { inOrder } from './in-order.ts';
import type { Outbox } from './pace.ts';
import { type Ask, PATIENCE } from './questions.ts';
import { RestError } from './rest.ts';

/** How a connection can be, and a feed that is at work. */
export type LiveState = Exclude<FeedState, 'resting'>;

export type ConnectionEvent =
  /** New trades of one symbol, in order, each once. */
  | { kind: 'ticks'; symbol: string; ticks: Tick[]; receivedAt: number }
  | { kind: 'state'; state: LiveState; problem: string | null }
  | { kind: 'bad'; symbol: string | null; reason: QuarantineReason; problem: string; sample: string }
  | { kind: 'refused'; symbol: string | null; problem: string }
  | { kind: 'repeated'; symbol: string }
  /** Trades are missing; they are fetched. `filled` and `lost` say what became of them. */
  | { kind: 'gap'; symbol: string; missing: number }
  | { kind: 'filled'; symbol: string; count: number }
  /** What was traded while nobody listened cannot be fetched yet; it is tried again. Said once, until it is done. */
  | { kind: 'behind'; symbol: string; problem: string }
  | { kind: 'lost'; symbol: string; count: number; problem: string };

export type ConnectionOptions = {
  url: string;
  connect: Connect;
  get: Get;
  now: () => number;
  random: () => number;
  on: (event: ConnectionEvent) => void;
  timing: Timing;
  /** What an exchange counts of an address, and not of a connection, is shared with the others. */
  attempts: Attempts;
  outbox: (send: (message: string) => void) => Outbox;
  ask: Ask;
};

export type Connection = {
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
  /** It was said that it is not. */
  told: boolean;
  gap: { timer: NodeJS.Timeout | null; at: number; busy: boolean; again: boolean };
};

const isClosing = (said: Said): boolean => said.kind === 'maintenance' && said.on;

/** Keeps one connection to an exchange and gives its trades in order and once, whatever the connection does. */
export function openConnection(exchange: Exchange, options: ConnectionOptions): Connection {
  const { now, random, on, timing, ask } = options;
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
  let giveUpAttempt = (): void => undefined;
  const outbox = options.outbox((each) => wire?.send(each));

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
    giveUpAttempt = options.attempts(dial);
  }

  function dial(): void {
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
    outbox.clear();
    for (const lane of lanes.values()) lane.whole = false;
    become(next, problem);
    const wait = backoffMs(attempt, { first: timing.backoffMs, most: timing.backoffMostMs, random });
    attempt += 1;
    clearTimeout(again);
    again = setTimeout(connect, Math.max(wait, atLeastMs));
  }

  function send(messages: readonly string[]): void {
    if (open) outbox.add(messages);
  }

  function message(text: string): void {
    heardAt = now();
    heard = true;
    const said = exchange.read(text);
    if (state !== 'maintenance' && state !== 'live' && !said.some(isClosing)) {
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
    // With its number next in order, nothing before it is missing.
    if (ready && ready.length > 0 && tick.id !== null) caughtUp(lane);
    if (lane.order.hole()) mend(lane);
  }

  function give(lane: Lane, ticks: Tick[]): void {
    const last = ticks.at(-1);
    if (!last) return;
    lane.last = last;
    on({ kind: 'ticks', symbol: lane.symbol, ticks, receivedAt: now() });
  }

  function caughtUp(lane: Lane): void {
    lane.whole = true;
    lane.told = false;
  }

  /** Asks for what was traded while nobody listened. */
  function catchUp(): void {
    for (const lane of lanes.values()) {
      lane.whole = lane.last === null;
      if (lane.whole) continue;
      lane.gap.again = lane.gap.busy;
      // What is traded before the exchange was asked for the symbol is part of it.
      mend(lane, outbox.restMs());
    }
  }

  /** A moment later, if something is still missing then, it is fetched. */
  function mend(lane: Lane, waitMs = timing.reorderMs): void {
    const at = now() + waitMs;
    if (lane.gap.busy || (lane.gap.timer && lane.gap.at <= at)) return;
    if (lane.gap.timer) clearTimeout(lane.gap.timer);
    lane.gap.at = at;
    lane.gap.timer = setTimeout(() => {
      lane.gap = { timer: null, at, busy: true, again: false };
      fill(lane)
        .catch((error: unknown) =>
          on({ kind: 'lost', symbol: lane.symbol, count: 0, problem: String(error) }),
        )
        .finally(() => {
          lane.gap.busy = false;
          if (isGone(lane)) return;
          if (lane.gap.again) lane.whole = false;
          if (lane.gap.again || lane.order.hole()) mend(lane, lane.gap.again ? 0 : timing.reorderMs);
          else if (!lane.whole && state === 'live') mend(lane, timing.giveUpMs);
        });
    }, waitMs);
  }

  const isGone = (lane: Lane): boolean => stopped.signal.aborted || lanes.get(lane.symbol) !== lane;

  async function fill(lane: Lane): Promise<void> {
    let since = now();
    let held = 0;
    let problem = 'the exchange does not have them';
    const first = lane.order.hole();
    if (first) on({ kind: 'gap', symbol: lane.symbol, missing: first.until - first.after - 1 });
    for (let tries = 0; !isGone(lane); tries += 1) {
      const hole = lane.order.hole();
      if (lane.whole && !hole) return;
      try {
        if (lane.last) {
          const from = lane.last;
          const before = now();
          const ticks = await ask(async () => {
            if (isGone(lane)) return [];
            // Neither its turn nor what the exchange wants is a failure of its own.
            held = Math.min(held + now() - before, PATIENCE * timing.giveUpMs);
            return exchange.trades(options.get, lane.symbol, from, hole ? hole.until - 1 : null);
          });
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
            held = tries = 0;
          }
        }
        if (!lane.order.hole()) return caughtUp(lane);
        // What has just been traded may reach REST a moment later.
        if (tries >= 3) break;
        await wait(timing.reorderMs);
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        problem = error.message;
        if (lane.order.waiting() > MOST_WAITING) break;
        if (now() - since - held > timing.giveUpMs) break;
        await wait(backoffMs(tries, { first: timing.backoffMs, most: timing.backoffMostMs, random }));
      }
    }
    if (isGone(lane)) return;
    if (!lane.order.hole()) {
      if (!lane.told) on({ kind: 'behind', symbol: lane.symbol, problem });
      lane.told = true;
      return;
    }
    const { lost, ready } = lane.order.skip();
    if (lost > 0) on({ kind: 'lost', symbol: lane.symbol, count: lost, problem });
    give(lane, ready);
    lane.whole = !lane.order.hole();
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
          told: false,
          gap: { timer: null, at: 0, busy: false, again: false },
        };
        lanes.set(symbol, lane);
      }
      if (fresh.length > 0) send(exchange.subscribe(fresh.map(([symbol]) => symbol)));
      for (const [symbol, cursor] of fresh) {
        const lane = lanes.get(symbol);
        if (lane && cursor && state === 'live') mend(lane, outbox.restMs());
      }
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
      giveUpAttempt();
      outbox.clear();
      clearInterval(looking);
      clearTimeout(again);
      for (const lane of lanes.values()) if (lane.gap.timer) clearTimeout(lane.gap.timer);
      lanes.clear();
      wire?.close();
      wire = null;
    },
  };
}
