import { IANAZone } from 'luxon';
import * as z from 'zod/mini';
import { evidenceSchema, timeframeSchema } from '#src/shared/market.ts';
import type { Facts } from './facts.ts';

/**
 * An event as `GET /api/v1/alerts/{id}` answers it: that JSON as it is, or these fields alone. Texts of other names for
 * the instrument and the brand pass only where these are there.
 */
export const eventFileSchema = z.object({
  symbol: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  brand: z.optional(z.string()),
  timeframe: timeframeSchema,
  /** IANA zone of the instrument's market. */
  timeZone: z.string().check(z.refine((name) => IANAZone.isValidZone(name), 'There is no such time zone.')),
  /** Of a market event: its bar and the one before. */
  evidence: evidenceSchema.check(
    z.refine(({ bars }) => bars.length >= 2, 'It takes the bar of the event and the one before.'),
  ),
});

/** What texts about an event are checked against. Null for what isn't a market event with a bar before it. */
export function eventFacts(event: unknown): Facts | null {
  const { data } = eventFileSchema.safeParse(event);
  if (!data) return null;
  const { symbol, name = symbol, brand = '', timeframe, timeZone, evidence } = data;
  return { symbol, name, brandName: brand, timeframe, timeZone, evidence };
}
