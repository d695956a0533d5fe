import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { type CandleName, CANDLES } from '#src/shared/rules/candles.ts';
import { drill } from '#tests/support/drill.ts';
import { itWithShared, sharedPath } from '#tests/support/shared-data.ts';
import { barOf, LIVELY, quarterly, withShadows } from './bars.fixture.ts';
import { parseDetector } from './parse.ts';

/*
 * What the detectors find, worked out a second time from all bars at once and in whole cents, by somebody who has only
 * read the documentation.
 */

type Cents = { ts: number; open: number; high: number; low: number; close: number };
const centsOf = ({ ts, text }: Bar): Cents => {
  const [open, high, low, close] = [text.open, text.high, text.low, text.close].map((each) =>
    Math.round(Number(each) * 100),
  );
  return { ts, open: open!, high: high!, low: low!, close: close! };
};

/** Few sizes of step, so that ties, equal closes and touched levels are common. */
const walks = fc
  .array(
    fc.tuple(
      fc.constantFrom(-100, -50, -20, -5, 0, 5, 20, 50, 100),
      fc.constantFrom(0, 0, 0, -50, -10, 10, 50),
      fc.constantFrom(0, 5, 40, 100),
      fc.constantFrom(0, 5, 40, 100),
    ),
    { minLength: 2, maxLength: 50 },
  )
  .map((steps) => {
    let close = 1000;
    return quarterly(
      steps.map(([step, gap, above, below], at) => {
        const open = Math.max(300, close + gap);
        close = Math.max(300, open + step);
        return withShadows(
          barOf(at, (close / 100).toFixed(2), (open / 100).toFixed(2)),
          above / 100,
          below / 100,
        );
      }),
    );
  });

const found = (detector: string, bars: readonly Bar[]): number[] => {
  const feed = parseDetector(detector).start();
  return bars.flatMap((bar, at) => (feed(bar) ? [at] : []));
};
/** Compares over any walk and over the lively bars. @returns how often something is found in those */
const agrees = (detector: string, holds: (bars: readonly Cents[], at: number) => boolean): number => {
  const compare = (bars: readonly Bar[]): number => {
    const cents = bars.map(centsOf);
    const wanted = bars.flatMap((_, at) => (at > 0 && holds(cents, at) ? [at] : []));
    expect(found(detector, bars)).toEqual(wanted);
    return wanted.length;
  };
  fc.assert(
    fc.property(walks, (bars) => void compare(bars)),
    { numRuns: drill(100, 5_000) },
  );
  return compare(LIVELY);
};

describe('streak', () => {
  it.each([
    [2, 'up'],
    [3, 'down'],
    [5, 'up'],
  ] as const)('of %d %s', (length, direction) => {
    const went = (bars: readonly Cents[], at: number): boolean =>
      at > 0 && (direction === 'up' ? 1 : -1) * (bars[at]!.close - bars[at - 1]!.close) > 0;
    expect(
      agrees(
        `streak:length=${length},direction=${direction}`,
        (bars, at) =>
          Array.from({ length }, (_, back) => at - back).every((each) => went(bars, each)) &&
          !went(bars, at - length),
      ),
    ).toBeGreaterThan(0);
  });
});

it.each([
  [1.5, 3],
  [2, 10],
  [3, 1],
])('volatility spike of %d times %d bars', (ratio, window) => {
  const range = (bars: readonly Cents[], at: number): number => {
    const { high, low } = bars[at]!;
    const from = bars[at - 1]!.close;
    return Math.max(high, from) - Math.min(low, from);
  };
  expect(
    agrees(`volatility_spike:min_ratio=${ratio},window=${window}`, (bars, at) => {
      if (at <= window) return false;
      let sum = 0;
      for (let back = 1; back <= window; back += 1) sum += range(bars, at - back);
      return sum > 0 && range(bars, at) * window >= ratio * sum;
    }),
  ).toBeGreaterThan(0);
});

