import * as z from 'zod/mini';
import { LAPSED_THEN } from './lapsed.ts';
import { timeZoneSchema } from './places.ts';

export const HOURS_SCOPES = ['workspace', 'brand', 'audience'] as const;
export type HoursScope = (typeof HOURS_SCOPES)[number];

const SAY_FROM = 'A time of day such as 08:00.';
const SAY_TO = 'A time of day such as 18:00, or 24:00.';

const hours = {
  /** 1 is Monday, 7 is Sunday. */
  days: z.array(z.int().check(z.gte(1), z.lte(7))).check(
    z.overwrite((days) => [...new Set(days)].sort((one, other) => one - other)),
    z.minLength(1, 'Choose at least one day.'),
  ),
  from: z.string(SAY_FROM).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, SAY_FROM)),
  to: z.string(SAY_TO).check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, SAY_TO)),
  timeZone: timeZoneSchema,
};
/** When alerts go out, by the clocks of a zone. */
export type Hours = { days: readonly number[]; from: string; to: string; timeZone: string };

export const sendingHoursFormSchema = z
  .strictObject({
    scope: z.enum(HOURS_SCOPES, 'Hours are those of the workspace, a brand or an audience.'),
    /** Left out for the workspace. */
    target: z.optional(z.uuid()),
    ...hours,
    /** What becomes of an alert that lapses while it waits. */
    late: z._default(z.enum(LAPSED_THEN), 'nothing'),
  })
  .check(
    z.refine(({ from, to }) => from < to, { error: 'The end must be after the start.', path: ['to'] }),
    z.refine(({ scope, target }) => (scope === 'workspace') === (target === undefined), {
      error: 'Name the brand or the audience.',
      path: ['target'],
    }),
  );
export type SendingHoursForm = z.infer<typeof sendingHoursFormSchema>;

export const sendingHoursSchema = z.object({
  id: z.uuid(),
  scope: z.enum(HOURS_SCOPES),
  target: z.nullable(z.uuid()),
  /** The brand's or the audience's; empty for the workspace. */
  name: z.string(),
  ...hours,
  late: z.enum(LAPSED_THEN),
  /** When they begin next; null within them. */
  opensAt: z.nullable(z.iso.datetime()),
});
export type SendingHours = z.infer<typeof sendingHoursSchema>;
export const sendingHoursListSchema = z.object({ items: z.array(sendingHoursSchema) });
