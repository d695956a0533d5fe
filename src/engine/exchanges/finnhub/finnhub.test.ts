import { describe, expect, it, vi } from 'vitest';
import { feedTest as test } from '#src/engine/runner/live/watch-feed.fixture.ts';
import type { Bar } from '#src/shared/market.ts';
import { FAKE_KEY } from '#tests/fakes/exchange.ts';
import type { Get } from '../live/exchange.ts';
import type { FeedEvent } from '../live/live-feed.ts';
import { RestError } from '../live/rest.ts';
import { weighs } from './conditions.ts';
import { finnhub } from './finnhub.ts';
import { readFinnhub } from './messages.ts';

const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 10 });
const problems = (events: readonly FeedEvent[]): (string | null)[] =>
  events.flatMap((event) => (event.kind === 'state' && event.state === 'denied' ? [event.problem] : []));

describe('the stream', { concurrent: true }, () => {
  test('gives trades as they were written, subscribes and unsubscribes', async ({ watch }) => {
    const { fake, feed, one, other, ticks, prices, states } = await watch('finnhub');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.trade(one, '125.07', { at: Date.UTC(2026, 0, 5, 15), size: '5' });
    await until(() => expect(ticks()).toMatchObject([{ text: { price: '125.07', size: '5' } }]));
    expect(states()).toEqual(['connecting', 'live']);
    feed.subscribe(new Map([[other, null]]));
    await until(() => expect(fake.subscribed()).toEqual([one, other]));
    fake.trade(other, '7.00');
    await until(() => expect(prices(other)).toEqual(['7.00']));
    feed.unsubscribe([one]);
    await until(() => expect(fake.subscribed()).toEqual([other]));
  });

  test('says after a cut that trades may be missing, and goes on at once', async ({ watch }) => {
    const { fake, one, prices, events, feed } = await watch('finnhub');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
    fake.cut();
    fake.trade(one, '2.00', { tell: false });
    await until(() => expect([fake.connections(), fake.subscribed()]).toEqual([2, [one]]));
    fake.trade(one, '3.00');
    await until(() => expect(prices()).toEqual(['1.00', '3.00']));
    expect(fake.asked).toEqual([]);
    expect(events).toContainEqual({
      kind: 'lost',
      symbol: one,
      count: 0,
      problem: 'Finnhub doesn’t give trades from before a connection',
    });
    expect(feed.isComplete(one)).toBe(true);
  });

  test('shows a refused key, and one that is connected elsewhere', async ({ watch }) => {
    const { fake, one, events } = await watch('finnhub');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.keys.clear();
    fake.cut();
    await until(() =>
      expect(problems(events)).toEqual([expect.stringMatching(/^Finnhub rejected the key\./)]),
    );
    expect(fake.connections()).toBe(2);
    const second = await watch('finnhub');
    await until(() => expect(second.fake.subscribed()).toEqual([one]));
    second.fake.takenElsewhere = true;
    second.fake.cut();
    await until(() =>
      expect(problems(second.events)).toEqual([expect.stringMatching(/allows one connection for each key/)]),
    );
    // The key is in the address alone, and in nothing that is told.
    expect(JSON.stringify([events, second.events, second.exchange.socketUrl])).not.toContain(FAKE_KEY.secret);
  });
});

