import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { madeOf } from '#src/shared/timeframes.ts';
import { barBuilder } from '#src/engine/market/bars/bar-builder.ts';
import { CALENDARS, CALENDAR_NAMES, type MarketCalendar } from '#src/engine/market/sessions/calendars.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import { inOrder } from '#src/engine/exchanges/live/in-order.ts';
import { createBarPipeline, GRACE_MS, type BarPipeline, type Progress } from './bar-pipeline.ts';
import { atItsEnd, rangesFor, wholeSince } from './made-series.ts';
import { insideSession, rangesOf } from './warm-up.ts';
import { sequences } from '#tests/support/sequences.ts';

const END = Date.UTC(2030, 0);
const MINUTE = 60_000;

/** Trades over hours and days, numbered without a hole, their stamps a little out of order. */
const streams = fc
  .tuple(
    fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2026, 0) }),
    fc.array(
      fc.record({
        wait: fc.oneof(
          fc.integer({ min: 0, max: 900 }),
          fc.integer({ min: 0, max: 90_000 }),
          fc.integer({ min: 0, max: 6 * 3_600_000 }),
        ),
        back: fc.nat(GRACE_MS - 1),
        cents: fc.integer({ min: 5_000, max: 9_000 }),
        size: fc.integer({ min: 1, max: 10 ** 6 }),
      }),
      { minLength: 2, maxLength: 150 },
    ),
  )
  .map(([start, steps]) => {
    let at = start;
    return steps.map(({ wait, back, cents, size }, index): Tick => {
      at += wait;
      const text = { price: (cents / 100).toFixed(2), size: (size / 1e4).toFixed(4) };
      return { ts: at - back, id: 500 + index, price: Number(text.price), size: Number(text.size), text };
    });
  });

const hundredfold = (tick: Tick): Tick => {
  const price = (tick.price * 100).toFixed(2);
  return { ...tick, price: Number(price), text: { ...tick.text, price } };
};

type Out = Map<Timeframe, Bar[]>;
/** All that rules are shown: bars that closed, and before each how it stood. */
const put = (out: Out, result: ReturnType<BarPipeline['close']>): Progress | null => {
  for (const { timeframe, bars, shown } of result?.closed ?? []) {
    expect(shown.filter(({ until }) => until === undefined)).toEqual(bars);
    out.set(timeframe, [...(out.get(timeframe) ?? []), ...shown]);
  }
  return result?.progress ?? null;
};
const MADE = TIMEFRAMES.filter((timeframe) => madeOf(timeframe) !== null);
/** Makes every timeframe that isn't kept, too, from what is stored of those that are. */
const withMade = (line: BarPipeline, calendar: MarketCalendar, stored: Out = new Map()): BarPipeline => {
  for (const timeframe of MADE) {
    const expected = line.expect(timeframe);
    const ranges = expected.closedUntil > 0 ? rangesFor(calendar, timeframe, expected.closedUntil) : [];
    const pieces = ranges.flatMap(({ timeframe: part, from, until }) =>
      (stored.get(part) ?? [])
        .filter((bar) => bar.until === undefined && bar.ts >= from && bar.ts < until)
        .map(atItsEnd(calendar, part)),
    );
    line.follow(timeframe, pieces, wholeSince(calendar, timeframe, expected, pieces));
  }
  return line;
};
const atOnce = (calendar: (typeof CALENDAR_NAMES)[number], ticks: readonly Tick[]): Out => {
  const out: Out = new Map();
  const line = withMade(createBarPipeline(CALENDARS[calendar], null), CALENDARS[calendar]);
  for (const tick of ticks) {
    line.add(tick, tick.ts);
    put(out, line.close());
  }
  put(out, line.close(END));
  return out;
};

const calendars = fc.constantFrom(...CALENDAR_NAMES);

