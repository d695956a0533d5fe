import { describe, expect, it, vi } from 'vitest';
import { feedTest as test } from '#src/engine/runner/live/watch-feed.fixture.ts';
import { FAKE_KEY } from '#tests/fakes/exchange.ts';
import type { Get } from '../live/exchange.ts';
import type { FeedEvent } from '../live/live-feed.ts';
import { RestError } from '../live/rest.ts';
import { isVoid, weighs } from './conditions.ts';
import { massive } from './massive.ts';
import { readMassive, storedTradeOf } from './messages.ts';

const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 10 });
const problems = (events: readonly FeedEvent[]): (string | null)[] =>
  events.flatMap((event) => (event.kind === 'state' && event.state === 'denied' ? [event.problem] : []));
const open = (plan: string) =>
  massive.open({ keyId: '', secret: 'k' }, { name: 'massive', plan, extended: false });

describe('the key', { concurrent: true }, () => {
  test('that is refused is said in a sentence, and not tried again at once', async ({ watch }) => {
    const { fake, one, events } = await watch('massive');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.keys.clear();
    fake.cut();
    await until(() =>
      expect(problems(events)).toEqual([expect.stringMatching(/^Massive rejected the key\./)]),
    );
    expect(fake.connections()).toBe(2);
  });

  test('that is connected elsewhere is not fought over, though the source first accepts it', async ({
    watch,
  }) => {
    const { fake, one, events } = await watch('massive');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.takenElsewhere = true;
    fake.cut();
    await until(() =>
      expect(problems(events)).toEqual([
        expect.stringMatching(/connected somewhere else, and it allows one/),
      ]),
    );
    expect(fake.connections()).toBe(2);
  });
});

describe('messages', () => {
  const t = 1767625200000;
  const read = (message: object) => readMassive(JSON.stringify([message]))[0];
  const trade = { ev: 'T', sym: 'AAPL', x: 4, i: '52', z: 3, p: 177.79, s: 100, c: [], t, q: 9 };

  it.each([
    [[], 'price'],
    [['0', '12'], 'price'],
    [['12', '41'], 'price'],
    [['14', '41'], 'price'],
    [['37'], 'volume'],
    [['12', '37'], 'volume'],
    [['2'], 'volume'],
    [['33'], 'volume'],
    [['10'], 'volume'],
    [['15'], 'nothing'],
    [['38', '41'], 'nothing'],
  ])('a trade with %s weighs as %s', (conditions, weight) => {
    expect(weighs(conditions)).toBe(weight);
  });

  it('know a trade by its exchange, its reporting facility, its ID and the day, as REST does', () => {
    expect(read({ ...trade, x: 4, trfi: 202, ds: '0.25' })).toMatchObject({
      tick: { key: '4 202 52 20458', text: { price: '177.79', size: '0.25' } },
    });
    const stored = { exchange: 4, trf_id: 202, id: '52', sip_timestamp: t * 1e6, price: '177.79', size: '1' };
    const texts = Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]));
    expect(storedTradeOf({ ...texts, sip_timestamp: `${t}000123` }, 'AAPL')).toMatchObject({
      tick: { key: '4 202 52 20458', ts: t },
    });
    expect(storedTradeOf({ ...texts, correction: '8' }, 'AAPL')).toEqual({ kind: 'alive' });
    expect(['0', '1', '7', '8', '10', '11', '12'].filter(isVoid)).toEqual(['1', '7', '8', '10', '11']);
  });

  it('say when trading is halted, and when it goes on', () => {
    const band = { ev: 'LULD', T: 'STRR', h: 3.63, l: 2.97, z: 3, q: 1 };
    const say = (i: number[]) =>
      readMassive(`[${JSON.stringify({ ...band, i }).replace('}', `,"t":${t}905642}`)}]`)[0];
    expect(say([17])).toEqual({ kind: 'halt', symbol: 'STRR', halt: { since: t, reason: 'trading halt' } });
    expect(say([18])).toEqual({ kind: 'halt', symbol: 'STRR', halt: null });
    expect(say([16])).toEqual({ kind: 'alive' });
  });

  it('that are damaged are quarantined, and nothing is thrown', () => {
    for (const wrong of [
      { sym: '' },
      { i: '' },
      { p: 'x' },
      { p: 0 },
      { t: 12 },
      { t: null },
      { s: -1 },
      { ev: '' },
    ])
      expect(read({ ...trade, ...wrong })?.kind).toBe('bad');
    expect(read({ ev: 'LULD', i: [17] })?.kind).toBe('bad');
    const whole = JSON.stringify([trade]);
    for (let cut = 1; cut < whole.length; cut += 3)
      expect(readMassive(whole.slice(0, cut)).map(({ kind }) => kind)).toEqual(['bad']);
    expect(readMassive('[7]')).toMatchObject([{ kind: 'bad' }]);
  });
});

describe('plans', () => {
  it('choose the address, the delay and whether halts are told', () => {
    expect(open('developer')).toMatchObject({
      socketUrl: 'wss://delayed.massive.com/stocks',
      delayMinutes: 15,
    });
    expect(open('advanced')).not.toHaveProperty('delayMinutes');
    expect(open('developer').subscribe(['A', 'B'])).toEqual(['{"action":"subscribe","params":"T.A,T.B"}']);
    expect(open('advanced').subscribe(['A'])).toEqual(['{"action":"subscribe","params":"T.A,LULD.A"}']);
  });

  const checked = (get: Get, plan: string) => massive.check(get, plan, FAKE_KEY);

  it('are checked with the key', async () => {
    const asked: string[] = [];
    const answering =
      (status: number): Get =>
      async (path) => {
        asked.push(path);
        if (status !== 200) throw new RestError('no', status, null);
        return '{}';
      };
    expect(await checked(answering(200), 'developer')).toBeNull();
    expect(await checked(answering(403), 'advanced')).toMatchObject({ field: 'plan' });
    expect(await checked(answering(401), 'advanced')).toMatchObject({ field: 'secret' });
    await expect(checked(answering(429), 'developer')).rejects.toBeInstanceOf(RestError);
    expect(asked.slice(0, 2)).toEqual(['/v3/trades/AAPL?limit=1', '/v3/quotes/AAPL?limit=1']);
  });

  it('next pages are asked of the same host, whatever the source names', async () => {
    const asked: string[] = [];
    const get: Get = async (path) => {
      asked.push(path);
      const next =
        asked.length === 1 ? ',"next_url":"https://elsewhere.example/v3/trades/AAPL?cursor=x%3D"' : '';
      return `{"results":[]${next}}`;
    };
    expect(await open('developer').trades(get, 'AAPL', { id: null, ts: 5 }, null)).toEqual([]);
    expect(asked).toEqual([
      '/v3/trades/AAPL?timestamp.gte=5000000&order=asc&sort=timestamp&limit=10000',
      '/v3/trades/AAPL?cursor=x%3D',
    ]);
  });
});