describe('round number', () => {
  const passes = (from: number, to: number, step: number): boolean => {
    for (let level = step; level <= Math.max(from, to) + step; level += step)
      if ((from <= level && to > level) || (from >= level && to < level)) return true;
    return false;
  };
  it.each([0.5, 1, 2.5])('of every %d', (step) => {
    expect(
      agrees(`round_number:step=${step}`, (bars, at) =>
        passes(bars[at - 1]!.close, bars[at]!.close, Math.round(step * 100)),
      ),
    ).toBeGreaterThan(0);
  });
  it('up alone', () => {
    expect(
      agrees(
        'round_number:step=1,direction=up',
        (bars, at) =>
          bars[at]!.close > bars[at - 1]!.close && passes(bars[at - 1]!.close, bars[at]!.close, 100),
      ),
    ).toBeGreaterThan(0);
  });
  it.each([
    ['67999.5', '68000.5', 68_000],
    ['68000', '67999', 68_000],
    ['67950', '68000', null],
    ['66500', '69500', 69_000],
    ['1.0999', '1.1001', 1.1],
    ['1.1', '1.1000001', 1.1],
    ['1.3', '1.1', 1.2],
    ['0.00001999', '0.00002001', 0.00002],
    ['99.5', '100.5', 100],
    ['100.5', '99.5', 100],
  ])('by itself from %s to %s: %d', (from, to, level) => {
    const feed = parseDetector('round_number:step=auto').start();
    feed(barOf(0, from));
    expect(feed(barOf(1, to))?.value ?? null).toBe(level);
  });
  it.each([
    ['66990', '70010', 70_000],
    ['67999.5', '68000.5', null],
    ['3990', '4010', 4_000],
    ['1.0999', '1.1001', 1.1],
    ['99.5', '100.5', 100],
    ['0.00001999', '0.00002001', 0.00002],
  ])('major: %s to %s passes %s', (from, to, level) => {
    const feed = parseDetector('round_number').start();
    feed(barOf(0, from));
    expect(feed(barOf(1, to))?.value ?? null).toBe(level);
  });
  itWithShared(
    'the default finds something on a quarter of days at most',
    'daily/BTC-USD_2017-2021.csv',
    () => {
      const rows = readFileSync(sharedPath('daily/BTC-USD_2017-2021.csv'), 'utf8')
        .trim()
        .split('\n')
        .slice(1);
      const daysWith = (detector: string): number => {
        const feed = parseDetector(detector).start();
        return rows.filter((row, day) => feed(barOf(day, row.split(',')[4]!)) !== null).length / rows.length;
      };
      expect(daysWith('round_number:step=auto')).toBeGreaterThan(0.5);
      expect(daysWith('round_number')).toBeLessThan(0.25);
    },
  );
  it('ten times the prices are ten times the levels', () => {
    const values = (bars: readonly Bar[]): number[] => {
      const feed = parseDetector('round_number').start();
      return bars.flatMap((bar) => feed(bar)?.value ?? []);
    };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 90_000 }), { minLength: 2 }), (closes) => {
        const times = (factor: number) => closes.map((close, at) => barOf(at, String(close * factor)));
        expect(values(times(10))).toEqual(values(times(1)).map((value) => value * 10));
      }),
    );
  });
});

