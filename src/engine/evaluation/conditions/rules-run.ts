import type { Bar, Evidence, Detection, OtherEvidence } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { operandsCompared } from '#src/shared/rules/figures.ts';
import { printOperand, printRule } from '#src/shared/rules/print.ts';
import { sourceKey, sourcesOf } from '#src/shared/rules/elsewhere.ts';
import { evidenceBar, untilOf } from '#src/engine/detectors/evidence-bar.ts';
import { obv } from '#src/engine/indicators/flow.ts';
import type { Truth, Value } from './comparisons.ts';
import { createGraph } from './graph.ts';
import type { GraphSnapshot } from './graph-nodes.ts';
import {
  askedOf,
  firstNeeded,
  type Needs,
  needsElsewhere,
  needsOf,
  sightNeeded,
  timeNeeded,
} from './needs.ts';
import { type DayOf, type Other, type Others, utcDay } from './others.ts';

type RulesSnapshot = { graph: GraphSnapshot; recent: Bar[] };

const isNumber = (text: string): boolean => !Number.isNaN(Number(text));
const tidy = (value: number): number => Number(value.toPrecision(12));

/** The figures of the bars before, only of the columns that the rule looks at; '' where a bar has no volume. */
const pastOf = (bars: readonly Bar[], { columns, times }: Needs): Evidence['past'] => {
  const past: NonNullable<Evidence['past']> = {};
  if (times) past.time = bars.map(({ ts }) => new Date(ts).toISOString());
  // A rule of numbers alone looks at no column, and still at so many bars.
  for (const column of columns.size === 0 ? (['close'] as const) : columns)
    past[column] = bars.map((bar) => bar.text[column] ?? '');
  return past;
};

/** The trading days of bars, each by when it began, where the rule asks for them. */
const daysOf = (bars: readonly Bar[], dayOf: DayOf, { days }: Needs): Pick<Evidence, 'days'> =>
  days ? { days: [...new Set(bars.map(({ ts }) => dayOf(ts)))].map((ts) => new Date(ts).toISOString()) } : {};

/**
 * What the bars of a detection saw from elsewhere: as many of the bars there as decide, and which of them each bar saw.
 * Bars of a shorter timeframe that nobody looked at in between are left out.
 */
const sightOf = (bars: readonly Bar[], other: Other, needs: Needs): OtherEvidence | null => {
  const seen = bars.map(other.at);
  const all = other.bars();
  const kept: number[] = [];
  for (const at of seen)
    for (
      let next = Math.max(firstNeeded(all, needs, at, other.dayOf), (kept.at(-1) ?? -1) + 1);
      next <= at;
      next += 1
    )
      kept.push(next);
  if (kept.length === 0) return null;
  const places = new Map(kept.map((at, place) => [at, place]));
  const shown = kept.flatMap((at) => all[at] ?? []);
  return {
    bars: shown.slice(-2).map(evidenceBar),
    past: pastOf(shown.slice(0, -2), { ...needs, times: true }),
    ...daysOf(shown, other.dayOf, needs),
    seen: seen.map((at) => places.get(at) ?? -1),
  };
};

/** Where on-balance volume stood before the first of the bars, which it has counted to `total`. */
const begunBefore = (total: number, bars: readonly Bar[]): number => {
  const { next, state } = obv();
  for (const bar of bars) next(bar);
  return total - state.total;
};

/** A rule as a run works it out. */
export type Compiled = {
  rule: Condition;
  holds: Truth;
  needs: Needs;
  figures: (readonly [string, Value])[] | null;
};

/** What another run may go on from. */
type Ran = { graph: Pick<ReturnType<typeof createGraph>, 'memory'>; recent: () => readonly Bar[] };

/**
 * Runs rules over one series. Indicators with the same figures are computed once for all of them. `feed` is given closed
 * bars, oldest first; `next` does the same and answers with the indices of the rules that are true on the bar. `detection`
 * then writes down why. `others` are what the rules name beside the series' own bars,
 * `dayOf` says when its trading days begin.
 */
