import * as z from 'zod/mini';
import { planFormSchema } from './composed.ts';

export const DEPUTY = {
  /** Nobody is away for longer, or says so further ahead. */
  daysMax: 366,
  /** Periods of one member that aren't over. */
  openMax: 20,
  /** What a list shows. */
  listed: 100,
} as const;

const personSchema = z.object({ userId: z.nullable(z.uuid()), name: z.string() });

/** When a member is away, and who decides in their place. */
export const deputyPeriodSchema = z.object({
  id: z.uuid(),
  /** Who is away. */
  member: personSchema,
  deputy: personSchema,
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  timeZone: z.string(),
  state: z.enum(['planned', 'running', 'over']),
  /** `member`: one of the two left, or got a role that doesn't decide. Null where its time was over. */
  ended: z.nullable(z.enum(['ended', 'member'])),
  /** It runs, and the deputy is away too. */
  skipped: z.boolean(),
});
export type DeputyPeriod = z.infer<typeof deputyPeriodSchema>;

/** /api/v1/deputies: what runs or is planned first, then what is over, the newest first. */
export const deputyPeriodsSchema = z.object({ items: z.array(deputyPeriodSchema) });
export type DeputyPeriods = z.infer<typeof deputyPeriodsSchema>;

const localSchema = planFormSchema.shape.local;

export const deputyFormSchema = z.strictObject({
  /** The one who asks unless told. */
  member: z.optional(z.uuid('A member is named by their id.')),
  deputy: z.uuid('Choose who decides in your place.'),
  from: localSchema,
  until: localSchema,
  timeZone: planFormSchema.shape.timeZone,
});
export type DeputyForm = z.infer<typeof deputyFormSchema>;
