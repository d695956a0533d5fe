import * as z from 'zod/mini';
import { oneLabel } from '../label.ts';
import { ENTRY_KINDS } from './entry.ts';

export const CALENDAR = {
  sources: 20,
  /** So often while a rule listens, while a figure is awaited, and else. */
  everyMinutes: 5,
  awaitedMinutes: 1,
  idleMinutes: 60,
  atMostMinutes: 60,
  /** A figure that comes later than so many days after its time is no news. */
  releaseDays: 3,
  fileBytes: 2 * 1024 * 1024,
  entries: 5_000,
  /** Entries of the past are kept for so long, and read no further back. */
  keptDays: 400,
  /** Nothing is further ahead. */
  aheadDays: 1_100,
  putAsideKept: 50,
} as const;

const CALENDAR_FORMATS = ['ical', 'csv', 'json'] as const;
export type CalendarFormat = (typeof CALENDAR_FORMATS)[number];
const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const time = z.iso.datetime();
const SAY_NAME = 'Please give the calendar a name.';
const SAY_ADDRESS = 'Please give the http or https address of a calendar.';

export const isTimeZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
};

const shape = {
  name: z
    .string(SAY_NAME)
    .check(
      z.overwrite(oneLabel),
      z.minLength(1, SAY_NAME),
      z.maxLength(80, 'A name can have at most 80 characters.'),
    ),
  format: z.optional(z.nullable(z.enum(CALENDAR_FORMATS, 'A calendar is of the format ical, csv or json.'))),
  kind: z.optional(
    z.nullable(z.enum(ENTRY_KINDS, 'A calendar holds entries of the kind economic, earnings or other.')),
  ),
  timeZone: z.optional(
    z
      .string('A time zone is a name like Europe/London.')
      .check(
        z.maxLength(60, 'A time zone is a name like Europe/London.'),
        z.refine(isTimeZone, { error: 'A time zone is a name like Europe/London.' }),
      ),
  ),
  dateOrder: z.optional(z.nullable(z.enum(DATE_ORDERS, 'The order of dates is dmy or mdy.'))),
};

export const calendarSourceFormSchema = z.object({
  ...shape,
  /** Left out: files are given in. */
  url: z.optional(
    z.nullable(
      z.string(SAY_ADDRESS).check(
        z.trim(),
        z.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), { error: SAY_ADDRESS }),
        // As it is sent: letters that no address has are longer there.
        z.refine((url) => (URL.parse(url)?.href ?? url).length <= 500, {
          error: 'An address can have at most 500 characters.',
        }),
      ),
    ),
  ),
});
export type CalendarSourceForm = z.infer<typeof calendarSourceFormSchema>;

/** What is left out stays; the address of a source stays as it is. */
export const calendarSourceChangeSchema = z.object({ ...shape, name: z.optional(shape.name) });
export type CalendarSourceChange = z.infer<typeof calendarSourceChangeSchema>;

const putAside = z.array(
  z.object({ place: z.string(), reason: z.string(), problem: z.string(), sample: z.string() }),
);
export const calendarSourceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.nullable(z.string()),
  format: z.nullable(z.enum(CALENDAR_FORMATS)),
  kind: z.nullable(z.enum(ENTRY_KINDS)),
  timeZone: z.string(),
  dateOrder: z.nullable(z.enum(DATE_ORDERS)),
  createdAt: time,
  /** When it was last read well; null before the first time. */
  readAt: z.nullable(time),
  failures: z.int(),
  problem: z.nullable(z.string()),
  entries: z.int(),
  putAside: z.int(),
  lately: putAside,
});
export type CalendarSource = z.infer<typeof calendarSourceSchema>;
export const calendarSourcesSchema = z.object({ items: z.array(calendarSourceSchema) });

/** What became of a file that was given in. */
export const calendarReadingSchema = z.object({
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  old: z.int(),
  putAside: z.int(),
  lately: putAside,
});
export type CalendarReading = z.infer<typeof calendarReadingSchema>;
