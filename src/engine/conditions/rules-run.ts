import type { Bar, Evidence, Finding } from '#src/shared/market.ts';
import type { Condition, PriceName } from '#src/shared/rules/ast.ts';
import { printOperand, printRule } from '#src/shared/rules/print.ts';
import { evidenceBar } from '../detectors/evidence-bar.ts';
import { createGraph, type GraphSnapshot } from './graph.ts';
import { needsOf, operandsOf } from './needs.ts';

export type RulesSnapshot = { graph: GraphSnapshot; recent: Bar[] };

const isNumber = (text: string): boolean => !Number.isNaN(Number(text));
const tidy = (value: number): number => Number(value.toPrecision(12));

/** The figures of the bars before, only of the columns that the rule looks at; '' where a bar has no volume. */
const pastOf = (bars: readonly Bar[], columns: ReadonlySet<PriceName>): Evidence['past'] => {
  const past: NonNullable<Evidence['past']> = {};
  // A rule of numbers alone looks at no column, and still at so many bars.
  for (const column of columns.size === 0 ? (['close'] as const) : columns)
    past[column] = bars.map((bar) => bar.text[column] ?? '');
  return past;
};

/**
 * Runs rules over one series. Indicators with the same figures are computed once for all of them. `next` is fed closed
 * bars, oldest first, and answers with the indices of the rules that are true on the bar; `finding` then writes down why.
 */
export const runRules = (rules: readonly Condition[], snapshot?: RulesSnapshot) => {
  const graph = createGraph(snapshot?.graph);
  const compiled = rules.map((rule) => {
    const operands = new Map(
      operandsOf(rule).map((operand) => [printOperand(operand), graph.operand(operand)]),
    );
    return { text: printRule(rule), at: graph.condition(rule), operands, needs: needsOf(rule) };
  });
  const most = Math.max(1, ...compiled.map(({ needs }) => needs.bars));
  // Twice as many are kept before the older half is dropped: cutting one off for every bar would cost as much as a rule.
  let recent: Bar[] = snapshot ? [...snapshot.recent] : [];

  const next = (bar: Bar): number[] => {
    graph.next(bar);
    recent.push(bar);
    if (recent.length > 2 * most + 2) recent = recent.slice(-most - 1);
    const held: number[] = [];
    for (const [index, { at }] of compiled.entries()) if (graph.now[at] === 1) held.push(index);
    return held;
  };

  /** The finding of rule `index` on the bar that was fed last. `value`: the first figure of the market that it looks at. */
  const finding = (index: number): Finding => {
    const rule = compiled[index];
    const bar = recent.at(-1);
    if (!rule || !bar) throw new RangeError(`There is no rule ${index}, or no bar.`);
    const figures: Record<string, number> = {};
    let value = Number.NaN;
    for (const [text, at] of rule.operands) {
      const now = graph.now[at] ?? Number.NaN;
      const before = graph.before[at] ?? Number.NaN;
      if (isNumber(text)) continue;
      if (Number.isNaN(value)) value = now;
      if (Number.isFinite(now)) figures[text] = tidy(now);
      if (Number.isFinite(before)) figures[`${text}, the bar before`] = tidy(before);
    }
    const bars = recent.slice(-2);
    const earlier = recent.slice(Math.max(0, recent.length - 1 - rule.needs.bars), -2);
    return {
      detector: 'rule',
      time: bar.ts,
      value: Number.isFinite(value) ? tidy(value) : 0,
      evidence: {
        bars: bars.map(evidenceBar),
        params: {},
        figures,
        rule: rule.text,
        past: pastOf(earlier, rule.needs.columns),
      },
    };
  };

  return {
    next,
    /** Whether no bar came before the last: there is nothing yet that an alert could compare it with. */
    isFirst: (): boolean => recent.length < 2,
    finding,
    snapshot: (): RulesSnapshot =>
      structuredClone({ graph: graph.snapshot(), recent: recent.slice(-most - 1) }),
  };
};
