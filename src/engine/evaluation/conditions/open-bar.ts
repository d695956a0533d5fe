import type { Bar, Detection } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { untilOf } from '#src/engine/detectors/evidence-bar.ts';
import { detectorOf } from './event-detector.ts';
import type { DayOf, Others } from './others.ts';
import { runRules, type RulesRun } from './rules-run.ts';
import { followTruths } from './truths.ts';

/** What a detector found on a bar that is not closed, which it took for one that is. */
const asOpen = (detection: Detection, bar: Bar): Detection => ({
  ...detection,
  time: bar.until ?? bar.ts,
  evidence: { ...detection.evidence, ...untilOf(bar) },
});

/** A detector over bars, oldest first. What it finds on one that is not closed leaves no trace in it. */
export const eventRun = (event: Extract<Condition, { event: string }>): ((bar: Bar) => Detection | null) => {
  const { start } = detectorOf(event);
  const run = start();
  let closed: { snapshot: unknown } | null = null;
  return (bar) => {
    if (bar.until === undefined) {
      closed = null;
      return run(bar);
    }
    closed ??= { snapshot: run.snapshot() };
    const detection = start(closed.snapshot)(bar);
    return detection && asOpen(detection, bar);
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
  dayOf?: DayOf,
): ((bar: Bar) => RulesRun) => {
  const run = runRules(conditions, undefined, others, dayOf);
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
  dayOf?: DayOf,
) => {
  const run = runRules(conditions, undefined, others, dayOf);
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
    detection: run.detection,
  };
};