describe('opening-range break', () => {
  const DAY = 86_400_000;
  const QUARTER = 900_000;
  it.each([
    ['up', 60],
    ['down', 30],
  ] as const)('of the UTC day, %s, %d minutes', (direction, minutes) => {
    const sign = direction === 'up' ? 1 : -1;
    const beyond = (bars: readonly Cents[], at: number): boolean => {
      const start = bars[at]!.ts - (bars[at]!.ts % DAY);
      const range = bars.filter(({ ts }) => ts >= start && ts < start + minutes * 60_000);
      if (bars[at]!.ts < start + minutes * 60_000 || range[0]?.ts !== start) return false;
      const level =
        sign === 1 ? Math.max(...range.map(({ high }) => high)) : Math.min(...range.map(({ low }) => low));
      return sign * (bars[at]!.close - level) > 0;
    };
    expect(
      agrees(`opening_range_break:minutes=${minutes},direction=${direction},session=utc`, (bars, at) => {
        const start = bars[at]!.ts - (bars[at]!.ts % DAY);
        const first = bars.findIndex(({ ts }, each) => ts >= start && beyond(bars, each));
        return first === at;
      }),
    ).toBeGreaterThan(0);
  });

  it('goes by the clock of the session, on either side of a change of clocks', () => {
    // New York opens at 14:30 UTC in winter and at 13:30 in summer; the clocks changed on 10 March 2024.
    const day = (date: string, opens: string): Bar[] => {
      const open = Date.parse(`${date}T${opens}:00Z`);
      return Array.from({ length: 10 }, (_, at) => ({
        ...barOf(0, at === 6 ? '120' : at > 1 ? '101' : '100'),
        ts: open + (at - 2) * QUARTER,
      }));
    };
    const bars = [...day('2024-03-08', '14:30'), ...day('2024-03-11', '13:30')];
    const times = found('opening_range_break:session=new_york', bars).map((at) => bars[at]!.ts);
    expect(times.map((ts) => new Date(ts).toISOString())).toEqual([
      '2024-03-08T15:30:00.000Z',
      '2024-03-11T14:30:00.000Z',
    ]);
  });

  it('has no range where the first bar is missing, on weekends, or on daily bars', () => {
    const at = (iso: string, close: string): Bar => ({ ...barOf(0, close), ts: Date.parse(iso) });
    const rest = ['10:00', '10:15', '10:30'].map((clock, step) => [clock, String(102 + step)] as const);
    const session = (date: string, first: string) => [
      at(`${date}T${first}:00Z`, '100'),
      ...rest.map(([clock, close]) => at(`${date}T${clock}:00Z`, close)),
    ];
    expect(found('opening_range_break:session=frankfurt', session('2024-07-03', '07:00'))).toEqual([1]);
    expect(found('opening_range_break:session=frankfurt', session('2024-07-03', '07:15'))).toEqual([]);
    expect(found('opening_range_break:session=frankfurt', session('2024-07-06', '07:00'))).toEqual([]);
    const days = Array.from({ length: 30 }, (_, each) => barOf(each, String(100 + each)));
    expect(found('opening_range_break:session=utc', days)).toEqual([]);
  });
});

