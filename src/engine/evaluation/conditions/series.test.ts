import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Detection } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { conditions } from '#src/shared/rules/rules.fixture.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { barOf, withVolume } from '#src/engine/detectors/bars.fixture.ts';
import { gate, type GateState, momentsOf, NEW_GATE, speaksEarly } from '#src/engine/frequency/gate.ts';
import { drill } from '#tests/support/drill.ts';
import { ruleDetector } from './rule-feed.ts';
import { watchRules } from './series.ts';
import { remembers } from './live-rule.ts';
import type { LiveRule } from './live-rule.ts';

/** Small whole prices and gaps in the volume: levels are met exactly, come past in heaps, and are not known at times. */
const walks = fc
  .array(fc.tuple(fc.integer({ min: -4, max: 4 }), fc.nat({ max: 5 })), { minLength: 2, maxLength: 30 })
  .map((steps) => {
    let close = 20;
    return steps.map(([step, volume], day) => {
      const open = close;
      close = Math.max(1, close + step);
      return withVolume(barOf(day, String(close), String(open)), volume === 5 ? null : String(volume));
    });
  });

const HOUR = 3_600_000;
/** How bars stood before they were over: prices at which they would have closed, each six hours later. */
const insides = fc.array(fc.array(fc.integer({ min: 12, max: 28 }), { maxLength: 3 }), { maxLength: 30 });
const openBars = (bar: Bar, prices: readonly number[] = []): Bar[] =>
  prices.map((price, at) => ({
    ...withVolume(barOf(0, String(price), bar.text.open), bar.text.volume),
    ts: bar.ts,
    until: bar.ts + (at + 1) * 6 * HOUR,
  }));

const level = fc.oneof(
  fc.integer({ min: 12, max: 28 }),
  // As near as counts as equal, and a little further.
  fc
    .tuple(fc.integer({ min: 17, max: 23 }), fc.constantFrom(1e-13, -1e-13, 1e-11, -1e-11))
    .map(([a, b]) => a * (1 + b)),
  fc.constantFrom('2 * 10', '-(-19)', '0', '1e99'),
);
const factor = fc.constantFrom('0.9', '1', '1.05', '(1 + 0.02)', '0', '-1', '1e150');
const figure = fc.constantFrom(
  'close',
  'sma(3)',
  'volume',
  'rsi(3) / 3',
  'close - open',
  'highest(high, 4)',
  'close[2]',
);
const kind = fc.constantFrom('>', '>=', '<', '<=', '=', 'crosses', 'crosses above', 'crosses below');
const band = fc.constantFrom('enters', 'leaves', 'is inside', 'is outside');
/** Conditions about levels, as most rules are. */
const simple = fc.oneof(
  fc.tuple(figure, kind, level).map((parts) => parts.join(' ')),
  fc.tuple(level, kind, figure).map((parts) => parts.join(' ')),
  fc.tuple(figure, kind, factor, figure).map(([a, test, k, b]) => `${a} ${test} ${k} * (${b})`),
  fc.tuple(figure, kind, factor, figure).map(([a, test, k, b]) => `(${b}) * ${k} ${test} ${a}`),
  fc.tuple(figure, band, level, level).map(([a, test, low, high]) => `${a} ${test} (${low}, ${high})`),
  fc
    .tuple(figure, band, factor, factor)
    .map(([a, test, low, high]) => `${a} ${test} (${low} * sma(4), ${high} * sma(4))`),
  fc
    .tuple(
      figure,
      fc.constantFrom('up', 'down'),
      fc.nat({ max: 30 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(
      ([a, way, by, percent, bars]) =>
        `${a} moves ${way} by ${by + 1}${percent ? '%' : ''} within ${bars + 1} bars`,
    ),
  fc.constantFrom('big_move(5)', 'new_high(3, 2)', 'rsi_cross(3, 60, up)', 'streak(2, up)'),
);
const joined = fc.letrec<{ rule: string }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    simple,
    fc
      .tuple(tie('rule'), fc.constantFrom('and', 'or'), tie('rule'))
      .map(([a, by, b]) => `(${a}) ${by} (${b})`),
    tie('rule').map((rule) => `not (${rule})`),
    fc
      .tuple(tie('rule'), fc.integer({ min: 2, max: 4 }))
      .map(([rule, bars]) => `(${rule}) within ${bars} bars`),
  ),
})).rule;
const anyRule: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 5, arbitrary: joined.map(parseRule) },
  { weight: 1, arbitrary: fc.constantFrom('big_move(5)', 'streak(2, up)', 'new_low(3, 1)').map(parseRule) },
  { weight: 1, arbitrary: conditions },
);

