import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Detection } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { FUNCTION_NAMES, FUNCTIONS } from '#src/shared/rules/functions.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { conditions } from '#src/shared/rules/rules.fixture.ts';
import { OF_PREMARKET } from '#src/shared/rules/functions-days.ts';
import { barOf, BUSY, BUSY_HOURS, withVolume } from '#src/engine/detectors/bars.fixture.ts';
import { createGraph } from './graph.ts';
import { OF_BARS, OF_CHOICES, OF_CONDITIONS, OF_DAYS, OF_PAIRS, OF_TIMES, OF_VALUES } from './functions.ts';
import { naive, plain, walks } from './naive.fixture.ts';
import { runRules } from './rules-run.ts';
import { detectAgain, verifyRule } from '#src/engine/events/verify-condition.ts';
import { drill } from '#tests/support/drill.ts';

const trueBars = (rule: Condition, bars: readonly Bar[]): number[] => {
  const run = runRules([rule]);
  return bars.flatMap((bar, at) => (run.next(bar).length > 0 ? [at] : []));
};
const detections = (text: string, bars: readonly Bar[]): Detection[] => {
  const run = runRules([parseRule(text)]);
  return bars.flatMap((bar) => run.next(bar).map((index) => run.detection(index)));
};

describe('evaluation', () => {
  it('agrees with working every bar out anew', () => {
    fc.assert(
      fc.property(conditions.map(plain), walks, (rule, bars) => {
        const { holds } = naive(bars);
        expect(trueBars(rule, bars)).toEqual(bars.flatMap((_, at) => (holds(rule, at) === true ? [at] : [])));
      }),
      { numRuns: drill(400, 100_000) },
    );
  });

  it('many rules together find what each finds alone, also across snapshots through JSON', () => {
    const several = fc.array(conditions, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(several, walks, fc.array(fc.nat({ max: 25 }), { maxLength: 3 }), (rules, bars, cuts) => {
        let run = runRules(rules);
        const together = bars.map((bar, at) => {
          if (cuts.includes(at)) run = runRules(rules, JSON.parse(JSON.stringify(run.snapshot())));
          return run.next(bar);
        });
        const alone = rules.map((rule) => new Set(trueBars(rule, bars)));
        expect(together).toEqual(
          bars.map((_, at) => rules.flatMap((_rule, index) => (alone[index]!.has(at) ? [index] : []))),
        );
      }),
      { numRuns: drill(200, 20_000) },
    );
  });

  it('doubling every price leaves a rule without levels as it was', () => {
    const rules = [
      'close crosses above sma(5)',
      'change_pct(3) > 2',
      'rsi(4) < 40 and volume > 1.5 * avg(volume, 5)',
      'close moves down by 3% within 4 bars',
      'atr(4) > 1.2 * atr(10)',
    ];
    const doubled = (bar: Bar): Bar =>
      withVolume(barOf(0, String(bar.close * 2), String(bar.open * 2)), bar.text.volume);
    fc.assert(
      fc.property(fc.constantFrom(...rules), walks, (text, bars) => {
        const rule = parseRule(text);
        const twice = bars.map((bar) => ({ ...doubled(bar), ts: bar.ts }));
        expect(trueBars(rule, twice)).toEqual(trueBars(rule, bars));
      }),
    );
  });
});

