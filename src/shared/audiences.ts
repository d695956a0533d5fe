import * as z from 'zod/mini';
import { budgetSchema, groupMinutesSchema } from './attention.ts';
import { CHOSEN_MAX } from './contacts.ts';
import { oneLabel } from './label.ts';
import { countrySchema, languageSchema } from './places.ts';
import { tagSchema } from './tags.ts';

export const AUDIENCE_KINDS = ['list', 'filter', 'members'] as const;
export type AudienceKind = (typeof AUDIENCE_KINDS)[number];
export const AUDIENCE_NAME_MAX = 120;
/** So many a workspace may have. */
export const AUDIENCES_MAX = 200;

const some = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.array(schema).check(z.maxLength(50, 'A filter has 50 values of a kind at most.')));

/** The longest time that a filter looks back. */
export const ACTIVITY_DAYS_MAX = 365;
const DAYS = `Enter a whole number of days, from 1 to ${ACTIVITY_DAYS_MAX}.`;
const days = z.optional(z.int(DAYS).check(z.gte(1, DAYS), z.lte(ACTIVITY_DAYS_MAX, DAYS)));

/** Who is in an audience: contacts that every given condition holds for. An empty filter is every contact. */
export const audienceFilterSchema = z.object({
  tags: z.optional(z.object({ any: some(tagSchema), all: some(tagSchema), none: some(tagSchema) })),
  /** Any of them, as chosen in their preferences or else as the contact has it; `en` also means `en-GB`. */
  languages: some(languageSchema),
  countries: some(countrySchema),
  /** Contacts tagged `topic:…` with any of these. */
  topics: some(tagSchema),
  /** Contacts who chose any of these in their preferences, or are tagged `symbol:…`. */
  symbols: some(tagSchema),
  /** Each within so many days before the moment that the audience is asked for. */
  activity: z.optional(
    z.object({
      /** They got a message. */
      sentDays: days,
      /** They got none. */
      silentDays: days,
      /** They signed up by a form. */
      signedUpDays: days,
    }),
  ),
});
export type AudienceFilter = z.infer<typeof audienceFilterSchema>;

const chosenIds = z
  .array(z.uuid('Name contacts by their IDs.'))
  .check(z.maxLength(CHOSEN_MAX, `Choose ${CHOSEN_MAX} contacts at most.`));

const audienceName = z
  .string('Give the audience a name.')
  .check(
    z.overwrite(oneLabel),
    z.minLength(1, 'Give the audience a name.'),
    z.maxLength(AUDIENCE_NAME_MAX, `A name can have at most ${AUDIENCE_NAME_MAX} characters.`),
  );
export const audienceFormSchema = z.object({
  name: audienceName,
  /** Left out: a list. */
  filter: z.optional(audienceFilterSchema),
  /** Left out or null: no limit. */
  budget: z.optional(z.nullable(budgetSchema)),
  /** Alerts about the same move within so many minutes reach it as one. Left out or null: each is sent. */
  groupMinutes: z.optional(groupMinutesSchema),
});
export type AudienceForm = z.infer<typeof audienceFormSchema>;
export const audienceChangeSchema = z.object({
  name: z.optional(audienceName),
  filter: z.optional(audienceFilterSchema),
  budget: z.optional(z.nullable(budgetSchema)),
  groupMinutes: z.optional(groupMinutesSchema),
});
export type AudienceChange = z.infer<typeof audienceChangeSchema>;

export const audienceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(AUDIENCE_KINDS),
  filter: z.nullable(audienceFilterSchema),
  budget: z.nullable(budgetSchema),
  groupMinutes: groupMinutesSchema,
  rules: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type Audience = z.infer<typeof audienceSchema>;
export const audiencesSchema = z.object({ items: z.array(audienceSchema) });
export const audienceDetailSchema = z.extend(audienceSchema, { contacts: z.int() });
export type AudienceDetail = z.infer<typeof audienceDetailSchema>;
export const audienceCountSchema = z.object({ contacts: z.int() });
export const audienceCountFormSchema = z.object({ filter: audienceFilterSchema });
export const listChangeSchema = z.object({ add: z.optional(chosenIds), remove: z.optional(chosenIds) });
export type ListChange = z.infer<typeof listChangeSchema>;
