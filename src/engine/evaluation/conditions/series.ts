import type { Bar, Detection } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import {
  gate,
  type GateState,
  momentsOf,
  NEW_GATE,
  silentUntil,
  speaksEarly,
} from '#src/engine/frequency/gate.ts';
import { type Group, lineGroups } from './line-groups.ts';
import { type Entry, type Line, type LiveRule, newLine } from './live-rule.ts';
import type { DayOf, Others } from './others.ts';
import { waitingEarly } from './waiting-early.ts';

/**
 * The evaluation of a rule at a moment (`momentsOf`) that changed its state: it triggers, with a detection, or it is
 * armed again (null). `settle` applies the new state here.
 */
export type Evaluation = {
  rule: LiveRule;
  detection: Detection | null;
  state: GateState;
  at: number;
  settle: () => void;
};

/** Whether a line is true on a bar, and why. */
type Says = { isTrue: boolean; detection: () => Detection | null };
/** Shows some lines of a group open bars, which the group doesn't remember. */
type Looking = { group: Group; lines: readonly Line[]; show: (bar: Bar) => void };

const keyOf = ({ workspaceId, id, version }: LiveRule): string => `${workspaceId} ${id} ${version}`;

/**
 * Evaluates every rule on one series. A condition is computed once per bar however many rules have it, and only on bars
 * on which it may change (`followTruths`); beyond that, a bar costs only the rules that may trigger on it. `set` takes the
 * current rules; `warm` returns the last bars before the next, oldest first. `endOf` as in `momentsOf`, `dayOf`
 * as in `runRules`.
 */
