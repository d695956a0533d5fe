import { describe, expect, it, vi } from 'vitest';
import { kraken } from '../kraken/kraken.ts';
import {
  type ExchangeName,
  feedTest as test,
  NUMBERED,
  RECORDING,
  type Watch,
} from '#src/engine/runner/live/watch-feed.fixture.ts';

const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 10 });

const beginning =
  (name: ExchangeName) =>
  async (watch: Watch, options: Parameters<Watch>[1] = {}) => {
    const watched = await watch(name, options);
    const symbols = options.symbols ?? [watched.one];
    await until(() => expect(watched.fake.subscribed()).toEqual([...symbols].sort()));
    await until(() => {
      watched.fake.beat();
      expect(watched.states()).toContain('live');
    });
    return watched;
  };

// They wait for limits of time, each on an exchange of its own.
describe.each(RECORDING)('the feed %s', { concurrent: true }, (name) => {
  const begun = beginning(name);

  test('gives what is traded, the figures as they were written', async ({ watch }) => {
    const { fake, one, ticks } = await begun(watch);
    const at = Date.UTC(2026, 0, 5, 12, 0, 0, 250);
    fake.trade(one, '60759.50', { at, size: '0.00841000' });
    fake.trade(one, '0.10', { at: at + 1 });
    await until(() => expect(ticks()).toHaveLength(2));
    expect(ticks()[0]).toMatchObject({
      ts: at,
      price: 60759.5,
      size: 0.00841,
      text: { price: '60759.50', size: '0.00841000' },
    });
    expect(ticks()[1]?.text.price).toBe('0.10');
  });

  test('subscribes and unsubscribes while it runs', async ({ watch }) => {
    const { fake, feed, one, other, prices } = await begun(watch);
    feed.subscribe(new Map([[other, null]]));
    await until(() => expect(fake.subscribed()).toEqual([one, other].sort()));
    fake.trade(other, '5.00');
    await until(() => expect(prices(other)).toEqual(['5.00']));
    feed.unsubscribe([one]);
    await until(() => expect(fake.subscribed()).toEqual([other]));
    fake.trade(one, '6.00');
    fake.trade(other, '7.00');
    await until(() => expect(prices(other)).toEqual(['5.00', '7.00']));
    expect(prices(one)).toEqual([]);
    expect(feed.symbols()).toEqual([other]);
  });

  test('says no more than an exchange allows, whatever is asked of it at once', async ({ watch }) => {
    const { fake, feed, one } = await begun(watch);
    const many = Array.from({ length: 12 }, (_, index) => `SYM${index}`);
    for (const symbol of many) feed.subscribe(new Map([[symbol, null]]));
    await until(() => expect(fake.subscribed()).toEqual([one, ...many].sort()));
    for (const symbol of many) feed.unsubscribe([symbol]);
    await until(() => expect(fake.subscribed()).toEqual([one]));
    expect(fake.connections()).toBe(1);
  });

  test('is complete again with the next trade in order, though nothing can be asked', async ({ watch }) => {
    const { fake, feed, one, prices } = await begun(watch);
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
    fake.refuse.rest = { status: 500, times: 100_000 };
    const before = fake.connections();
    fake.cut(1011);
    await until(() => {
      expect(fake.connections()).toBeGreaterThan(before);
      expect(fake.subscribed()).toEqual([one]);
    });
    fake.beat();
    await until(() => expect(fake.asked.length).toBeGreaterThan(0));
    expect(feed.isComplete(one)).toBe(false);
    fake.trade(one, '2.00');
    await until(() => expect(prices()).toEqual(['1.00', '2.00']));
    expect(feed.isComplete(one)).toBe(true);
  });

  test.for([
    ['without a word', undefined],
    ['for a restart', 1012],
    ['after an error of its own', 1011],
  ] as const)(
    'comes back when the connection is closed %s, with all that was traded meanwhile',
    async ([, code], { watch }) => {
      const { fake, feed, one, other, prices, states, events } = await begun(watch, { symbols: [] });
      feed.subscribe(
        new Map([
          [one, null],
          [other, null],
        ]),
      );
      await until(() => expect(fake.subscribed()).toHaveLength(2));
      fake.trade(one, '1.00');
      fake.trade(other, '10.00');
      await until(() => expect([...prices(one), ...prices(other)]).toEqual(['1.00', '10.00']));
      fake.refuse.socket = 503;
      fake.cut(code);
      await until(() => expect(states()).toContain('maintenance'));
      fake.trade(one, '2.00', { tell: false });
      fake.trade(other, '11.00', { tell: false });
      fake.refuse.socket = null;
      await until(() => expect(fake.subscribed()).toHaveLength(2));
      fake.beat();
      // The quiet one has no trade after it that would show the gap.
      await until(() => expect(prices(other)).toEqual(['10.00', '11.00']));
      fake.trade(one, '3.00');
      await until(() => expect(prices(one)).toEqual(['1.00', '2.00', '3.00']));
      expect(events.some((event) => event.kind === 'lost')).toBe(false);
      await until(() => expect(feed.isComplete(one) && feed.isComplete(other)).toBe(true));
      expect(states().at(-1)).toBe('live');
    },
  );

  test('takes silence for a death, says so, and connects anew', async ({ watch }) => {
    const { fake, feed, one, prices, states } = await begun(watch, { timing: { silentAfterMs: 400 } });
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
    // What was traded meanwhile can't be asked yet: else a new connection may have made it complete again by the look.
    fake.refuse.rest = { status: 500, times: 100_000 };
    const before = fake.connections();
    fake.mute = true;
    await until(() => expect(states()).toContain('silent'));
    expect(feed.isComplete(one)).toBe(false);
    await until(() => expect(fake.connections()).toBeGreaterThan(before));
    fake.refuse.rest = null;
    fake.mute = false;
    await until(() => {
      fake.beat();
      expect(states().at(-1)).toBe('live');
    });
  });

  test('quarantines what it cannot believe, with the reason, and goes on', async ({ watch }) => {
    const { fake, one, prices, events } = await begun(watch);
    fake.trade(one, '1.00');
    for (const text of ['{"half":', '[]x', '"words"', 'null']) fake.say(text);
    for (const price of ['0', '-5.00']) fake.trade(one, price);
    fake.trade(one, '9.00', { at: -1 });
    fake.trade(one, '8.00', { size: '-1' });
    // The exchange has the same nonsense on record: it is given up.
    fake.trade(one, '2.00');
    await until(() => expect(prices()).toEqual(['1.00', '2.00']));
    const reasons = new Set(events.flatMap((event) => (event.kind === 'bad' ? [event.reason] : [])));
    expect([...reasons].sort()).toEqual(['malformed', 'not_positive', 'time']);
    const bad = events.find((event) => event.kind === 'bad' && event.reason === 'not_positive');
    expect(bad).toMatchObject({ symbol: one, problem: 'price 0 is not above zero' });
  });

  test('describes an instrument, and knows when there is none', async ({ watch }) => {
    const { exchange, get, one } = await begun(watch);
    const listing = await exchange.listing(get, one);
    expect(listing).toMatchObject({ symbol: one, trading: true });
    expect(Number(listing?.tickSize)).toBeGreaterThan(0);
    expect(listing?.currency).toMatch(/^USD/);
    expect(exchange.symbol.pattern.test(exchange.symbol.example)).toBe(true);
    const listed = [];
    for await (const page of exchange.symbols?.(get) ?? []) listed.push(...page);
    expect(listed.find(({ symbol }) => symbol === one)?.currency).toBe(listing?.currency);
    const none = await exchange.listing(get, 'NOSUCH').catch((error: Error) => error.message);
    expect([null, 'the exchange answered 404']).toContain(none);
  });

  test('is quiet after it was stopped', async ({ watch }) => {
    const { fake, feed, one, events } = await begun(watch);
    fake.trade(one, '1.00', { tell: false });
    fake.trade(one, '2.00');
    feed.stop();
    const before = events.length;
    fake.trade(one, '3.00');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(events).toHaveLength(before);
  });
});

