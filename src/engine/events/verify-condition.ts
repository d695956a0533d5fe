import type { Bar, Evidence, Detection } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { sourceKey, sourcesOf } from '#src/shared/rules/elsewhere.ts';
import { COMPOSED_DETECTOR } from '#src/shared/composed.ts';
import { composedFigures, verifyComposed } from '../detectors/composed.ts';
import {
  barsOf,
  detectIn,
  difference,
  pastBars,
  untilProblem,
  verify,
  type Verdict,
} from '../detectors/verify.ts';
import { begunAt } from '../evaluation/conditions/graph.ts';
import { askedOf } from '../evaluation/conditions/needs.ts';
import { askedKey, otherSeries } from '../evaluation/conditions/other-series.ts';
import type { DayOf, Other } from '../evaluation/conditions/others.ts';
import { runRules } from '../evaluation/conditions/rules-run.ts';

const no = (reason: string): Verdict => ({ ok: false, reason });

const parsed = (text: string): Condition | null => {
  try {
    return parseRule(text);
  } catch (error) {
    if (error instanceof RuleProblem) return null;
    throw error;
  }
};

/** Smoothed averages that began elsewhere differ in their last digits. */
const TOLERANCE = 1e-8;

/** The trading days that the evidence names, as they are asked for; null where one can't be read. */
const daysNamed = ({ days = [] }: Pick<Evidence, 'days'>): DayOf | null => {
  const starts = days.map((each) => Date.parse(each)).toSorted((a, b) => a - b);
  if (starts.some(Number.isNaN)) return null;
  return (ts) => starts.findLast((start) => start <= ts) ?? Number.NEGATIVE_INFINITY;
};

/** What the evidence says that its bars saw from elsewhere, or a sentence on why they cannot have. */
const seenIn = (
  condition: Condition,
  { others = {}, until }: Evidence,
  own: readonly Bar[],
): Map<string, Other> | string => {
  const found = new Map<string, Other>();
  for (const source of sourcesOf(condition).map(sourceKey)) {
    const other = others[source];
    if (!other) continue;
    const bars = barsOf(other);
    if (typeof bars === 'string') return `${source}: ${bars}`;
    const past = pastBars(other, bars[0]?.ts ?? 0);
    if (typeof past === 'string') return `${source}: ${past}`;
    const dayOf = daysNamed(other);
    if (!dayOf) return `${source}: the days cannot be read.`;
    const series = otherSeries(askedOf([condition], source), (ts) => ts, dayOf);
    for (const bar of [...past, ...bars]) series.add(bar);
    if (other.seen.length !== own.length) return `${source}: not every bar says what it saw of it.`;
    const seen = new Map<number, number>();
    for (const [index, bar] of own.entries()) {
      const at = other.seen[index] ?? -1;
      // The next bar began when this one was over; of the last, it is known only where it was not.
      const next = own[index + 1]?.ts ?? (until === undefined ? undefined : Date.parse(until));
      const ts = series.bars[at]?.ts;
      if (at >= 0 && (ts === undefined || at < (other.seen[index - 1] ?? -1)))
        return `${source}: bar ${index + 1} saw a bar that is not there, or an older one than before.`;
      if (ts !== undefined && next !== undefined && ts >= next)
        return `${source}: bar ${index + 1} saw what came later.`;
      seen.set(bar.ts, at);
    }
    found.set(source, {
      at: (bar) => seen.get(bar.ts) ?? -1,
      figure: (what) => {
        const key = askedKey(what);
        return (bar) => series.figures(key)[seen.get(bar.ts) ?? -1] ?? Number.NaN;
      },
      bars: () => series.bars,
      dayOf,
    });
  }
  return found;
};

/** A rule over the bars of its evidence; or a sentence on why it can't be run. */
const runOf = (evidence: Evidence) => {
  const condition = evidence.rule === undefined ? null : parsed(evidence.rule);
  if (!condition) return 'the evidence has no rule that can be read.';
  const bars = barsOf(evidence);
  if (typeof bars === 'string') return bars;
  const past = pastBars(evidence, bars[0]?.ts ?? 0);
  if (typeof past === 'string') return past;
  const untimely = untilProblem(evidence, bars);
  if (untimely !== null) return untimely;
  const others = seenIn(condition, evidence, [...past, ...bars]);
  if (typeof others === 'string') return others;
  const dayOf = daysNamed(evidence);
  if (!dayOf) return 'the days of the evidence cannot be read.';
  const from = evidence.began && { graph: begunAt(evidence.began.obv), recent: [] };
  const run = runRules([condition], from, (source) => others.get(source) ?? null, dayOf);
  let held: number[] = [];
  for (const bar of [...past, ...bars]) held = run.next(bar);
  return held.length === 0 ? null : run.detection(0);
};

/**
 * Computes a rule's detection again from its evidence alone: the rule as it is written there, over the bars that are
 * there. Never throws on bad evidence; the reason says what does not hold.
 */
export const verifyRule = ({ value, evidence }: Pick<Detection, 'value' | 'evidence'>): Verdict => {
  const computed = runOf(evidence);
  if (typeof computed === 'string') return no(computed);
  if (computed === null) return no('the rule is not true on the last bar of the evidence.');
  const { figures } = computed.evidence;
  const slack = TOLERANCE * Math.max(1e-300, ...Object.values(figures).map(Math.abs));
  if (!(Math.abs(computed.value - value) <= slack))
    return no(`the value is ${value}, the bars give ${computed.value}.`);
  const differ = difference(evidence.figures, figures, slack);
  return differ ? no(`the figures do not hold: ${differ}.`) : { ok: true };
};

/**
 * What the bars of evidence give, whatever its figures say: value and figures; null where they don't make the detection
 * true, or can't be read.
 */
export function detectAgain(
  detector: string,
  evidence: Evidence,
): { value: number; figures: Evidence['figures'] } | null {
  if (detector === COMPOSED_DETECTOR) {
    const figures = composedFigures(evidence);
    const value = figures?.['change_pct'];
    return figures && value !== undefined ? { value, figures } : null;
  }
  const found = detector === 'rule' ? runOf(evidence) : detectIn(detector, evidence);
  return found === null || typeof found === 'string'
    ? null
    : { value: found.value, figures: found.evidence.figures };
}

/** Computes any detection again from its evidence: a rule's condition, or a detector's event. */
export function verifyDetection(detection: Pick<Detection, 'detector' | 'value' | 'evidence'>): Verdict {
  if (detection.detector === 'rule') return verifyRule(detection);
  return detection.detector === COMPOSED_DETECTOR ? verifyComposed(detection) : verify(detection);
}
