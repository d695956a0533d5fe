import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#src/db/ids.ts';
import {
  bars,
  events,
  feedCursors,
  feedHappenings,
  feedQuarantine,
  feedShards,
  feedWatches,
  instruments,
  rules,
} from '#src/db/schema.ts';
import { latestHappenings } from '#src/db/queries/feeds.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { madeOf } from '#src/shared/timeframes.ts';
import { reachFeeds } from '#src/engine/exchanges/reach.ts';
import { runLiveFeeds } from './run-live.ts';
import { assertHeld, takeShard } from '#src/engine/leases/shard-lease.ts';
import { notifyOfSilence } from './silence.ts';

let db: TestDatabase;
let fake: FakeExchange;
beforeAll(async () => {
  db = await testDatabase();
  fake = await startFakeExchange('binance');
});
afterAll(async () => {
  await fake.stop();
  await db.drop();
});

const until = (what: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(what, { timeout: 30_000, interval: 50 });
const announced: string[] = [];
const engines: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((stop) => stop()));
});

/** One engine on the fake Binance, as a process would be. @returns stops it, and a kill that gives nothing back */
function engine() {
  const stop = new AbortController();
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const addresses = [{ feed: 'binance', socketUrl: fake.socketUrl, restUrl: fake.restUrl }];
  const now = (): number => Date.now();
  const deps = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: (workspaceId: string, topic = 'alerts') => void announced.push(`${workspaceId} ${topic}`),
    clock: () => new Date(),
    random: Math.random,
    instanceId: newId(),
    isDead: async () => false,
    log,
  };
  const reached = reachFeeds(['binance'], addresses, { now, signal: stop.signal }).map((reach) => ({
    ...reach,
    timing: { backoffMs: 20, backoffMostMs: 100, reorderMs: 50, silentAfterMs: 60_000, lookEveryMs: 20 },
  }));
  const running = runLiveFeeds(deps, reached, stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  engines.push(end);
  return { log, stop: end };
}

async function instrument(symbol: string): Promise<string> {
  const id = newId();
  await db.system.insert(instruments).values({
    id,
    symbol: `BINANCE:${symbol}`,
    name: symbol,
    currency: 'USDT',
    timeZone: 'UTC',
    createdAt: new Date(),
    exchange: 'Binance',
    tickSize: '0.01',
    feed: 'binance',
    feedSymbol: symbol,
  });
  return id;
}

const watch = (workspaceId: string, instrumentId: string) =>
  withTenant(db.app, workspaceId, (tx) =>
    tx.insert(feedWatches).values({ workspaceId, instrumentId, createdAt: new Date() }),
  );
const moveRule = (workspaceId: string, instrumentId: string) =>
  withTenant(db.app, workspaceId, (tx) =>
    tx
      .update(rules)
      .set({ instrumentId, timeframe: '1m', condition: 'big_move(5)', state: 'active' })
      .where(eq(rules.workspaceId, workspaceId)),
  );
const minutesOf = (instrumentId: string) =>
  db.system.select().from(bars).where(eq(bars.instrumentId, instrumentId)).orderBy(bars.timeframe, bars.ts);

/** The beginning of a minute that lies some minutes back: what is traded in it is over at once. */
const MINUTE = 60_000;
const base = Math.floor(Date.now() / (5 * MINUTE)) * 5 * MINUTE - 60 * MINUTE;

