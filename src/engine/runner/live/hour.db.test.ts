import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { and, eq, lt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { bars, events, feedCursors, instruments, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { startFakeExchange } from '#tests/fakes/exchange.ts';
import { drill } from '#tests/support/drill.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { speaksEarly } from '../../frequency/gate.ts';
import { replayRule } from '../../rules/backtest.ts';
import { verifyDetection } from '../../events/verify-condition.ts';
import { findExchange } from '#src/engine/exchanges/registry.ts';
import { insideMarket } from '#src/engine/exchanges/simulated/inside.ts';
import { idsBetween, SIMULATED, simulatedTrade } from '#src/engine/exchanges/simulated/market.ts';
import { limitedAttempts } from '#src/engine/exchanges/live/attempts.ts';
import type { Connect, Exchange, Get } from '#src/engine/exchanges/live/exchange.ts';
import { barsOf, expectedOf, type Rule, rulesAround, type Trade } from './hour.fixture.ts';
import { restOf } from '#src/engine/exchanges/live/rest.ts';
import { runLiveFeeds } from './run-live.ts';
import type { Reach } from '../../exchanges/reach.ts';
import { connectWebSocket } from '#src/engine/exchanges/live/web-socket.ts';

/*
 * An hour of two markets, watched as a process does it: connection, order, bars, rules, database. Time moves with the
 * trades and no other way, so that it is as fast as the machine and says the same on a slow one.
 */
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 12);
const MINUTES = 60 * drill(1, 6);
const END = START + MINUTES * MINUTE;
const PATIENCE_MS = drill(180_000, 1_800_000);

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapMb = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
};

async function instrumentOf(exchange: Exchange, symbol: string): Promise<string> {
  const id = newId();
  await db.system.insert(instruments).values({
    id,
    symbol: exchange.simulated ? symbol : `${exchange.name.toUpperCase()}:${symbol}`,
    name: symbol,
    currency: 'USD',
    timeZone: 'UTC',
    createdAt: new Date(),
    exchange: exchange.title,
    tickSize: '0.01',
    session: 'crypto',
    simulated: exchange.simulated,
    feed: exchange.name,
    feedSymbol: symbol,
  });
  return id;
}

async function ruleRows(workspaceId: string, instrumentId: string, made: readonly Rule[]) {
  const rows = made.map((rule) => ({ ...rule, id: newId() }));
  const at = new Date();
  await withTenant(db.app, workspaceId, (tx) =>
    tx.insert(rules).values(
      rows.map((rule, place) => ({
        ...rule,
        workspaceId,
        instrumentId,
        name: `Rule ${place}`,
        state: 'active' as const,
        createdAt: at,
        updatedAt: at,
      })),
    ),
  );
  return rows;
}