// What a gap in the numbers of trades shows. Feeds without such numbers: `unnumbered.test.ts`.
describe.each(NUMBERED)('the feed %s, by the numbers of its trades', { concurrent: true }, (name) => {
  const begun = beginning(name);

  test('gives each trade once and in order, however they come', async ({ watch }) => {
    const { fake, one, prices, count } = await begun(watch);
    fake.trade(one, '1.00');
    const [two, three, four] = ['2.00', '3.00', '4.00'].map((price) =>
      fake.trade(one, price, { tell: false }),
    );
    if (!two || !three || !four) throw new Error('no trades');
    fake.tell([four, three, two, two, three]);
    await until(() => expect(prices()).toEqual(['1.00', '2.00', '3.00', '4.00']));
    await until(() => expect(count('repeated')).toBeGreaterThanOrEqual(2));
    expect(prices()).toHaveLength(4);
  });

  test('fetches what is missing, and asks again where the exchange is short of breath', async ({ watch }) => {
    const { fake, one, prices, events } = await begun(watch);
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
    fake.refuse.rest = { status: 503, times: 2 };
    for (const price of ['2.00', '3.00']) fake.trade(one, price, { tell: false });
    fake.trade(one, '4.00');
    await until(() => expect(prices()).toEqual(['1.00', '2.00', '3.00', '4.00']));
    expect(events).toContainEqual({ kind: 'gap', symbol: one, missing: 2 });
    fake.refuse.rest = { status: 429, times: 1, retryAfter: '1' };
    fake.trade(one, '5.00', { tell: false });
    const asked = Date.now();
    fake.trade(one, '6.00');
    await until(() => expect(prices().slice(4)).toEqual(['5.00', '6.00']));
    expect(Date.now() - asked).toBeGreaterThan(900);
    expect(events.some((event) => event.kind === 'lost')).toBe(false);
  });

  test('waits as long as the exchange wants, also longer than it takes to give up, and asks again', async ({
    watch,
  }) => {
    const { fake, one, prices, count } = await begun(watch, { timing: { giveUpMs: 500 } });
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
    fake.refuse.rest = { status: 429, times: 2, retryAfter: '1' };
    fake.trade(one, '2.00', { tell: false });
    fake.trade(one, '3.00');
    await until(() => expect(prices()).toEqual(['1.00', '2.00', '3.00']));
    expect(fake.asked).toHaveLength(3);
    expect(count('lost')).toBe(0);
  });

  test('does not wait for ever where the exchange wants to be left alone for hours', async ({ watch }) => {
    const { fake, one, prices, events } = await begun(watch, { timing: { giveUpMs: 300 } });
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
    fake.refuse.rest = { status: 418, times: 1, retryAfter: '7200' };
    fake.trade(one, '2.00', { tell: false });
    fake.trade(one, '3.00');
    await until(() => expect(prices()).toEqual(['1.00', '3.00']));
    expect(fake.asked).toHaveLength(1);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'lost', symbol: one, count: 1 }));
  });

  test('asks nothing of any symbol while the exchange wants to be left alone', async ({ watch }) => {
    const { fake, feed, prices } = await begun(watch, { symbols: [] });
    const many = Array.from({ length: 30 }, (_, index) => `SYM${index}`);
    for (const symbol of many)
      for (const price of ['1.00', '2.00']) fake.trade(symbol, price, { tell: false, at: Date.now() - 1 });
    const known = fake.trade('SYM0', '3.00', { tell: false });
    fake.refuse.rest = { status: 429, times: 1, retryAfter: '2' };
    feed.subscribe(new Map(many.map((symbol) => [symbol, { id: known.id - 2, ts: known.time - 1_000 }])));
    await until(() => expect(fake.asked.length).toBeGreaterThan(0));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(fake.asked).toHaveLength(1);
    await until(() => expect([prices('SYM0'), prices('SYM29')]).toEqual([['2.00', '3.00'], ['2.00']]));
    await until(() => expect(fake.asked).toHaveLength(31));
  });

  test.for([1, 4])(
    'leaves the exchange alone after %i answers that say no time, too',
    async (times, { watch }) => {
      const { fake, feed, prices } = await begun(watch, {
        symbols: [],
        timing: { backoffMs: 400, backoffMostMs: 800 },
      });
      const many = Array.from({ length: 5 }, (_, index) => `SYM${index}`);
      const known = many.map((symbol) => fake.trade(symbol, '1.00', { tell: false }))[0];
      for (const symbol of many) fake.trade(symbol, '2.00', { tell: false });
      fake.refuse.rest = { status: 429, times };
      const begin = Date.now();
      feed.subscribe(
        new Map(many.map((symbol) => [symbol, { id: known?.id ?? 0, ts: (known?.time ?? 0) - 1 }])),
      );
      await until(() => expect(many.map((symbol) => prices(symbol))).toEqual(many.map(() => ['2.00'])));
      expect(Date.now() - begin).toBeGreaterThan(190 * times);
      expect(fake.asked).toHaveLength(5 + times);
    },
  );

  test('is not complete while a quiet symbol could not be caught up with, says so, and tries again', async ({
    watch,
  }) => {
    const { fake, feed, one, prices, count, events } = await begun(watch, { timing: { giveUpMs: 200 } });
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
    fake.refuse.rest = { status: 500, times: 100_000 };
    fake.cut(1011);
    for (const price of ['2.00', '3.00']) fake.trade(one, price, { tell: false });
    await until(() => {
      fake.beat();
      expect(count('behind')).toBe(1);
    });
    expect(events).toContainEqual({ kind: 'behind', symbol: one, problem: 'the exchange answered 500' });
    const asked = fake.asked.length;
    await until(() => expect(fake.asked.length).toBeGreaterThan(asked + 4));
    expect(feed.isComplete(one)).toBe(false);
    fake.refuse.rest = null;
    await until(() => expect(prices()).toEqual(['1.00', '2.00', '3.00']));
    await until(() => expect(feed.isComplete(one)).toBe(true));
    // Said once, and nothing was lost.
    expect([count('behind'), count('lost')]).toEqual([1, 0]);
  });

  test('goes on without what nobody has, and says how much that is', async ({ watch }) => {
    const { fake, one, prices, events } = await begun(watch, { timing: { giveUpMs: 300 } });
    fake.trade(one, '1.00');
    fake.refuse.rest = { status: 500, times: 1_000 };
    fake.trade(one, '2.00', { tell: false });
    fake.trade(one, '3.00', { tell: false });
    fake.trade(one, '4.00');
    await until(() => expect(prices()).toEqual(['1.00', '4.00']));
    expect(events).toContainEqual({
      kind: 'lost',
      symbol: one,
      count: 2,
      problem: 'the exchange answered 500',
    });
  });

  test('goes on from where another left off', async ({ watch }) => {
    const { fake, one, prices, feed } = await watch(name, { symbols: [] });
    const known = fake.trade(one, '1.00', { tell: false });
    fake.trade(one, '2.00', { tell: false });
    fake.trade(one, '3.00', { tell: false });
    await until(() => expect(fake.connections()).toBe(1));
    feed.subscribe(new Map([[one, { id: known.id, ts: known.time }]]));
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.beat();
    await until(() => expect(prices()).toEqual(['2.00', '3.00']));
    fake.trade(one, '4.00');
    await until(() => expect(prices()).toEqual(['2.00', '3.00', '4.00']));
  });
});

