import { describe, expect, vi } from 'vitest';
import type { Tick } from '#src/engine/market/tick.ts';
import {
  SEVERAL,
  type ExchangeName,
  feedTest as test,
  type Watch,
} from '#src/engine/runner/live/watch-feed.fixture.ts';

const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 10 });
const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `SYM${index}`);

/** A feed of symbols, three over one connection unless told, all of which are live. */
async function spread(
  watch: Watch,
  name: ExchangeName,
  symbols: readonly string[],
  limits = {},
  timing = {},
) {
  const watched = await watch(name, { symbols, limits: { mostSymbols: 3, ...limits }, timing });
  const { fake, states } = watched;
  await until(() => expect(fake.subscribed()).toEqual([...symbols].sort()));
  await until(() => {
    fake.beat();
    expect(states().at(-1)).toBe('live');
  });
  return watched;
}
type Spread = Awaited<ReturnType<typeof spread>>;

const problems = ({ events }: Spread): (string | null)[] =>
  events.flatMap((event) => (event.kind === 'state' ? [event.problem] : []));

// They wait for limits of time, each on an exchange of its own.
describe.each(SEVERAL)('the feed %s over several connections', { concurrent: true }, (name) => {
  test('gives more symbols than one of them tells, and says no more at once than is allowed', async ({
    watch,
  }) => {
    const symbols = many(11);
    const { fake, prices, feed } = await spread(watch, name, symbols, { mostSymbols: 2 });
    expect(fake.told().map((told) => told.length)).toEqual([2, 2, 2, 2, 2, 1]);
    for (const symbol of symbols) fake.trade(symbol, '1.00');
    await until(() => expect(symbols.map((symbol) => prices(symbol))).toEqual(symbols.map(() => ['1.00'])));
    expect(feed.symbols().toSorted()).toEqual(symbols.toSorted());
    expect(symbols.every((symbol) => feed.isComplete(symbol))).toBe(true);
    // None of them was closed for what was asked over it.
    expect(fake.connections()).toBe(6);
  });

  test('loses nothing of the others where one is cut, and fetches what is missing of it alone', async ({
    watch,
  }) => {
    const symbols = many(7);
    const watched = await spread(watch, name, symbols);
    const { fake, feed, prices, events, states } = watched;
    for (const symbol of symbols) fake.trade(symbol, '1.00');
    await until(() => expect(symbols.every((symbol) => prices(symbol).length === 1)).toBe(true));
    fake.refuse.socket = 503;
    fake.cut(1011, 'SYM4');
    await until(() => expect(states().at(-1)).toBe('maintenance'));
    expect(problems(watched)).toContain('1 of 3 connections: the exchange closed the connection (1011)');
    expect(feed.troubles().map((each) => each.symbols())).toEqual([['SYM3', 'SYM4', 'SYM5']]);
    for (const symbol of symbols) fake.trade(symbol, '2.00');
    await until(() =>
      expect([prices('SYM0'), prices('SYM6')]).toEqual([
        ['1.00', '2.00'],
        ['1.00', '2.00'],
      ]),
    );
    expect(symbols.filter((symbol) => feed.isComplete(symbol))).toEqual(['SYM0', 'SYM1', 'SYM2', 'SYM6']);
    fake.refuse.socket = null;
    await until(() => expect(fake.subscribed()).toHaveLength(7));
    await until(() => {
      fake.beat();
      expect(['SYM3', 'SYM4', 'SYM5'].map((symbol) => prices(symbol))).toEqual(
        Array.from({ length: 3 }, () => ['1.00', '2.00']),
      );
      expect(states().at(-1)).toBe('live');
      expect(symbols.every((symbol) => feed.isComplete(symbol))).toBe(true);
    });
    expect(feed.troubles()).toEqual([]);
    const filled = events.flatMap((event) => (event.kind === 'filled' ? [event.symbol] : []));
    expect(filled.toSorted()).toEqual(['SYM3', 'SYM4', 'SYM5']);
    expect(fake.asked).toHaveLength(3);
    expect(events.some((event) => event.kind === 'lost')).toBe(false);
  });

  test('is not complete as long as what was missed is being fetched', async ({ watch }) => {
    const watched = await spread(watch, name, ['SYM0']);
    const { fake, feed, prices } = watched;
    fake.trade('SYM0', '1.00');
    await until(() => expect(prices('SYM0')).toEqual(['1.00']));
    const release = fake.holdAnswers();
    fake.cut(1011);
    fake.trade('SYM0', '2.00', { tell: false });
    await until(() => {
      fake.beat();
      expect(fake.asked).toHaveLength(1);
    });
    // Whatever comes meanwhile waits behind it, and no bar is closed by the clock.
    fake.trade('SYM0', '3.00');
    expect(feed.isComplete('SYM0')).toBe(false);
    await until(() => expect(watched.states().at(-1)).toBe('live'));
    expect([feed.isComplete('SYM0'), prices('SYM0')]).toEqual([false, ['1.00']]);
    release();
    await until(() => expect(prices('SYM0')).toEqual(['1.00', '2.00', '3.00']));
    expect(feed.isComplete('SYM0')).toBe(true);
  });

  test('takes the silence of one for its death alone', async ({ watch }) => {
    const watched = await spread(watch, name, many(4), {}, { silentAfterMs: 500 });
    const { fake, feed, states, events } = watched;
    fake.muteTelling = 'SYM3';
    await until(() => {
      fake.beat();
      expect(states().at(-1)).toBe('silent');
    });
    expect(problems(watched).at(-1)).toBe('1 of 2 connections: nothing was heard from the exchange');
    expect(feed.troubles().map((each) => each.symbols())).toEqual([['SYM3']]);
    expect([feed.isComplete('SYM0'), feed.isComplete('SYM3')]).toEqual([true, false]);
    fake.muteTelling = null;
    await until(() => {
      fake.beat();
      expect(states().at(-1)).toBe('live');
    });
    const came = events.flatMap((event) => (event.kind === 'connection' ? [event.state] : []));
    expect(came.filter((state) => state === 'live')).toHaveLength(3);
    expect(fake.told()[0]).toEqual(['SYM0', 'SYM1', 'SYM2']);
  });

  test('fills the room that is left, and closes what is empty but for the first', async ({ watch }) => {
    const { fake, feed, prices, states, events } = await spread(watch, name, many(7));
    feed.unsubscribe(['SYM1', 'SYM6']);
    await until(() =>
      expect(fake.told()).toEqual([
        ['SYM0', 'SYM2'],
        ['SYM3', 'SYM4', 'SYM5'],
      ]),
    );
    feed.subscribe(new Map([['NEW0', null]]));
    await until(() => expect(fake.told()[0]).toEqual(['NEW0', 'SYM0', 'SYM2']));
    fake.trade('NEW0', '5.00');
    await until(() => expect(prices('NEW0')).toEqual(['5.00']));
    feed.unsubscribe(['NEW0', 'SYM0', 'SYM2', 'SYM3', 'SYM4']);
    await until(() => expect(fake.told()).toEqual([[], ['SYM5']]));
    feed.unsubscribe(['SYM5']);
    await until(() => expect(fake.told()).toEqual([[]]));
    expect([feed.symbols(), fake.connections()]).toEqual([[], 3]);
    feed.subscribe(new Map([['SYM0', null]]));
    await until(() => expect(fake.told()).toEqual([['SYM0']]));
    fake.trade('SYM0', '6.00');
    await until(() => expect(prices('SYM0')).toEqual(['6.00']));
    // Nobody hears of a connection that was closed because it was not needed.
    expect(states().filter((state) => state !== 'connecting' && state !== 'live')).toEqual([]);
    expect(events.some((event) => event.kind === 'lost')).toBe(false);
  });

  test('goes on from where another left off, however its symbols were spread', async ({ watch }) => {
    const symbols = many(5);
    const watched = await watch(name, { symbols: [], limits: { mostSymbols: 2 } });
    const { fake, feed, prices } = watched;
    const known = symbols.map((symbol) => fake.trade(symbol, '1.00', { tell: false, at: Date.now() - 9 }));
    for (const symbol of symbols) fake.trade(symbol, '2.00', { tell: false });
    await until(() => expect(fake.connections()).toBe(1));
    feed.subscribe(
      new Map(known.toReversed().map(({ symbol, id, time }) => [symbol, { id, ts: time }] as const)),
    );
    await until(() => expect(fake.subscribed()).toEqual(symbols));
    await until(() => {
      fake.beat();
      expect(symbols.map((symbol) => prices(symbol))).toEqual(symbols.map(() => ['2.00']));
    });
    for (const symbol of symbols) fake.trade(symbol, '3.00');
    await until(() =>
      expect(symbols.map((symbol) => prices(symbol))).toEqual(symbols.map(() => ['2.00', '3.00'])),
    );
  });

  test('refuses what nothing has room for, in a sentence, and takes it when there is room', async ({
    watch,
  }) => {
    const { fake, feed, prices, events } = await spread(watch, name, many(6), { mostConnections: 2 });
    feed.subscribe(new Map([['MORE', null]]));
    const refusal = events.find((event) => event.kind === 'refused');
    expect(refusal).toMatchObject({ symbol: 'MORE' });
    expect(refusal?.problem).toMatch(
      /^\w+ sends 3 symbols per connection, and allows 2 connections\. All workspaces together can watch 6 symbols here\.$/,
    );
    feed.unsubscribe(['SYM1']);
    feed.subscribe(new Map([['MORE', null]]));
    await until(() => expect(fake.told()[0]).toContain('MORE'));
    fake.trade('MORE', '1.00');
    await until(() => expect(prices('MORE')).toEqual(['1.00']));
    expect(fake.connections()).toBe(2);
  });

  test('attempts to connect no more often than an address may, all connections together', async ({
    watch,
  }) => {
    const attempts = { most: 5, withinMs: 1_000 };
    const { fake, feed, attempted } = await spread(watch, name, many(12), { attempts });
    fake.refuse.socket = 503;
    fake.cut(1011);
    await until(() => expect(fake.attempts.length).toBeGreaterThan(20));
    const { most, withinMs } = attempts;
    const apart = attempted.slice(most).map((later, place) => later - (attempted[place] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThan(withinMs - 100);
    fake.refuse.socket = null;
    await until(() => expect(fake.subscribed()).toHaveLength(12));
    await until(() => {
      fake.beat();
      expect(feed.troubles()).toEqual([]);
    });
  });

  test('gives the same as over one connection, whatever happens to them', async ({ watch }) => {
    const symbols = many(7);
    const [one, several] = await Promise.all(
      [Infinity, 3].map((mostSymbols) => watch(name, { symbols, limits: { mostSymbols } })),
    );
    if (!one || !several) throw new Error('no feeds');
    const both = [one, several];
    const subscribed = () =>
      until(() => {
        for (const { fake } of both) {
          fake.beat();
          expect(fake.subscribed()).toEqual(symbols);
        }
      });
    const cut = async (symbol: string, code?: number) => {
      const before = both.map(({ fake }) => fake.connections());
      for (const { fake } of both) fake.cut(code, symbol);
      await until(() =>
        expect(both.map(({ fake }) => fake.connections())).toEqual(before.map((count) => count + 1)),
      );
    };
    await subscribed();
    let seed = 11;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const begin = Date.now() - 60_000;
    for (let step = 0; step < 120; step += 1) {
      const symbol = symbols[Math.floor(random() * symbols.length)] ?? '';
      const [price, how] = [(1 + random()).toFixed(2), random()];
      const at = begin + step * 10;
      for (const { fake } of both) {
        const made = fake.trade(symbol, price, { at, tell: how < 0.6 });
        if (how > 0.8) fake.tell([fake.trade(symbol, '9.00', { at, tell: false }), made, made]);
      }
      if (step % 40 === 30) {
        // oxlint-disable-next-line no-await-in-loop -- one thing after the other
        await cut(symbol, step % 80 === 30 ? undefined : 1011);
        // oxlint-disable-next-line no-await-in-loop -- one thing after the other
        await subscribed();
      }
    }
    for (const symbol of symbols)
      for (const { fake } of both) fake.trade(symbol, '5.00', { at: begin + 5_000 });
    const given = (ticks: Tick[]) => ticks.map(({ id, ts, text }) => [id, ts, text.price, text.size]);
    await until(() => {
      for (const { fake, ticks } of both) {
        fake.beat();
        for (const symbol of symbols) expect(ticks(symbol).at(-1)?.text.price, symbol).toBe('5.00');
      }
    });
    for (const symbol of symbols) {
      expect(given(several.ticks(symbol)), symbol).toEqual(given(one.ticks(symbol)));
      expect(one.ticks(symbol).length).toBeGreaterThan(5);
    }
    expect(
      several.fake
        .told()
        .map((told) => told.length)
        .toSorted(),
    ).toEqual([1, 3, 3]);
  });
});
