import { describe, expect, it, vi } from 'vitest';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import { feedTest as test } from '#src/engine/runner/live/watch-feed.fixture.ts';
import type { Bar } from '#src/shared/market.ts';
import { FAKE_KEY } from '#tests/fakes/exchange.ts';
import type { Get } from '../live/exchange.ts';
import type { FeedEvent } from '../live/live-feed.ts';
import { RestError } from '../live/rest.ts';
import { reachFeeds } from '../reach.ts';
import { readOanda } from './messages.ts';
import { oanda } from './oanda.ts';

const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 10 });
const problems = (events: readonly FeedEvent[]): (string | null)[] =>
  events.flatMap((event) => (event.kind === 'state' && event.state === 'denied' ? [event.problem] : []));
const at = Date.UTC(2026, 0, 5, 15);

describe('the stream', { concurrent: true }, () => {
  test('opens the next stream before the last one ends: no price is missed, and none comes twice', async ({
    watch,
  }) => {
    const { fake, feed, one, other, ticks, prices, states } = await watch('oanda');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.trade(one, '1.09180', { at });
    await until(() =>
      expect(ticks()).toMatchObject([
        { ts: at, price: 1.0918, size: null, text: { price: '1.0918', size: null } },
      ]),
    );
    expect(states()).toEqual(['connecting', 'live']);
    feed.subscribe(new Map([[other, null]]));
    await until(() => expect(fake.told()).toEqual([[one], [one, other]]));
    // Both streams are open: the price comes over both.
    fake.trade(one, '1.09190', { at: at + 1_000 });
    fake.trade(other, '114.300', { at: at + 1_000 });
    await until(() => expect(fake.told()).toEqual([[one, other]]));
    await until(() => expect([prices(), prices(other)]).toEqual([['1.0918', '1.0919'], ['114.3']]));
    feed.unsubscribe([one]);
    await until(() => expect(fake.told()).toHaveLength(2));
    fake.beat();
    await until(() => expect(fake.told()).toEqual([[other]]));
    expect(fake.connections()).toBe(3);
  });

  test('says after a cut that prices may be missing, and goes on at once', async ({ watch }) => {
    const { fake, one, prices, events, feed } = await watch('oanda');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.trade(one, '1.10000', { at });
    await until(() => expect(prices()).toEqual(['1.1']));
    fake.cut();
    await until(() => expect([fake.connections(), fake.subscribed()]).toEqual([2, [one]]));
    fake.trade(one, '1.30000', { at: at + 1_000 });
    await until(() => expect(prices()).toEqual(['1.1', '1.3']));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'lost', symbol: one, count: 0 }));
    expect(feed.isComplete(one)).toBe(true);
  });

  test('shows a refused token, and an exchange that is busy', async ({ watch }) => {
    const { fake, one, events, states, exchange, attempted } = await watch('oanda', {
      limits: { attempts: { most: 1_000, withinMs: 1_000 } },
    });
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.beat();
    await until(() => expect(states()).toEqual(['connecting', 'live']));
    fake.refuse.socket = 503;
    fake.cut();
    await until(() => expect(states()).toContain('maintenance'));
    // However often it tries: it stays busy until it streams.
    await until(() => expect(attempted.length).toBeGreaterThan(4));
    const busy = ['connecting', 'live', 'away', 'connecting', 'maintenance'];
    expect(states()).toEqual(busy);
    fake.refuse.socket = null;
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.beat();
    await until(() => expect(states()).toEqual([...busy, 'live']));
    fake.keys.clear();
    fake.cut();
    await until(() =>
      expect(problems(events)).toEqual([expect.stringMatching(/^OANDA rejected the token\./)]),
    );
    expect(JSON.stringify([events, exchange.socketUrl])).not.toContain(FAKE_KEY.secret);
  });

  test('leaves out a symbol that OANDA does not offer, and streams the others', async ({ watch }) => {
    const { fake, feed, one, events, prices, states } = await watch('oanda', {
      symbols: ['EUR_USD', 'XYZ_USD'],
    });
    const refused = expect.objectContaining({ kind: 'refused', symbol: 'XYZ_USD' });
    // Both, each alone, and the one that is left.
    await until(() => expect([fake.connections(), fake.told()]).toEqual([4, [[one]]]));
    // Nothing counts as live before the stream says something.
    expect([states(), events]).toEqual([['connecting'], expect.not.arrayContaining([refused])]);
    fake.trade(one, '1.10000', { at });
    await until(() => expect(events).toContainEqual(refused));
    await until(() => expect(prices()).toEqual(['1.1']));
    expect(feed.symbols()).toEqual([one]);
  });

  test('is silent if not even heartbeats come, and connects again', async ({ watch }) => {
    const { fake, one, states } = await watch('oanda', { timing: { silentAfterMs: 400 } });
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.mute = true;
    await until(() => expect(states()).toContain('silent'));
    await until(() => expect(fake.connections()).toBeGreaterThan(1));
  });
});

