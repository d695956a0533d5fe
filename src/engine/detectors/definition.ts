import type { ZodType } from 'zod';
import type { DetectorRun, ValueUnit } from '#src/shared/market.ts';
import type { AlertFacts } from './alert-facts.ts';

/** A detector as data and one factory. `start` begins a run, or goes on from the snapshot of one with the same parameters. */
export type DetectorDefinition<P extends Record<string, number> = Record<string, number>> = {
  name: string;
  title: string;
  unit: ValueUnit;
  /** What an alert about it says. */
  alert: AlertFacts;
  /** Parameters with their defaults; every parameter is a number, its unit is in its name (`min_pct`: percent). */
  params: ZodType<P>;
  /** How many closed bars before a bar the detector needs, to say the same as if it had seen them all. */
  lookback: (params: P) => number;
  start: (params: P, snapshot?: unknown) => DetectorRun;
  /** Parameters that are chosen by a word: the words and their numbers, e.g. direction: { up: 1, down: -1 }. */
  words?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * How far figures computed again from the evidence may differ, relative to the largest of them; 0 if left out. Sums
   * over a window and smoothed averages depend on where the run began in their last digits.
   */
  tolerance?: number;
};