describe('messages', () => {
  const trade = (more: object): object => ({ c: ['1'], p: 10.5, s: 'AAPL', t: 1672348887195, v: 3, ...more });
  const read = (data: unknown) => readFinnhub(JSON.stringify({ data, type: 'trade' }));

  it.each([
    [['1', '8', '24'], 'price'],
    [[], 'price'],
    [['1', '12'], 'volume'],
    [['30'], 'volume'],
    [['3', '24'], 'volume'],
    [['16'], 'nothing'],
    [['12', '39'], 'nothing'],
  ])('a trade with %s weighs as %s', (conditions, weight) => {
    expect(weighs(conditions)).toBe(weight);
  });

  it('hold several trades; odd lots count as volume only', () => {
    // As published by users of the stream.
    const published = [
      [{ c: ['1', '8', '24', '12'], p: 122.1, s: 'TSLA', t: 1672348887195, v: 1 }, true],
      [{ c: ['1', '24', '12'], p: 129.58, s: 'AAPL', t: 1672348887666, v: 1 }, true],
      [{ c: null, p: 125.07, s: 'AAPL', t: 1624982400033, v: 200 }, false],
      [{ c: [1, 24], p: 125.07, s: 'AAPL', t: 1624982400033, v: 200 }, false],
    ] as const;
    const said = read(published.map(([each]) => each));
    expect(said.map((each) => each.kind === 'trade' && each.tick.volumeOnly === true)).toEqual(
      published.map(([, isVolume]) => isVolume),
    );
    expect(said[0]).toMatchObject({ symbol: 'TSLA', tick: { ts: 1672348887195, text: { price: '122.1' } } });
  });

  it('that are damaged are quarantined, and nothing is thrown', () => {
    for (const wrong of [{ s: '' }, { p: 'x' }, { p: -1 }, { t: null }, { t: 12 }, { v: '' }, { v: -2 }])
      expect(read([trade(wrong)]).map(({ kind }) => kind)).toEqual(['bad']);
    expect(read([trade({}), 7, trade({ p: 0 })]).map(({ kind }) => kind)).toEqual(['trade', 'bad', 'bad']);
    const whole = JSON.stringify({ data: [trade({})], type: 'trade' });
    for (let cut = 1; cut < whole.length; cut += 3)
      expect(readFinnhub(whole.slice(0, cut)).map(({ kind }) => kind)).toEqual(['bad']);
    for (const text of ['{}', '{"type":"trade"}', '{"type":"trade","data":"x"}'])
      expect(readFinnhub(text)).toMatchObject([{ kind: 'bad', reason: 'malformed' }]);
    expect(readFinnhub('{"type":"ping"}')).toEqual([{ kind: 'alive' }]);
    expect(readFinnhub('{"msg":"Invalid symbol","type":"error"}')).toEqual([
      { kind: 'refused', symbol: null, problem: 'Finnhub answered “Invalid symbol”' },
    ]);
  });
});

describe('REST', () => {
  const open = (plan: string) =>
    finnhub.open({ keyId: '', secret: 'k' }, { name: 'finnhub', plan, extended: false });
  const bars = async (answer: string, timeframe: '1m' | '1d'): Promise<Bar[]> => {
    const found: Bar[] = [];
    const range = { timeframe, from: 0, until: 1 };
    for await (const page of open('candles').history?.(async () => answer, 'AAPL', range) ?? [])
      found.push(...page);
    return found;
  };

  it('reads days, which begin at midnight in New York, whichever midnight stamps them', async () => {
    const day = (...times: number[]) => {
      const column = (figure: string): string => `[${times.map(() => figure).join(',')}]`;
      return `{"c":${column('217.68')},"h":${column('222.49')},"l":${column('217.19')},"o":${column('221.03')},"s":"ok","t":[${times.join(',')}],"v":${column('33463820')}}`;
    };
    // 2019-09-24 as documented; 2021-01-04 in midnight UTC; a Saturday.
    const found = await bars(day(1569297600, 1609718400, 1609545600), '1d');
    expect(found.map(({ ts, text }) => [new Date(ts).toISOString(), text.close])).toEqual([
      ['2019-09-24T04:00:00.000Z', '217.68'],
      ['2021-01-04T05:00:00.000Z', '217.68'],
    ]);
  });

  it('reads minutes, none where there are none, and leaves out damaged ones', async () => {
    const minutes =
      '{"c":[2,2,null],"h":[3,1,3],"l":[1,1,1],"o":[2,2,2],"s":"ok","t":[1609770600,1609770660,1609770720],"v":[9,9,9]}';
    expect(await bars(minutes, '1m')).toMatchObject([{ ts: 1609770600000, open: 2, volume: 9 }]);
    expect(await bars('{"s":"no_data"}', '1m')).toEqual([]);
    expect(open('free').history).toBeUndefined();
    await expect(bars('[]', '1m')).rejects.toBeInstanceOf(RestError);
  });

  const checked = (get: Get, plan: string) => finnhub.check(get, plan, FAKE_KEY);

  it('says what is wrong with a key or a plan', async () => {
    const answering = (status: (path: string) => number) => async (path: string) => {
      if (status(path) !== 200) throw new RestError('no', status(path), null);
      return '{}';
    };
    expect(
      await checked(
        answering(() => 200),
        'candles',
      ),
    ).toBeNull();
    expect(
      await checked(
        answering(() => 401),
        'free',
      ),
    ).toMatchObject({ field: 'secret' });
    const noCandles = answering((path) => (path.startsWith('/stock/candle') ? 403 : 200));
    expect(await checked(noCandles, 'candles')).toMatchObject({ field: 'plan' });
    expect(await checked(noCandles, 'free')).toBeNull();
    await expect(
      checked(
        answering(() => 500),
        'free',
      ),
    ).rejects.toBeInstanceOf(RestError);
  });
});
