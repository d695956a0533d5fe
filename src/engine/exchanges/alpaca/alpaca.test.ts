import { describe, expect, it, vi } from 'vitest';
import { feedTest as test } from '#src/engine/runner/live/watch-feed.fixture.ts';
import type { FeedEvent } from '../live/live-feed.ts';
import { weighs } from './conditions.ts';
import { readAlpaca } from './messages.ts';

const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 10 });
const problems = (events: readonly FeedEvent[]): (string | null)[] =>
  events.flatMap((event) => (event.kind === 'state' && event.state === 'denied' ? [event.problem] : []));

describe('the key', { concurrent: true }, () => {
  test('that is refused is said in a sentence, and not tried again at once', async ({ watch }) => {
    const { fake, events, states } = await watch('alpaca', { symbols: [] });
    await until(() => expect(fake.connections()).toBe(1));
    fake.keys.clear();
    fake.cut();
    await until(() => expect(states().at(-1)).toBe('denied'));
    expect(problems(events)).toEqual([
      expect.stringMatching(/^Alpaca rejected the key\..*replace the key here$/),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(fake.connections()).toBe(2);
  });

  test('that is connected elsewhere is not fought over', async ({ watch }) => {
    const { fake, one, events, states } = await watch('alpaca');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.takenElsewhere = true;
    fake.cut();
    await until(() => expect(states().at(-1)).toBe('denied'));
    expect(problems(events)).toEqual([
      expect.stringMatching(/connected somewhere else, and it allows one connection/),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fake.connections()).toBe(2);
  });

  test('that allows fewer symbols says so', async ({ watch }) => {
    const { fake, one, other, feed, events } = await watch('alpaca');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.mostSymbols = 1;
    feed.subscribe(new Map([[other, null]]));
    await until(() => expect(problems(events)[0]).toMatch(/allows fewer symbols than are watched/));
  });

  test('opens one connection, and refuses symbols beyond its limit', async ({ watch }) => {
    const symbols = Array.from({ length: 5 }, (_, index) => `SY${index}`);
    const { fake, events } = await watch('alpaca', {
      symbols,
      limits: { mostSymbols: 3, mostConnections: 1 },
    });
    await until(() => expect(fake.subscribed()).toEqual(['SY0', 'SY1', 'SY2']));
    expect(events.filter((event) => event.kind === 'refused')).toEqual([
      { kind: 'refused', symbol: 'SY3', problem: 'This key for Alpaca allows 3 symbols at a time.' },
      { kind: 'refused', symbol: 'SY4', problem: 'This key for Alpaca allows 3 symbols at a time.' },
    ]);
    expect(fake.connections()).toBe(1);
  });
});

describe('messages', () => {
  const t = '2026-01-05T15:00:00.000000003Z';
  const read = (message: object) => readAlpaca(JSON.stringify([message]))[0];

  it.each([
    [['@'], 'C', 'price'],
    [['@', 'T'], 'C', 'price'],
    [['@', 'F', 'T'], 'C', 'price'],
    [['@', 'I'], 'C', 'volume'],
    [[' ', 'Z'], 'A', 'volume'],
    [['@', 'U'], 'C', 'volume'],
    [['W'], 'C', 'volume'],
    [['B'], 'A', 'volume'],
    [['4'], 'A', 'volume'],
    [['M'], 'C', 'nothing'],
    [['9'], 'B', 'nothing'],
  ])('a trade with %s on tape %s weighs as %s', (conditions, tape, weight) => {
    expect(weighs(conditions, tape)).toBe(weight);
  });

  it('tells odd lots from prices', () => {
    const odd = read({ T: 't', S: 'AAPL', i: 7, x: 'V', p: 177.79, s: 9, c: ['@', 'I'], z: 'C', t });
    expect(odd).toMatchObject({ kind: 'trade', tick: { id: null, key: 'V 7 20458', volumeOnly: true } });
  });

  it('names what is corrected and canceled as it was told', () => {
    const told = read({ T: 't', S: 'EEM', i: 52, x: 'M', p: 39.1582, s: 440000, c: [' '], z: 'B', t });
    const key = told?.kind === 'trade' ? told.tick.key : '';
    expect(read({ T: 'x', S: 'EEM', i: 52, x: 'M', p: 39.1582, s: 440000, a: 'C', z: 'B', t })).toEqual({
      kind: 'withdrawn',
      symbol: 'EEM',
      key,
      by: null,
    });
    const correction = { T: 'c', S: 'EEM', x: 'M', oi: 52, op: 39.1582, os: 440000, oc: [' '], z: 'B', t };
    expect(read({ ...correction, ci: 53, cp: 39.1809, cs: 440000, cc: [' '] })).toMatchObject({
      kind: 'withdrawn',
      key,
      by: { key: 'M 53 20458', text: { price: '39.1809' } },
    });
  });

  it('says when trading is halted, and when it goes on', () => {
    const halt = {
      T: 's',
      S: 'STRR',
      t,
      sc: 'P',
      sm: 'Volatility Trading Pause',
      rc: 'LUDP',
      rm: '',
      z: 'C',
    };
    const since = Date.parse(t);
    expect(read(halt)).toEqual({
      kind: 'halt',
      symbol: 'STRR',
      halt: { since, reason: 'Volatility Trading Pause' },
    });
    expect(read({ ...halt, sc: 'Q', sm: 'Quotation Resumption' })).toEqual({ kind: 'alive' });
    expect(read({ ...halt, sc: 'T', sm: 'Trading Resumption' })).toEqual({
      kind: 'halt',
      symbol: 'STRR',
      halt: null,
    });
  });

  it('quarantines what cannot be, and throws nothing', () => {
    const good = JSON.stringify([{ T: 't', S: 'AAPL', i: 7, x: 'V', p: 1, s: 9, c: ['@'], z: 'C', t }]);
    for (let cut = 0; cut < good.length; cut += 1) {
      const said = readAlpaca(good.slice(0, cut));
      expect(said.map(({ kind }) => kind)).toEqual(['bad']);
    }
    for (const wrong of [
      { T: 't', S: 'AAPL', i: 7, x: 'V', p: -1, s: 9, t },
      { T: 't', S: 'AAPL', x: 'V', p: 1, s: 9, t },
      { T: 't', S: '', i: 7, x: 'V', p: 1, s: 9, t },
      { T: 't', S: 'AAPL', i: 7, x: 'V', p: 1, s: 9, t: 'noon' },
      { T: 'x', S: 'AAPL', x: 'V', t },
      { T: 'c', S: 'AAPL', oi: 1, x: 'V', t },
      { T: 's', S: 'AAPL' },
      {},
    ])
      expect(read(wrong)?.kind).toBe('bad');
  });
});