describe('live feeds', () => {
  it('turn trades into bars and bars into events; what cannot be believed is put aside and alerts nobody', async () => {
    const { workspaceId } = await newWorkspace(db);
    const id = await instrument('BTCUSDT');
    await watch(workspaceId, id);
    await moveRule(workspaceId, id);
    const one = engine();
    await until(() => expect(fake.subscribed()).toEqual(['BTCUSDT']));

    const at = (minute: number, second = 10): number => base + minute * MINUTE + second * 1000;
    fake.trade('BTCUSDT', '100.00', { at: at(0) });
    for (const [minute, price] of [
      [1, '100.00'],
      [2, '101.00'],
      [3, '107.00'],
      [4, '107.50'],
      [5, '107.00'],
      [6, '107.10'],
    ] as const)
      fake.trade('BTCUSDT', price, { at: at(minute) });
    // A hundredfold price would be the move of the day.
    fake.trade('BTCUSDT', '10700.00', { at: at(7) });
    fake.trade('BTCUSDT', '107.20', { at: at(7, 20) });
    fake.trade('BTCUSDT', '107.30', { at: at(11) });
    await until(async () => {
      const stored = await minutesOf(id);
      expect(stored.filter((bar) => bar.timeframe === '1m').map((bar) => bar.close)).toEqual([
        100, 101, 107, 107.5, 107, 107.1, 107.2,
      ]);
      // The first five minutes began before one listened.
      expect(
        stored.filter((bar) => bar.timeframe === '5m').map((bar) => [bar.ts.getTime(), bar.open, bar.high]),
      ).toEqual([[base + 5 * MINUTE, 107, 107.2]]);
    });
    await until(async () => {
      const found = await withTenant(db.app, workspaceId, (tx) => tx.select().from(events));
      expect(found.map((event) => [event.barTs.getTime(), Number(event.value?.toFixed(4))])).toEqual([
        [base + 3 * MINUTE, 5.9406],
      ]);
    });
    await until(async () => {
      const [bad] = await db.app.select().from(feedQuarantine);
      expect(bad).toMatchObject({ feed: 'binance', instrumentId: id, reason: 'unit', count: 1 });
      expect(bad?.sample).toContain('10700.00');
      const [cursor] = await db.app.select().from(feedCursors).where(eq(feedCursors.instrumentId, id));
      expect(cursor).toMatchObject({ price: '107.30', refused: null });
      const [health] = await db.app.select().from(feedShards);
      expect(health).toMatchObject({ feed: 'binance', state: 'live', quarantined: 1 });
      expect(health?.ticks).toBe(10);
      expect(health?.lastMessageAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(announced).toContain(`${workspaceId} feeds`);
    });
    expect(one.log.error).not.toHaveBeenCalled();
    await one.stop();
    const [left] = await db.app.select().from(feedShards);
    expect(left).toMatchObject({ leaseOwner: null, state: 'resting' });
  });

  it('that refuse a request which names no symbol say so to everybody, once', async () => {
    const { workspaceId } = await newWorkspace(db);
    const id = await instrument('LTCUSDT');
    await watch(workspaceId, id);
    engine();
    await until(() => expect(fake.subscribed()).toContain('LTCUSDT'));
    for (let n = 0; n < 3; n += 1)
      fake.say('{"error":{"code":2,"msg":"Invalid request: too many subscriptions"},"id":1}');
    const seen = () =>
      withTenant(db.app, workspaceId, async (tx) =>
        (await latestHappenings(tx, ['binance'], 12)).filter(({ kind }) => kind === 'refused'),
      );
    await until(async () => expect(await seen()).not.toEqual([]));
    fake.trade('LTCUSDT', '10.00');
    await until(async () => {
      const [cursor] = await db.app.select().from(feedCursors).where(eq(feedCursors.instrumentId, id));
      // The symbol goes on.
      expect(cursor).toMatchObject({ price: '10.00', refused: null });
    });
    expect((await seen()).map(({ problem }) => problem)).toEqual(['Invalid request: too many subscriptions']);
    await db.admin.query('delete from feed_watches where instrument_id = $1', [id]);
  });

  it('lose no trade and make none twice when another engine goes on', async () => {
    const { workspaceId } = await newWorkspace(db);
    const id = await instrument('ETHUSDT');
    await watch(workspaceId, id);
    await moveRule(workspaceId, id);
    const first = engine();
    await until(() => expect(fake.subscribed()).toContain('ETHUSDT'));
    const at = (minute: number, second = 10): number => base + minute * MINUTE + second * 1000;
    for (const minute of [0, 1, 2]) fake.trade('ETHUSDT', '50.00', { at: at(minute) });
    await until(async () => expect((await minutesOf(id)).length).toBe(1));
    const waiting = engine();
    await first.stop();
    // Traded while nobody listens, the jump too.
    for (const [minute, price] of [
      [2, '51.00'],
      [3, '60.00'],
      [4, '60.00'],
      [5, '60.00'],
    ] as const)
      fake.trade('ETHUSDT', price, { at: at(minute, 30), tell: false });
    await until(() => expect(fake.subscribed()).toContain('ETHUSDT'));
    fake.trade('ETHUSDT', '60.00', { at: at(6) });
    await until(async () => {
      const stored = (await minutesOf(id)).filter((bar) => bar.timeframe === '1m');
      expect(stored.map((bar) => [bar.open, bar.close, bar.volume])).toEqual([
        [50, 50, 0.1],
        [50, 51, 0.2],
        [60, 60, 0.1],
        [60, 60, 0.1],
        [60, 60, 0.1],
      ]);
      const found = await withTenant(db.app, workspaceId, (tx) => tx.select().from(events));
      expect(found.map((event) => event.barTs.getTime())).toEqual([base + 3 * MINUTE]);
    });
    expect(waiting.log.error).not.toHaveBeenCalled();
  });

  it('do not believe a first trade in another unit after a long absence', async () => {
    const { workspaceId } = await newWorkspace(db);
    const id = await instrument('ADAUSDT');
    await watch(workspaceId, id);
    const first = engine();
    await until(() => expect(fake.subscribed()).toContain('ADAUSDT'));
    for (const minute of [0, 1, 2])
      fake.trade('ADAUSDT', '50.00', { at: base - 7 * 60 * MINUTE + minute * MINUTE + 10_000 });
    const cursorOf = async () =>
      (await db.app.select().from(feedCursors).where(eq(feedCursors.instrumentId, id)))[0];
    await until(async () => {
      const cursor = await cursorOf();
      expect(cursor?.price).toBe('50.00');
      expect(cursor?.closedUntil).not.toBeNull();
    });
    await first.stop();
    engine();
    await until(() => expect(fake.subscribed()).toContain('ADAUSDT'));
    fake.trade('ADAUSDT', '5000.00', { at: base });
    fake.trade('ADAUSDT', '51.00', { at: base + 1_000 });
    await until(async () => {
      const bad = await db.app.select().from(feedQuarantine).where(eq(feedQuarantine.instrumentId, id));
      expect(bad.map(({ sample, count }) => [sample.split(' ')[1], count])).toEqual([['5000.00', 1]]);
      expect((await cursorOf())?.price).toBe('51.00');
    });
  });

  it('begin anew where bars were closed while the clock was ahead', async () => {
    const { workspaceId } = await newWorkspace(db);
    const id = await instrument('TRXUSDT');
    await watch(workspaceId, id);
    const ahead = new Date(base + 3 * 86_400_000);
    await db.system
      .insert(feedCursors)
      .values({ instrumentId: id, closedUntil: ahead, wholeFrom: new Date(base), lastTs: ahead });
    engine();
    await until(() => expect(fake.subscribed()).toContain('TRXUSDT'));
    for (const minute of [0, 1, 2]) fake.trade('TRXUSDT', '50.00', { at: base + minute * MINUTE + 10_000 });
    await until(async () => expect((await minutesOf(id)).length).toBe(1));
  });

  it('ask for what is watched from one moment on in one message', async () => {
    const { workspaceId } = await newWorkspace(db);
    await watch(workspaceId, await instrument('XRPUSDT'));
    engine();
    await until(() => expect(fake.subscribed()).toContain('XRPUSDT'));
    fake.beat();
    const many = Array.from({ length: 12 }, (_, index) => `MANY${index}USDT`);
    const ids: string[] = [];
    for (const symbol of many) ids.push(await instrument(symbol));
    const before = fake.heard.length;
    await withTenant(db.app, workspaceId, (tx) =>
      tx
        .insert(feedWatches)
        .values(ids.map((instrumentId) => ({ workspaceId, instrumentId, createdAt: new Date() }))),
    );
    await until(() => expect(fake.subscribed()).toEqual(expect.arrayContaining(many)));
    expect(fake.heard.slice(before).filter((text) => text.includes('"SUBSCRIBE"'))).toHaveLength(1);
  });

  it('stop asking for what nobody watches any more', async () => {
    const { workspaceId } = await newWorkspace(db);
    await withTenant(db.app, workspaceId, (tx) => tx.select().from(feedWatches));
    await db.admin.query('delete from feed_watches');
    await db.admin.query(`update rules set state = 'paused'`);
    const attempts = fake.attempts.length;
    engine();
    await until(async () => {
      const [shard] = await db.app.select().from(feedShards);
      expect(shard).toMatchObject({ state: 'resting' });
      expect(shard?.leaseOwner).not.toBeNull();
    });
    expect(fake.subscribed()).toEqual([]);
    // Nobody watches a symbol of it: it isn't connected to.
    expect(fake.attempts.length).toBe(attempts);
  });

  it('make a timeframe that isn’t kept only where a rule needs it, and begin with what is stored', async () => {
    const { workspaceId } = await newWorkspace(db);
    const [id, other] = [await instrument('TENUSDT'), await instrument('KEPTUSDT')];
    await watch(workspaceId, id);
    await watch(workspaceId, other);
    const start = Math.floor(base / (10 * MINUTE)) * 10 * MINUTE;
    const figures = { open: 100, high: 101, low: 99, close: 100, volume: 2 };
    // Five minutes of the bar of ten are over and stored, and a day before.
    const five = Array.from({ length: 289 }, (_, at) => start - (288 - at) * 5 * MINUTE);
    for (const instrumentId of [id, other]) {
      await db.system
        .insert(bars)
        .values(five.map((ts) => ({ instrumentId, timeframe: '5m' as const, ts: new Date(ts), ...figures })));
      await db.system.insert(feedCursors).values({
        instrumentId,
        closedUntil: new Date(start + 5 * MINUTE),
        wholeFrom: new Date(five[0] ?? 0),
        lastTs: new Date(start + 5 * MINUTE),
      });
    }
    await withTenant(db.app, workspaceId, (tx) =>
      tx
        .update(rules)
        .set({
          instrumentId: id,
          timeframe: '10m',
          condition: 'close > 105 and open < 101 and sma(100) < 101',
          settings: { frequency: 'every_time' },
          state: 'active',
        })
        .where(eq(rules.workspaceId, workspaceId)),
    );
    engine();
    await until(() => expect(fake.subscribed().toSorted()).toEqual(['KEPTUSDT', 'TENUSDT']));
    for (const symbol of ['TENUSDT', 'KEPTUSDT'])
      for (const [minute, price] of [
        [6, '104.00'],
        [8, '107.00'],
        [11, '108.00'],
        [13, '108.00'],
      ] as const)
        fake.trade(symbol, price, { at: start + minute * MINUTE + 10_000 });
    await until(async () => {
      const found = await withTenant(db.app, workspaceId, (tx) =>
        tx.select().from(events).where(eq(events.instrumentId, id)),
      );
      expect(found.map(({ barTs, timeframe }) => [barTs.getTime(), timeframe])).toEqual([[start, '10m']]);
    });
    const ten = (await minutesOf(id)).filter(({ timeframe }) => timeframe === '10m');
    expect(ten).toHaveLength(145);
    expect(ten.at(-1)).toMatchObject({ open: 100, high: 107, low: 99, close: 107, imported: false });
    expect(ten.at(-2)).toMatchObject({ ...figures, volume: 4, imported: true });
    expect((await minutesOf(other)).filter(({ timeframe }) => madeOf(timeframe) !== null)).toEqual([]);
  });
});

describe('the lease of a shard', () => {
  const shard = { feed: 'binance', shard: 7 };
  it('goes to one, and back; what the one before writes is refused', async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(() => takeShard(db.system, { ...shard, owner: newId(), isDead: async () => false })),
    );
    const held = a ?? b;
    expect([a, b].filter((each) => each !== null)).toHaveLength(1);
    if (!held) throw new Error('nobody has it');
    await db.system.transaction((tx) => assertHeld(tx, held));
    await until(async () => {
      const next = await takeShard(db.system, { ...shard, owner: newId(), isDead: async () => false });
      expect(next?.epoch).toBe(held.epoch + 1);
    });
    await expect(db.system.transaction((tx) => assertHeld(tx, held))).rejects.toThrow('Another process');
    // A process that is no more keeps nothing.
    const ended = await takeShard(db.system, { ...shard, owner: newId(), isDead: async () => true });
    expect(ended?.epoch).toBe(held.epoch + 2);
    await expect(db.app.transaction((tx) => assertHeld(tx, held))).rejects.toThrow('Another process');
  });
});