describe('what it does with the functions', () => {
  it('computes every one that the language has', () => {
    const known = {
      values: OF_VALUES,
      bars: OF_BARS,
      day: OF_DAYS,
      pairs: OF_PAIRS,
      conditions: OF_CONDITIONS,
      choices: OF_CHOICES,
      time: OF_TIMES,
    };
    expect(Object.values(known).flatMap(Object.keys).toSorted()).toEqual(FUNCTION_NAMES.toSorted());
    for (const [name, { from }] of Object.entries(FUNCTIONS))
      expect(Object.hasOwn(known[from], name), name).toBe(true);
  });

  it.each(FUNCTION_NAMES)('%s has a value in the busy bars, and detections of it verify', (name) => {
    const { params, from, example } = FUNCTIONS[name]!;
    const figures = params.map((param, index) => (param.whole ? 5 + 2 * index : Math.min(2, param.most)));
    const of = { pairs: ['close', 'high'], conditions: ['close > open'], choices: ['close > open', 'close'] };
    const given = from in of ? of[from as keyof typeof of] : [];
    const call = example ?? `${name}(${[...given, ...(from === 'time' ? ['tokyo'] : figures)].join(', ')})`;
    const isEarly = OF_PREMARKET.has(name);
    const crossing = isEarly ? `close crosses ${call}` : `${call} crosses ${call}[3]`;
    const text = from === 'time' ? `${call} >= 0 and close crosses open` : crossing;
    const found = detections(text, (isEarly ? BUSY_HOURS : BUSY).slice(0, 400));
    expect(found.length).toBeGreaterThan(5);
    const checked = found.filter((_, index) => index % 7 === 0).slice(0, 8);
    expect(checked.map(verifyRule).filter((verdict) => !verdict.ok)).toEqual([]);
  });

  it.each([
    'obv() > obv()[1]',
    'obv() > 1000',
    'obv() crosses above sma(obv(), 20)',
    'obv() > highest(obv(), 20)[1]',
    'obv() moves up by 5% within 3 bars',
    'close > close[2] and rsi(obv(), 5) > 60',
  ])('verifies what on-balance volume says, wherever it began: %s', (text) => {
    const found = detections(text, BUSY);
    expect(found.length).toBeGreaterThan(5);
    const late = found.slice(-8);
    expect(late.map(verifyRule).filter((verdict) => !verdict.ok)).toEqual([]);
  });

  it('finds nothing by volume in a market without it', () => {
    const bars = BUSY.map((bar) => withVolume(bar, null));
    const sums = ['volume < 5', 'not volume > 5', 'sum(volume, 5) < 10', 'cmf(20) >= -1', 'vwap() > 0'];
    const balances = ['obv() <= 0', 'obv() = highest(obv(), 20)', 'mfi(14) = 50', 'rolling_vwap(20) > 0'];
    expect([...sums, ...balances].filter((text) => detections(text, bars).length > 0)).toEqual([]);
  });

  it.each(['obv() > highest(obv(), 20)[1]', 'mfi(14) > sma(mfi(14), 20)'])(
    'verifies what is said of volumes where some bars have none: %s',
    (text) => {
      const gaps = BUSY.map((bar, at) => (at % 5 === 3 ? withVolume(bar, null) : bar));
      const found = detections(text, gaps).slice(-30);
      expect(found).toHaveLength(30);
      expect(found.map(verifyRule).filter((verdict) => !verdict.ok)).toEqual([]);
    },
  );

  it('does not take another beginning of on-balance volume', () => {
    const [detection] = detections('obv() > obv()[1]', BUSY);
    const forged = { ...detection!.evidence, began: { obv: detection!.evidence.began!.obv + 1e6 } };
    expect(verifyRule({ ...detection!, evidence: forged }).ok).toBe(false);
  });

  it('computes an indicator once, however many lines and rules ask for it', () => {
    const graph = createGraph();
    const texts = ['close > bb_upper(20, 2)', 'close < bb_lower(20, 2)', 'close crosses bb_middle(20, 3)'];
    for (const text of texts) graph.condition(parseRule(text));
    const alone = Object.keys(graph.snapshot().states);
    expect(alone).toEqual(['indicator deviation(20) of close']);
  });
});

describe('evidence', () => {
  const RULE = 'close crosses above sma(5) and volume > 1.2 * avg(volume, 3)';

  it('names the rule, the figures and the bars', () => {
    const [detection] = detections(RULE, BUSY);
    expect(detection?.evidence.rule).toBe('close crosses above sma(5) and volume > 1.2 * sma(volume, 3)');
    expect(Object.keys(detection?.evidence.figures ?? {})).toEqual([
      'close',
      'close, the bar before',
      'sma(5)',
      'sma(5), the bar before',
      'volume',
      'volume, the bar before',
      '1.2 * sma(volume, 3)',
      '1.2 * sma(volume, 3), the bar before',
    ]);
    expect(detection?.value).toBe(detection?.evidence.figures['close']);
    expect(detection?.evidence.bars).toHaveLength(2);
  });

  // Where volumes are missing or divided by nothing, a look back over them has no end; such a detection may be refused, never wrongly believed.
  it('every detection of any rule in any walk verifies, also after a way through JSON', () => {
    fc.assert(
      fc.property(conditions.map(plain), walks, (rule, gapped) => {
        const run = runRules([rule]);
        const bars = gapped.map((bar) => withVolume(bar, String((bar.volume ?? 6) + 1)));
        for (const bar of bars)
          for (const index of run.next(bar)) {
            const detection = JSON.parse(JSON.stringify(run.detection(index))) as Detection;
            expect(verifyRule(detection)).toEqual({ ok: true });
            expect(detectAgain('rule', detection.evidence)?.value).toBeCloseTo(detection.value, 6);
          }
      }),
      { numRuns: drill(200, 20_000) },
    );
  });

  it('does not verify where somebody changed it', () => {
    const detection = detections(RULE, BUSY)[0]!;
    expect(verifyRule(detection)).toEqual({ ok: true });
    const changed = (change: (copy: Detection) => void) => {
      const copy = structuredClone(detection);
      change(copy);
      return verifyRule(copy).ok;
    };
    expect(changed((copy) => (copy.value += 1))).toBe(false);
    expect(changed((copy) => (copy.evidence.figures['sma(5)']! += 0.01))).toBe(false);
    expect(changed((copy) => (copy.evidence.rule = 'close > 0'))).toBe(false);
    expect(changed((copy) => (copy.evidence.rule = 'close >'))).toBe(false);
    expect(changed((copy) => delete copy.evidence.past)).toBe(false);
    expect(changed((copy) => (copy.evidence.bars.at(-1)!.close = '1'))).toBe(false);
    expect(changed((copy) => (copy.evidence.past!.close![0] = 'x'))).toBe(false);
  });
});