export const runRules = (
  rules: readonly Condition[],
  snapshot?: RulesSnapshot,
  others?: Others,
  dayOf: DayOf = utcDay,
) => {
  const graph = createGraph(snapshot?.graph, others, dayOf);
  const compile = (rule: Condition): Compiled => {
    for (const operand of operandsCompared(rule)) graph.operand(operand);
    return { rule, holds: graph.condition(rule), needs: needsOf(rule), figures: null };
  };
  const compiled = rules.map(compile);
  const most = Math.max(1, ...compiled.map(({ needs }) => needs.bars));
  const longest = Math.max(0, ...compiled.map(({ needs }) => timeNeeded(needs)));
  const all: Needs = { bars: most, ms: longest, columns: new Set(), times: false, days: false, sessions: 0 };
  // Twice as many are kept before the older half is dropped: cutting one off for every bar would cost as much as a rule.
  let recent: Bar[] = snapshot ? [...snapshot.recent] : [];
  let limit = 2 * most + 2;

  const feed = (bar: Bar): void => {
    graph.next(bar);
    recent.push(bar);
    if (recent.length > limit) {
      recent = recent.slice(firstNeeded(recent, all));
      limit = 2 * recent.length + 2;
    }
  };

  /** Goes on from another run, which works out all of these rules: what it is fed then is not known there. */
  const goOnFrom = (from: Ran): void => {
    graph.goOnFrom(from.graph.memory);
    recent = [...from.recent()];
    limit = Number.POSITIVE_INFINITY;
  };

  const next = (bar: Bar): number[] => {
    feed(bar);
    const held: number[] = [];
    for (let index = 0; index < compiled.length; index += 1)
      if (compiled[index]?.holds() === 1) held.push(index);
    return held;
  };

  /** The figures that a rule compares, by their texts; numbers speak for themselves. */
  const figuresOf = (rule: Condition): (readonly [string, Value])[] =>
    [...new Map(operandsCompared(rule).map((operand) => [printOperand(operand), operand]))]
      .filter(([text]) => !isNumber(text))
      .map(([text, operand]) => [text, graph.operand(operand)]);

  const othersSeen = (rule: Compiled, bars: readonly Bar[]): Pick<Evidence, 'others'> => {
    const sources = sourcesOf(rule.rule);
    if (sources.length === 0) return {};
    const sights = sources.flatMap((source) => {
      const key = sourceKey(source);
      const other = others?.(key);
      if (!other) return [];
      // Of another timeframe only where it decides: two hundred days would have seen as many days of minutes.
      const needs = source.timeframe === undefined ? null : sightNeeded(rule.rule, key);
      const from = needs ? firstNeeded(bars, needs) : 0;
      const looking: Other = { ...other, at: (bar) => (bar.ts < (bars[from]?.ts ?? 0) ? -1 : other.at(bar)) };
      const sight = sightOf(bars, looking, needsElsewhere(askedOf([rule.rule], key)));
      return sight ? [[key, sight] as const] : [];
    });
    return { others: Object.fromEntries(sights) };
  };

  /** The detection of a rule on the bar that was fed last. `value`: the first figure of the market that it looks at. */
  const detectionOf = (rule: Compiled): Detection => {
    const bar = recent.at(-1);
    if (!bar) throw new RangeError('There is no bar.');
    rule.figures ??= figuresOf(rule.rule);
    const figures: Record<string, number> = {};
    let value = Number.NaN;
    for (const [text, figure] of rule.figures) {
      const now = figure(graph.now);
      const before = figure(graph.before);
      if (Number.isNaN(value)) value = now;
      if (Number.isFinite(now)) figures[text] = tidy(now);
      if (Number.isFinite(before)) figures[`${text}, the bar before`] = tidy(before);
    }
    const bars = recent.slice(-2);
    const earlier = recent.slice(firstNeeded(recent, rule.needs, recent.length - 1, dayOf), -2);
    const text = printRule(rule.rule);
    const total = text.includes('obv()') ? graph.obv() : null;
    return {
      detector: 'rule',
      time: bar.until ?? bar.ts,
      value: Number.isFinite(value) ? tidy(value) : 0,
      evidence: {
        bars: bars.map(evidenceBar),
        params: {},
        figures,
        ...untilOf(bar),
        rule: text,
        past: pastOf(earlier, rule.needs),
        ...daysOf([...earlier, ...bars], dayOf, rule.needs),
        ...(total === null ? {} : { began: { obv: begunBefore(total, [...earlier, ...bars]) } }),
        ...othersSeen(rule, [...earlier, ...bars]),
      },
    };
  };

  const ruleAt = (index: number): Compiled => {
    const rule = compiled[index];
    if (!rule) throw new RangeError(`There is no rule ${index}.`);
    return rule;
  };
  /** Takes in one rule more, also while running. @returns null where it looks at what has not seen the bars before */
  const add = (rule: Condition): Compiled | null => {
    const more = graph.more(() => compile(rule));
    return more && more.needs.bars <= most && timeNeeded(more.needs) <= longest ? more : null;
  };

  return {
    next,
    feed,
    add,
    detectionOf,
    goOnFrom,
    graph,
    rules: compiled as readonly Compiled[],
    recent: (): readonly Bar[] => recent,
    /** Whether no bar came before the last: there is nothing yet that an alert could compare it with. */
    isFirst: (): boolean => recent.length < 2,
    /** Whether a rule is true on the bar that was fed last, and why. */
    held: (index: number): boolean => ruleAt(index).holds() === 1,
    detection: (index: number): Detection => detectionOf(ruleAt(index)),
    snapshot: (): RulesSnapshot =>
      structuredClone({ graph: graph.snapshot(), recent: recent.slice(firstNeeded(recent, all)) }),
  };
};

export type RulesRun = ReturnType<typeof runRules>;
