import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitedAttempts } from '../live/attempts.ts';
import { type FeedEvent, openFeed } from '../live/live-feed.ts';
import { idsBetween, SIMULATED, simulatedTrade } from './market.ts';
import { simulated } from './simulated.ts';

const START = Date.UTC(2026, 0, 5, 12);
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

const run = (cursor: { id: number; ts: number } | null = null) => {
  const events: FeedEvent[] = [];
  const feed = openFeed(simulated, {
    attempts: limitedAttempts(simulated.attempts),
    url: simulated.socketUrl,
    ...simulated.inside!({ now: Date.now }),
    now: Date.now,
    random: () => 0.5,
    on: (event) => events.push(event),
  });
  feed.subscribe(new Map([['SIM-ALDER', cursor]]));
  const ticks = () => events.flatMap((event) => (event.kind === 'ticks' ? event.ticks : []));
  return { feed, events, ticks };
};

describe('the simulated market', () => {
  it('says in every name that it is simulated', () => {
    for (const { symbol, name } of SIMULATED) {
      expect(symbol).toMatch(/^SIM-/);
      expect(name).toContain('simulated');
    }
  });

  it('is the same for everybody at the same moment, and needs no network', async () => {
    const one = run();
    await vi.advanceTimersByTimeAsync(1_500);
    const other = run();
    await vi.advanceTimersByTimeAsync(60_000);
    const [a, b] = [one.ticks(), other.ticks()];
    expect(b.length).toBeGreaterThan(100);
    expect(a.slice(-100)).toEqual(b.slice(-100));
    expect(a.every((tick) => tick.ts <= Date.now())).toBe(true);
    one.feed.stop();
    other.feed.stop();
  });

  it('gives over REST what it gives live: a restart misses nothing', async () => {
    const whole = run();
    await vi.advanceTimersByTimeAsync(30_000);
    const seen = whole.ticks().length;
    await vi.advanceTimersByTimeAsync(600_000);
    const last = whole.ticks()[seen - 1]!;
    const later = run({ id: last.id ?? 0, ts: last.ts });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(later.ticks()).toEqual(whole.ticks().slice(seen));
    expect(later.ticks().length).toBeGreaterThan(1_200);
    whole.feed.stop();
    later.feed.stop();
  });

  it('moves like a market: never still, never far', () => {
    for (const instrument of SIMULATED) {
      const { first } = idsBetween(instrument, START, START + 1);
      const prices = Array.from({ length: 50_000 }, (_, place) =>
        Number(simulatedTrade(instrument, first + place).price),
      );
      const steps = prices.slice(1).map((price, place) => Math.abs(price / prices[place]! - 1));
      expect(Math.max(...steps)).toBeLessThan(0.12);
      expect(Math.max(...steps)).toBeGreaterThan(0.005);
      expect(new Set(prices).size).toBeGreaterThan(50);
    }
  });
});
