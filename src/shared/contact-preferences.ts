import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { CONSENT_WORDING_MAX } from './contacts.ts';
import { timeZoneSchema } from './places.ts';
import { READER_LANGUAGES } from './reader-languages.ts';
import { cadenceSchema } from './timing.ts';
import { TOPIC_NAMES } from './topics.ts';

/** So many symbols a person may choose. */
export const CHOSEN_SYMBOLS_MAX = 1_000;

/** `07:30` by the clock of the person's time zone. */
const CLOCK = 'Enter a time like 22:00.';
const clockSchema = z.string(CLOCK).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, CLOCK));
const quietSchema = z
  .object({ from: clockSchema, to: clockSchema })
  .check(z.refine(({ from, to }) => from !== to, 'Quiet hours need an end that differs from their start.'));

const DAY = 'Days are numbers from 1, Monday, to 7, Sunday.';
const quietDaysSchema = z.array(z.int(DAY).check(z.gte(1, DAY), z.lte(7, DAY))).check(
  z.overwrite((days) => [...new Set(days)].sort((one, other) => one - other)),
  z.maxLength(6, 'Leave at least one day with alerts.'),
);

const topicSchema = z.enum(TOPIC_NAMES);
const HOUR = 'Enter an hour from 0 to 23.';
const hourSchema = z.int(HOUR).check(z.gte(0, HOUR), z.lte(23, HOUR));

/** What a contact gets of a brand. */
export const brandPreferencesSchema = z.object({
  brand: z.object({ id: z.uuid(), name: z.string() }),
  channels: z.array(z.object({ channel: channelKindSchema, on: z.boolean() })),
  topics: z.array(z.object({ topic: topicSchema, on: z.boolean() })),
  /** Those of the brand's active rules, and those that are chosen. */
  symbols: z.object({
    all: z.boolean(),
    items: z.array(z.object({ id: z.uuid(), symbol: z.string(), name: z.string(), on: z.boolean() })),
  }),
  language: z.nullable(z.string()),
  timeZone: z.string(),
  quiet: z.nullable(z.object({ from: z.string(), to: z.string() })),
  /** Days of the week without alerts: 1 is Monday, 7 is Sunday. */
  quietDays: z.array(z.int()),
  cadence: cadenceSchema,
  digestHour: z.int(),
  /** Whether the brand may count what they open and click. */
  tracking: z.boolean(),
});
export type BrandPreferences = z.infer<typeof brandPreferencesSchema>;
export const contactPreferencesSchema = z.object({ items: z.array(brandPreferencesSchema) });
export type ContactPreferences = z.infer<typeof contactPreferencesSchema>;

/** What is left out stays as it is. */
export const preferencesChangeSchema = z.object({
  brandId: z.uuid('Name a brand by its ID.'),
  channels: z.optional(z.array(channelKindSchema).check(z.maxLength(50))),
  topics: z.optional(z.array(topicSchema).check(z.maxLength(TOPIC_NAMES.length))),
  /** Null is every symbol. */
  symbols: z.optional(
    z.nullable(
      z
        .array(z.uuid('Name symbols by their IDs.'))
        .check(
          z.minLength(1, 'Choose at least one symbol, or all of them.'),
          z.maxLength(CHOSEN_SYMBOLS_MAX, `Choose ${CHOSEN_SYMBOLS_MAX} symbols at most.`),
        ),
    ),
  ),
  language: z.optional(z.nullable(z.enum(READER_LANGUAGES, 'Choose a language from the list.'))),
  timeZone: z.optional(timeZoneSchema),
  quiet: z.optional(z.nullable(quietSchema)),
  quietDays: z.optional(quietDaysSchema),
  cadence: z.optional(cadenceSchema),
  digestHour: z.optional(hourSchema),
  tracking: z.optional(z.boolean('Tracking is allowed or not: true or false.')),
  /** How they agreed to get again what they had unsubscribed from themselves. */
  consent: z.optional(
    z.object({
      wording: z
        .string()
        .check(z.trim(), z.minLength(1, 'Say what they agreed to.'), z.maxLength(CONSENT_WORDING_MAX)),
    }),
  ),
});
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>;

/** Minutes after midnight as `07:30`, and back. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
export const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
