import * as z from 'zod/mini';
import { suspendedSchema } from './flapping.ts';
import { planFormSchema } from './composed.ts';
import { oneLabel } from './label.ts';
import { timeZoneSchema } from './places.ts';

export const MUTE_KINDS = ['rule', 'symbol', 'brand'] as const;
export type MuteKind = (typeof MUTE_KINDS)[number];

/** Who mutes a rule that triggers too often. */
export const SYSTEM = 'system';

/** How long a snooze lasts: an hour, until the next morning at `MORNING`, or until the market opens. */
export const SNOOZES = ['hour', 'morning', 'open'] as const;
export type Snooze = (typeof SNOOZES)[number];
/** The hour at which a snooze until the morning ends. */
export const MORNING = 8;
const REASON_MAX = 200;

/** A rule, a symbol or a brand whose alerts aren't sent. */
export const muteSchema = z.object({
  id: z.uuid(),
  kind: z.enum(MUTE_KINDS),
  /** The rule's or the brand's id, or the symbol. */
  target: z.string(),
  name: z.string(),
  by: z.string(),
  since: z.iso.datetime(),
  /** Null if it lasts until someone unmutes it. */
  until: z.nullable(z.iso.datetime()),
  timeZone: z.string(),
  reason: z.nullable(z.string()),
  /** Why the system suspended the rule; null for what someone muted. */
  suspended: z.nullable(suspendedSchema),
});
export type Mute = z.infer<typeof muteSchema>;

/** /api/v1/mutes */
export const mutesSchema = z.object({ items: z.array(muteSchema) });
export type Mutes = z.infer<typeof mutesSchema>;

export const muteFormSchema = z
  .strictObject({
    kind: z.enum(MUTE_KINDS, 'Mute a rule, a symbol or a brand.'),
    target: z.string('Name what to mute.').check(z.minLength(1), z.maxLength(64)),
    for: z.optional(z.enum(SNOOZES, 'Snooze for an `hour`, or until the `morning` or the `open`.')),
    until: z.optional(planFormSchema),
    /** In which the morning comes; the default brand's unless told. */
    timeZone: z.optional(timeZoneSchema),
    reason: z.optional(
      z
        .string()
        .check(
          z.overwrite(oneLabel),
          z.maxLength(REASON_MAX, `Please use at most ${REASON_MAX} characters.`),
        ),
    ),
  })
  .check(
    z.refine((form) => form.for === undefined || form.until === undefined, {
      error: 'Choose `for` or `until`, not both.',
      path: ['until'],
    }),
  );
export type MuteForm = z.infer<typeof muteFormSchema>;