describe('maintenance that an exchange announces', { concurrent: true }, () => {
  test.for(['kraken', 'simulated'] as const)('%s', async (name, { watch }) => {
    const { fake, one, states, prices } = await watch(name);
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.beat();
    await until(() => expect(states().at(-1)).toBe('live'));
    fake.maintenance(true);
    await until(() => expect(states().at(-1)).toBe('maintenance'));
    fake.maintenance(false);
    await until(() => expect(states().at(-1)).toBe('live'));
    fake.trade(one, '1.00');
    await until(() => expect(prices()).toEqual(['1.00']));
  });

  test('binance: it says before that it will close', async ({ watch }) => {
    const { fake, one, states } = await watch('binance');
    await until(() => expect(fake.subscribed()).toEqual([one]));
    fake.say('{"stream":"x","data":{"e":"serverShutdown","E":1770123456789}}');
    await until(() => expect(fake.connections()).toBe(2));
    expect(states()).toContain('away');
  });
});

it('kraken: too many questions are known by what it says, its status is 200', async () => {
  const get = async (): Promise<string> => '{"error":["EAPI:Rate limit exceeded"]}';
  await expect(kraken.trades(get, 'BTC/USD', { id: 1, ts: 0 }, null)).rejects.toMatchObject({
    name: 'RestError',
    status: 429,
  });
});

test('coinbase: a hole in the numbers of its messages is looked into at once', async ({ watch }) => {
  const { fake, one, prices, states } = await watch('coinbase');
  await until(() => expect(fake.subscribed()).toEqual([one]));
  fake.trade(one, '1.00');
  await until(() => expect(prices()).toEqual(['1.00']));
  await until(() => expect(states().at(-1)).toBe('live'));
  fake.trade(one, '2.00', { tell: false });
  fake.beat();
  await until(() => expect(prices()).toEqual(['1.00', '2.00']));
});
