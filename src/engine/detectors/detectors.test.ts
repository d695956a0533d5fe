import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, multiply, parseDecimal } from '#src/shared/decimal.ts';
import { evidenceSchema, type Bar, type Detection } from '#src/shared/market.ts';
import { barOf } from './bars.fixture.ts';
import { parseDetector } from './parse.ts';

const run = (detector: string, bars: Bar[]): Detection[] => {
  const feed = parseDetector(detector).start();
  return bars.map((bar) => feed(bar)).filter((detection) => detection !== null);
};

/** The second bar moves, or opens, from the first bar's close to `to`. */
const movesTo = { big_move: (to: string) => barOf(1, to), gap: (to: string) => barOf(1, '100', to) };

describe.each(['big_move', 'gap'] as const)('%s', (name) => {
  it.each([
    ['100', '105', 5, 5],
    ['20', '21', 5, 5],
    ['1.1', '1.155', 5, 5],
    ['1.1', '1.045', 5, -5],
    ['0.3', '0.315', 5, 5],
    ['100', '95', 5, -5],
    ['1.10', '1.1550', 5, 5],
    ['4.6', '4.623', 0.5, 0.5],
    ['3', '33', 1000, 1000],
    ['1000000', '1000001', 0.0001, 0.0001],
    ['1.1', '1.1549999999999999', 5, null],
    ['100', '104.9999999999999', 5, null],
    ['100', '104.99', 5, null],
    ['100', '100', 5, null],
    ['100', '50', 5, -50],
    ['100', '200', 5, 100],
  ])('%s to %s at %d %% gives %s', (from, to, minPct, expected) => {
    const [detection] = run(`${name}:min_pct=${minPct}`, [barOf(0, from), movesTo[name](to)]);
    const value = detection?.value ?? null;
    expect(value === null ? null : Number(value.toFixed(9))).toBe(expected);
    expect(value === null || Math.abs(value) >= minPct).toBe(true);
  });

  it('finds nothing on the first bar, and starts anew with every run', () => {
    const detector = parseDetector(name);
    detector.start()(barOf(0, '1'));
    expect(detector.start()(barOf(1, '100'))).toBeNull();
  });

  it('carries evidence that the schema accepts, with the source text', () => {
    const [detection] = run(name, [barOf(0, '1.50'), movesTo[name]('3.00')]);
    expect(evidenceSchema.parse(detection?.evidence)).toEqual(detection?.evidence);
    expect(detection?.evidence.bars[0]).toEqual({
      time: '2024-01-01T00:00:00.000Z',
      open: '1.50',
      high: '1.50',
      low: '1.50',
      close: '1.50',
      volume: null,
    });
    expect(detection?.evidence.bars[1]?.[name === 'gap' ? 'open' : 'close']).toBe('3.00');
    expect(detection?.evidence.figures).toEqual(
      name === 'gap'
        ? { previous_close: 1.5, open: 3, gap_pct: 100 }
        : { previous_close: 1.5, close: 3, change_pct: 100 },
    );
  });
});

it('a gap is measured from the close before, a move does not see the open', () => {
  const bars = [barOf(0, '100'), barOf(1, '101', '110')];
  expect(run('gap', bars).map((detection) => detection.value)).toEqual([expect.closeTo(10, 9)]);
  expect(run('big_move', bars)).toEqual([]);
});

it('a change beyond the range of floats is not a detection', () => {
  expect(run('big_move', [barOf(0, '1e-300'), barOf(1, '1e300')])).toEqual([]);
});

/** Prices of at most six digits: scaled by up to 2^8 either way their text is exact in float64 too. */
const cents = fc.integer({ min: 1, max: 999_999 });
const bothDetectors = fc.constantFrom(
  'big_move:min_pct=5',
  'gap:min_pct=0.5',
  'big_move:min_pct=0.01',
  'gap:min_pct=100',
);

describe('properties', () => {
  it('scaling every price by a power of two leaves the detections equal', () => {
    const power = fc.integer({ min: -8, max: 8 });
    const walk = fc.array(fc.tuple(cents, cents), { minLength: 2, maxLength: 30 });
    // Steps of exactly the threshold are likely enough to be met: 5 % up and down from a round price.
    const steps = fc.array(
      fc.constantFrom<[number, number]>([100, 100], [105, 95], [110, 110], [115.5, 104.5]),
      { minLength: 2 },
    );
    fc.assert(
      fc.property(bothDetectors, power, fc.oneof(walk, steps), (detector, exponent, prices) => {
        const factor = parseDecimal(String(2 ** exponent))!;
        const scale = (price: number): string => decimalText(multiply(parseDecimal(String(price))!, factor));
        const plain = prices.map(([open, close], day) => barOf(day, String(close), String(open)));
        const scaled = prices.map(([open, close], day) => barOf(day, scale(close), scale(open)));
        const facts = (bars: Bar[]) => run(detector, bars).map(({ time, value }) => ({ time, value }));
        expect(facts(scaled)).toEqual(facts(plain));
      }),
    );
  });

  it('a constant series finds nothing', () => {
    fc.assert(
      fc.property(bothDetectors, cents, fc.integer({ min: 1, max: 50 }), (detector, price, count) => {
        const bars = Array.from({ length: count }, (_, day) => barOf(day, (price / 100).toFixed(2)));
        expect(run(detector, bars)).toEqual([]);
      }),
    );
  });

  it('a step of exactly the threshold is always found, one unit less never', () => {
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 0, max: 6 }),
        (price, percent, places) => {
          const unit = parseDecimal(`1e-${places}`)!;
          const text = (units: bigint) => decimalText(multiply({ digits: units, scale: 0 }, unit));
          const from = BigInt(price) * 100n;
          const to = from + BigInt(price) * BigInt(percent);
          const detector = `big_move:min_pct=${percent}`;
          expect(run(detector, [barOf(0, text(from)), barOf(1, text(to))])).toHaveLength(1);
          expect(run(detector, [barOf(0, text(from)), barOf(1, text(to - 1n))])).toHaveLength(0);
        },
      ),
    );
  });
});
