import { z } from 'zod';

/** A parameter that counts bars. */
export const barCount = (least: number, defaultBars: number) =>
  z.int().gte(least).lte(2000).default(defaultBars);