export const watchRules = (others?: Others, endOf?: (ts: number) => number, dayOf?: DayOf) => {
  const lines = new Map<string, Line>();
  let entries = new Map<string, Entry>();
  let bars = 0;
  let risen: Line[] = [];
  /** True lines with rules that are evaluated for as long as the line is true. */
  const standing = new Set<Line>();
  /** The rules that can trigger on open bars. */
  const waiting = waitingEarly<Line, Entry>();
  let looked: Looking[] = [];
  let lastShown = Number.NaN;

  const turn = (line: Line, isTrue: boolean): void => {
    if (line.isTrue === isTrue) return;
    line.isTrue = isTrue;
    if (isTrue) {
      line.roseOn = bars;
      risen.push(line);
    }
    mind(line);
  };
  const mind = (line: Line): void => {
    if (line.isTrue && line.whileTrue.size > 0) standing.add(line);
    else standing.delete(line);
  };

  const groups = lineGroups({ changed: turn, shown: waiting.say }, others, dayOf);
  const drop = (text: string, line: Line): void => {
    lines.delete(text);
    standing.delete(line);
    groups.drop(line);
  };

  /** Registers a rule with the line that decides when to evaluate it next; not at all once it can't trigger again. */
  const place = (entry: Entry): void => {
    const { line, rearm, state, rule } = entry;
    const { frequency } = rule.settings;
    if (entry.at) {
      entry.at.set.delete(entry);
      mind(entry.at.line);
    }
    if (frequency === 'once' && state.spokeAt !== null) entry.at = null;
    else if (rearm && !state.armed) entry.at = { line: rearm, set: rearm.whileTrue };
    else entry.at = { line, set: frequency === 'every_time' ? line.onRise : line.whileTrue };
    entry.at?.set.add(entry);
    if (entry.at) mind(entry.at.line);
    if (speaksEarly(rule.settings, rule.timeframe))
      waiting.place(entry, rearm && !state.armed ? rearm : line);
  };

  /** Sets up the evaluation of open bars; a group whose lines are unchanged keeps what it had. */
  const lookFor = (asked: ReadonlySet<Line>): void => {
    const before = new Map(looked.map((each) => [each.group, each]));
    looked = groups.all().flatMap((group) => {
      const own = [...group.lines.keys()].filter((line) => asked.has(line));
      const known = before.get(group);
      if (known?.lines.length === own.length && own.every((line, at) => line === known.lines[at])) {
        before.delete(group);
        return known;
      }
      return own.length > 0 ? { group, lines: own, show: group.look(own) } : [];
    });
    for (const { lines: own } of before.values()) for (const line of own) waiting.say(line, false);
  };

  const set = async (
    rules: readonly LiveRule[],
    warm: (count: number) => Promise<readonly Bar[]>,
  ): Promise<void> => {
    const barMinutes = BAR_MINUTES[rules[0]?.timeframe ?? '1m'];
    const wanted = new Map<string, Condition>();
    for (const { condition, rearm } of rules)
      for (const each of rearm ? [condition, rearm] : [condition]) wanted.set(printRule(each), each);
    for (const [text, line] of lines) if (!wanted.has(text)) drop(text, line);
    for (const line of groups.tidy()) drop(printRule(line.condition), line);
    const fresh = new Map<string, Line>();
    for (const [text, condition] of wanted) if (!lines.has(text)) fresh.set(text, newLine(condition));
    await groups.begin([...fresh.values()], barMinutes, warm);
    for (const [text, line] of fresh) lines.set(text, line);
    // What has risen until here did so before the next bar.
    risen = [];

    const before = entries;
    entries = new Map();
    for (const line of lines.values()) {
      line.onRise.clear();
      line.whileTrue.clear();
    }
    standing.clear();
    waiting.clear();
    const asked = new Set<Line>();
    for (const rule of rules) {
      const line = lines.get(printRule(rule.condition));
      if (!line) continue;
      const known = before.get(keyOf(rule));
      const entry: Entry = {
        rule,
        line,
        rearm: rule.rearm ? (lines.get(printRule(rule.rearm)) ?? null) : null,
        decide: known?.decide ?? gate(rule.settings, rule.timeframe),
        momentOf: known?.momentOf ?? momentsOf(rule.settings, rule.timeframe, endOf),
        state: known?.state ?? rule.gate?.state ?? NEW_GATE,
        asOf: known?.asOf ?? rule.gate?.asOf ?? Number.NEGATIVE_INFINITY,
        at: null,
      };
      entries.set(keyOf(rule), entry);
      place(entry);
      if (!speaksEarly(rule.settings, rule.timeframe)) continue;
      asked.add(line);
      if (entry.rearm) asked.add(entry.rearm);
    }
    lookFor(asked);
  };

  const evaluationOf = (entry: Entry, bar: Bar, line: Says, rearm: Says | null): Evaluation | null => {
    const { rule } = entry;
    const at = entry.momentOf(bar);
    // Fed again after a restart: the stored state is of this moment or a later one.
    if (at <= entry.asOf) return null;
    const step = entry.decide(
      { ...entry.state, wasTrue: entry.line.isTrue && entry.line.roseOn < bars },
      {
        ts: at,
        bar: bar.ts,
        closed: bar.until === undefined,
        isTrue: line.isTrue,
        ...(rearm && { isRearmed: rearm.isTrue }),
      },
    );
    if (!step.triggers && step.state.armed === entry.state.armed) return null;
    const settle = (): void => {
      entry.state = step.state;
      place(entry);
    };
    return { rule, detection: step.triggers ? line.detection() : null, state: step.state, at, settle };
  };

  const shownOf = (line: Line): Says => ({ isTrue: waiting.isShown(line), detection: line.shown });

  const show = (bar: Bar, until: number): Evaluation[] => {
    waiting.wake(until, bar.ts !== lastShown);
    lastShown = bar.ts;
    if (!waiting.isAnyAwake()) return [];
    for (const each of looked) each.show(bar);
    return waiting.concerned().flatMap((entry) => {
      const { line, rearm, rule } = entry;
      const turn = evaluationOf(entry, bar, shownOf(line), rearm && shownOf(rearm));
      if (turn) return turn;
      const silent = silentUntil(rule.settings, entry.state, bar.ts);
      if (silent > until && (entry.state.armed || !rearm)) waiting.rest(entry, silent);
      return [];
    });
  };

  /**
   * Feeds the next closed bar, or shows an open one, which only rules that can trigger on open bars see and nothing
   * remembers. @returns the rules that trigger or are armed again
   */
  const next = (bar: Bar): Evaluation[] => {
    if (bar.until !== undefined) return show(bar, bar.until);
    bars += 1;
    risen = [];
    groups.feed(bar);
    const concerned = [
      ...risen.flatMap((line) => [...line.onRise]),
      ...[...standing].flatMap((line) => [...line.whileTrue]),
    ];
    return concerned.flatMap((entry) => evaluationOf(entry, bar, entry.line, entry.rearm) ?? []);
  };

  /** All conditions of which something is computed: those of the rules, and others that a graph began with. */
  const lookedAt = (): Condition[] => [
    ...groups.all().flatMap(({ begun }) => begun),
    ...[...lines.values()].map(({ condition }) => condition),
  ];

  return { set, next, lookedAt };
};