describe('a line', () => {
  it('makes the same bars of every size whatever the pieces, with repeats', () => {
    fc.assert(
      fc.property(streams, calendars, fc.array(fc.nat(6), { minLength: 1 }), (ticks, calendar, cuts) => {
        const out: Out = new Map();
        const line = withMade(createBarPipeline(CALENDARS[calendar], null), CALENDARS[calendar]);
        const order = inOrder(499);
        ticks.forEach((_, index) => {
          const back = cuts[index % cuts.length] ?? 0;
          for (const each of ticks.slice(Math.max(0, index - back), index + 1))
            for (const ready of order.take(each) ?? []) line.add(ready, ready.ts);
          if (back % 2 === 0) put(out, line.close());
        });
        put(out, line.close(END));
        expect(out).toEqual(atOnce(calendar, ticks));
      }),
      sequences(),
    );
  });

  it('makes the same bars when it is killed and another goes on from what was stored', () => {
    fc.assert(
      fc.property(
        streams,
        calendars,
        fc.array(fc.nat(149), { maxLength: 4 }),
        fc.boolean(),
        // Trades in another unit: a takeover has to detect it from its first trade, too.
        fc.array(fc.integer({ min: 1, max: 149 }), { maxLength: 10 }),
        (good, calendar, kills, noted, bad) => {
          const ticks = good.map((tick, index) => (bad.includes(index) ? hundredfold(tick) : tick));
          const out: Out = new Map();
          let believed: Tick | null = null;
          const deaths = new Set(kills.map((kill) => kill % ticks.length));
          let progress: Progress | null = null;
          let line = withMade(createBarPipeline(CALENDARS[calendar], null), CALENDARS[calendar]);
          const store = (result: ReturnType<BarPipeline['close']>): void => {
            for (const { timeframe, shown } of result?.closed ?? []) {
              // As the table does it: a bar that is there is written over. What was shown of it before is shown again.
              const keyOf = ({ ts, until }: Bar): string => `${ts} ${until}`;
              const stored = new Map((out.get(timeframe) ?? []).map((bar) => [keyOf(bar), bar]));
              for (const bar of shown) stored.set(keyOf(bar), bar);
              out.set(
                timeframe,
                [...stored.values()].sort(
                  (a, b) => a.ts - b.ts || (a.until ?? Infinity) - (b.until ?? Infinity),
                ),
              );
            }
          };
          for (let index = 0; index < ticks.length; index += 1) {
            const tick = ticks[index]!;
            line.add(tick, tick.ts);
            const dies = deaths.delete(index);
            // Where the clock closes the minutes, the next trade is the first that the one who goes on is given.
            const result = line.close(dies ? ticks[index + 1]?.ts : undefined);
            store(result);
            // It may die between the storing of bars and the noting of how far it came.
            if (result && !(dies && noted)) progress = result.progress;
            if (!dies || !progress) continue;
            const until = progress.closedUntil;
            const newest = line.newest();
            if (newest) believed = newest;
            line = createBarPipeline(
              CALENDARS[calendar],
              progress,
              rangesOf(CALENDARS[calendar], until).flatMap(({ timeframe, ...range }) =>
                (out.get(timeframe) ?? [])
                  .filter((bar) => bar.until === undefined)
                  .filter(({ ts }) => ts >= range.from && ts < range.until)
                  .map(insideSession(CALENDARS[calendar], timeframe)),
              ),
              undefined,
              believed && believed.ts < until ? believed : undefined,
            );
            withMade(line, CALENDARS[calendar], out);
            // The exchange gives what was traded after the cursor once more.
            index = ticks.findIndex((each) => (each.id ?? 0) > (progress?.cursor.id ?? 0)) - 1;
            if (index < -1) index = ticks.length - 1;
          }
          store(line.close(END));
          expect(out).toEqual(atOnce(calendar, ticks));
        },
      ),
      sequences(),
    );
  });

  it('gives only what was seen whole, and the same as bars made of the trades directly', () => {
    fc.assert(
      fc.property(streams, calendars, fc.constantFrom(...TIMEFRAMES), (ticks, calendar, timeframe) => {
        const periodAt = periodsOf(CALENDARS[calendar], timeframe);
        const minuteAt = periodsOf(CALENDARS[calendar], '1m');
        const first = ticks.map((tick) => minuteAt(tick.ts)).find((minute) => minute !== null);
        const whole = first?.end ?? END;
        const builder = barBuilder({ calendar: CALENDARS[calendar], timeframe, graceMs: GRACE_MS });
        for (const tick of ticks) if (tick.ts >= whole || periodAt(tick.ts)) builder.add(tick);
        const expected = builder.close(END).filter((bar) => bar.ts >= whole);
        const shown = atOnce(calendar, ticks).get(timeframe) ?? [];
        const got = shown.filter(({ until }) => until === undefined);
        expect(got).toEqual(expected);
        for (const bar of got) expect(bar.ts % MINUTE).toBe(0);
        // And before it closes, a bar is shown as the trades until then make it, at the end of each minute with one.
        for (const { until, ...open } of shown) {
          if (until === undefined) continue;
          const known = barBuilder({ calendar: CALENDARS[calendar], timeframe, graceMs: GRACE_MS });
          for (const tick of ticks) if (tick.ts < until && tick.ts >= whole) known.add(tick);
          expect(known.open().concat(known.close(END)).at(-1)).toEqual(open);
          expect(until).toBeLessThan(periodAt(until - 1)?.end ?? 0);
        }
        const minutes = atOnce(calendar, ticks).get('1m') ?? [];
        const inside = minutes.filter(({ ts }) => {
          const period = periodAt(ts);
          return timeframe !== '1m' && period && period.start >= whole && ts + MINUTE < period.end;
        });
        expect(shown.flatMap(({ until }) => until ?? [])).toEqual(inside.map(({ ts }) => ts + MINUTE));
      }),
      sequences(),
    );
  });
});

