import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { detectorOf } from './event-detector.ts';
import { gate, type GateState, momentsOf, NEW_GATE } from '#src/engine/frequency/gate.ts';
import { barsNeeded, needsOf } from './needs.ts';
import { besideRun, eventRun } from './open-bar.ts';
import type { DayOf, Others } from './others.ts';
import { runRules } from './rules-run.ts';

/**
 * A rule like a detector: how far it looks back, and a run that answers with a detection on every bar on which it is true.
 * A bar that is not closed is answered for as if it closed as it stands, and forgotten. A rule that is one named event is that detector itself. `others` are the symbols that it names, as they stand from a
 * moment on; `dayOf` as in `runRules`.
 */
export const ruleDetector = (
  condition: Condition,
  others?: (from: number) => Others,
  dayOf?: DayOf,
): { lookback: number; start: (from?: number) => (bar: Bar) => Detection | null } => {
  if ('event' in condition) {
    const detector = detectorOf(condition);
    return { lookback: detector.lookback, start: () => eventRun(condition) };
  }
  return {
    lookback: barsNeeded(needsOf(condition)),
    start: (from = Number.NEGATIVE_INFINITY) => {
      const seen = others?.(from);
      const run = runRules([condition], undefined, seen, dayOf);
      let beside: ReturnType<typeof besideRun> | null = null;
      const on = (bar: Bar): Detection | null => {
        if (bar.until === undefined)
          return run.next(bar).length > 0 && !run.isFirst() ? run.detection(0) : null;
        beside ??= besideRun(run, [condition], seen, dayOf);
        const shown = beside(bar);
        return shown.held(0) && !shown.isFirst() ? shown.detection(0) : null;
      };
      return on;
    },
  };
};

/**
 * Says on each bar what is found. `heldBefore`: where it began anew before that bar, whether it was true on the bar
 * before as it is seen now; else null.
 */
export type RuleRun = ((bar: Bar) => Detection | null) & { heldBefore?: () => boolean | null };

/** What the alerts of a rule are listed under: the name of its event, or 'rule' where it is a condition. */
export const detectorName = (condition: Condition): string =>
  'event' in condition ? condition.event : 'rule';

/**
 * Lets through what the settings let a rule say, over bars of a timeframe in the order in which they become known. Bars
 * that are not closed are for rules that speak on them (`speaksEarly`). `rearm` answers whether the rule of the
 * settings' `rearm` is true on the bar; `endOf` as in `momentsOf`. On a bar that `mayEvent` is false for, it doesn't
 * trigger, and can do so later as if it had been silent.
 */
export const gated = (
  feed: RuleRun,
  settings: RuleSettings,
  timeframe: Timeframe,
  rearm: ((bar: Bar) => unknown) | null = null,
  endOf?: (ts: number) => number,
  mayEvent: (bar: Bar) => boolean = () => true,
): ((bar: Bar) => Detection | null) => {
  const decide = gate(settings, timeframe);
  const momentOf = momentsOf(settings, timeframe, endOf);
  let state: GateState = NEW_GATE;
  return (bar) => {
    const detection = feed(bar);
    const wasTrue = feed.heldBefore?.() ?? state.wasTrue;
    const step = decide(
      { ...state, wasTrue },
      {
        // A calendar is asked when a bar ends only where it matters.
        ts: detection === null ? (bar.until ?? bar.ts) : momentOf(bar),
        bar: bar.ts,
        closed: bar.until === undefined,
        isTrue: detection !== null,
        ...(rearm && { isRearmed: rearm(bar) !== null }),
      },
    );
    const isHeldBack = step.triggers && !mayEvent(bar);
    state = isHeldBack ? { ...state, wasTrue: step.state.wasTrue } : step.state;
    return step.triggers && !isHeldBack ? detection : null;
  };
};
