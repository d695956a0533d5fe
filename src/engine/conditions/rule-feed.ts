import type { Bar, Finding } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import { gate, NEW_GATE } from './gate.ts';
import { needsOf } from './needs.ts';
import { runRules } from './rules-run.ts';

/** A rule like a detector: how far it looks back, and a run that answers with a finding on every bar on which it is true. */
export const ruleDetector = (condition: Condition) => ({
  lookback: needsOf(condition).bars,
  start: (): ((bar: Bar) => Finding | null) => {
    const run = runRules([condition]);
    return (bar) => (run.next(bar).length > 0 ? run.finding(0) : null);
  },
});

/**
 * Lets through what the settings let a rule say, over closed bars, oldest first. `rearm` answers whether the rule of
 * the settings' `rearm` is true on the bar.
 */
export const gated = (
  feed: (bar: Bar) => Finding | null,
  settings: RuleSettings,
  rearm: ((bar: Bar) => unknown) | null = null,
): ((bar: Bar) => Finding | null) => {
  const decide = gate(settings);
  let state = NEW_GATE;
  return (bar) => {
    const finding = feed(bar);
    const step = decide(state, {
      ts: bar.ts,
      bar: bar.ts,
      closed: true,
      isTrue: finding !== null,
      ...(rearm && { isRearmed: rearm(bar) !== null }),
    });
    state = step.state;
    return step.speaks ? finding : null;
  };
};
