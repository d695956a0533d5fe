import { inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { feedHealth, latestHappenings, listWatches } from '#src/db/queries/feeds.ts';
import { bars, feedWatches, instruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { reachFeeds } from '#src/engine/exchanges/reach.ts';
import { runLiveFeeds } from './run-live.ts';
import { silenceNotifier } from './silence.ts';

/* More symbols than one connection tells, on a whole engine: an exchange that tells three over each of three. */
const LIMITS = { mostSymbols: 3, mostConnections: 3 };
const MINUTE = 60_000;
const base = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE;

let db: TestDatabase;
let fake: FakeExchange;
beforeAll(async () => {
  db = await testDatabase();
  fake = await startFakeExchange('binance', LIMITS);
});
afterAll(async () => {
  await fake.stop();
  await db.drop();
});
const engines: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((stop) => stop()));
});

const until = (what: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(what, { timeout: 30_000, interval: 50 });

function engine() {
  const stop = new AbortController();
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const addresses = [{ feed: 'binance', socketUrl: fake.socketUrl, restUrl: fake.restUrl }];
  const reached = reachFeeds(['binance'], addresses, { now: Date.now, signal: stop.signal }).map((reach) => ({
    ...reach,
    exchange: { ...reach.exchange, ...LIMITS },
    timing: { backoffMs: 20, backoffMostMs: 100, reorderMs: 50, silentAfterMs: 60_000, lookEveryMs: 20 },
  }));
  const deps = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => new Date(),
    random: Math.random,
    instanceId: newId(),
    isDead: async () => false,
    log,
  };
  const running = runLiveFeeds(deps, reached, stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  engines.push(end);
  return { log, stop: end };
}

/** Watches symbols, the first of them the oldest. @returns their instruments, by symbol */
async function watch(workspaceId: string, symbols: readonly string[]): Promise<Map<string, string>> {
  const rows = symbols.map((symbol, place) => ({
    id: newId(),
    symbol: `BINANCE:${symbol}`,
    name: symbol,
    currency: 'USDT',
    timeZone: 'UTC',
    createdAt: new Date(base + place),
    feed: 'binance',
    feedSymbol: symbol,
  }));
  await db.system.insert(instruments).values(rows);
  await watchKnown(
    workspaceId,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, feedSymbol }) => [feedSymbol, id]));
}
const watchKnown = (workspaceId: string, ids: readonly string[]) =>
  withTenant(db.app, workspaceId, (tx) =>
    tx
      .insert(feedWatches)
      .values(ids.map((instrumentId) => ({ workspaceId, instrumentId, createdAt: new Date() }))),
  );
const leave = (ids: readonly string[]) =>
  db.admin.query('delete from feed_watches where instrument_id = any($1)', [ids]);
const healthFor = async (workspaceId: string) =>
  (await withTenant(db.app, workspaceId, (tx) => feedHealth(tx, ['binance'], new Date())))[0];

/** The closes of the stored minutes of each instrument. */
const minutes = async (ids: readonly string[]) => {
  const rows = await db.system
    .select()
    .from(bars)
    .where(inArray(bars.instrumentId, [...ids]))
    .orderBy(bars.ts);
  return ids.map((id) =>
    rows.filter((bar) => bar.instrumentId === id && bar.timeframe === '1m').map(({ close }) => close),
  );
};

it('more symbols than one connection tells become bars, over a cut of one of them and another engine', async () => {
  const [mine, theirs] = [await newWorkspace(db), await newWorkspace(db)];
  const symbols = Array.from({ length: 7 }, (_, index) => `COIN${index}`);
  const known = await watch(mine.workspaceId, symbols);
  const ids = symbols.map((symbol) => known.get(symbol) ?? '');
  await watchKnown(theirs.workspaceId, ids.slice(4, 5));
  const first = engine();
  await until(() => expect(fake.told().map((told) => told.length)).toEqual([3, 3, 1]));
  const trade = (minute: number, price: string, tell = true) => {
    for (const symbol of symbols) fake.trade(symbol, price, { at: base + minute * MINUTE + 10_000, tell });
  };
  for (const minute of [0, 1, 2]) trade(minute, `${100 + minute}.00`);
  await until(async () => expect(await minutes(ids)).toEqual(ids.map(() => [101])));

  fake.refuse.socket = 503;
  fake.cut(1011, 'COIN4');
  await until(async () => {
    expect(await healthFor(mine.workspaceId)).toMatchObject({
      state: 'maintenance',
      problem: expect.stringMatching(/^1 of 3 connections: the exchange answered 503|^1 of 3 .*1011/),
      silent: ['COIN3', 'COIN4', 'COIN5'],
    });
    expect(await healthFor(theirs.workspaceId)).toMatchObject({ silent: ['COIN4'] });
  });
  trade(3, '103.00');
  await until(async () =>
    expect(await minutes(ids)).toEqual(ids.map((_, n) => (n > 2 && n < 6 ? [101] : [101, 102]))),
  );
  fake.refuse.socket = null;
  await until(() => expect(fake.subscribed()).toEqual(symbols));
  await until(async () => {
    fake.beat();
    expect(await healthFor(mine.workspaceId)).toMatchObject({ state: 'live', problem: null, silent: [] });
    expect(await minutes(ids)).toEqual(ids.map(() => [101, 102]));
  });
  const happened = await withTenant(db.app, mine.workspaceId, (tx) => latestHappenings(tx, ['binance'], 9));
  expect(happened.map(({ kind }) => kind)).not.toContain('lost');

  const second = engine();
  await first.stop();
  trade(4, '104.00', false);
  await until(() => expect(fake.subscribed()).toEqual(symbols));
  trade(5, '105.00');
  await until(async () => {
    fake.beat();
    expect(await minutes(ids)).toEqual(ids.map(() => [101, 102, 103, 104]));
  });
  for (const { log } of [first, second]) expect(log.error).not.toHaveBeenCalled();
  await leave(ids);
});

