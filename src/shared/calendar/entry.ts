import * as z from 'zod/mini';

export const ENTRY_KINDS = ['economic', 'earnings', 'other'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** The least first. */
export const IMPORTANCES = ['low', 'medium', 'high'] as const;
export type Importance = (typeof IMPORTANCES)[number];
/** What is known of its time; `unknown` and the like have a day only. */
const TIMINGS = ['exact', 'before_open', 'after_close', 'all_day', 'unknown'] as const;
export type Timing = (typeof TIMINGS)[number];
/** What a rule may speak at. */
export const OCCASIONS = ['before', 'at', 'released'] as const;
export type Occasion = (typeof OCCASIONS)[number];

const text = z.nullable(z.string());

/** An entry as its source writes it: figures are text, exactly as they stand there. */
const entrySchema = z.object({
  kind: z.enum(ENTRY_KINDS),
  title: z.string(),
  country: text,
  currency: text,
  symbol: text,
  /** Its time; where it has none, the beginning of its day in the zone of its source. */
  at: z.iso.datetime(),
  day: z.iso.date(),
  timing: z.enum(TIMINGS),
  importance: z.nullable(z.enum(IMPORTANCES)),
  previous: text,
  forecast: text,
  actual: text,
  unit: text,
  link: text,
});
export type Entry = z.infer<typeof entrySchema>;

/** The entry that evidence was taken of; null where there is none. */
export function entryOf(body: string): Entry | null {
  try {
    return entrySchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

const figure = z.nullable(z.object({ text: z.string(), number: z.nullable(z.number()) }));
export const calendarEntrySchema = z.object({
  ...entrySchema.shape,
  previous: figure,
  forecast: figure,
  actual: figure,
  id: z.uuid(),
  sourceId: z.uuid(),
  /** What alerts call it: with its country or symbol. */
  name: z.string(),
  changedAt: z.iso.datetime(),
  goneAt: z.nullable(z.iso.datetime()),
});
export type CalendarEntry = z.infer<typeof calendarEntrySchema>;
export const calendarPageSchema = z.object({
  items: z.array(calendarEntrySchema),
  next: z.nullable(z.string()),
});
export const CALENDAR_PAGE_MAX = 200;
/** So many days are shown at once at most. */
export const CALENDAR_DAYS_MAX = 400;
