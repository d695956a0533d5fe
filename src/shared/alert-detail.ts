import * as z from 'zod/mini';
import { alertStateSchema } from './alerts.ts';
import { alertPlanSchema, vouchSchema } from './composed.ts';
import { contextSchema } from './content/context.ts';
import { eventHistorySchema } from './content/event-history.ts';
import { chosenFormatsSchema } from './formats.ts';
import { evidenceSchema, timeframeSchema } from './market.ts';
import { externalEvidenceSchema } from './external/evidence.ts';

/** One alert, whole: what the API answers at /api/v1/alerts/{id}. */
export const alertDetailSchema = z.object({
  id: z.uuid(),
  state: alertStateSchema,
  symbol: z.string(),
  /** Of the instrument; its symbol for external events. */
  name: z.string(),
  /** The brand's name. */
  brand: z.string(),
  /** Null for an alert without a rule, and where it is deleted. */
  rule: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** Null for external events; so is `value`, and the symbol is what its sender names. */
  timeframe: z.nullable(timeframeSchema),
  timeZone: z.string(),
  /** The brand's own zone, in which its texts give times within a day; null for the market's. */
  brandTimeZone: z.nullable(z.string()),
  /** How its texts write figures, dates and times; what isn't there is as the language does. */
  formats: chosenFormatsSchema,
  detector: z.string(),
  value: z.nullable(z.number()),
  eventTime: z.iso.datetime(),
  evidence: z.union([evidenceSchema, externalEvidenceSchema]),
  subject: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** What the bars before the event say of it, where its text does. */
  context: z.nullable(contextSchema),
  /** Where its event stands in the history of its symbol. */
  history: z.nullable(eventHistorySchema),
  trial: z.boolean(),
  /** Where a person or a program wrote it: who, and what they vouched for. */
  written: z.nullable(
    z.object({
      by: z.string(),
      at: z.iso.datetime(),
      vouches: z.array(vouchSchema),
      plan: z.nullable(alertPlanSchema),
    }),
  ),
});
export type AlertDetail = z.infer<typeof alertDetailSchema>;