describe('candles', () => {
  const size = ({ open, close }: Cents): number => Math.abs(close - open);
  const whole = ({ high, low }: Cents): number => high - low;
  const up = ({ open, close }: Cents): boolean => close > open;
  const down = ({ open, close }: Cents): boolean => close < open;
  const upper = (bar: Cents): number => bar.high - Math.max(bar.open, bar.close);
  const lower = (bar: Cents): number => Math.min(bar.open, bar.close) - bar.low;
  const within = (inner: Cents, outer: Cents): boolean =>
    [inner.open, inner.close].every(
      (price) => price >= Math.min(outer.open, outer.close) && price <= Math.max(outer.open, outer.close),
    );
  const longBelow = (bar: Cents): boolean =>
    size(bar) > 0 && lower(bar) >= 2 * size(bar) && 10 * upper(bar) <= whole(bar);
  const longAbove = (bar: Cents): boolean =>
    size(bar) > 0 && upper(bar) >= 2 * size(bar) && 10 * lower(bar) <= whole(bar);
  const engulfs = (bar: Cents, before: Cents): boolean =>
    size(before) > 0 && within(before, bar) && size(bar) > size(before);
  const inside = (bar: Cents, before: Cents): boolean =>
    size(bar) > 0 && within(bar, before) && size(before) >= 2 * size(bar);
  const star = (first: Cents, middle: Cents): boolean =>
    2 * size(first) >= whole(first) && 10 * size(middle) <= 3 * size(first);

  type Shape = { bars: number; after: number; holds: (bar: Cents, b: Cents, a: Cents) => boolean };
  const SHAPES: Record<CandleName, Shape> = {
    bullish_engulfing: { bars: 2, after: -1, holds: (bar, b) => down(b) && up(bar) && engulfs(bar, b) },
    bearish_engulfing: { bars: 2, after: 1, holds: (bar, b) => up(b) && down(bar) && engulfs(bar, b) },
    hammer: { bars: 1, after: -1, holds: longBelow },
    hanging_man: { bars: 1, after: 1, holds: longBelow },
    inverted_hammer: { bars: 1, after: -1, holds: longAbove },
    shooting_star: { bars: 1, after: 1, holds: longAbove },
    doji: { bars: 1, after: 0, holds: (bar) => whole(bar) > 0 && 20 * size(bar) <= whole(bar) },
    morning_star: {
      bars: 3,
      after: -1,
      holds: (bar, b, a) =>
        down(a) &&
        up(bar) &&
        star(a, b) &&
        2 * Math.max(b.open, b.close) <= a.open + a.close &&
        2 * bar.close > a.open + a.close,
    },
    evening_star: {
      bars: 3,
      after: 1,
      holds: (bar, b, a) =>
        up(a) &&
        down(bar) &&
        star(a, b) &&
        2 * Math.min(b.open, b.close) >= a.open + a.close &&
        2 * bar.close < a.open + a.close,
    },
    piercing_line: {
      bars: 2,
      after: -1,
      holds: (bar, b) =>
        down(b) && up(bar) && bar.open <= b.close && 2 * bar.close > b.open + b.close && bar.close < b.open,
    },
    dark_cloud_cover: {
      bars: 2,
      after: 1,
      holds: (bar, b) =>
        up(b) && down(bar) && bar.open >= b.close && 2 * bar.close < b.open + b.close && bar.close > b.open,
    },
    bullish_harami: { bars: 2, after: -1, holds: (bar, b) => down(b) && up(bar) && inside(bar, b) },
    bearish_harami: { bars: 2, after: 1, holds: (bar, b) => up(b) && down(bar) && inside(bar, b) },
    three_white_soldiers: {
      bars: 3,
      after: -1,
      holds: (bar, b, a) =>
        [bar, b, a].every((each) => up(each) && 10 * upper(each) <= 3 * whole(each)) &&
        bar.close > b.close &&
        b.close > a.close &&
        [bar.open >= b.open, bar.open <= b.close, b.open >= a.open, b.open <= a.close].every(Boolean),
    },
    three_black_crows: {
      bars: 3,
      after: 1,
      holds: (bar, b, a) =>
        [bar, b, a].every((each) => down(each) && 10 * lower(each) <= 3 * whole(each)) &&
        bar.close < b.close &&
        b.close < a.close &&
        [bar.open <= b.open, bar.open >= b.close, b.open <= a.open, b.open >= a.close].every(Boolean),
    },
    inside_bar: { bars: 2, after: 0, holds: (bar, b) => bar.high < b.high && bar.low > b.low },
    outside_bar: { bars: 2, after: 0, holds: (bar, b) => bar.high > b.high && bar.low < b.low },
  };

  it.each(Object.keys(CANDLES) as CandleName[])('%s', (name) => {
    const { bars: count, after, holds } = SHAPES[name];
    const drawn =
      (trend: number) =>
      (bars: readonly Cents[], at: number): boolean => {
        if (at < count - 1) return false;
        const [bar, before, first] = [bars[at]!, bars[at - 1]!, bars[at - 2] ?? bars[at - 1]!];
        if (!holds(bar, before, first)) return false;
        if (after === 0 || trend === 0) return true;
        const [end, start] = [bars[at - count], bars[at - count - trend]];
        return end !== undefined && start !== undefined && after * (end.close - start.close) > 0;
      };
    expect(agrees(`candle:pattern=${name},trend=0`, drawn(0))).toBeGreaterThan(0);
    expect(agrees(`candle:pattern=${name},trend=3`, drawn(3))).toBeGreaterThan(0);
  });

  it('a close right in the middle of a body is not beyond it, whatever the floats say', () => {
    // (8.45 + 7.45) / 2 is less than 7.95 in floats.
    const bars = [
      barOf(0, '8.45'),
      { ...barOf(1, '7.45'), open: 8.45, high: 8.5, low: 7.4 },
      { ...barOf(2, '7.95'), open: 7.4, high: 8, low: 7.3 },
    ];
    expect(found('candle:pattern=piercing_line,trend=0', bars)).toEqual([]);
    const beyond = { ...barOf(2, '7.96'), open: 7.4, high: 8, low: 7.3 };
    expect(found('candle:pattern=piercing_line,trend=0', [...bars.slice(0, 2), beyond])).toEqual([2]);
  });
});
