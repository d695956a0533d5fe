import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { inOrder } from '#src/engine/exchanges/live/in-order.ts';
import type { Tick } from '../tick.ts';
import { barBuilder } from './bar-builder.ts';
import { CALENDARS, CALENDAR_NAMES } from '../sessions/calendars.ts';
import { barMerger } from './merge.ts';
import { sequences } from '#tests/support/sequences.ts';

const MINUTE = 60_000;
const GRACE = 2_000;
const END = Number.MAX_SAFE_INTEGER;

const calendars = fc.constantFrom(...CALENDAR_NAMES);
/** A stream of trades over days, with quiet hours, several in a millisecond, and numbers without a hole. */
const streams = fc
  .tuple(
    fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2026, 0) }),
    fc.array(
      fc.record({
        wait: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 5 * 3_600_000 })),
        cents: fc.integer({ min: 1, max: 10_000_000 }),
        size: fc.integer({ min: 1, max: 10 ** 9 }),
      }),
      { minLength: 1, maxLength: 120 },
    ),
  )
  .map(([start, steps]) => {
    let ts = start;
    return steps.map(({ wait, cents, size }, index): Tick => {
      ts += wait;
      const text = { price: (cents / 100).toFixed(2), size: (size / 1e8).toFixed(8) };
      return { ts, id: 1000 + index, price: Number(text.price), size: Number(text.size), text };
    });
  });

const bars = (
  ticks: readonly Tick[],
  calendar: (typeof CALENDAR_NAMES)[number],
  timeframe: Timeframe,
  from?: number,
) => {
  const builder = barBuilder({
    calendar: CALENDARS[calendar],
    timeframe,
    graceMs: GRACE,
    ...(from === undefined ? {} : { from }),
  });
  return {
    builder,
    feed: () => ticks.flatMap((tick) => (builder.add(tick), builder.close())).concat(builder.close(END)),
  };
};
const barsOf = (...given: Parameters<typeof bars>): Bar[] => bars(...given).feed();

describe('bars of ticks', () => {
  it('are the same however the stream is cut into pieces', () => {
    fc.assert(
      fc.property(
        streams,
        calendars,
        fc.constantFrom(...TIMEFRAMES),
        fc.array(fc.boolean()),
        (ticks, calendar, timeframe, cuts) => {
          const { builder } = bars([], calendar, timeframe);
          const got: Bar[] = [];
          ticks.forEach((tick, index) => {
            builder.add(tick);
            if (cuts[index % Math.max(1, cuts.length)] ?? false) got.push(...builder.close());
          });
          got.push(...builder.close(END));
          expect(got).toEqual(barsOf(ticks, calendar, timeframe));
        },
      ),
      sequences(),
    );
  });

  it('are the same with repeats, and in another order within the grace', () => {
    fc.assert(
      fc.property(streams, calendars, fc.infiniteStream(fc.nat(GRACE - 1)), (ticks, calendar, delays) => {
        const arriving = ticks
          .flatMap((tick) =>
            [tick, tick].map((each) => ({ each, at: each.ts + Number(delays.next().value) })),
          )
          .sort((a, b) => a.at - b.at);
        // The first to come is where the numbers begin.
        const order = inOrder((ticks[0]?.id ?? 1) - 1);
        const once = arriving.flatMap(({ each }) => order.take(each) ?? []);
        expect(once).toHaveLength(ticks.length);
        expect(barsOf(once, calendar, '1m')).toEqual(barsOf(ticks, calendar, '1m'));
      }),
      sequences(),
    );
  });

  it('are the same after restarts that begin behind the last closed bar', () => {
    fc.assert(
      fc.property(streams, calendars, fc.nat(), fc.nat(), (ticks, calendar, where, back) => {
        const cut = where % ticks.length;
        const first = bars(ticks.slice(0, cut), calendar, '1m').builder;
        const before = ticks.slice(0, cut).flatMap((tick) => (first.add(tick), first.close()));
        const from = (before.at(-1)?.ts ?? Number.NEGATIVE_INFINITY) + MINUTE;
        const open = ticks.findIndex((tick) => tick.ts >= from);
        const again = ticks.slice(Math.max(0, Math.min(open < 0 ? cut : open, cut) - (back % 5)));
        expect([...before, ...barsOf(again, calendar, '1m', from)]).toEqual(barsOf(ticks, calendar, '1m'));
      }),
      sequences(),
    );
  });

  it('equal the merged bars of one minute', () => {
    fc.assert(
      fc.property(streams, calendars, fc.constantFrom(...TIMEFRAMES), (ticks, calendar, timeframe) => {
        const merger = barMerger(CALENDARS[calendar], timeframe);
        const merged = barsOf(ticks, calendar, '1m').flatMap((bar) => [
          ...merger.add(bar),
          ...merger.close(bar.ts + MINUTE),
        ]);
        expect([...merged, ...merger.close(END)]).toEqual(barsOf(ticks, calendar, timeframe));
      }),
      sequences(),
    );
  });
});

const tick = (ts: number, price: string, id: number | null = null): Tick => ({
  ts,
  id,
  price: Number(price),
  size: 1,
  text: { price, size: '0.1' },
});

describe('a tick that comes late', () => {
  const start = Date.UTC(2026, 0, 5, 12);
  const builder = () => barBuilder({ calendar: CALENDARS.crypto, timeframe: '1m', graceMs: GRACE });

  it('amends its bar within the grace, and is refused after it', () => {
    const minute = builder();
    minute.add(tick(start + 10_000, '10.0'));
    minute.add(tick(start + MINUTE + 1_000, '11.0'));
    expect(minute.close()).toEqual([]);
    expect(minute.add(tick(start + 5_000, '9.50'))).toBe('taken');
    minute.add(tick(start + MINUTE + GRACE, '12'));
    expect(minute.add(tick(start + 20_000, '99'))).toBe('late');
    expect(minute.close()).toMatchObject([
      { ts: start, text: { open: '9.50', high: '10.0', low: '9.50', close: '10.0', volume: '0.2' } },
    ]);
    expect(minute.add(tick(start + 30_000, '99'))).toBe('late');
    expect(minute.open()).toHaveLength(1);
  });

  it('is late after the clock has closed the bar, without a younger tick', () => {
    const minute = builder();
    minute.add(tick(start, '10'));
    expect(minute.close(start + MINUTE + GRACE - 1)).toEqual([]);
    expect(minute.close(start + MINUTE + GRACE)).toHaveLength(1);
    expect(minute.add(tick(start + 1, '10'))).toBe('late');
  });

  it('adds volumes exactly', () => {
    const minute = builder();
    for (let count = 0; count < 3; count += 1) minute.add(tick(start + count, '10', count));
    expect(minute.close(END)[0]).toMatchObject({ volume: 0.3, text: { volume: '0.3' } });
  });
});
