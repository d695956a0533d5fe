import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { drill } from '#tests/support/drill.ts';
import { barsAsOf } from './bars-as-of.ts';
import type { Split } from './corporate-actions.ts';
import { type CalendarName, CALENDAR_NAMES, CALENDARS } from '../sessions/calendars.ts';
import { barMerger } from '../bars/merge.ts';
import { periodsOf } from '../bars/periods.ts';
import { sessionsOf } from '../sessions/sessions.ts';
import { splitsInBars } from './splits-in-bars.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEVER = Number.MAX_SAFE_INTEGER;

const LARGER: Timeframe[] = ['4h', '1d', '1w'];

const bar = (ts: number, [open, high, low, close, volume]: number[]): Bar => {
  const text = { open: `${open}`, high: `${high}`, low: `${low}`, close: `${close}`, volume: `${volume}` };
  return {
    ts,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    text,
  };
};

/** The beginnings of every bar of an hour in which a market is open, from a moment on. */
function hoursOpen(calendar: CalendarName, from: number, days: number): number[] {
  const hourAt = periodsOf(CALENDARS[calendar], '1h');
  const starts = new Set<number>();
  for (let ts = from; ts < from + days * DAY; ts += HOUR / 2) {
    const period = hourAt(ts);
    if (period) starts.add(period.start);
  }
  return [...starts];
}

const merged = (
  calendar: CalendarName,
  timeframe: Timeframe,
  bars: readonly Bar[],
  splits: readonly Split[],
) => {
  const merger = barMerger(CALENDARS[calendar], timeframe, () => splits);
  return [...bars.flatMap((each) => merger.add(each)), ...merger.close(NEVER)];
};

/** What was traded by hours over some weeks, as it was traded: prices and volumes leap at the splits. */
const markets = fc
  .record({
    calendar: fc.constantFrom(...CALENDAR_NAMES),
    from: fc.integer({ min: Date.UTC(2024, 0) / HOUR, max: Date.UTC(2025, 0) / HOUR }),
    days: fc.integer({ min: 8, max: 30 }),
    steps: fc.array(fc.tuple(fc.integer({ min: -10, max: 10 }), fc.integer({ min: 0, max: 5_000 })), {
      minLength: 5,
      maxLength: 40,
    }),
    splits: fc.uniqueArray(
      fc.record({
        hour: fc.nat(200),
        // Splits come with a bar, and most before the market opens.
        atMidnight: fc.boolean(),
        ratio: fc.constantFrom(2, 4, 10, 20, 0.1, 0.5),
      }),
      { selector: ({ hour }) => hour, minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ calendar, from, days, steps, splits }) => {
    const hours = hoursOpen(calendar, from * HOUR, days);
    const sessions = sessionsOf(CALENDARS[calendar]);
    const known = splits
      .map(({ hour, atMidnight, ratio }): Split => {
        const begins = hours[hour % hours.length] ?? 0;
        return { ts: atMidnight ? (sessions.at(begins)?.midnight ?? begins) : begins, ratio };
      })
      .sort((a, b) => a.ts - b.ts);
    let price = 100_000;
    const bars = hours.map((ts, index) => {
      const [change = 0, volume = 0] = steps[index % steps.length] ?? [];
      const open = price;
      price += change * 5;
      const scale = known.reduce((all, split) => (split.ts <= ts ? all * split.ratio : all), 1);
      const figures = [open, Math.max(open, price) + 20, Math.min(open, price) - 20, price];
      return bar(ts, [...figures.map((each) => each / scale), volume * scale]);
    });
    return { calendar, bars, splits: known };
  });

/** Figures of twelve digits: what is divided first and added then may differ from the other way round in the last. */
const rounded = (bars: readonly Bar[]) =>
  bars.map(({ ts, open, high, low, close, volume }) => [
    ts,
    ...[open, high, low, close, volume ?? 0].map((each) => Number(each.toPrecision(9))),
  ]);

describe('bars with a split inside', () => {
  it('adjusted, are the bars of the adjusted series', () => {
    fc.assert(
      fc.property(markets, fc.constantFrom(...LARGER), ({ calendar, bars, splits }, timeframe) => {
        const end = (bars.at(-1)?.ts ?? 0) + DAY;
        const adjusted = merged(calendar, timeframe, barsAsOf(bars, splits, end), []);
        const traded = merged(calendar, timeframe, bars, splits);
        const met = splitsInBars(CALENDARS[calendar], timeframe, splits);
        expect(rounded(barsAsOf(traded, met, end))).toEqual(rounded(adjusted));
      }),
      { numRuns: drill(50, 5_000) },
    );
  });
  it('are never events: within each, and from one to the next seen across splits, prices stay near', () => {
    fc.assert(
      fc.property(markets, fc.constantFrom(...LARGER), ({ calendar, bars, splits }, timeframe) => {
        const far = merged(calendar, timeframe, bars, splits).filter(({ high, low }) => !(high / low < 1.9));
        expect(far).toEqual([]);
        const met = splitsInBars(CALENDARS[calendar], timeframe, splits);
        const seen = barsAsOf(merged(calendar, timeframe, bars, splits), met, NEVER);
        const leaps = seen.filter(
          ({ open }, index) => !(Math.abs(open / (seen[index - 1]?.close ?? open) - 1) < 5e-7),
        );
        expect(leaps).toEqual([]);
      }),
      { numRuns: drill(50, 5_000) },
    );
  });
});

describe('a week with a split on its Wednesday', () => {
  const newYork = (day: number): number => Date.UTC(2024, 5, day, 4);
  /** What was traded on a day, as one bar from the open on. */
  const traded = (day: number, figures: number[]): Bar => bar(newYork(day) + 9.5 * HOUR, figures);
  const days = [
    traded(3, [400, 410, 390, 404, 1000]),
    traded(4, [404, 412, 400, 408, 1001]),
    traded(5, [102, 104, 101, 103, 4000]),
    traded(6, [103, 105, 102, 104, 4004]),
  ];
  const split = { ts: newYork(5), ratio: 4 };

  it('stands as the days after it do', () => {
    expect(merged('us-equity', '1w', days, [split])).toMatchObject([
      { ts: newYork(3), open: 100, high: 105, low: 97.5, close: 104, volume: 16_008 },
    ]);
  });
  it('is the first bar after the split; a day is what it was', () => {
    expect(splitsInBars(CALENDARS['us-equity'], '1w', [split])).toEqual([{ ts: newYork(3), ratio: 4 }]);
    expect(splitsInBars(CALENDARS['us-equity'], '1d', [split])).toEqual([split]);
    expect(splitsInBars(CALENDARS['us-equity'], '1h', [split])).toEqual([split]);
  });
  it('on a Monday, or over a weekend, belongs to the week that begins', () => {
    for (const ts of [newYork(3), newYork(1)])
      expect(splitsInBars(CALENDARS['us-equity'], '1w', [{ ts, ratio: 4 }])).toEqual([{ ts, ratio: 4 }]);
  });
});
