import type { Bar, Finding, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { detectorOf } from './event-detector.ts';
import { gate, type GateState, momentsOf, NEW_GATE } from './gate.ts';
import { barsNeeded, needsOf } from './needs.ts';
import { besideRun, eventRun } from './open-bar.ts';
import type { Others } from './other-series.ts';
import { runRules } from './rules-run.ts';

/**
 * A rule like a detector: how far it looks back, and a run that answers with a finding on every bar on which it is true.
 * A bar that is not closed is answered for as if it closed as it stands, and forgotten. A rule that is one named event is that detector itself. `others` are the symbols that it names, as they stand from a
 * moment on.
 */
export const ruleDetector = (
  condition: Condition,
  others?: (from: number) => Others,
): { lookback: number; start: (from?: number) => (bar: Bar) => Finding | null } => {
  if ('event' in condition) {
    const detector = detectorOf(condition);
    return { lookback: detector.lookback, start: () => eventRun(condition) };
  }
  return {
    lookback: barsNeeded(needsOf(condition)),
    start: (from = Number.NEGATIVE_INFINITY) => {
      const seen = others?.(from);
      const run = runRules([condition], undefined, seen);
      let beside: ReturnType<typeof besideRun> | null = null;
      const on = (bar: Bar): Finding | null => {
        if (bar.until === undefined)
          return run.next(bar).length > 0 && !run.isFirst() ? run.finding(0) : null;
        beside ??= besideRun(run, [condition], seen);
        const shown = beside(bar);
        return shown.held(0) && !shown.isFirst() ? shown.finding(0) : null;
      };
      return on;
    },
  };
};

/**
 * Says on each bar what is found. `heldBefore`: where it began anew before that bar, whether it was true on the bar
 * before as it is seen now; else null.
 */
export type RuleRun = ((bar: Bar) => Finding | null) & { heldBefore?: () => boolean | null };

/** What the alerts of a rule are listed under: the name of its event, or 'rule' where it is a condition. */
export const detectorName = (condition: Condition): string =>
  'event' in condition ? condition.event : 'rule';

/**
 * Lets through what the settings let a rule say, over bars of a timeframe in the order in which they become known. Bars
 * that are not closed are for rules that speak on them (`speaksEarly`). `rearm` answers whether the rule of the
 * settings' `rearm` is true on the bar; `endOf` as in `momentsOf`.
 */
export const gated = (
  feed: RuleRun,
  settings: RuleSettings,
  timeframe: Timeframe,
  rearm: ((bar: Bar) => unknown) | null = null,
  endOf?: (ts: number) => number,
): ((bar: Bar) => Finding | null) => {
  const decide = gate(settings, timeframe);
  const momentOf = momentsOf(settings, timeframe, endOf);
  let state: GateState = NEW_GATE;
  return (bar) => {
    const finding = feed(bar);
    const wasTrue = feed.heldBefore?.() ?? state.wasTrue;
    const step = decide(
      { ...state, wasTrue },
      {
        // A calendar is asked when a bar ends only where it matters.
        ts: finding === null ? (bar.until ?? bar.ts) : momentOf(bar),
        bar: bar.ts,
        closed: bar.until === undefined,
        isTrue: finding !== null,
        ...(rearm && { isRearmed: rearm(bar) !== null }),
      },
    );
    state = step.state;
    return step.speaks ? finding : null;
  };
};
