import { z } from 'zod';

/** Parameters of detectors that compare a change with a least size in percent: more than 0, at most 1000. */
export const minPctParams = (defaultPercent: number) =>
  z.strictObject({ min_pct: z.number().gt(0).lte(1000).default(defaultPercent) });

export type MinPct = { min_pct: number };