it('is reached at another address over HTTP alone', () => {
  const options = { now: Date.now, signal: new AbortController().signal };
  const reached = (socketUrl: string) =>
    reachFeeds([], [{ feed: 'oanda', socketUrl, restUrl: 'https://o.example' }], options);
  expect(() => reached('wss://o.example')).toThrow('both addresses of oanda begin with http:// or https://');
  expect(reached('https://o.example')).toEqual([]);
});

describe('messages', () => {
  /** As published with the client library oandapyV20, which leaves out their type, and as OANDA documents them. */
  const published = [
    '{"status":"tradeable","asks":[{"price":"114.312","liquidity":1000000},{"price":"114.313","liquidity":2000000}],"closeoutBid":"114.291","bids":[{"price":"114.295","liquidity":1000000},{"price":"114.294","liquidity":2000000}],"instrument":"EUR_JPY","time":"2016-10-27T08:38:43.094548890Z","closeoutAsk":"114.316"}',
    '{"type":"HEARTBEAT","time":"2016-10-27T08:38:44.327443673Z"}',
    '{"status":"tradeable","asks":[{"price":"1.09188","liquidity":10000000}],"closeoutBid":"1.09173","bids":[{"price":"1.09177","liquidity":10000000}],"instrument":"EUR_USD","time":"2016-10-27T08:38:45.664613867Z","closeoutAsk":"1.09192"}',
    '{"type":"PRICE","status":"tradeable","asks":[{"price":"114.315","liquidity":1000000}],"closeoutBid":"114.294","bids":[{"price":"114.298","liquidity":1000000}],"instrument":"EUR_JPY","time":"2016-10-27T08:38:45.681572782Z","closeoutAsk":"114.319"}',
  ];

  it('become the exact middle of the best bid and ask', () => {
    const said = published.flatMap((line) => readOanda(line));
    expect(said.map(({ kind }) => kind)).toEqual(['trade', 'alive', 'trade', 'trade']);
    expect(
      said.flatMap((each) =>
        each.kind === 'trade' ? [[each.symbol, each.tick.text, new Date(each.tick.ts).toISOString()]] : [],
      ),
    ).toEqual([
      ['EUR_JPY', { price: '114.3035', size: null }, '2016-10-27T08:38:43.094Z'],
      ['EUR_USD', { price: '1.091825', size: null }, '2016-10-27T08:38:45.664Z'],
      ['EUR_JPY', { price: '114.3065', size: null }, '2016-10-27T08:38:45.681Z'],
    ]);
    expect(said[0]).toHaveProperty('tick.key', '2016-10-27T08:38:43.094548890Z');
  });

  it('of a closed market, or of one side without a price, make no price', () => {
    const price = JSON.parse(published[2] ?? '{}') as object;
    const read = (more: object) => readOanda(JSON.stringify({ ...price, type: 'PRICE', ...more }));
    expect(read({ status: 'non-tradeable' })).toEqual([{ kind: 'alive' }]);
    expect(read({ tradeable: false })).toEqual([{ kind: 'alive' }]);
    expect(read({ bids: [], asks: [] })).toEqual([{ kind: 'alive' }]);
  });

  it('that are damaged are quarantined, and nothing is thrown', () => {
    const price = JSON.parse(published[2] ?? '{}') as object;
    const quote = (of: unknown) => [{ price: of, liquidity: 1 }];
    for (const wrong of [
      { instrument: '' },
      { time: 'yesterday' },
      { time: '1970-01-01T00:00:00Z' },
      { bids: quote('x') },
      { asks: quote('-1') },
      { bids: quote('0') },
      { bids: null, asks: null },
      { bids: [] },
    ])
      expect([wrong, readOanda(JSON.stringify({ ...price, ...wrong })).map(({ kind }) => kind)]).toEqual([
        wrong,
        ['bad'],
      ]);
    const [whole = ''] = published;
    for (let cut = 1; cut < whole.length; cut += 3)
      expect(readOanda(whole.slice(0, cut)).map(({ kind }) => kind)).toEqual(['bad']);
    expect(readOanda('{"errorMessage":"Insufficient authorization"}')).toMatchObject([{ kind: 'refused' }]);
    expect(readOanda('{"type":"NEWER"}')).toEqual([{ kind: 'alive' }]);
  });
});

