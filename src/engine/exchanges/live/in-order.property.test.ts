import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tick } from '#src/engine/market/tick.ts';
import { backoffMs } from './backoff.ts';
import { inOrder } from './in-order.ts';
import { sequences } from '#tests/support/sequences.ts';

const tick = (id: number | null): Tick => ({
  ts: id ?? 0,
  id,
  price: 1,
  size: 1,
  text: { price: '1', size: '1' },
});

describe('inOrder', () => {
  it('gives every trade once and in order, whatever order they come in and how often', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 9 }),
        fc.array(fc.nat(60), { minLength: 1, maxLength: 200 }),
        (first, places) => {
          const order = inOrder(first - 1);
          const arriving = [...places, ...Array.from({ length: 61 }, (_, place) => place)];
          const got = arriving.flatMap((place) => order.take(tick(first + place)) ?? []);
          expect(got.map((each) => each.id)).toEqual(Array.from({ length: 61 }, (_, place) => first + place));
          expect(order.gap()).toBeNull();
          expect(order.waiting()).toBe(0);
        },
      ),
      sequences(),
    );
  });

  it('knows what is missing, and goes on without it', () => {
    const order = inOrder(10);
    expect(order.take(tick(14))).toEqual([]);
    expect(order.take(tick(15))).toEqual([]);
    expect(order.take(tick(18))).toEqual([]);
    expect(order.gap()).toEqual({ after: 10, until: 14 });
    const { lost, ready } = order.skip();
    expect([lost, ...ready.map((each) => each.id)]).toEqual([3, 14, 15]);
    expect(order.take(tick(12))).toBeNull();
    expect(order.gap()).toEqual({ after: 15, until: 18 });
  });

  it('begins with the first trade where nothing is known, and lets pass what has no number', () => {
    const order = inOrder(null);
    expect(order.take(tick(null))).toHaveLength(1);
    expect(order.take(tick(70))).toHaveLength(1);
    expect(order.take(tick(69))).toBeNull();
    expect(order.take(tick(71))).toHaveLength(1);
  });
});

it('backoff doubles up to the most, and two never wait alike', () => {
  const waits = (random: number) =>
    [0, 1, 2, 3, 9, 90].map((attempt) =>
      backoffMs(attempt, { first: 100, most: 1_000, random: () => random }),
    );
  expect(waits(0)).toEqual([50, 100, 200, 400, 500, 500]);
  expect(waits(0.5)).toEqual([75, 150, 300, 600, 750, 750]);
  expect(waits(1)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});
