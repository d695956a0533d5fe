import type { Finding } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { barsOf, difference, pastBars, verify, type Verdict } from '../detectors/verify.ts';
import { runRules } from './rules-run.ts';

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

/**
 * Computes a rule's finding again from its evidence alone: the rule as it is written there, over the bars that are
 * there. Never throws on bad evidence; the reason says what does not hold.
 */
export const verifyRule = ({ value, evidence }: Pick<Finding, 'value' | 'evidence'>): Verdict => {
  const condition = evidence.rule === undefined ? null : parsed(evidence.rule);
  if (!condition) return no('the evidence has no rule that can be read.');
  const bars = barsOf(evidence);
  if (typeof bars === 'string') return no(bars);
  const past = pastBars(evidence, bars[0]?.ts ?? 0);
  if (typeof past === 'string') return no(past);
  const run = runRules([condition]);
  let held: number[] = [];
  for (const bar of [...past, ...bars]) held = run.next(bar);
  if (held.length === 0) return no('the rule is not true on the last bar of the evidence.');
  const computed = run.finding(0);
  const { figures } = computed.evidence;
  const slack = TOLERANCE * Math.max(1e-300, ...Object.values(figures).map(Math.abs));
  if (!(Math.abs(computed.value - value) <= slack))
    return no(`the value is ${value}, the bars give ${computed.value}.`);
  const differ = difference(evidence.figures, figures, slack);
  return differ ? no(`the figures do not hold: ${differ}.`) : { ok: true };
};

/** Computes any finding again from its evidence: a rule's condition, or a detector's event. */
export const verifyFinding = (finding: Pick<Finding, 'detector' | 'value' | 'evidence'>): Verdict =>
  finding.detector === 'rule' ? verifyRule(finding) : verify(finding);