/** One process at work. */
function engine(reach: Reach, now: () => number) {
  const stop = new AbortController();
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const running = runLiveFeeds(
    {
      app: db.app,
      system: db.system,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock: () => new Date(now()),
      random: Math.random,
      instanceId: newId(),
      isDead: async () => false,
      log,
    },
    [reach],
    stop.signal,
  );
  return {
    log,
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

/** The stored minutes of the hour are those of the trades. @returns when the first began */
async function expectBars({ id, trades }: { id: string; trades: readonly Trade[] }): Promise<number> {
  const stored = await db.system
    .select()
    .from(bars)
    .where(and(eq(bars.instrumentId, id), eq(bars.timeframe, '1m'), lt(bars.ts, new Date(END))))
    .orderBy(bars.ts);
  const from = stored[0]?.ts.getTime() ?? Infinity;
  expect(from).toBeLessThanOrEqual(START + 2 * MINUTE);
  const seen = stored.map(({ ts, open, high, low, close, volume }) => ({
    ts: ts.getTime(),
    open,
    high,
    low,
    close,
    volume,
  }));
  const expected = barsOf(trades, from, END, MINUTE).map(({ ts, open, high, low, close, volume }) => {
    const near = expect.closeTo(volume ?? 0, 5) as number;
    return { ts, open, high, low, close, volume: near };
  });
  expect(seen).toEqual(expected);
  return from;
}

async function compare(
  workspaceId: string,
  watched: readonly { id: string; trades: readonly Trade[]; rules: readonly (Rule & { id: string })[] }[],
): Promise<number> {
  let found = 0;
  for (const { id, trades, rules: own } of watched) {
    const from = await expectBars({ id, trades });
    const rows = await withTenant(db.app, workspaceId, (tx) =>
      tx
        .select()
        .from(events)
        .where(and(eq(events.instrumentId, id), lt(events.barTs, new Date(END))))
        .orderBy(events.barTs),
    );
    found += rows.length;
    const open = rows.flatMap(({ detector, value, evidence }) =>
      value === null || 'said' in evidence || evidence.until === undefined
        ? []
        : [{ detector, value, evidence }],
    );
    expect(open.length).toBeGreaterThan(5);
    for (const each of open) expect(verifyDetection(each)).toEqual({ ok: true });
    for (const rule of own)
      expect(
        rows.filter((row) => row.ruleId === rule.id).map((row) => row.barTs.toISOString()),
        rule.condition,
      ).toEqual(expectedOf(rule, trades, { from, until: END }));
    // A replay of what is stored says the same.
    const [of] = await db.system.select().from(instruments).where(eq(instruments.id, id));
    for (const rule of own.filter(({ timeframe }) => timeframe === '5m')) {
      const { condition, timeframe, settings } = rule;
      const form = { condition, timeframe, settings, symbol: of?.symbol ?? '' };
      const deps = { app: db.app, clock: () => new Date() };
      const { items, symbols } = await replayRule(deps, workspaceId, form);
      const said = items.map(({ time }) => time).filter((time) => Date.parse(time) < END);
      expect(said, condition).toEqual(
        rows.filter((row) => row.ruleId === rule.id).map((row) => row.barTs.toISOString()),
      );
      expect(symbols[0]?.openBars).toBe(speaksEarly(settings, timeframe) ? '1m' : null);
    }
  }
  return found;
}

/** Until everything that closed within the hour has been dealt with. */
const dealtWith = (ids: readonly string[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const rows = await db.system.select().from(feedCursors);
      for (const id of ids)
        expect(rows.find((row) => row.instrumentId === id)?.closedUntil?.getTime()).toBeGreaterThanOrEqual(
          END,
        );
    },
    { timeout: PATIENCE_MS, interval: 100 },
  );

const exchangeOf = (name: string): Exchange => {
  const exchange = findExchange(name);
  if (!exchange) throw new Error(`There is no exchange ${name}.`);
  return exchange;
};

describe('an hour', () => {
  it(
    'of the simulated market: every event once, as worked out without it, over two restarts, and no memory kept',
    async () => {
      const { workspaceId } = await newWorkspace(db);
      const exchange = exchangeOf('simulated');
      const watched = await Promise.all(
        SIMULATED.map(async (market) => {
          const { first, last } = idsBetween(market, START - MINUTE, END + MINUTE);
          const trades = Array.from({ length: last - first + 1 }, (_, n) =>
            simulatedTrade(market, first + n),
          );
          const id = await instrumentOf(exchange, market.symbol);
          return {
            id,
            trades,
            rules: await ruleRows(workspaceId, id, rulesAround(Number(trades[0]?.price))),
          };
        }),
      );
      // Each time the market is asked what is new, so much has passed there.
      const step = 20_000;
      let now = START;
      let isPaused = false;
      const inside = insideMarket({
        now: () => (isPaused ? now : (now = Math.min(END + 10_000, now + step))),
        lookEveryMs: 20,
      });
      const connect: Connect = (url, on) => {
        const wire = inside.connect(url, on);
        return {
          ...wire,
          send: (text) => {
            isPaused = true;
            wire.send(text);
            isPaused = false;
          },
        };
      };
      const attempts = limitedAttempts(exchange.attempts);
      const reach = {
        exchange,
        url: exchange.socketUrl,
        connect,
        attempts,
        get: insideMarket({ now: () => now }).get,
      };
      const until = (minute: number) =>
        vi.waitFor(() => expect(now).toBeGreaterThanOrEqual(START + minute * MINUTE), {
          timeout: PATIENCE_MS,
          interval: 20,
        });
      let process_ = engine(reach, () => now);
      const logs = [process_.log];
      let heap = 0;
      for (let minute = 20; minute < MINUTES; minute += 20) {
        if (minute % 60 === 0) continue;
        await until(minute);
        await process_.stop();
        heap ||= heapMb();
        process_ = engine(reach, () => now);
        logs.push(process_.log);
      }
      await until(MINUTES);
      await dealtWith(watched.map(({ id }) => id));
      await process_.stop();
      expect(heapMb() - heap).toBeLessThan(8);
      expect(await compare(workspaceId, watched)).toBeGreaterThan(100);
      for (const { error } of logs) expect(error).not.toHaveBeenCalled();
    },
    drill(480_000, 3_600_000),
  );

  it(
    'of a fake Binance that repeats, mixes up, leaves out and hangs up',
    async () => {
      const fake = await startFakeExchange('binance');
      const stopped = new AbortController();
      const { workspaceId } = await newWorkspace(db);
      const exchange = exchangeOf('binance');
      const watched = await Promise.all(
        ['BTCUSDT', 'ETHUSDT'].map(async (symbol, place) => {
          const id = await instrumentOf(exchange, symbol);
          const price = place ? 2_000 : 60_000;
          return {
            id,
            symbol,
            price,
            trades: [] as Trade[],
            rules: await ruleRows(workspaceId, id, rulesAround(price)),
          };
        }),
      );
      let now = START;
      // What is heard or fetched says how late it is.
      const hear = (text: string): void => {
        for (const [, time] of text.matchAll(/"T":(\d+)/g)) now = Math.max(now, Number(time));
      };
      const connect: Connect = (url, on) =>
        connectWebSocket(url, {
          ...on,
          message: (text) => {
            hear(text);
            on.message(text);
          },
        });
      const timing = {
        backoffMs: 20,
        backoffMostMs: 100,
        reorderMs: 30,
        lookEveryMs: 20,
        silentAfterMs: 60 * MINUTE,
        giveUpMs: 60 * MINUTE,
      };
      const rest = restOf(fake.restUrl, () => now, stopped.signal);
      const get: Get = async (path) => {
        const text = await rest(path);
        hear(text);
        return text;
      };
      const attempts = limitedAttempts(exchange.attempts);
      const { log, stop } = engine(
        { exchange, url: fake.socketUrl, connect, attempts, get, timing },
        () => now,
      );
      const subscribed = (connection: number) =>
        vi.waitFor(
          () => expect([fake.connections(), fake.subscribed()]).toEqual([connection, ['BTCUSDT', 'ETHUSDT']]),
          {
            timeout: 30_000,
            interval: 10,
          },
        );
      await subscribed(1);

      let seed = 9;
      const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
      const trade = (at: number, tell: boolean) =>
        watched.map((each, place) => {
          each.price *= 1 + (random() - 0.5) * 0.001;
          const made = fake.trade(each.symbol, each.price.toFixed(2), {
            at: at + place * 100,
            size: (random() * 2).toFixed(3),
            tell,
          });
          each.trades.push(made);
          return made;
        });
      let heap = 0;
      for (let minute = 0; minute <= MINUTES; minute += 1) {
        const at = START + minute * MINUTE;
        for (let second = 0; second < 60; second += 3) {
          const isBetween = second >= 9 && second <= 45;
          if (minute % 10 === 4 && second === 30) {
            const connections = fake.connections();
            fake.cut();
            // Traded while nobody listens.
            trade(at + second * 1000, false);
            now = Math.max(now, at + second * 1000 + 100);
            await subscribed(connections + 1);
          } else if (minute % 5 === 1 && isBetween && second % 4 === 0) trade(at + second * 1000, false);
          else if (minute % 5 === 2 && isBetween) {
            const made = trade(at + second * 1000, false);
            fake.tell([...made, ...trade(at + second * 1000 + 500, false)].reverse());
            fake.tell(made);
          } else trade(at + second * 1000, true);
        }
        // Were it to run a minute ahead of its reader, what is fetched meanwhile would be dated ahead of now.
        await vi.waitFor(() => expect(now).toBeGreaterThanOrEqual(at + 57_000), {
          timeout: PATIENCE_MS,
          interval: 1,
        });
        await sleep(25);
        if (minute === 20) heap = heapMb();
      }
      await dealtWith(watched.map(({ id }) => id));
      await stop();
      stopped.abort();
      await fake.stop();
      expect(heapMb() - heap).toBeLessThan(8);
      expect(await compare(workspaceId, watched)).toBeGreaterThan(50);
      expect(log.error).not.toHaveBeenCalled();
    },
    drill(480_000, 3_600_000),
  );
});
