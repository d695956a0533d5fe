import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { feedHappenings, feedQuarantine, feedShards, feedSymbolLists, instruments } from '#src/db/schema.ts';
import { createFeedService } from '#src/engine/feeds/feed-service.ts';
import { applyPublicRights, operatorReaches } from '#src/engine/feeds/keys/operator-reaches.ts';
import { type Reach, reachFeeds } from '#src/engine/exchanges/reach.ts';
import { RestError } from '#src/engine/exchanges/live/rest.ts';
import { FAKE_KEY, type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { AppError, ERRORS } from '#src/shared/errors.ts';
import { WATCHES_MAX } from '#src/shared/feeds.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let fake: FakeExchange;
let stocks: FakeExchange;
let api: ReturnType<typeof testApi>;
let operators: Reach[];
let mine: { workspaceId: string; userId: string };
let theirs: { workspaceId: string; userId: string };
const announced: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  fake = await startFakeExchange('binance');
  stocks = await startFakeExchange('finnhub');
  const addresses = [
    { feed: 'binance', socketUrl: fake.socketUrl, restUrl: fake.restUrl },
    { feed: 'finnhub', socketUrl: stocks.socketUrl, restUrl: stocks.restUrl },
  ];
  const options = { now: Date.now, signal: new AbortController().signal };
  const key = { source: 'finnhub', plan: 'free', extended: false, parts: [FAKE_KEY.secret] };
  operators = operatorReaches([key], [], { ...options, addresses });
  const reached = [...reachFeeds(['simulated', 'binance'], addresses, options), ...operators];
  const clock = () => new Date();
  const announce = (workspaceId: string, topic?: string) => void announced.push(`${workspaceId} ${topic}`);
  api = testApi(db, {
    feeds: createFeedService({ app: db.app, system: db.system, reached, announce, clock }),
  });
  mine = await newWorkspace(db);
  theirs = await newWorkspace(db);
});
afterAll(async () => {
  await fake.stop();
  await stocks.stop();
  await db.drop();
});

