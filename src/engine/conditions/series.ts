import type { Bar, Finding, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { printRule } from '#src/shared/rules/print.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { gate, type GateState, NEW_GATE } from './gate.ts';
import { needsOf } from './needs.ts';
import { ruleDetector } from './rule-feed.ts';
import { runRules } from './rules-run.ts';

/** A rule at work on one instrument. `gate`: what it remembered, and the bar on which that was written down. */
export type LiveRule = {
  workspaceId: string;
  id: string;
  version: number;
  instrumentId: string;
  timeframe: Timeframe;
  condition: Condition;
  rearm: Condition | null;
  settings: RuleSettings;
  gate: { asOf: number; state: GateState } | null;
};

/** What a bar made of a rule: it speaks, with a finding, or it may speak again (null). `settle` makes it so here. */
export type Turn = { rule: LiveRule; finding: Finding | null; state: GateState; settle: () => void };

/** A condition, however many rules have it. */
type Line = { wasTrue: boolean; now: (() => Finding) | null; rules: Set<Entry>; rearms: Set<Entry> };
type Entry = {
  rule: LiveRule;
  line: Line;
  rearm: Line | null;
  decide: ReturnType<typeof gate>;
  state: GateState;
  asOf: number;
};
/** What feeds some lines: one graph, or one detector. */
type Group = { texts: string[]; feed: (bar: Bar) => void };

/** So many graphs at most: then they are made one, so that what they share is computed once. */
const MOST_GROUPS = 8;

const keyOf = ({ workspaceId, id, version }: LiveRule): string => `${workspaceId} ${id} ${version}`;

/**
 * Every rule on one series. A condition is computed once per bar however many rules have it, and a bar costs beyond
 * that only what the rules that are true on it cost. `set` takes the rules as they are now; `warm` gives the last bars
 * before the next, oldest first.
 */
export const watchRules = () => {
  const lines = new Map<string, Line>();
  const entries = new Map<string, Entry>();
  let groups: Group[] = [];

  const start = (texts: Map<string, Condition>): { groups: Group[]; lookback: number } => {
    const found: Group[] = [];
    const conditions: [string, Condition][] = [];
    let lookback = 0;
    const lineOf = (text: string): Line => {
      const line = lines.get(text) ?? { wasTrue: false, now: null, rules: new Set(), rearms: new Set() };
      lines.set(text, line);
      return line;
    };
    for (const [text, condition] of texts) {
      lookback = Math.max(lookback, needsOf(condition).bars);
      if (!('event' in condition)) {
        conditions.push([text, condition]);
        continue;
      }
      const feed = ruleDetector(condition).start();
      const line = lineOf(text);
      found.push({
        texts: [text],
        feed: (bar) => {
          const finding = feed(bar);
          line.now = finding && (() => finding);
        },
      });
    }
    if (conditions.length > 0) {
      const run = runRules(conditions.map(([, condition]) => condition));
      const own = conditions.map(([text]) => lineOf(text));
      found.push({
        texts: conditions.map(([text]) => text),
        feed: (bar) => {
          for (const index of run.next(bar)) {
            const line = own[index];
            if (line && !run.isFirst()) line.now = () => run.finding(index);
          }
        },
      });
    }
    return { groups: found, lookback };
  };

  const close = (feeding: readonly Group[]): void => {
    for (const { texts } of feeding)
      for (const text of texts) {
        const line = lines.get(text);
        if (!line) continue;
        line.wasTrue = line.now !== null;
        line.now = null;
      }
  };

  const set = async (
    rules: readonly LiveRule[],
    warm: (count: number) => Promise<readonly Bar[]>,
  ): Promise<void> => {
    const wanted = new Map<string, Condition>();
    for (const { condition, rearm } of rules)
      for (const each of rearm ? [condition, rearm] : [condition]) wanted.set(printRule(each), each);
    for (const text of lines.keys()) if (!wanted.has(text)) lines.delete(text);
    groups = groups.filter(({ texts }) => texts.some((text) => lines.has(text)));
    const graphs = groups.filter(
      ({ texts }) => texts.length > 1 || !texts.some((text) => isEvent(wanted, text)),
    );
    if (graphs.length >= MOST_GROUPS) {
      groups = groups.filter((group) => !graphs.includes(group));
      for (const text of graphs.flatMap(({ texts }) => texts)) lines.delete(text);
    }
    const fresh = new Map([...wanted].filter(([text]) => !lines.has(text)));
    if (fresh.size > 0) {
      const made = start(fresh);
      // One more than decides: whether it was true on the bar before is part of what is known.
      for (const bar of await warm(made.lookback + 1)) {
        for (const group of made.groups) group.feed(bar);
        close(made.groups);
      }
      groups = [...groups, ...made.groups];
    }
    const before = new Map(entries);
    entries.clear();
    for (const line of lines.values()) {
      line.rules.clear();
      line.rearms.clear();
    }
    for (const rule of rules) {
      const line = lines.get(printRule(rule.condition));
      if (!line) continue;
      const rearm = rule.rearm ? (lines.get(printRule(rule.rearm)) ?? null) : null;
      const known = before.get(keyOf(rule));
      const entry: Entry = {
        rule,
        line,
        rearm,
        decide: known?.decide ?? gate(rule.settings),
        state: known?.state ?? rule.gate?.state ?? NEW_GATE,
        asOf: known?.asOf ?? rule.gate?.asOf ?? Number.NEGATIVE_INFINITY,
      };
      entries.set(keyOf(rule), entry);
      line.rules.add(entry);
      rearm?.rearms.add(entry);
    }
  };

  const turnOf = (entry: Entry, bar: Bar): Turn | null => {
    const { line, rearm, rule } = entry;
    // Fed again after a break: what was remembered is of this bar or a later one already.
    if (bar.ts <= entry.asOf) return null;
    const step = entry.decide(
      { ...entry.state, wasTrue: line.wasTrue },
      {
        ts: bar.ts,
        bar: bar.ts,
        closed: true,
        isTrue: line.now !== null,
        ...(rearm && { isRearmed: rearm.now !== null }),
      },
    );
    if (!step.speaks && step.state.armed === entry.state.armed) return null;
    const settle = (): void => {
      entry.state = step.state;
    };
    return { rule, finding: step.speaks && line.now ? line.now() : null, state: step.state, settle };
  };

  /** Feeds a closed bar, right after the one before. @returns who speaks, and who may speak again */
  const next = (bar: Bar): Turn[] => {
    for (const group of groups) group.feed(bar);
    const touched = new Set<Entry>();
    for (const line of lines.values()) {
      if (!line.now) continue;
      for (const entry of line.rules) touched.add(entry);
      for (const entry of line.rearms) touched.add(entry);
    }
    const turns = [...touched].flatMap((entry) => turnOf(entry, bar) ?? []);
    close(groups);
    return turns;
  };

  return { set, next };
};

const isEvent = (conditions: ReadonlyMap<string, Condition>, text: string): boolean => {
  const condition = conditions.get(text);
  return condition !== undefined && 'event' in condition;
};

/** Whether a rule needs what it remembers after a restart; the others are told apart by their events' keys alone. */
export const remembers = ({ frequency, cooldown_minutes, rearm, most_per_day }: RuleSettings): boolean =>
  frequency === 'once' ||
  typeof frequency === 'object' ||
  cooldown_minutes !== undefined ||
  rearm !== undefined ||
  most_per_day !== undefined;
