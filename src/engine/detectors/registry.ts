import type { Bar, DetectorDefinition, Finding, ValueUnit } from '#src/shared/market.ts';
import type { z } from 'zod';
import { bigMove } from './big-move.ts';
import { gap } from './gap.ts';

/** A detector with its parameters settled. `start` begins a new run over closed bars, oldest first. */
export type Detector = {
  name: string;
  title: string;
  unit: ValueUnit;
  params: Record<string, number>;
  /** Closed bars needed before a bar, as in `DetectorDefinition.lookback`. */
  lookback: number;
  start: () => (bar: Bar) => Finding | null;
};

export type RegisteredDetector = {
  name: string;
  title: string;
  unit: ValueUnit;
  /** Every parameter with its default. */
  defaults: Record<string, number>;
  /** Settles the parameters; what is missing gets its default. */
  configure: (params: unknown) => { ok: true; detector: Detector } | { ok: false; error: z.ZodError };
};

/** Hides the type of the parameters behind `configure`, so that detectors of all kinds fit one list. */
const register = <P extends Record<string, number>>(
  definition: DetectorDefinition<P>,
): RegisteredDetector => {
  const { name, title, unit } = definition;
  return {
    name,
    title,
    unit,
    defaults: definition.params.parse({}),
    configure: (input) => {
      const parsed = definition.params.safeParse(input);
      if (!parsed.success) return { ok: false, error: parsed.error };
      const params = parsed.data;
      const lookback = definition.lookback(params);
      return {
        ok: true,
        detector: { name, title, unit, params, lookback, start: () => definition.start(params) },
      };
    },
  };
};

/** Every detector of the product, one line each. */
export const DETECTORS: readonly RegisteredDetector[] = [register(bigMove), register(gap)];

export const findDetector = (name: string): RegisteredDetector | undefined =>
  DETECTORS.find((detector) => detector.name === name);