async function ask(
  path: string,
  { as = mine.userId, method = 'GET', body }: { as?: string; method?: string; body?: unknown } = {},
) {
  const answer = await api.request(path, {
    method,
    headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const watch = (feed: string, symbol: string, as?: string) =>
  ask('/feeds/watches', { method: 'POST', body: { feed, symbol }, ...(as ? { as } : {}) });

describe('/api/v1/feeds', () => {
  it('lists what may be used, at rest until somebody needs it', async () => {
    const { status, body } = await ask('/feeds');
    expect(status).toBe(200);
    expect(
      body.items.map((feed: { name: string; state: string; simulated: boolean }) => [
        feed.name,
        feed.state,
        feed.simulated,
      ]),
    ).toEqual([
      ['binance', 'resting', false],
      ['finnhub', 'resting', false],
      ['simulated', 'resting', true],
    ]);
  });

  it('finds symbols of all feeds by ticker and name, reading each list from its exchange once', async () => {
    const find = async (text: string) => (await ask(`/feeds/symbols?q=${encodeURIComponent(text)}`)).body;
    const listsAsked = (of: FakeExchange) =>
      of.asked.filter((path) => /exchangeInfo|stock\/symbol/.test(path)).length;
    const first = await find('bitcoin');
    expect(first.loading).toEqual(expect.arrayContaining(['Binance', 'Finnhub']));
    await vi.waitFor(async () => expect((await find('bitcoin')).loading).toEqual([]), { timeout: 15_000 });
    await vi.waitFor(async () =>
      expect((await find('btc')).items).toEqual([
        {
          feed: 'binance',
          title: 'Binance',
          symbol: 'BTCUSDT',
          name: 'Bitcoin',
          kind: 'crypto',
          currency: 'USDT',
          venue: null,
          isin: null,
          price: null,
          priceAt: null,
          delayMinutes: null,
          closed: false,
        },
      ]),
    );
    expect((await find('apple')).items).toMatchObject([
      { feed: 'finnhub', symbol: 'AAPL', name: 'APPLE INC', isin: 'US0378331005' },
    ]);
    expect((await find('alder')).items).toMatchObject([{ feed: 'simulated', symbol: 'SIM-ALDER' }]);
    expect((await find('')).items).toEqual([]);
    expect([listsAsked(fake), listsAsked(stocks)]).toEqual([1, 1]);
    const stored = await db.system.select().from(feedSymbolLists).orderBy(feedSymbolLists.feed);
    expect(stored.map(({ feed, symbols, problem }) => [feed, symbols?.length, problem])).toEqual([
      ['binance', 2, null],
      ['finnhub', 2, null],
      ['simulated', 4, null],
    ]);
    expect((await ask('/feeds/symbols?q=btc&limit=1000')).status).toBe(400);
  });

  it('watches symbols of the operator’s key in every workspace, not for the public, and says whose key it is', async () => {
    const feeds = (await ask('/feeds')).body.items;
    expect(feeds.map((feed: { operatorKey: unknown }) => feed.operatorKey)).toEqual([
      null,
      { inPublic: false, license: expect.stringMatching(/^Your agreement with Finnhub applies\./) },
      null,
    ]);
    const made = await watch('finnhub', 'AAPL');
    expect(made).toMatchObject({ status: 201, body: { instrument: 'FINNHUB:AAPL', session: 'us-equity' } });
    expect((await watch('finnhub', 'AAPL', theirs.userId)).body.id).toBe(made.body.id);
    const rights = async () =>
      (await db.system.select().from(instruments).where(eq(instruments.id, made.body.id)))[0];
    expect(await rights()).toMatchObject({ owned: false, feed: 'finnhub', publicPrices: false });
    // The operator has a license from now on.
    const [reach] = operators;
    if (!reach) throw new Error('no feed');
    const license = reach.exchange.operatorKey?.license ?? '';
    await applyPublicRights(db.system, [
      { exchange: { ...reach.exchange, operatorKey: { inPublic: true, license } } },
    ]);
    expect(await rights()).toMatchObject({ publicPrices: true });
    for (const as of [mine.userId, theirs.userId])
      expect((await ask(`/feeds/watches/${made.body.id}`, { as, method: 'DELETE' })).status).toBe(204);
    await db.admin.query(`delete from activity where subject = 'FINNHUB:AAPL'`);
  });

  it('watches a symbol that the exchange knows, once, and says what it is', async () => {
    const made = await watch('binance', 'BTCUSDT');
    expect(made).toMatchObject({
      status: 201,
      body: {
        feed: 'binance',
        symbol: 'BTCUSDT',
        instrument: 'BINANCE:BTCUSDT',
        name: 'BTC / USDT',
        exchange: 'Binance',
        currency: 'USDT',
        tickSize: '0.01',
        session: 'crypto',
        simulated: false,
        price: null,
        refused: null,
      },
    });
    expect((await watch('binance', 'BTCUSDT')).body.id).toBe(made.body.id);
    // A search says the last price that is stored: of a bar, then of a trade.
    const found = async () => (await ask('/feeds/symbols?q=btcusdt')).body.items[0];
    expect(await found()).toMatchObject({ price: null, priceAt: null, delayMinutes: null, closed: false });
    const id = made.body.id;
    await db.admin.query(
      `insert into bars (instrument_id, timeframe, ts, open, high, low, close)
       values ($1, '1d', '2024-03-01T00:00:00Z', 60, 63, 59, 61.5), ($1, '1h', '2024-03-01T10:00:00Z', 60, 60, 60, 60)`,
      [id],
    );
    expect(await found()).toMatchObject({ price: '61.5', priceAt: '2024-03-02T00:00:00.000Z' });
    await db.admin.query(
      `insert into feed_cursors (instrument_id, price, price_at) values ($1, '62.10', '2024-03-02T09:30:01.250Z')
       on conflict (instrument_id) do update set price = excluded.price, price_at = excluded.price_at`,
      [id],
    );
    expect(await found()).toMatchObject({ price: '62.10', priceAt: '2024-03-02T09:30:01.250Z' });
    // The feed stopped; what was imported since is newer. A bar that the trade is in isn't.
    const later = (ts: string, close: number) =>
      db.admin.query(
        `insert into bars (instrument_id, timeframe, ts, open, high, low, close) values ($1, '1h', $2, $3, $3, $3, $3)`,
        [id, ts, close],
      );
    await later('2024-03-02T09:00:00Z', 62.2);
    expect(await found()).toMatchObject({ price: '62.10' });
    await later('2024-03-05T09:00:00Z', 64);
    expect(await found()).toMatchObject({ price: '64', priceAt: '2024-03-05T10:00:00.000Z' });
    await db.admin.query('delete from feed_cursors where instrument_id = $1', [id]);
    await db.admin.query('delete from bars where instrument_id = $1', [id]);
    expect((await watch('simulated', 'SIM-ALDER')).body).toMatchObject({
      instrument: 'SIM-ALDER',
      simulated: true,
    });
    // The same instrument, for another workspace.
    expect((await watch('binance', 'BTCUSDT', theirs.userId)).body.id).toBe(made.body.id);
    const { body } = await ask('/feeds/watches');
    expect(body.items.map((each: { symbol: string }) => each.symbol)).toEqual(['BTCUSDT', 'SIM-ALDER']);
    expect(announced).toContain(`${mine.workspaceId} feeds`);
    const { rows } = await db.admin.query(
      `select action, subject from activity where workspace_id = $1 and action like 'feed.%' order by at, id`,
      [mine.workspaceId],
    );
    expect(rows).toEqual([
      { action: 'feed.watched', subject: 'BINANCE:BTCUSDT' },
      { action: 'feed.watched', subject: 'SIM-ALDER' },
    ]);
  });

  it('lists it among the instruments with all that its exchange says, its smallest step as it is now', async () => {
    const listed = async () => (await ask('/instruments?q=BINANCE')).body.items;
    const known = {
      symbol: 'BINANCE:BTCUSDT',
      name: 'BTC / USDT',
      currency: 'USDT',
      timeZone: 'UTC',
      exchange: 'Binance',
      tickSize: '0.01',
      session: 'crypto',
      simulated: false,
      splits: [],
      own: false,
      delayMinutes: null,
      timeframes: [],
    };
    expect(await listed()).toEqual([known]);
    await db.system
      .update(instruments)
      .set({ tickSize: '0.50000000' })
      .where(eq(instruments.symbol, known.symbol));
    await watch('binance', 'BTCUSDT');
    expect(await listed()).toEqual([known]);
    expect((await ask('/instruments?q=SPX')).body.items).toMatchObject([
      { exchange: 'New York', tickSize: null, session: 'us-equity', simulated: false },
    ]);
  });

  it.each([
    ['binance', 'NOSUCHCOIN', 400, 'Binance doesn’t list NOSUCHCOIN.'],
    [
      'binance',
      'btc-usd',
      400,
      '“btc-usd” isn’t a symbol of Binance: they look like BTCUSDT. Try BTCUSDT on Binance.',
    ],
    ['simulated', 'SIM-NONE', 400, 'Simulated doesn’t list SIM-NONE.'],
    ['nasdaq', 'AAPL', 400, 'There is no feed “nasdaq” here; there is binance, finnhub, simulated.'],
    ['binance', '', 400, 'Name a symbol'],
  ])('refuses %s %s with a sentence', async (feed, symbol, status, detail) => {
    const answer = await watch(feed, symbol);
    expect([answer.status, answer.body.detail]).toEqual([status, detail]);
  });

  it('says where a symbol is listed that the feed refuses', async () => {
    /** What each exchange lists; the network is not asked. */
    const listed: Record<string, (path: string) => string> = {
      binance: (path) =>
        JSON.stringify({
          symbols: path.endsWith('=BTCUSDT')
            ? [{ symbol: 'BTCUSDT', status: 'TRADING', baseAsset: 'BTC', quoteAsset: 'USDT', filters: [] }]
            : [],
        }),
      coinbase: () => {
        throw new RestError('the exchange cannot be reached', null, null);
      },
      kraken: (path) =>
        /pair=(?:BTC|XBT)%2FUSD$/.test(path)
          ? '{"error":[],"result":{"XXBTZUSD":{"tick_size":"0.1","status":"online"}}}'
          : '{"error":["EQuery:Unknown asset pair"]}',
    };
    const all = reachFeeds(['simulated', 'binance', 'coinbase', 'kraken'], [], {
      now: Date.now,
      signal: new AbortController().signal,
    });
    const service = createFeedService({
      app: db.app,
      system: db.system,
      reached: all.map(({ exchange, get }) => {
        const stub = listed[exchange.name];
        return {
          exchange: { ...exchange, askEveryMs: 1 },
          get: stub ? async (path: string) => stub(path) : get,
        };
      }),
      announce: () => undefined,
      clock: () => new Date(),
    });
    const actor = { kind: 'member' as const, userId: mine.userId, name: 'Ada Byron' };
    const by = { workspaceId: mine.workspaceId, actor };
    const refusal = (feed: string, symbol: string) =>
      service.watch(by, { feed, symbol }).then(
        () => null,
        (error: unknown) =>
          error instanceof AppError ? [error.message, error.details?.['suggestions']] : error,
      );
    const both = [
      { feed: 'kraken', symbol: 'BTC/USD' },
      { feed: 'binance', symbol: 'BTCUSDT' },
    ];
    expect(await refusal('kraken', 'BTCUSDT')).toEqual([
      '“BTCUSDT” isn’t a symbol of Kraken: they look like BTC/USD. Try BTC/USD on Kraken or BTCUSDT on Binance.',
      both,
    ]);
    expect(await refusal('kraken', 'BTC/USDT')).toEqual([
      'Kraken doesn’t list BTC/USDT. Try BTC/USD on Kraken or BTCUSDT on Binance.',
      both,
    ]);
    expect(await refusal('simulated', 'XBT/USD')).toEqual([
      '“XBT/USD” isn’t a symbol of Simulated: they look like SIM-ALDER. Try BTCUSDT on Binance or BTC/USD on Kraken.',
      both.toReversed(),
    ]);
    expect(await refusal('binance', 'NOSUCHUSDT')).toEqual(['Binance doesn’t list NOSUCHUSDT.', undefined]);
    expect(await refusal('coinbase', 'BTC-USD')).toEqual([
      'Coinbase can’t be reached to look up BTC-USD: the exchange cannot be reached. Try again later, or choose another feed.',
      undefined,
    ]);
    // Its older name is one that Kraken's socket doesn't know.
    const made = await service.watch(by, { feed: 'kraken', symbol: 'XBT/USD' });
    expect(made.symbol).toBe('BTC/USD');
    await service.unwatch(by, made.id);
    await db.admin.query(`delete from instruments where feed = 'kraken'`);
  });

  it('says when the exchange cannot be asked', async () => {
    fake.refuse.rest = { status: 503, times: 1 };
    const answer = await watch('binance', 'ETHUSDT');
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'feed_unreachable',
        retryable: true,
        detail:
          'Binance can’t be reached to look up ETHUSDT: the exchange answered 503. Try again later, or choose another feed.',
      },
    });
  });

  it('says when no more symbols fit, which is nothing to try again, and still watches what is told', async () => {
    const reach = reachFeeds(['binance'], [], { now: Date.now, signal: new AbortController().signal });
    const most = (await ask('/feeds/watches')).body.items.find(
      (each: { feed: string }) => each.feed === 'binance',
    );
    const service = createFeedService({
      app: db.app,
      system: db.system,
      reached: reach.map((each) => ({
        exchange: { ...each.exchange, mostSymbols: 1, mostConnections: 1 },
        get: async () => JSON.stringify({ symbols: [] }),
      })),
      announce: () => undefined,
      clock: () => new Date(),
    });
    const by = {
      workspaceId: mine.workspaceId,
      actor: { kind: 'member' as const, userId: mine.userId, name: 'Ada Byron' },
    };
    const refusal = (symbol: string) =>
      service.watch(by, { feed: 'binance', symbol }).then(
        () => null,
        (error: unknown) => (error instanceof AppError ? [error.code, error.message] : error),
      );
    expect(most?.symbol).toBe('BTCUSDT');
    expect(await refusal('ETHUSDT')).toEqual([
      'feed_full',
      'Binance sends 1 symbol per connection, and allows 1 connection. All workspaces together can watch 1 symbol here. ETHUSDT can be watched when one of them is left.',
    ]);
    expect(ERRORS.feed_full.retryable).toBe(false);
    // It is asked about, which is as far as it should get.
    expect(await refusal('BTCUSDT')).toEqual(['validation_failed', 'Binance doesn’t list BTCUSDT.']);
  });

  it('says when an exchange that has enough may be asked again, and asks it nothing before', async () => {
    fake.refuse.rest = { status: 418, times: 1, retryAfter: '1' };
    const asked = fake.asked.length;
    const [first, second] = [await watch('binance', 'ETHUSDT'), await watch('binance', 'ETHUSDT')];
    const sentence = (why: string) =>
      `Binance can’t be reached to look up ETHUSDT: ${why}. It may be asked again in 1 second.`;
    expect(first.body.detail).toBe(sentence('the exchange answered 418'));
    expect(second).toMatchObject({
      status: 503,
      body: { code: 'feed_unreachable', detail: sentence('the exchange wants to be left alone') },
    });
    expect(fake.asked.length).toBe(asked + 1);
    await sleep(1_100);
    expect((await watch('binance', 'NOSUCH')).status).toBe(400);
    expect(fake.asked.length).toBe(asked + 2);
  });

  it('has room for so many, and none of it is taken by what is watched already', async () => {
    const full = await newWorkspace(db);
    const { id } = (await watch('binance', 'BTCUSDT', full.userId)).body;
    const others = Array.from({ length: WATCHES_MAX - 1 }, (_, index) => ({
      id: newId(),
      symbol: `BINANCE:ROOM${index}`,
      name: 'Room',
      currency: 'USDT',
      timeZone: 'UTC',
      createdAt: new Date(),
      feed: 'kraken',
      feedSymbol: `ROOM${index}`,
    }));
    await db.system.insert(instruments).values(others);
    await db.admin.query(
      `insert into feed_watches (workspace_id, instrument_id, created_at)
       select $1, id, created_at from instruments where feed = 'kraken'`,
      [full.workspaceId],
    );
    const again = await watch('binance', 'BTCUSDT', full.userId);
    expect([again.status, again.body.id]).toEqual([201, id]);
    expect(await watch('binance', 'ETHUSDT', full.userId)).toMatchObject({
      status: 400,
      body: { detail: '500 symbols are the limit. Leave one to watch another.' },
    });
    await db.admin.query('delete from feed_watches where workspace_id = $1', [full.workspaceId]);
    await db.admin.query(`delete from instruments where feed = 'kraken'`);
  });

  it('leaves a symbol for one workspace only', async () => {
    const [btc] = (await ask('/feeds/watches')).body.items;
    const viewer = await addMember(db, mine.workspaceId, 'viewer');
    expect((await ask(`/feeds/watches/${btc.id}`, { method: 'DELETE', as: viewer })).status).toBe(403);
    expect((await watch('binance', 'ETHUSDT', viewer)).status).toBe(403);
    expect((await ask(`/feeds/watches/${btc.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(`/feeds/watches/${btc.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask('/feeds/watches', { as: theirs.userId })).body.items).toHaveLength(1);
    expect((await watch('binance', 'BTCUSDT')).status).toBe(201);
  });

  it('tells how a feed is, and when nobody is at work on it', async () => {
    const at = new Date();
    await db.system.insert(feedShards).values({
      feed: 'binance',
      shard: 0,
      epoch: 3,
      state: 'live',
      since: at,
      lastMessageAt: at,
      lagMs: 42,
      ticks: 7,
      leaseUntil: new Date(at.getTime() + 2_000),
      updatedAt: at,
    });
    const live = (await ask('/feeds')).body.items[0];
    expect(live).toMatchObject({ state: 'live', problem: null, lagMs: 42, counts: { ticks: 7, lost: 0 } });
    // Those are named that one watches.
    const [btc] = (await ask('/feeds/watches')).body.items;
    const foreign = (await watch('binance', 'ETHUSDT', theirs.userId)).body;
    await db.system.update(feedShards).set({ silent: [foreign.id, btc.id] });
    expect((await ask('/feeds')).body.items[0].silent).toEqual(['BTCUSDT']);
    expect((await ask('/feeds', { as: theirs.userId })).body.items[0].silent).toEqual(['BTCUSDT', 'ETHUSDT']);
    await ask(`/feeds/watches/${foreign.id}`, { method: 'DELETE', as: theirs.userId });
    await db.admin.query(`update feed_shards set lease_until = now() - interval '1 minute'`);
    expect((await ask('/feeds')).body.items[0]).toMatchObject({
      state: 'away',
      problem: 'no engine is at work on it',
      silent: [],
    });
  });

  it('shows what was put aside of one’s own symbols, in pages, and what happened', async () => {
    const [btc] = (await ask('/feeds/watches')).body.items;
    const foreign = (await watch('binance', 'ETHUSDT', theirs.userId)).body;
    const row = (minute: number, instrumentId: string | null, reason: string) => ({
      id: newId(),
      feed: 'binance',
      instrumentId,
      reason,
      problem: 'price 0 is not above zero',
      sample: '{"p":"0"}',
      count: 2,
      firstAt: new Date(Date.UTC(2026, 0, 5, 12, minute)),
      lastAt: new Date(Date.UTC(2026, 0, 5, 12, minute, 30)),
    });
    await db.system
      .insert(feedQuarantine)
      .values([
        row(1, btc.id, 'not_positive'),
        row(2, foreign.id, 'unit'),
        row(3, null, 'malformed'),
        row(4, btc.id, 'unit'),
      ]);
    await db.system.insert(feedHappenings).values([
      { id: newId(), feed: 'binance', kind: 'silent', instrumentId: null, problem: 'x', at: new Date() },
      {
        id: newId(),
        feed: 'binance',
        kind: 'lost',
        instrumentId: foreign.id,
        problem: 'theirs',
        at: new Date(),
      },
    ]);
    const first = (await ask('/feeds/quarantine?limit=2')).body;
    expect(
      first.items.map((each: { reason: string; symbol: string | null }) => [each.reason, each.symbol]),
    ).toEqual([
      ['unit', 'BTCUSDT'],
      ['malformed', null],
    ]);
    const second = (await ask(`/feeds/quarantine?limit=2&cursor=${first.next}`)).body;
    expect(second.items.map((each: { reason: string }) => each.reason)).toEqual(['not_positive']);
    expect(second.next).toBeNull();
    expect((await ask('/feeds/quarantine?reason=unit')).body.items).toHaveLength(1);
    expect((await ask('/feeds/quarantine?feed=simulated')).body.items).toEqual([]);
    expect((await ask('/feeds/quarantine?reason=bored')).status).toBe(400);
    expect((await ask('/feeds/quarantine?feed=nasdaq')).status).toBe(400);
    const { happenings } = (await ask('/feeds')).body;
    expect(happenings.map((each: { kind: string }) => each.kind)).toEqual(['silent']);
  });
});
