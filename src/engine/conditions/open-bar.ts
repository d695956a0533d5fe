import type { Bar, Finding } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { untilOf } from '../detectors/evidence-bar.ts';
import { detectorOf } from './event-detector.ts';
import type { Others } from './other-series.ts';
import { runRules, type RulesRun } from './rules-run.ts';
import { followTruths } from './truths.ts';

/** What a detector found on a bar that is not closed, which it took for one that is. */
const asOpen = (finding: Finding, bar: Bar): Finding => ({
  ...finding,
  time: bar.until ?? bar.ts,
  evidence: { ...finding.evidence, ...untilOf(bar) },
});

/** A detector over bars, oldest first. What it finds on one that is not closed leaves no trace in it. */
export const eventRun = (event: Extract<Condition, { event: string }>): ((bar: Bar) => Finding | null) => {
  const { start } = detectorOf(event);
  const run = start();
  let closed: { snapshot: unknown } | null = null;
  return (bar) => {
    if (bar.until === undefined) {
      closed = null;
      return run(bar);
    }
    closed ??= { snapshot: run.snapshot() };
    const finding = start(closed.snapshot)(bar);
    return finding && asOpen(finding, bar);
  };
};

/**
 * Shows rules a bar that is not closed, as the next after those of a run that works them out. It leaves no trace there:
 * the answer is a run of its own, which has seen it, until the next is shown.
 */
export const besideRun = (
  main: RulesRun,
  conditions: readonly Condition[],
  others?: Others,
): ((bar: Bar) => RulesRun) => {
  const run = runRules(conditions, undefined, others);
  return (bar) => {
    run.goOnFrom(main);
    run.feed(bar);
    return run;
  };
};

/**
 * Follows which of these conditions are true on bars that are not closed, shown as by `besideRun`: only those are worked
 * out that may have changed since the last was shown. `changed` is told the place of one that became true, or is no more.
 */
export const besideTruths = (
  main: RulesRun,
  conditions: readonly Condition[],
  changed: (at: number, isTrue: boolean) => void,
  others?: Others,
) => {
  const run = runRules(conditions, undefined, others);
  const truths = followTruths(run);
  for (const [at, rule] of run.rules.entries()) truths.follow(rule, (isTrue) => changed(at, isTrue));
  let closed: number | null = null;
  return {
    show: (bar: Bar): void => {
      run.goOnFrom(main);
      run.feed(bar);
      truths.next({ isAnother: closed !== main.graph.memory.bars });
      closed = main.graph.memory.bars;
    },
    finding: run.finding,
  };
};
