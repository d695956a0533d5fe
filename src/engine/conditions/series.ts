import type { Bar, Finding, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { gate, type GateState, momentsOf, NEW_GATE, silentUntil, speaksEarly } from './gate.ts';
import { barsNeeded, needsOf } from './needs.ts';
import { besideTruths, eventRun } from './open-bar.ts';
import type { Others } from './other-series.ts';
import { runRules } from './rules-run.ts';
import { followTruths } from './truths.ts';
import { waitingEarly } from './waiting-early.ts';

/** A rule at work on one instrument. `gate`: what it remembered, and the moment (`momentsOf`) at which that was written down. */
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

/**
 * What a bar made of a rule at a moment (`momentsOf`): it speaks, with a finding, or it may speak again (null). `settle`
 * makes it so here.
 */
export type Turn = {
  rule: LiveRule;
  finding: Finding | null;
  state: GateState;
  at: number;
  settle: () => void;
};

/** A condition, however many rules have it. */
type Line = {
  condition: Condition;
  isTrue: boolean;
  /** The bar on which it became true, as this watch counts them. */
  roseOn: number;
  finding: () => Finding | null;
  /** Why it is true on the bar that was shown last and is not closed. */
  shown: () => Finding | null;
  /** Rules that it concerns only on the bar on which it becomes true, and those that it concerns while it is. */
  onRise: Set<Entry>;
  whileTrue: Set<Entry>;
};
type Entry = {
  rule: LiveRule;
  line: Line;
  rearm: Line | null;
  decide: ReturnType<typeof gate>;
  momentOf: (bar: Bar) => number;
  state: GateState;
  asOf: number;
  /** Where it waits for its turn. */
  at: { line: Line; set: Set<Entry> } | null;
};
/** What a line says of a bar. */
type Says = { isTrue: boolean; finding: () => Finding | null };
/** What shows some lines of a group bars that are not closed; nothing in the group remembers those. */
type Looking = { group: Group; lines: readonly Line[]; show: (bar: Bar) => void };
/** What feeds some lines: one graph, or one detector. `take` follows a line more, where that is possible. */
type Group = {
  isGraph: boolean;
  lines: Map<Line, () => void>;
  /** What it began with: it goes on computing all of that, whoever still asks. */
  begun: readonly Condition[];
  feed: (bar: Bar) => void;
  look: (lines: readonly Line[]) => Looking['show'];
  take: (line: Line) => boolean;
};

/** So many graphs at most: then they are made one, so that what they share is computed once. */
const MOST_GROUPS = 8;

const keyOf = ({ workspaceId, id, version }: LiveRule): string => `${workspaceId} ${id} ${version}`;

/**
 * Every rule on one series. A condition is computed once per bar however many rules have it, and only on bars on which
 * it may change (`followTruths`); a bar costs beyond that what the rules cost that may speak on it. `set` takes the
 * rules as they are now; `warm` gives the last bars before the next, oldest first. `endOf` as in `momentsOf`.
 */
export const watchRules = (others?: Others, endOf?: (ts: number) => number) => {
  const lines = new Map<string, Line>();
  let entries = new Map<string, Entry>();
  let groups: Group[] = [];
  let bars = 0;
  let barMinutes = 1;
  let risen: Line[] = [];
  /** What is true and concerns a rule for as long as it is. */
  const standing = new Set<Line>();
  /** Of the rules that also speak on bars that are not closed. */
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

  const ofEvent = (line: Line, event: Extract<Condition, { event: string }>): Group => {
    const feed = eventRun(event);
    let found: Finding | null = null;
    line.finding = () => found;
    return {
      isGraph: false,
      lines: new Map([[line, () => undefined]]),
      begun: [line.condition],
      feed: (bar) => {
        found = feed(bar);
        turn(line, found !== null);
      },
      look: () => (bar) => {
        const shown = feed(bar);
        line.shown = () => shown;
        waiting.say(line, shown !== null);
      },
      take: () => false,
    };
  };
  const ofConditions = (own: readonly Line[]): Group => {
    const run = runRules(
      own.map(({ condition }) => condition),
      undefined,
      others,
    );
    const truths = followTruths(run);
    const group: Group = {
      isGraph: true,
      lines: new Map(),
      begun: own.map(({ condition }) => condition),
      feed: (bar) => {
        run.feed(bar);
        truths.next();
      },
      look: (asked) => {
        const conditions = asked.map(({ condition }) => condition);
        const tell = (at: number, isTrue: boolean): void => {
          const line = asked[at];
          if (line) waiting.say(line, isTrue);
        };
        const beside = besideTruths(run, conditions, tell, others);
        for (const [at, line] of asked.entries()) line.shown = () => beside.finding(at);
        return beside.show;
      },
      take: (line) => {
        const rule = run.add(line.condition);
        if (!rule) return false;
        line.finding = () => run.findingOf(rule);
        group.lines.set(
          line,
          truths.follow(rule, (isTrue) => turn(line, isTrue)),
        );
        return true;
      },
    };
    for (const line of own) group.take(line);
    return group;
  };

  const drop = (text: string, line: Line): void => {
    lines.delete(text);
    standing.delete(line);
    for (const group of groups) {
      group.lines.get(line)?.();
      group.lines.delete(line);
    }
  };

  /** Begins to follow lines: where a graph knows all that they look at, there, else in groups of their own. */
  const begin = async (
    fresh: readonly Line[],
    warm: (count: number) => Promise<readonly Bar[]>,
  ): Promise<void> => {
    const isEvent = ({ condition }: Line): boolean => 'event' in condition;
    const rest = fresh.filter((line) => isEvent(line) || !groups.some((group) => group.take(line)));
    if (rest.length === 0) return;
    const conditions = rest.filter((line) => !isEvent(line));
    const made = rest.flatMap((line) => ('event' in line.condition ? [ofEvent(line, line.condition)] : []));
    if (conditions.length > 0) made.push(ofConditions(conditions));
    // One more than decides: whether it was true on the bar before is part of what is known.
    const needed = rest.map(({ condition }) => barsNeeded(needsOf(condition), barMinutes));
    const lookback = Math.max(...needed) + 1;
    for (const bar of await warm(lookback)) for (const group of made) group.feed(bar);
    groups.push(...made);
  };

  /** Puts a rule where its turn may come next. One that has said all it ever will is put nowhere. */
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

  /** Looks at what rules ask of bars that are not closed: with what looked at it before, where that is all the same. */
  const lookFor = (asked: ReadonlySet<Line>): void => {
    const before = new Map(looked.map((each) => [each.group, each]));
    looked = groups.flatMap((group) => {
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
    barMinutes = BAR_MINUTES[rules[0]?.timeframe ?? '1m'];
    const wanted = new Map<string, Condition>();
    for (const { condition, rearm } of rules)
      for (const each of rearm ? [condition, rearm] : [condition]) wanted.set(printRule(each), each);
    for (const [text, line] of lines) if (!wanted.has(text)) drop(text, line);
    groups = groups.filter((group) => group.lines.size > 0);
    const graphs = groups.filter((group) => group.isGraph);
    if (graphs.length >= MOST_GROUPS) {
      for (const [text, line] of lines) if (graphs.some((group) => group.lines.has(line))) drop(text, line);
      groups = groups.filter((group) => !group.isGraph);
    }
    const fresh = new Map<string, Line>();
    for (const [text, condition] of wanted)
      if (!lines.has(text))
        fresh.set(text, {
          condition,
          isTrue: false,
          roseOn: 0,
          finding: () => null,
          shown: () => null,
          onRise: new Set(),
          whileTrue: new Set(),
        });
    await begin([...fresh.values()], warm);
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

  const turnOf = (entry: Entry, bar: Bar, line: Says, rearm: Says | null): Turn | null => {
    const { rule } = entry;
    const at = entry.momentOf(bar);
    // Fed again after a break: what was remembered is of this moment or a later one already.
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
    if (!step.speaks && step.state.armed === entry.state.armed) return null;
    const settle = (): void => {
      entry.state = step.state;
      place(entry);
    };
    return { rule, finding: step.speaks ? line.finding() : null, state: step.state, at, settle };
  };

  const shownOf = (line: Line): Says => ({ isTrue: waiting.isShown(line), finding: line.shown });

  const show = (bar: Bar, until: number): Turn[] => {
    waiting.wake(until, bar.ts !== lastShown);
    lastShown = bar.ts;
    if (!waiting.isAnyAwake()) return [];
    for (const each of looked) each.show(bar);
    return waiting.concerned().flatMap((entry) => {
      const { line, rearm, rule } = entry;
      const turn = turnOf(entry, bar, shownOf(line), rearm && shownOf(rearm));
      if (turn) return turn;
      const silent = silentUntil(rule.settings, entry.state, bar.ts);
      if (silent > until && (entry.state.armed || !rearm)) waiting.rest(entry, silent);
      return [];
    });
  };

  /**
   * Feeds a closed bar, right after the one before; or shows the next as it stands before it is over, which only the
   * rules look at that speak on such bars, and nobody remembers. @returns who speaks, and who may speak again
   */
  const next = (bar: Bar): Turn[] => {
    if (bar.until !== undefined) return show(bar, bar.until);
    bars += 1;
    risen = [];
    for (const group of groups) group.feed(bar);
    const concerned = [
      ...risen.flatMap((line) => [...line.onRise]),
      ...[...standing].flatMap((line) => [...line.whileTrue]),
    ];
    return concerned.flatMap((entry) => turnOf(entry, bar, entry.line, entry.rearm) ?? []);
  };

  /** All conditions of which something is computed: those of the rules, and others that a graph began with. */
  const lookedAt = (): Condition[] => [
    ...groups.flatMap(({ begun }) => begun),
    ...[...lines.values()].map(({ condition }) => condition),
  ];

  return { set, next, lookedAt };
};

/** Whether a rule needs what it remembers after a restart; the others are told apart by their events' keys alone. */
export const remembers = ({ frequency, cooldown_minutes, rearm, most_per_day }: RuleSettings): boolean =>
  frequency === 'once' ||
  typeof frequency === 'object' ||
  cooldown_minutes !== undefined ||
  rearm !== undefined ||
  most_per_day !== undefined;