it('what is watched beyond all room is told so, and comes as soon as others are left', async () => {
  const { workspaceId } = await newWorkspace(db);
  const symbols = Array.from({ length: 11 }, (_, index) => `ROOM${`${index}`.padStart(2, '0')}`);
  const known = await watch(workspaceId, symbols);
  engine();
  await until(() => expect(fake.subscribed()).toEqual(symbols.slice(0, 9)));
  const refusals = async () =>
    (await withTenant(db.app, workspaceId, (tx) => listWatches(tx))).flatMap(({ symbol, refused }) =>
      refused === null ? [] : [[symbol, refused]],
    );
  const why =
    'Binance sends 3 symbols per connection, and allows 3 connections. All workspaces together can watch 9 symbols here.';
  await until(async () =>
    expect(await refusals()).toEqual([
      ['ROOM09', why],
      ['ROOM10', why],
    ]),
  );
  await leave(['ROOM01', 'ROOM05'].map((symbol) => known.get(symbol) ?? ''));
  const rest = symbols.filter((symbol) => symbol !== 'ROOM01' && symbol !== 'ROOM05');
  await until(() => expect(fake.subscribed()).toEqual(rest));
  for (const symbol of rest) fake.trade(symbol, '1.00');
  await until(async () => expect(await refusals()).toEqual([]));
  await leave([...known.values()]);
});

it('connections that give nothing are told of after a minute to who watches their symbols, each once', async () => {
  const [mine, theirs] = [await newWorkspace(db), await newWorkspace(db)];
  const symbols = Array.from({ length: 8 }, (_, index) => `QUIET${index}`);
  const known = await watch(mine.workspaceId, symbols);
  await watchKnown(theirs.workspaceId, [known.get('QUIET7') ?? '']);
  const deps = { app: db.app, system: db.system, announce: () => undefined };
  const tell = silenceNotifier(deps, 'Binance');
  const begin = Date.UTC(2026, 0, 5, 12);
  const trouble = (since: number, own: readonly string[]) => ({
    since: begin + since,
    problem: 'the connection was cut',
    symbols: () => [...own],
  });
  const one = trouble(0, symbols.slice(0, 4));
  const [soon, late] = [trouble(20_000, symbols.slice(4, 7)), trouble(50_000, ['QUIET7'])];
  const at = (ms: number, troubles: (typeof one)[], isPartial: boolean) =>
    tell(troubles, {
      isPartial,
      instrumentsOf: (own) => own.flatMap((symbol) => known.get(symbol) ?? []),
      now: new Date(begin + ms),
    });
  const told = async () =>
    (
      await db.admin.query<{ workspace_id: string; text: string; count: number }>(
        `select workspace_id, text, count from notifications where kind = 'feed_silent'`,
      )
    ).rows.map((row) => [row.workspace_id, row.text, row.count]);
  await at(60_000, [one, soon, late], true);
  expect(await told()).toEqual([]);
  await at(61_000, [one, soon, late], true);
  await at(62_000, [one, soon, late], true);
  const first = [
    mine.workspaceId,
    'Since 12:00 UTC: the connection was cut. Rules on QUIET0, QUIET1, QUIET2, QUIET3, QUIET4 and 2 more wait; nothing is lost as soon as it is back.',
    1,
  ];
  expect(await told()).toEqual([first]);
  await at(111_000, [late], false);
  expect(await told()).toContainEqual([
    theirs.workspaceId,
    'Since 12:00 UTC: the connection was cut. Rules on its symbols wait; nothing is lost as soon as it is back.',
    1,
  ]);
  await leave([...known.values()]);
});
