import type { Bar, Evidence, Finding } from '#src/shared/market.ts';
import { barOfEvidence } from './evidence-bar.ts';
import { findDetector, type Detector } from './registry.ts';

export type Verdict = { ok: true } | { ok: false; reason: string };

const no = (reason: string): Verdict => ({ ok: false, reason });

/** The bars of the evidence, or a sentence on why they are none. */
const barsOf = (evidence: Evidence): Bar[] | string => {
  const bars: Bar[] = [];
  for (const [index, source] of evidence.bars.entries()) {
    const bar = barOfEvidence(source);
    if (!bar) return `bar ${index + 1} of the evidence has a figure or a time that cannot be read.`;
    const previous = bars.at(-1);
    if (previous && bar.ts <= previous.ts)
      return `bar ${index + 1} of the evidence is not after the bar before it.`;
    bars.push(bar);
  }
  return bars;
};

/** The first figure in which the two differ, or null. */
const difference = (given: Record<string, number>, computed: Record<string, number>): string | null => {
  for (const key of new Set([...Object.keys(computed), ...Object.keys(given)]))
    if (given[key] !== computed[key])
      return `${key} is ${given[key] ?? 'missing'}, the bars give ${computed[key] ?? 'no such figure'}`;
  return null;
};

const findingOnLastBar = (detector: Detector, bars: Bar[]): Finding | null => {
  const feed = detector.start();
  let last: Finding | null = null;
  for (const bar of bars) last = feed(bar);
  return last;
};

/**
 * Computes a finding again from the text figures of its evidence, with the same detector, and compares value,
 * parameters and figures exactly: the same text and the same arithmetic give the same floats.
 * `value` is in the detector's unit. Never throws on bad evidence: the reason says what does not hold.
 */
export const verify = (finding: Pick<Finding, 'detector' | 'value' | 'evidence'>): Verdict => {
  const { detector: name, value, evidence } = finding;
  const registered = findDetector(name);
  if (!registered) return no(`there is no detector '${name}'.`);
  const configured = registered.configure(evidence.params);
  if (!configured.ok) return no(`the parameters are not valid for ${name}.`);
  const { detector } = configured;
  const paramsDiffer = difference(evidence.params, detector.params);
  if (paramsDiffer) return no(`the parameters are not complete: ${paramsDiffer}.`);
  const bars = barsOf(evidence);
  if (typeof bars === 'string') return no(bars);
  const computed = findingOnLastBar(detector, bars);
  if (!computed) return no(`${name} finds nothing on the last bar of the evidence.`);
  if (computed.value !== value) return no(`the value is ${value}, the bars give ${computed.value}.`);
  const figuresDiffer = difference(evidence.figures, computed.evidence.figures);
  return figuresDiffer ? no(`the figures do not hold: ${figuresDiffer}.`) : { ok: true };
};
