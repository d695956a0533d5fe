import * as z from 'zod/mini';
import { LAPSED_THEN } from './lapsed.ts';
import { timeZoneSchema } from './places.ts';

export const HOURS_SCOPES = ['workspace', 'brand', 'audience'] as const;
export type HoursScope = (typeof HOURS_SCOPES)[number];

/** While the market of an alert’s symbol trades: in its regular session, or before and after it as well, where it does. */
export const MARKET_HOURS = ['regular', 'extended'] as const;
export type MarketHours = (typeof MARKET_HOURS)[number];

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

const CLOCK = ['days', 'from', 'to', 'timeZone'] as const;
/** Those of a form or an entry by the clock; null where the market's count. */
export const clockHours = ({
  days,
  from,
  to,
  timeZone,
}: { [field in keyof Hours]?: Hours[field] | null | undefined }): Hours | null =>
  days && from && to && timeZone ? { days, from, to, timeZone } : null;

export const sendingHoursFormSchema = z
  .strictObject({
    scope: z.enum(HOURS_SCOPES, 'Hours are those of the workspace, a brand or an audience.'),
    /** Left out for the workspace. */
    target: z.optional(z.uuid()),
    days: z.optional(hours.days),
    from: z.optional(hours.from),
    to: z.optional(hours.to),
    timeZone: z.optional(hours.timeZone),
    /** In place of the days and hours. */
    market: z.optional(z.enum(MARKET_HOURS, 'The market’s hours are regular or extended.')),
    /** What becomes of an alert that lapses while it waits. */
    late: z._default(z.enum(LAPSED_THEN), 'nothing'),
  })
  .check(
    ...CLOCK.map((field) =>
      z.refine<Partial<Hours> & { market?: MarketHours | undefined }>(
        ({ market, [field]: value }) => market !== undefined || value !== undefined,
        {
          error: 'Choose days, hours and their time zone, or the hours of the market.',
          path: [field],
        },
      ),
    ),
    z.refine(
      ({ market, ...form }) => market === undefined || CLOCK.every((field) => form[field] === undefined),
      {
        error: 'Market hours have no days, hours or time zone of their own. Leave those out.',
        path: ['market'],
      },
    ),
    z.refine(({ from, to }) => from === undefined || to === undefined || from < to, {
      error: 'The end must be after the start.',
      path: ['to'],
    }),
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
  /** In place of the days and hours, which are null then. */
  market: z.nullable(z.enum(MARKET_HOURS)),
  days: z.nullable(hours.days),
  from: z.nullable(hours.from),
  to: z.nullable(hours.to),
  timeZone: z.nullable(hours.timeZone),
  late: z.enum(LAPSED_THEN),
  /** When they begin next; null within them, and where it depends on the market. */
  opensAt: z.nullable(z.iso.datetime()),
});
export type SendingHours = z.infer<typeof sendingHoursSchema>;
export const sendingHoursListSchema = z.object({ items: z.array(sendingHoursSchema) });
