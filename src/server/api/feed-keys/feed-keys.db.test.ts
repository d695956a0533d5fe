import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { createFeedService } from '#src/engine/feeds/feed-service.ts';
import { createFeedKeys } from '#src/engine/feeds/keys/feed-keys.ts';
import { createOwnReaches } from '#src/engine/feeds/keys/own-reaches.ts';
import { runLiveFeeds } from '#src/engine/runner/live/run-live.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { sessionsOf } from '#src/engine/market/sessions/sessions.ts';
import { ERRORS } from '#src/shared/errors.ts';
import { FAKE_KEY, type FakeExchange, startFakeExchange } from '#tests/fakes/exchange.ts';
import { testApi, TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

const MINUTE = 60_000;
const CANARY = { keyId: 'PKCANARY000000000777', secret: 'canarySecret00000000000000000000000000777' };
/** A key that goes into the address of the stream. */
const IN_ADDRESS = 'canaryaddress0000000000000777';
const OANDA = { keyId: '101-001-7770777-001', secret: 'canarytoken000000000000000000777' };
let db: TestDatabase;
let fake: FakeExchange;
let finnhub: FakeExchange;
let oanda: FakeExchange;
let api: ReturnType<typeof testApi>;
let mine: { workspaceId: string; userId: string };
let theirs: { workspaceId: string; userId: string };
let now = Date.now();
const stop = new AbortController();
const said: unknown[] = [];
const log = {
  warn: (...given: unknown[]) => void said.push(given),
  error: (...given: unknown[]) => void said.push(given),
};
const answers: string[] = [];
/** What a page that asks upon an announcement finds. */
const told: Promise<string | undefined>[] = [];
let running: Promise<void>;

beforeAll(async () => {
  db = await testDatabase();
  fake = await startFakeExchange('alpaca');
  fake.keys.set(CANARY.keyId, CANARY.secret);
  finnhub = await startFakeExchange('finnhub');
  finnhub.keys.set('one text', IN_ADDRESS);
  oanda = await startFakeExchange('oanda');
  oanda.keys.set(OANDA.keyId, OANDA.secret);
  const addresses = [
    { feed: 'alpaca', socketUrl: fake.socketUrl, restUrl: fake.restUrl },
    { feed: 'finnhub', socketUrl: finnhub.socketUrl, restUrl: finnhub.restUrl },
    { feed: 'oanda', socketUrl: oanda.socketUrl, restUrl: oanda.restUrl },
  ];
  const announce = (_: string, topic?: string) => {
    if (topic === 'feeds') told.push(feed().then((found: { state?: string } | undefined) => found?.state));
  };
  const clock = () => new Date(now);
  const keyed = { ...db, encryptionKey: TEST_KEY, addresses, now: () => now, signal: stop.signal };
  const own = createOwnReaches(keyed);
  const feeds = createFeedService({ ...db, reached: [], own, announce, clock });
  api = testApi(db, { feeds, feedKeys: createFeedKeys({ ...keyed, announce, clock: () => new Date() }) });
  mine = await newWorkspace(db);
  theirs = await newWorkspace(db);
  const deps = {
    ...db,
    announce,
    clock,
    random: Math.random,
    instanceId: newId(),
    isDead: async () => false,
  };
  // The clock is moved by minutes: that is no silence.
  const timing = {
    backoffMs: 20,
    backoffMostMs: 100,
    reorderMs: 50,
    lookEveryMs: 20,
    silentAfterMs: 60 * MINUTE,
  };
  const ownFeeds = async () => (await own.all()).map((reach) => ({ ...reach, timing }));
  running = runLiveFeeds({ ...deps, log, ownFeeds }, [], stop.signal);
});
afterAll(async () => {
  stop.abort();
  await running;
  await fake.stop();
  await finnhub.stop();
  await oanda.stop();
  await db.drop();
});

const until = (what: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(what, { timeout: 30_000, interval: 50 });

async function ask(path: string, { as = mine.userId, method = 'GET', body = undefined as unknown } = {}) {
  const answer = await api.request(path, {
    method,
    headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  answers.push(text);
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const connect = (key: { keyId: string; secret: string }, as?: string) =>
  ask('/feed-keys', { method: 'POST', body: { provider: 'alpaca', ...key }, ...(as ? { as } : {}) });
const watch = (symbol: string, as?: string) =>
  ask('/feeds/watches', { method: 'POST', body: { feed: 'alpaca.own', symbol }, ...(as ? { as } : {}) });
const feed = async () =>
  (await ask('/feeds')).body.items.find(({ name }: { name: string }) => name === 'alpaca.own');

/** The last regular session that is over by now, or a moment of it that many minutes after its open. */
const sessionBefore = (ms: number): { open: number; close: number } => {
  const sessions = sessionsOf(CALENDARS['us-equity']);
  for (let at = Math.floor(ms / (30 * MINUTE)) * 30 * MINUTE; ; at -= 30 * MINUTE) {
    const found = sessions.at(at);
    if (found && found.close < ms - 60 * MINUTE) return found;
  }
};
const { open } = sessionBefore(Date.now());

describe('keys of market data', () => {
  it('are asked about before they are kept, and refused with what to do', async () => {
    expect(await connect({ ...CANARY, secret: 'wrong' })).toMatchObject({
      status: 400,
      body: {
        detail: expect.stringMatching(/^Alpaca doesn’t know this key ID and secret/),
        field: 'secret',
      },
    });
    expect((await connect({ keyId: '', secret: 'x' })).status).toBe(400);
    expect(
      (await ask('/feed-keys', { method: 'POST', body: { provider: 'alpaca', ...CANARY, plan: 'gold' } }))
        .body,
    ).toMatchObject({ detail: 'Choose one of iex, delayed_sip, sip.', field: 'plan' });
    fake.refuse.rest = { status: 500, times: 1 };
    expect((await connect(CANARY)).status).toBe(ERRORS.feed_unreachable.status);
    expect((await ask('/feed-keys')).body).toEqual({ items: [] });
    expect((await ask('/feed-keys/alpaca/check', { method: 'POST', body: {} })).status).toBe(404);
    expect((await ask('/feed-keys/alpaca', { method: 'DELETE' })).status).toBe(404);
  });

  it('are for owners and admins to connect, and for everybody to see', async () => {
    const as = await addMember(db, mine.workspaceId, 'editor');
    expect((await connect(CANARY, as)).status).toBe(403);
    expect((await ask('/feed-keys', { as })).status).toBe(200);
    expect((await ask('/feed-keys/alpaca', { as, method: 'DELETE' })).status).toBe(403);
  });

  it('connect a source, once in all workspaces', async () => {
    expect(await connect(CANARY)).toMatchObject({
      status: 201,
      body: {
        provider: 'alpaca',
        feed: 'alpaca.own',
        hint: '0777',
        plan: 'iex',
        delayMinutes: null,
        symbols: { used: 0, limit: 30 },
        license: expect.stringMatching(/Alpaca/),
      },
    });
    expect(await feed()).toMatchObject({ own: true, title: 'Alpaca', state: 'resting', example: 'AAPL' });
    expect((await ask('/feed-keys/alpaca/check', { method: 'POST', body: {} })).body.works).toBe(true);
    const taken = await connect(CANARY, theirs.userId);
    expect(taken.body).toMatchObject({
      detail: expect.stringMatching(/connected in another workspace/),
      field: 'keyId',
    });
  });

  it('give the workspace alone symbols, prices and bars', async () => {
    now = open + 30 * MINUTE;
    for (let minute = 0; minute < 25; minute += 1) {
      const [time, price] = [open + minute * MINUTE, (200 + minute / 10).toFixed(2)];
      const figures = { open: price, high: price, low: price, close: price, volume: '100' };
      fake.bars.push({ symbol: 'AAPL', timeframe: '1m', time, ...figures });
    }
    expect(await watch('NOPE')).toMatchObject({ status: 400, body: { field: 'symbol' } });
    expect(await watch('AAPL')).toMatchObject({
      status: 201,
      body: {
        feed: 'alpaca.own',
        instrument: 'ALPACA:AAPL',
        name: 'Apple Inc. Common Stock',
        currency: 'USD',
        session: 'us-equity',
        delayMinutes: null,
        halted: null,
      },
    });
    await until(() => expect(fake.subscribed()).toEqual(['AAPL']));
    await until(async () => expect((await feed()).state).toBe('live'));
    const at = (minute: number, second = 5) => open + minute * MINUTE + second * 1000;
    fake.trade('AAPL', '210.00', { at: at(30) });
    fake.trade('AAPL', '999.00', { at: at(30, 10), size: '7', conditions: ['@', 'I'] });
    fake.trade('AAPL', '212.00', { at: at(30, 20) });
    const wrong = fake.trade('AAPL', '213.00', { at: at(30, 30) });
    const t = new Date(wrong.time).toISOString();
    fake.say(JSON.stringify([{ T: 'x', S: 'AAPL', i: wrong.id, x: 'V', p: 213, s: 0.1, a: 'C', z: 'C', t }]));
    now = at(33);
    fake.trade('AAPL', '211.00', { at: at(33) });
    const bar = async () =>
      (
        await db.admin.query<{
          open: number;
          high: number;
          close: number;
          volume: number;
          imported: boolean;
        }>(
          `select open, high, close, volume, imported from bars b join instruments i on i.id = b.instrument_id
            where i.symbol = 'ALPACA:AAPL' and timeframe = '1m' and ts = $1`,
          [new Date(open + 30 * MINUTE)],
        )
      ).rows[0];
    await until(async () =>
      expect(await bar()).toEqual({ open: 210, high: 212, close: 212, volume: 7.2, imported: false }),
    );
    const { rows } = await db.admin.query<{ timeframe: string; count: number }>(
      `select timeframe, count(*)::int as count from bars b join instruments i on i.id = b.instrument_id
        where i.symbol = 'ALPACA:AAPL' and imported group by timeframe order by timeframe`,
    );
    expect(rows).toEqual([
      { timeframe: '15m', count: 1 },
      { timeframe: '1m', count: 25 },
      { timeframe: '5m', count: 5 },
    ]);
    expect((await ask('/feed-keys')).body.items[0].symbols).toEqual({ used: 1, limit: 30 });

    // Of another workspace's key nothing is there.
    const as = theirs.userId;
    expect((await ask('/feeds', { as })).body).toEqual({ items: [], happenings: [] });
    expect((await ask('/feed-keys', { as })).body).toEqual({ items: [] });
    expect((await watch('AAPL', as)).status).toBe(400);
    expect((await ask('/instruments/ALPACA:AAPL', { as })).status).toBe(404);
    expect((await ask('/instruments?q=AAPL', { as })).body.items).toEqual([]);
    const priceFor = async (who: string) => {
      const { items } = (await ask('/feeds/symbols?q=AAPL', { as: who })).body;
      const [{ feed: of, price } = { feed: '', price: '' }] = items;
      return { of, price };
    };
    await until(async () =>
      expect(await priceFor(mine.userId)).toEqual({ of: 'alpaca.own', price: '211.00' }),
    );
    expect((await priceFor(as)).price).toBeNull();
    // Nor where it has the same source by a key of its own.
    const other = { keyId: 'PKOTHER0000000000888', secret: 'otherSecret000000000000000000000000000888' };
    fake.keys.set(other.keyId, other.secret);
    expect((await connect(other, as)).status).toBe(201);
    await until(async () => expect(await priceFor(as)).toEqual({ of: 'alpaca.own', price: null }));
    expect((await ask('/feed-keys/alpaca', { as, method: 'DELETE' })).status).toBe(204);
    fake.keys.delete(other.keyId);
    expect((await ask('/own-symbols')).body).not.toMatchObject({ items: [{ symbol: 'ALPACA:AAPL' }] });
  });

  it('make rules trigger, also on a symbol without history', async () => {
    now = Date.now();
    const { body: made } = await watch('MSFT');
    await until(() => expect(fake.subscribed()).toEqual(['AAPL', 'MSFT']));
    await db.admin.query(
      `update rules set instrument_id = $1, timeframe = '1m', condition = 'close crosses above 230', state = 'active'
        where workspace_id = $2`,
      [made.id, mine.workspaceId],
    );
    let minute = 30;
    const trade = (price: string) =>
      fake.trade('MSFT', price, { at: open + (minute += 1) * MINUTE + 5_000, size: '100' });
    const triggered = async () =>
      (
        await db.admin.query<{ value: number; bar_ts: Date }>(
          'select value, bar_ts from events where instrument_id = $1 order by bar_ts',
          [made.id],
        )
      ).rows;
    // The engine knows of a changed rule within a second.
    await vi.waitFor(
      async () => {
        for (const price of ['228.10', '228.40', '231.50', '231.60']) trade(price);
        expect(await triggered()).not.toEqual([]);
      },
      { timeout: 30_000, interval: 1_500 },
    );
    expect(await triggered()).toMatchObject([{ value: 231.5 }]);
    expect((await ask(`/feeds/watches/${made.id}`, { method: 'DELETE' })).status).toBe(204);
    await db.admin.query(`update rules set state = 'paused' where workspace_id = $1`, [mine.workspaceId]);
    await until(() => expect(fake.subscribed()).toEqual(['AAPL']));
  });

  it('show a halt until trading goes on', async () => {
    const t = new Date(open + 34 * MINUTE).toISOString();
    const status = {
      T: 's',
      S: 'AAPL',
      t,
      sc: 'H',
      sm: 'Trading Halt',
      rc: 'T1',
      rm: 'News Pending',
      z: 'C',
    };
    fake.say(JSON.stringify([status]));
    const halted = async () => (await ask('/feeds/watches')).body.items[0].halted;
    await until(async () => expect(await halted()).toEqual({ since: t, reason: 'News Pending' }));
    fake.say(JSON.stringify([{ ...status, sc: 'T', sm: 'Trading Resumption', rm: '' }]));
    await until(async () => expect(await halted()).toBeNull());
  });

  it('that are revoked while prices come are said so, not tried again and again, and can be replaced', async () => {
    fake.keys.delete(CANARY.keyId);
    fake.cut();
    await until(async () =>
      expect(await feed()).toMatchObject({
        state: 'denied',
        problem: expect.stringMatching(/^Alpaca rejected the key\./),
      }),
    );
    await until(async () => expect(await Promise.all(told)).toContain('denied'));
    const tries = fake.connections();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(fake.connections()).toBe(tries);
    expect((await ask('/feed-keys/alpaca/check', { method: 'POST', body: {} })).body).toMatchObject({
      works: false,
      says: expect.stringMatching(/doesn’t know this key/),
    });
    fake.keys.set(CANARY.keyId, `${CANARY.secret}2`);
    const replaced = await connect({ keyId: CANARY.keyId, secret: `${CANARY.secret}2` });
    expect(replaced.status).toBe(201);
    await until(() => expect(fake.subscribed()).toEqual(['AAPL']));
    await until(async () => expect((await feed()).state).toBe('live'));
  });

  it('that are removed leave their symbols, and their bars stay', async () => {
    expect((await ask('/feed-keys/alpaca', { method: 'DELETE' })).status).toBe(204);
    await until(() => expect(fake.subscribed()).toEqual([]));
    expect((await ask('/feeds')).body.items).toEqual([]);
    expect((await ask('/feeds/watches')).body.items).toEqual([]);
    const { rows } = await db.admin.query(
      `select from bars b join instruments i on i.id = b.instrument_id where i.symbol = 'ALPACA:AAPL'`,
    );
    expect(rows.length).toBeGreaterThan(25);
    // Connected again, it goes on where it was.
    fake.keys.set(FAKE_KEY.keyId, FAKE_KEY.secret);
    expect((await connect(FAKE_KEY)).status).toBe(201);
    expect((await watch('AAPL')).status).toBe(201);
    await until(() => expect(fake.subscribed()).toEqual(['AAPL']));
  });

  it('of one text, which the source wants in its address, work alike', async () => {
    const body = { provider: 'finnhub', secret: 'wrong' };
    expect((await ask('/feed-keys', { method: 'POST', body })).body).toMatchObject({
      field: 'secret',
      detail: expect.stringMatching(/^Finnhub doesn’t know this key/),
    });
    const connected = await ask('/feed-keys', { method: 'POST', body: { ...body, secret: IN_ADDRESS } });
    expect(connected).toMatchObject({
      status: 201,
      body: { feed: 'finnhub.own', plan: 'free', hint: '0777' },
    });
    const watched = await ask('/feeds/watches', {
      method: 'POST',
      body: { feed: 'finnhub.own', symbol: 'AAPL' },
    });
    expect(watched.body).toMatchObject({ instrument: 'FINNHUB:AAPL', name: 'APPLE INC', currency: 'USD' });
    await until(() => expect(finnhub.subscribed()).toEqual(['AAPL']));
    finnhub.keys.clear();
    finnhub.cut();
    await until(async () => {
      const { items } = (await ask('/feeds')).body;
      expect(items.find(({ name }: { name: string }) => name === 'finnhub.own')).toMatchObject({
        state: 'denied',
        problem: expect.stringMatching(/^Finnhub rejected the key\./),
      });
    });
    finnhub.keys.set('one text', IN_ADDRESS);
  });

  it('of an account whose quotes are streamed over HTTP make bars without volume', async () => {
    const key = { provider: 'oanda', ...OANDA, plan: 'practice' };
    const wrong = { ...key, secret: 'wrong' };
    expect((await ask('/feed-keys', { method: 'POST', body: wrong })).body).toMatchObject({
      field: 'secret',
    });
    expect((await ask('/feed-keys', { method: 'POST', body: key })).body).toMatchObject({
      feed: 'oanda.own',
    });
    const day = sessionsOf(CALENDARS.fx).at(open - 7 * 24 * 60 * MINUTE)?.open ?? 0;
    const figures = { open: '1.10', high: '1.20', low: '1.10', close: '1.15', volume: '132' };
    oanda.bars.push({ symbol: 'EUR_USD', timeframe: '1d', time: day, ...figures });
    const found = await ask('/feeds/symbols?q=euro');
    expect(found.status).toBe(200);
    const body = { feed: 'oanda.own', symbol: 'EUR_USD' };
    expect((await ask('/feeds/watches', { method: 'POST', body })).body).toMatchObject({
      instrument: 'OANDA:EUR_USD',
      name: 'Euro / US Dollar',
      currency: 'USD',
      tickSize: '0.00001',
      session: 'fx',
    });
    await until(() => expect(oanda.subscribed()).toEqual(['EUR_USD']));
    let minute = 30;
    const stored = async () =>
      (
        await db.admin.query<{ timeframe: string; close: number; volume: number | null; imported: boolean }>(
          `select timeframe, close, volume, imported from bars b join instruments i on i.id = b.instrument_id
            where i.symbol = 'OANDA:EUR_USD' and timeframe in ('1m', '1d') order by ts`,
        )
      ).rows;
    // The first minute is incomplete, and makes no bar.
    for (const price of ['1.10000', '1.10010', '1.10030'])
      oanda.trade('EUR_USD', price, { at: open + (minute += 1) * MINUTE + 5_000 });
    await until(async () =>
      expect(await stored()).toContainEqual({
        timeframe: '1m',
        close: 1.1001,
        volume: null,
        imported: false,
      }),
    );
    await until(async () =>
      expect((await ask('/feeds/symbols?q=euro')).body.items[0]).toMatchObject({
        feed: 'oanda.own',
        symbol: 'EUR_USD',
        kind: 'currency',
        price: '1.1003',
      }),
    );
    expect(await stored()).toContainEqual({ timeframe: '1d', close: 1.15, volume: null, imported: true });
    expect((await ask('/feed-keys/oanda', { method: 'DELETE' })).status).toBe(204);
    await until(() => expect(oanda.subscribed()).toEqual([]));
  });

  it('stand in no answer, no log and nowhere in the database in the clear', async () => {
    const secrets = [
      IN_ADDRESS,
      ...[CANARY, FAKE_KEY, OANDA].flatMap(({ keyId, secret }) => [keyId, secret]),
    ];
    const everything = await db.admin.query<{ table: string }>(
      `select quote_ident(tablename) as table from pg_tables where schemaname = 'public'`,
    );
    let rows = 0;
    for (const { table } of everything.rows) {
      const found = await db.admin.query<{ row: string }>(`select t::text as row from public.${table} t`);
      rows += found.rows.length;
      for (const { row } of found.rows)
        for (const secret of secrets) expect(row.includes(secret), table).toBe(false);
    }
    expect(rows).toBeGreaterThan(100);
    for (const secret of secrets) {
      expect(answers.some((answer) => answer.includes(secret))).toBe(false);
      expect(JSON.stringify(said).includes(secret)).toBe(false);
    }
    // What the sealed text is sealed for: moved to another workspace it opens nowhere.
    const { rows: kept } = await db.admin.query<{ sealed: string }>(`select sealed from feed_keys`);
    expect(kept).toHaveLength(2);
    expect(kept[0]?.sealed).toMatch(/^\{"keyId":/);
  });

  it('are out of sight for the engine’s role beside that they are there', async () => {
    await expect(db.system.$client.query('select sealed from feed_keys')).rejects.toThrow(
      /permission denied/,
    );
    const { rows } = await db.system.$client.query('select workspace_id from feed_keys');
    expect(rows).toHaveLength(2);
  });

  it('go with the workspace, and all that came by them', async () => {
    await db.admin.query('delete from feed_watches where workspace_id = $1', [mine.workspaceId]);
    stop.abort();
    await running;
    await db.admin.query('delete from workspaces where id = $1', [mine.workspaceId]);
    const { rows } = await db.admin.query(
      `select from instruments where feed like 'alpaca.own.%' union all select from feed_shards where feed like 'alpaca%'`,
    );
    expect(rows).toHaveLength(0);
  });
});
