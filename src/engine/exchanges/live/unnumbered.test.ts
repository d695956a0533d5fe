import { describe, expect, vi } from 'vitest';
import {
  feedTest as test,
  NUMBERED,
  RECORDING,
  type Watch,
} from '#src/engine/runner/live/watch-feed.fixture.ts';

const until = (what: () => void): Promise<void> => vi.waitFor(what, { timeout: 15_000, interval: 10 });
const UNNUMBERED = RECORDING.filter((name) => !NUMBERED.includes(name));

describe.each(UNNUMBERED)(
  '%s, whose trades have no numbers one after the other',
  { concurrent: true },
  (name) => {
    const begun = async (watch: Watch, options: Parameters<Watch>[1] = {}) => {
      const watched = await watch(name, options);
      await until(() => expect(watched.fake.subscribed()).toEqual([watched.one]));
      await until(() => {
        watched.fake.beat();
        expect(watched.states()).toContain('live');
      });
      return watched;
    };
    const at = Date.UTC(2026, 0, 5, 15);

    test('gives each trade once, however often it comes', async ({ watch }) => {
      const { fake, one, prices, count } = await begun(watch);
      const first = fake.trade(one, '1.00', { at });
      fake.tell([first, first]);
      fake.trade(one, '2.00', { at: at + 1 });
      fake.tell([first]);
      await until(() => expect(prices()).toEqual(['1.00', '2.00']));
      await until(() => expect(count('repeated')).toBe(3));
    });

    test('gives what was traded during a cut before what came after it', async ({ watch }) => {
      const { fake, one, prices, count } = await begun(watch);
      fake.trade(one, '1.00', { at });
      await until(() => expect(prices()).toEqual(['1.00']));
      const release = fake.holdAnswers();
      fake.cut();
      fake.trade(one, '2.00', { at: at + 1_000, tell: false });
      fake.trade(one, '3.00', { at: at + 2_000, tell: false });
      await until(() => expect([fake.connections(), fake.subscribed()]).toEqual([2, [one]]));
      fake.trade(one, '4.00', { at: at + 3_000 });
      await until(() => {
        fake.beat();
        expect(fake.asked.length).toBeGreaterThan(0);
      });
      expect(prices()).toEqual(['1.00']);
      release();
      await until(() => expect(prices()).toEqual(['1.00', '2.00', '3.00', '4.00']));
      expect(count('lost')).toBe(0);
    });

    test('goes on from where another left off, the moment of its last trade included', async ({ watch }) => {
      const { fake, one, prices, feed } = await watch(name, { symbols: [] });
      for (const [price, ms] of [
        ['0.50', -1],
        ['1.00', 0],
        ['2.00', 1],
      ] as const)
        fake.trade(one, price, { at: at + ms * 1_000, tell: false });
      feed.subscribe(new Map([[one, { id: null, ts: at }]]));
      await until(() => expect(fake.subscribed()).toEqual([one]));
      await until(() => {
        fake.beat();
        expect(prices()).toEqual(['1.00', '2.00']);
      });
      await until(() => expect(feed.isComplete(one)).toBe(true));
    });

    test('says that trades may be missing where they cannot be fetched, and goes on', async ({ watch }) => {
      const { fake, one, prices, events, feed } = await begun(watch, { timing: { giveUpMs: 200 } });
      fake.trade(one, '1.00', { at });
      await until(() => expect(prices()).toEqual(['1.00']));
      fake.refuse.rest = { status: 500, times: 100_000 };
      fake.cut(1011);
      await until(() => expect([fake.connections(), fake.subscribed()]).toEqual([2, [one]]));
      fake.trade(one, '3.00', { at: at + 2_000 });
      await until(() => {
        fake.beat();
        expect(prices()).toEqual(['1.00', '3.00']);
      });
      const problem = 'the exchange answered 500';
      expect(events).toContainEqual({ kind: 'lost', symbol: one, count: 0, problem });
      expect(feed.isComplete(one)).toBe(true);
    });

    test('leaves the source alone as long as it wants, and loses nothing', async ({ watch }) => {
      const { fake, one, prices, count } = await begun(watch);
      fake.trade(one, '1.00', { at });
      await until(() => expect(prices()).toEqual(['1.00']));
      fake.refuse.rest = { status: 429, times: 1, retryAfter: '1' };
      const began = Date.now();
      fake.cut();
      fake.trade(one, '2.00', { at: at + 1_000, tell: false });
      await until(() => {
        fake.beat();
        expect(prices()).toEqual(['1.00', '2.00']);
      });
      expect(Date.now() - began).toBeGreaterThan(900);
      expect(fake.asked).toHaveLength(2);
      expect(count('lost')).toBe(0);
    });
  },
);
