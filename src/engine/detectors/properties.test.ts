import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, multiply, parseDecimal } from '#src/shared/decimal.ts';
import type { Bar, Detection } from '#src/shared/market.ts';
import { CANDLES } from '#src/shared/rules/candles.ts';
import { barOf, barsFor, BUSY, quarterly, withShadows, withVolume } from './bars.fixture.ts';
import { parseDetector } from './parse.ts';
import { DETECTORS, findDetector } from './registry.ts';
import { verify } from './verify.ts';

/** Detectors that are not listed run with their defaults. */
const LISTED = [
  'big_move:min_pct=2',
  'gap:min_pct=2',
  'volume_spike:min_ratio=1.5,window=3',
  'new_high:window=5,quiet=2',
  'new_low:window=5,quiet=0',
  'golden_cross:fast=2,slow=5',
  'death_cross:fast=2,slow=5',
  'rsi_cross:period=3,level=60',
  'rsi_cross:period=3,level=40,direction=down',
  'volatility_spike:min_ratio=1.5,window=3',
  'streak:length=2',
  'streak:length=3,direction=down',
  'round_number:step=2.5',
  'round_number:step=0.1,direction=down',
  'opening_range_break:minutes=60,session=utc',
  'opening_range_break:minutes=30,direction=down,session=utc',
  ...Object.keys(CANDLES).map((pattern) => `candle:pattern=${pattern},trend=2`),
  'candle:pattern=hammer,trend=0',
];
const nameOf = (rule: string): string => rule.split(':')[0] ?? '';
const RULES = [
  ...LISTED,
  ...DETECTORS.map(({ name }) => name).filter((name) => !LISTED.some((rule) => nameOf(rule) === name)),
];

const run = (detector: string, bars: readonly Bar[]): Detection[] => {
  const feed = parseDetector(detector).start();
  return bars.map((bar) => feed(bar)).filter((detection) => detection !== null);
};

/** Walks in cents with volumes, some of them missing: flat stretches, jumps, ties, shadows. */
const dailyWalks = fc
  .array(
    fc.tuple(
      fc.integer({ min: -400, max: 400 }),
      fc.integer({ min: -300, max: 300 }),
      fc.nat({ max: 9 }),
      fc.nat({ max: 4 }),
      fc.nat({ max: 4 }),
    ),
    {
      minLength: 2,
      maxLength: 60,
    },
  )
  .map((steps) => {
    let close = 10_000;
    return steps.map(([move, gap, volume, above, below], day) => {
      const open = close + (gap > 200 ? gap : 0);
      close = Math.max(100, open + (Math.abs(move) < 150 ? 0 : move));
      const bar = barOf(day, (close / 100).toFixed(2), (open / 100).toFixed(2));
      const full = withShadows(bar, above * 0.5, below * 0.5);
      return withVolume(full, volume === 9 ? null : String(volume * volume * 10));
    });
  });

const scaled = (bar: Bar, factor: string): Bar => {
  const text = { ...bar.text };
  for (const field of ['open', 'high', 'low', 'close'] as const)
    text[field] = decimalText(multiply(parseDecimal(text[field])!, parseDecimal(factor)!));
  const [open, high, low, close] = [text.open, text.high, text.low, text.close].map(Number);
  return { ...bar, open: open!, high: high!, low: low!, close: close!, text };
};

/** Whether its value is a price; the RSI is a level of another kind. */
const isPrice = (rule: string): boolean =>
  findDetector(nameOf(rule))?.unit === 'level' && nameOf(rule) !== 'rsi_cross';
/** What is a price among the parameters doubles with the prices. */
const doubledRule = (rule: string): string =>
  rule.replace(/step=([\d.]+)/, (_all, step: string) => `step=${Number(step) * 2}`);