it('silence is told to those who watch, once', async () => {
  const [watching, other] = [await newWorkspace(db), await newWorkspace(db)];
  const id = await instrument('SOLUSDT');
  await watch(watching.workspaceId, id);
  const now = new Date('2026-01-05T12:05:00Z');
  const silence = {
    title: 'Binance',
    instrumentIds: [id],
    isPartial: false,
    problem: 'nothing was heard from the exchange',
    since: new Date('2026-01-05T12:04:00Z'),
    now,
  };
  const deps = { app: db.app, system: db.system, announce: () => undefined };
  await notifyOfSilence(deps, silence);
  await notifyOfSilence(deps, silence);
  const { rows } = await db.admin.query<{ workspace_id: string; title: string; text: string; count: number }>(
    `select workspace_id, title, text, count from notifications where kind = 'feed_silent'`,
  );
  expect(rows).toEqual([
    {
      workspace_id: watching.workspaceId,
      title: 'No prices from Binance, 2 times within the hour',
      text: 'Since 12:04 UTC: nothing was heard from the exchange. Rules on its symbols wait; nothing is lost as soon as it is back.',
      count: 2,
    },
  ]);
  expect(rows.some((row) => row.workspace_id === other.workspaceId)).toBe(false);
  expect(await db.app.select().from(feedHappenings)).toEqual(expect.any(Array));
});