describe('REST', () => {
  const open = (plan: string) => oanda.open(FAKE_KEY, { name: 'oanda', plan, extended: false });

  it('asks the host of the kind of account', () => {
    expect([open('practice').socketUrl, open('live').socketUrl]).toEqual([
      'https://stream-fxpractice.oanda.com',
      'https://stream-fxtrade.oanda.com',
    ]);
    expect(oanda.restUrlOf('/v3/accounts', FAKE_KEY, 'live')).toBe('https://api-fxtrade.oanda.com');
  });

  it('reads candles without volume, page by page, and leaves out the one that is not complete', async () => {
    const asked: string[] = [];
    const candle = (time: string, close: string, more: object = {}) => ({
      volume: 132,
      time,
      complete: true,
      mid: { h: '10998.0', c: close, l: '10503.8', o: '10503.8' },
      ...more,
    });
    const from = Date.UTC(2016, 9, 17, 19, 35);
    const get: Get = async (path) => {
      asked.push(path);
      const candles =
        asked.length > 1
          ? []
          : [
              candle('2016-10-17T19:35:00.000000000Z', '10506.0'),
              candle('2016-10-17T19:36:00.000000000Z', '10504.9', { complete: false }),
              candle('2016-10-17T19:37:00.000000000Z', '10509.0'),
              candle('2016-10-17T19:38:00.000000000Z', '10999.0'),
            ];
      return JSON.stringify({ instrument: 'DE30/EUR', granularity: 'M1', candles });
    };
    const bars: Bar[] = [];
    const range = { timeframe: '1m' as const, from, until: from + 5_001 * 60_000 };
    for await (const page of open('live').history?.(get, 'EUR_USD', range) ?? []) bars.push(...page);
    expect(bars.map(({ ts, volume, text }) => [ts - from, volume, text.close])).toEqual([
      [0, null, '10506.0'],
      [120_000, null, '10509.0'],
    ]);
    expect(asked.map((path) => new URL(path, 'https://x').searchParams.get('to'))).toEqual([
      '2016-10-21T06:55:00.000Z',
      '2016-10-21T06:56:00.000Z',
    ]);
  });

  it('asks for days as the currency market has them', async () => {
    let asked = '';
    // A day of New York’s winter begins at 22:00 UTC.
    const get: Get = async (path) => {
      asked = path;
      return '{"candles":[{"complete":true,"volume":1,"time":"2026-01-05T22:00:00.000000000Z","mid":{"o":"1","h":"2","l":"1","c":"2"}}]}';
    };
    const bars: Bar[] = [];
    const range = { timeframe: '1d' as const, from: 0, until: Date.UTC(2026, 1) };
    for await (const page of open('live').history?.(get, 'EUR_USD', { ...range, from: at - 86_400_000 }) ??
      [])
      bars.push(...page);
    expect(asked).toContain('granularity=D');
    expect(asked).toContain('dailyAlignment=17&alignmentTimezone=America%2FNew_York');
    const ts = bars[0]?.ts ?? 0;
    expect(periodsOf(CALENDARS.fx, '1d')(ts + 1)?.start).toBe(ts);
  });

  it('lists pairs and metals by the names of their currencies, and no CFDs', async () => {
    const get: Get = async () =>
      '{"instruments":[{"name":"EUR_USD","type":"CURRENCY","displayPrecision":5},{"name":"XAU_USD","type":"METAL","displayPrecision":3},{"name":"DE30_EUR","type":"CFD","displayPrecision":1}]}';
    const listed = [];
    for await (const page of open('live').symbols?.(get) ?? []) listed.push(...page);
    expect(listed).toEqual([
      { symbol: 'EUR_USD', ticker: 'EUR', name: 'Euro / US Dollar', kind: 'currency', currency: 'USD' },
      { symbol: 'XAU_USD', ticker: 'XAU', name: 'Gold / US Dollar', kind: 'metal', currency: 'USD' },
    ]);
    expect(await open('live').listing(get, 'EUR_USD')).toEqual({
      symbol: 'EUR_USD',
      name: 'Euro / US Dollar',
      currency: 'USD',
      tickSize: '0.00001',
      trading: true,
    });
    expect(await open('live').listing(get, 'DE30_EUR')).toBeNull();
    const unknown: Get = () => Promise.reject(new RestError('no', 400, null));
    expect(await open('live').listing(unknown, 'XYZ_USD')).toBeNull();
  });

  it('says what is wrong with a token or an account', async () => {
    const checked = (status: number) =>
      oanda.check(
        (path) => {
          expect(path).toContain(`/v3/accounts/${FAKE_KEY.keyId}/`);
          return status === 200 ? Promise.resolve('{}') : Promise.reject(new RestError('no', status, null));
        },
        'practice',
        FAKE_KEY,
      );
    expect(await checked(200)).toBeNull();
    expect(await checked(401)).toMatchObject({ field: 'secret' });
    expect(await checked(403)).toMatchObject({ field: 'keyId' });
    await expect(checked(500)).rejects.toBeInstanceOf(RestError);
  });
});