const settings: fc.Arbitrary<RuleSettings> = fc.record(
  {
    frequency: fc.oneof(
      fc.constantFrom(
        'once' as const,
        'every_time' as const,
        'once_per_bar' as const,
        'once_per_bar_close' as const,
      ),
      fc.constant({ minutes: 3 * 1440 }),
    ),
    cooldown_minutes: fc.constantFrom(1440, 4 * 1440),
    most_per_day: fc.constant(1),
    expires: fc.nat({ max: 30 }).map((days) => Date.UTC(2024, 0, 1) + days * 86_400_000),
  },
  { requiredKeys: ['frequency'] },
);

/** A rule that is there from one bar until before another. */
type Planned = {
  condition: Condition;
  rearm: Condition | null;
  settings: RuleSettings;
  from: number;
  until: number;
};
const planned: fc.Arbitrary<Planned> = fc
  .record({
    condition: anyRule,
    rearm: fc.option(anyRule, { freq: 2 }),
    settings,
    from: fc.oneof(fc.constant(0), fc.nat({ max: 25 })),
    length: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ from, length, rearm, ...rest }) => ({
    ...rest,
    rearm,
    settings: rearm ? { ...rest.settings, rearm: 'as planned' } : rest.settings,
    from,
    until: from + length,
  }));

/** What a rule said, `moment` into a bar; of one that triggers once on a bar, whenever that is. */
type Spoken = { rule: number; at: number; moment: number | null; detection: Detection };
type Break = { at: number; again: number; inside: boolean };
const spokenAs = (
  { settings }: { settings: RuleSettings },
  rule: number,
  at: number,
  detection: Detection,
) => {
  const isOpen = detection.evidence.until !== undefined && settings.frequency !== 'once_per_bar';
  return { rule, at, moment: isOpen ? detection.time : null, detection };
};

/** What a condition finds on a bar after others, worked out from the beginning, as on a closed one. */
const foundOn = (condition: Condition, before: readonly Bar[], { until, ...bar }: Bar): Detection | null => {
  const feed = ruleDetector(condition).start();
  for (const each of before) feed(each);
  const detection = feed(bar);
  if (!detection || until === undefined) return detection;
  const evidence = { ...detection.evidence, until: new Date(until).toISOString() };
  return { ...detection, time: until, evidence };
};

const naive = (
  plan: Planned,
  rule: number,
  bars: readonly Bar[],
  inside: readonly (readonly number[])[],
  first: number,
): Spoken[] => {
  const truths = (condition: Condition): (Detection | null)[] => {
    const feed = ruleDetector(condition).start();
    return bars.map(feed);
  };
  const [is, rearmed] = [truths(plan.condition), plan.rearm && truths(plan.rearm)];
  const decide = gate(plan.settings, '1d');
  const momentOf = momentsOf(plan.settings, '1d');
  let state = NEW_GATE;
  const triggered: Spoken[] = [];
  for (let at = first; at < Math.min(plan.until, bars.length); at += 1) {
    const bar = bars[at]!;
    const before = bars.slice(0, at);
    const shown = speaksEarly(plan.settings, '1d') ? openBars(bar, inside[at]) : [];
    for (const each of [...shown, bar]) {
      const isOpen = each.until !== undefined;
      const found = isOpen ? foundOn(plan.condition, before, each) : is[at]!;
      const isRearmed = isOpen
        ? plan.rearm && foundOn(plan.rearm, before, each) !== null
        : rearmed && rearmed[at] !== null;
      const step = decide(
        { ...state, wasTrue: (is[at - 1] ?? null) !== null },
        {
          ts: momentOf(each),
          bar: bar.ts,
          closed: !isOpen,
          isTrue: found !== null,
          ...(isRearmed !== null && { isRearmed }),
        },
      );
      ({ state } = step);
      if (step.triggers && found) triggered.push(spokenAs(plan, rule, at, found));
    }
  }
  return triggered;
};