describe('what cannot be believed', () => {
  const at = Date.UTC(2026, 0, 5, 12);
  const tick = (id: number, price: string, ts = at + id * 1000): Tick => ({
    ts,
    id,
    price: Number(price),
    size: 1,
    text: { price, size: '1' },
  });
  it('makes no bar', () => {
    const line = createBarPipeline(CALENDARS.crypto, {
      closedUntil: at,
      wholeFrom: at,
      cursor: { id: 0, ts: at },
    });
    const said = [
      tick(1, '100'),
      tick(2, '10000'),
      tick(3, '9.99'),
      tick(4, '101', at + 3_600_000),
      tick(5, '50', at - 120_000),
      tick(6, '99'),
    ].map((each) => line.add(each, at + 10_000));
    expect(said.map((each) => (each === null || each === 'late' ? each : each.reason))).toEqual([
      null,
      'unit',
      'unit',
      'time',
      'order',
      null,
    ]);
    const [minute] = line.close(at + MINUTE + GRACE_MS)?.closed ?? [];
    expect(minute?.bars).toMatchObject([{ open: 100, high: 100, low: 99, close: 99 }]);
  });
  describe('goes on from stored minutes', () => {
    const stored = (close: string, ts = at - MINUTE): Bar => {
      const price = Number(close);
      return {
        ts,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: 1,
        text: { open: close, high: close, low: close, close, volume: '1' },
      };
    };
    const progress = { closedUntil: at, wholeFrom: at - 9 * MINUTE, cursor: { id: 0, ts: at } };
    const doubtOf = (line: BarPipeline, each: Tick): string | null => {
      const doubt = line.add(each, at + 60_000);
      return doubt === null || doubt === 'late' ? doubt : doubt.reason;
    };
    it('and does not believe a first trade in another unit', () => {
      const line = createBarPipeline(CALENDARS.crypto, progress, [
        stored('99', at - 3 * MINUTE),
        stored('100'),
      ]);
      expect([tick(1, '10000'), tick(2, '101')].map((each) => doubtOf(line, each))).toEqual(['unit', null]);
    });
    it('and knows the price that was believed last, where this week has no minute', () => {
      const line = createBarPipeline(CALENDARS.crypto, progress, [], undefined, {
        ts: at - 3 * 86_400_000,
        price: 100,
        text: { price: '100' },
      });
      expect([tick(1, '10000'), tick(2, '101')].map((each) => doubtOf(line, each))).toEqual(['unit', null]);
    });
    it.each([
      ['after the last minute', at, null, 'unit'],
      ['in the last minute', at - 30_000, 'unit', null],
    ])('and knows the scale by a split %s', (_, ts, after, before) => {
      const line = () =>
        createBarPipeline(CALENDARS.crypto, progress, [stored('500')], () => [{ ts, ratio: 20 }]);
      expect(doubtOf(line(), tick(1, '25'))).toBe(after);
      expect(doubtOf(line(), tick(1, '500'))).toBe(before);
    });
  });
  describe.each([
    [10, '500', '49.9'],
    [20, '3000', '149.5'],
    [0.1, '4.2', '42.3'],
  ])('a split of %d for 1', (ratio, before, after) => {
    const split = { ts: at + 2_500, ratio };
    const run = (known: () => { ts: number; ratio: number }[]) => {
      const line = createBarPipeline(CALENDARS.crypto, null, [], known);
      return [before, before, after, after].map(
        (price, index) => line.add(tick(index + 1, price), at + 60_000) !== null,
      );
    };
    it('is expected from its moment on, with the first trade after it', () => {
      expect(run(() => [split])).toEqual([false, false, false, false]);
    });
    it('is another unit where nobody knows of it, where it is past, and where it is yet to come', () => {
      const others = [[], [{ ...split, ts: at }], [{ ...split, ts: at + 60_000 }]];
      for (const known of others) expect(run(() => known)).toEqual([false, false, true, true]);
    });
    it('makes the scale before it the wrong one', () => {
      const line = createBarPipeline(CALENDARS.crypto, null, [], () => [split]);
      expect(line.add(tick(1, before), at + 60_000)).toBeNull();
      expect(line.add(tick(4, before), at + 60_000)).toMatchObject({
        reason: 'unit',
        problem: expect.stringMatching(
          /^a price of .* beside a last one of .*, or .* after the split, is in/,
        ),
      });
      expect(line.add(tick(5, after), at + 60_000)).toBeNull();
      // Stamped before the split, numbered after it.
      expect(line.add(tick(6, before, at + 2_400), at + 60_000)).toBeNull();
    });
  });
  it('knows a split from when somebody says so', () => {
    let known: { ts: number; ratio: number }[] = [];
    const line = createBarPipeline(CALENDARS.crypto, null, [], () => known);
    expect(line.add(tick(1, '1000'), at + 60_000)).toBeNull();
    expect(line.add(tick(2, '50'), at + 60_000)).toMatchObject({ reason: 'unit' });
    known = [{ ts: at + 1_500, ratio: 20 }];
    expect(line.add(tick(3, '50'), at + 60_000)).toBeNull();
  });
  it('is the price once it stays', () => {
    const line = createBarPipeline(CALENDARS.crypto, null);
    const said = Array.from({ length: 30 }, (_, id) =>
      line.add(tick(id, id === 0 ? '1' : '100'), at + 60_000),
    );
    expect(said.filter((each) => each !== null)).toHaveLength(20);
  });
});
