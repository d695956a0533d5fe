import * as z from 'zod/mini';
import { counted } from './plural.ts';

const MOST_MAX = 10_000;
const MINUTES_MAX = 1_440;
const MOST = `Enter a whole number from 2 to ${MOST_MAX.toLocaleString('en-US')}.`;
const MINUTES = `Enter a whole number of minutes, from 1 to ${MINUTES_MAX.toLocaleString('en-US')}.`;

/** /api/v1/sending/suspension: a rule that triggers more than `most` times in `minutes` about one symbol is suspended. */
export const flappingSchema = z.strictObject({
  /** Null: no rule is suspended. */
  most: z.nullable(z.int(MOST).check(z.gte(2, MOST), z.lte(MOST_MAX, MOST))),
  minutes: z.int(MINUTES).check(z.gte(1, MINUTES), z.lte(MINUTES_MAX, MINUTES)),
});
export type Flapping = z.infer<typeof flappingSchema>;

/** A rule on bars of a minute triggers 10 times in 10 minutes at most about a symbol. */
export const DEFAULT_FLAPPING: Flapping = { most: 40, minutes: 10 };

/** Why a rule was suspended. */
export const suspendedSchema = z.object({
  fired: z.int(),
  minutes: z.int(),
  /** The symbol, or what an external event names. */
  about: z.string(),
});
export type Suspended = z.infer<typeof suspendedSchema>;

/** `fired 41 times in 10 minutes` */
export const firedWords = ({ fired, minutes }: Pick<Suspended, 'fired' | 'minutes'>): string =>
  `fired ${fired.toLocaleString('en-US')} times in ${counted(minutes, 'minute')}`;
