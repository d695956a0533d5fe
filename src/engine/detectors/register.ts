import type { z } from 'zod';
import type { AlertFacts } from './alert-facts.ts';
import type { DetectorRun, ValueUnit } from '#src/shared/market.ts';
import type { DetectorDefinition } from '#src/engine/detectors/definition.ts';

/** A detector with its parameters settled. `start` begins a run over closed bars, oldest first, or goes on from a snapshot. */
export type Detector = {
  name: string;
  title: string;
  unit: ValueUnit;
  params: Record<string, number>;
  /** Closed bars needed before a bar, as in `DetectorDefinition.lookback`. */
  lookback: number;
  start: (snapshot?: unknown) => DetectorRun;
  /** As in `DetectorDefinition`; 0 where figures are the same however they are computed. */
  tolerance: number;
};

export type RegisteredDetector = {
  name: string;
  title: string;
  unit: ValueUnit;
  alert: AlertFacts;
  /** Every parameter with its default. */
  defaults: Record<string, number>;
  /** Parameters that are chosen by a word, as in `DetectorDefinition`. */
  words: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Settles the parameters; what is missing gets its default. */
  configure: (params: unknown) => { ok: true; detector: Detector } | { ok: false; error: z.ZodError };
};

/** Hides the type of the parameters behind `configure`, so that detectors of all kinds fit one list. */
export const register = <P extends Record<string, number>>(
  definition: DetectorDefinition<P>,
): RegisteredDetector => {
  const { name, title, unit, alert, words = {}, tolerance = 0 } = definition;
  return {
    name,
    title,
    unit,
    alert,
    words,
    defaults: definition.params.parse({}),
    configure: (input) => {
      const parsed = definition.params.safeParse(input);
      if (!parsed.success) return { ok: false, error: parsed.error };
      const params = parsed.data;
      const lookback = definition.lookback(params);
      return {
        ok: true,
        detector: {
          name,
          title,
          unit,
          params,
          lookback,
          tolerance,
          start: (snapshot) => definition.start(params, snapshot),
        },
      };
    },
  };
};
