import { IANAZone } from 'luxon';
import * as z from 'zod/mini';
import { contextSchema } from '#src/shared/content/context.ts';
import { chosenFormatsSchema } from '#src/shared/formats.ts';
import { type Detection, evidenceSchema, timeframeSchema } from '#src/shared/market.ts';
import { zoneOf } from '../look.ts';
import { storyOf } from '../story-of.ts';
import { agreedContext } from './built-in.ts';
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
  /** Which detector found it and its value: with them, the built-in writer's sentences about the event pass too. */
  detector: z.optional(z.string()),
  value: z.optional(z.nullable(z.number())),
  /** What the bars before the event say of it. */
  context: z.optional(z.nullable(contextSchema)),
  /** The brand's own zone, for times within a day. */
  brandTimeZone: z.optional(
    z.nullable(
      z.string().check(z.refine((name) => IANAZone.isValidZone(name), 'There is no such time zone.')),
    ),
  ),
  /** How its texts write figures, dates and times; as the language does unless given. */
  formats: z.optional(chosenFormatsSchema),
});

/** Whether a finding follows from the bars of its evidence. */
export type VerifyEvent = (found: Pick<Detection, 'detector' | 'value' | 'evidence'>) => { ok: boolean };

/** What texts about an event are checked against. Null for what isn't a market event with a bar before it. */
export function eventFacts(event: unknown, verify: VerifyEvent): Facts | null {
  const { data } = eventFileSchema.safeParse(event);
  if (!data) return null;
  const { symbol, name = symbol, brand = '', timeframe, evidence, detector, value, context } = data;
  const timeZone = zoneOf({ timeZone: data.brandTimeZone ?? null }, data.timeZone, timeframe);
  const facts = {
    symbol,
    name,
    brandName: brand,
    timeframe,
    timeZone,
    evidence,
    formats: data.formats,
  };
  const isFound =
    detector !== undefined && typeof value === 'number' && verify({ detector, value, evidence }).ok;
  if (!isFound) return facts;
  const story = storyOf(detector, evidence, 'en');
  return { ...facts, detector, context: context && story && agreedContext(context, story, evidence) };
}