describe.each(RULES)('%s', (rule) => {
  const busy = barsFor(rule);
  const walks = rule.startsWith('opening') ? dailyWalks.map(quarterly) : dailyWalks;

  it('finds something in the busy bars, and every detection verifies, also after a way through JSON', () => {
    const detections = run(rule, busy);
    expect(detections.length).toBeGreaterThan(0);
    for (const detection of detections)
      expect(verify(JSON.parse(JSON.stringify(detection)) as Detection)).toEqual({ ok: true });
  });

  it('what it finds in any walk verifies', () => {
    fc.assert(
      fc.property(walks, (bars) => {
        for (const detection of run(rule, bars)) expect(verify(detection)).toEqual({ ok: true });
      }),
    );
  });

  it('doubling every price doubles levels and changes nothing else', () => {
    fc.assert(
      fc.property(walks, (bars) => {
        const facts = (of: readonly Bar[], by: string) =>
          run(by, of).map(({ time, value }) => ({ time, value }));
        const factor = isPrice(rule) ? 2 : 1;
        const doubled = facts(
          bars.map((bar) => scaled(bar, '2')),
          doubledRule(rule),
        );
        expect(doubled).toEqual(
          facts(bars, rule).map(({ time, value }) => ({
            time,
            value: expect.closeTo(value * factor, 9) as number,
          })),
        );
      }),
    );
  });

  it('shifting every date shifts the detections and changes nothing else', () => {
    fc.assert(
      fc.property(walks, fc.integer({ min: -5000, max: 5000 }), (bars, days) => {
        const by = days * 86_400_000;
        const shifted = run(
          rule,
          bars.map((bar) => ({ ...bar, ts: bar.ts + by })),
        );
        const bare = (detections: Detection[], back: number) =>
          detections.map(({ time, evidence, ...rest }) => ({
            ...rest,
            time: time - back,
            evidence: {
              ...evidence,
              past: {
                ...evidence.past,
                ...(evidence.past?.time && {
                  time: evidence.past.time.map((at) => String(Date.parse(at) - back)),
                }),
              },
              bars: evidence.bars.map(({ time: at, ...bar }) => ({ ...bar, at: Date.parse(at) - back })),
            },
          }));
        expect(bare(shifted, by)).toEqual(bare(run(rule, bars), 0));
      }),
    );
  });

  it('any split into pieces, with a snapshot through JSON in between, finds the same', () => {
    fc.assert(
      fc.property(walks, fc.array(fc.nat({ max: 60 }), { maxLength: 5 }), (bars, cuts) => {
        const detector = parseDetector(rule);
        let feed = detector.start();
        const found: Detection[] = [];
        for (const [index, bar] of bars.entries()) {
          if (cuts.includes(index)) feed = detector.start(JSON.parse(JSON.stringify(feed.snapshot())));
          const detection = feed(bar);
          if (detection) found.push(detection);
        }
        expect(found).toEqual(run(rule, bars));
      }),
    );
  });

  it('a run warmed with its lookback alone finds the same on the next bar', () => {
    const detector = parseDetector(rule);
    const from = 500;
    const warm = detector.start();
    for (const bar of busy.slice(Math.max(0, from - detector.lookback), from)) warm(bar);
    const times = (detections: (Detection | null)[]) =>
      detections.filter(Boolean).map((detection) => detection!.time);
    const expected = run(rule, busy).filter(({ time }) => time >= busy[from]!.ts);
    expect(times(busy.slice(from).map((bar) => warm(bar)))).toEqual(times(expected));
  });

  it('a flat series finds nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 40 }), (cents, count) => {
        const bars = Array.from({ length: count }, (_, day) =>
          withVolume(barOf(day, (cents / 100).toFixed(2)), '100'),
        );
        expect(run(rule, bars)).toEqual([]);
      }),
    );
  });
});

describe('evidence that somebody changed', () => {
  it.each(['volume_spike', 'new_high:window=100', 'golden_cross', 'rsi_cross'])(
    '%s does not verify',
    (name) => {
      const detection = run(name, BUSY)[0]!;
      expect(verify(detection)).toEqual({ ok: true });
      const past = detection.evidence.past!;
      const [column, texts] = Object.entries(past)[0]!;
      const changed = (change: string[]) => ({
        ...detection,
        evidence: { ...detection.evidence, past: { ...past, [column]: change } },
      });
      expect(verify(changed(texts!.slice(-5))).ok).toBe(false);
      expect(verify(changed([...texts!, '5'])).ok).toBe(false);
      expect(
        verify(
          changed(texts!.map((text, index) => (index >= texts!.length - 2 ? `${Number(text) * 40}` : text))),
        ).ok,
      ).toBe(false);
      expect(verify(changed(texts!.map(() => 'x')))).toMatchObject({ ok: false });
      const { past: _gone, ...bare } = detection.evidence;
      expect(verify({ ...detection, evidence: bare }).ok).toBe(false);
    },
  );
});
