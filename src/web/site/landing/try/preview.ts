import { barOf } from '../../market/bars.ts';
import { recordedById } from '../../market/recorded.ts';
import { DEFAULTS } from './defaults.ts';
import { findOffered } from './offered.ts';
import { runRule } from './outcome.ts';

/** The real result of the default rule, computed while the page is built. */
export function preview() {
  const { rows, note } = recordedById(DEFAULTS.record);
  const configured = findOffered(DEFAULTS.detector)?.configure({});
  if (!configured?.ok) throw new Error(`The registry has no ${DEFAULTS.detector} with defaults.`);
  const bars = rows.map(barOf);
  return { bars, note, unit: configured.detector.unit, outcome: runRule(bars, configured.detector) };
}