/** The watch itself: rules come and go, and after a break the last bars are fed again to a new one. */
const watched = async (
  plans: readonly Planned[],
  bars: readonly Bar[],
  inside: readonly (readonly number[])[],
  breaks: readonly Break[],
) => {
  const gates = new Map<number, { asOf: number; state: GateState }>();
  const triggered = new Map<string, Spoken>();
  const firsts = new Map<number, number>();
  let watch = watchRules();
  let known: string | null = null;
  const feed = async (wall: number, at: number, shown: Bar): Promise<void> => {
    const rules = plans.flatMap(({ from, until, ...plan }, rule): LiveRule[] =>
      wall >= from && wall < until
        ? [
            {
              workspaceId: 'w',
              id: String(rule),
              version: 1,
              instrumentId: 'i',
              timeframe: '1d',
              ...plan,
              gate: gates.get(rule) ?? null,
            },
          ]
        : [],
    );
    // What a rule remembers is of a later bar already: this one it has dealt with.
    for (const { id, gate: known, settings: of } of rules)
      if (!known || known.asOf < momentsOf(of, '1d')(shown))
        firsts.set(Number(id), Math.min(at, firsts.get(Number(id)) ?? at));
    const now = rules.map(({ id }) => id).join(' ');
    if (now !== known) await watch.set(rules, async () => bars.slice(0, at));
    known = now;
    for (const { rule, detection, state, at: asOf, settle } of watch.next(shown)) {
      if (remembers(rule.settings)) gates.set(Number(rule.id), { asOf, state });
      settle();
      if (!detection) continue;
      const said = spokenAs(rule, Number(rule.id), at, detection);
      const key = `${rule.id} ${at} ${said.moment}`;
      if (!triggered.has(key)) triggered.set(key, said);
    }
  };
  const begin = (): void => {
    watch = watchRules();
    known = null;
  };
  const feedAll = async (wall: number, at: number, stops: boolean): Promise<void> => {
    const shown = openBars(bars[at]!, inside[at]);
    for (const [place, bar] of [...shown, bars[at]!].entries()) {
      if (stops && place === 1) {
        begin();
        // What was seen of this bar is seen again.
        for (const again of shown.slice(0, 1)) await feed(wall, at, again);
      }
      await feed(wall, at, bar);
    }
  };
  for (let at = 0; at < bars.length; at += 1) {
    const stop = breaks.find((each) => each.at === at);
    if (stop) {
      begin();
      for (let again = Math.max(0, at - stop.again); again < at; again += 1) await feedAll(at, again, false);
    }
    await feedAll(at, at, stop?.inside === true);
  }
  return { triggered: [...triggered.values()], firsts };
};

const inOrder = (all: readonly Spoken[]): Spoken[] =>
  all.toSorted((a, b) => a.rule - b.rule || a.at - b.at || (a.moment ?? Infinity) - (b.moment ?? Infinity));

describe('watching a series', () => {
  it('says what working every rule out on every bar and on open ones says, while rules come and go and over restarts', async () => {
    const breaks = fc.array(
      fc.record({ at: fc.nat({ max: 30 }), again: fc.nat({ max: 5 }), inside: fc.boolean() }),
      { maxLength: 2 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { minLength: 1, maxLength: 12 }),
        walks,
        insides,
        breaks,
        async (plans, bars, inside, stops) => {
          const { triggered, firsts } = await watched(plans, bars, inside, stops);
          const expected = plans.flatMap((plan, rule) =>
            naive(plan, rule, bars, inside, firsts.get(rule) ?? Infinity),
          );
          expect(inOrder(triggered)).toEqual(inOrder(expected));
        },
      ),
      { numRuns: drill(100, 10_000) },
    );
  });
});
