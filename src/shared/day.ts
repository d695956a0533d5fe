import * as z from 'zod/mini';

/** A day as ISO writes it, of the years that PostgreSQL and `Date` write alike, also on the day after. */
export const daySchema = z.iso.date().check(z.refine((text) => text >= '1900-01-01' && text < '3000-01-01'));
