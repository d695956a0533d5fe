import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { oneLabel } from './label.ts';
import { countrySchema, languageSchema, timeZoneSchema } from './places.ts';
import { tagSchema, TAGS_MAX } from './tags.ts';

export const CONTACT_NAME_MAX = 200;
export const EXTERNAL_ID_MAX = 200;
export const ADDRESS_MAX = 320;
/** Of one contact. */
export const ADDRESSES_MAX = 20;
export const CONTACTS_PAGE_MAX = 200;
/** Of one call of the bulk upsert. */
export const UPSERT_MAX = 1_000;
/** So many contacts at a time are tagged, added to a list or deleted. */
export const CHOSEN_MAX = 500;
/** From this part of the plan's contacts on, the screens warn. */
export const CONTACTS_NEAR = 0.8;
/** So long after a change of plan, alerts still reach contacts that the plan doesn't include. */
export const OVER_PLAN_GRACE_DAYS = 14;
/** From when on they don't. */
export const overPlanFrom = (since: Date): Date =>
  new Date(since.getTime() + OVER_PLAN_GRACE_DAYS * 24 * 3_600_000);

const when = z.iso.datetime();

export const contactAddressSchema = z.object({
  id: z.uuid(),
  channel: channelKindSchema,
  address: z.string(),
  confirmed: z.boolean(),
  suppressed: z.boolean(),
});
export type ContactAddress = z.infer<typeof contactAddressSchema>;

export const contactSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  member: z.boolean(),
  externalId: z.nullable(z.string()),
  language: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  tags: z.array(z.string()),
  addresses: z.array(contactAddressSchema),
  createdAt: when,
  updatedAt: when,
});
export type Contact = z.infer<typeof contactSchema>;
export const contactPageSchema = z.object({ items: z.array(contactSchema), next: z.nullable(z.string()) });
export type ContactPage = z.infer<typeof contactPageSchema>;

/** One contact with what is only read on its page. */
export const contactDetailSchema = z.extend(contactSchema, {
  lists: z.array(z.object({ id: z.uuid(), name: z.string() })),
  sameName: z.array(z.object({ id: z.uuid(), name: z.string(), address: z.nullable(z.string()) })),
});
export type ContactDetail = z.infer<typeof contactDetailSchema>;

export const contactSummarySchema = z.object({
  total: z.int(),
  allowed: z.nullable(z.int()),
  /** From when on alerts reach only as many as the plan includes; null while all fit. */
  limitedFrom: z.nullable(when),
  tags: z.array(z.object({ tag: z.string(), contacts: z.int() })),
  channels: z.array(
    z.object({ kind: channelKindSchema, title: z.string(), label: z.string(), placeholder: z.string() }),
  ),
});
export type ContactSummary = z.infer<typeof contactSummarySchema>;

const givenAddressSchema = z.object({
  channel: channelKindSchema,
  address: z
    .string('An address is text.')
    .check(z.trim(), z.minLength(1, 'Enter an address, or remove the row.'), z.maxLength(ADDRESS_MAX)),
});
export type GivenAddress = z.infer<typeof givenAddressSchema>;

const clearable = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));

export const CONSENT_WORDING_MAX = 2_000;

/** When and how a person agreed. Any text, checked where it is used: one wrong row of a file doesn't stop the others. */
const consentTextsSchema = z.object({
  at: z.optional(z.nullable(z.string())),
  wording: z.optional(z.nullable(z.string())),
  ip: z.optional(z.nullable(z.string())),
});

/** What is left out stays; null clears it. Tags and addresses are replaced as a whole. */
export const contactFormSchema = z.object({
  name: z.optional(
    z
      .string('A name is text.')
      .check(
        z.overwrite(oneLabel),
        z.maxLength(CONTACT_NAME_MAX, `A name can have at most ${CONTACT_NAME_MAX} characters.`),
      ),
  ),
  externalId: clearable(
    z
      .string()
      .check(z.trim(), z.minLength(1, 'An external ID can’t be empty.'), z.maxLength(EXTERNAL_ID_MAX)),
  ),
  language: clearable(languageSchema),
  timeZone: clearable(timeZoneSchema),
  country: clearable(countrySchema),
  tags: z.optional(
    z.array(tagSchema).check(z.maxLength(TAGS_MAX, `A contact can have at most ${TAGS_MAX} tags.`)),
  ),
  addresses: z.optional(
    z
      .array(givenAddressSchema)
      .check(z.maxLength(ADDRESSES_MAX, `A contact can have at most ${ADDRESSES_MAX} addresses.`)),
  ),
  confirmed: z.optional(z.boolean()),
  consent: z.optional(consentTextsSchema),
});
export type ContactForm = z.infer<typeof contactFormSchema>;

/** A row of the upsert and of a file: any text, checked row by row, so that one wrong row doesn't stop the others. */
const text = z.optional(z.nullable(z.string()));
export const upsertRowSchema = z.object({
  externalId: text,
  name: text,
  language: text,
  timeZone: text,
  country: text,
  tags: z.optional(z.array(z.string())),
  addresses: z.optional(z.array(z.object({ channel: z.string(), address: z.string() }))),
  confirmed: z.optional(z.boolean()),
  consent: z.optional(consentTextsSchema),
});
export type UpsertRow = z.infer<typeof upsertRowSchema>;
export const upsertSchema = z.object({
  contacts: z
    .array(upsertRowSchema)
    .check(
      z.minLength(1, 'Give one contact at least.'),
      z.maxLength(UPSERT_MAX, `Give ${UPSERT_MAX.toLocaleString('en-US')} contacts at most.`),
    ),
});

export const ROW_OUTCOMES = ['created', 'updated', 'unchanged', 'rejected'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
export const upsertResultSchema = z.object({
  items: z.array(
    z.object({
      row: z.int(),
      outcome: z.enum(ROW_OUTCOMES),
      id: z.nullable(z.uuid()),
      problem: z.nullable(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
});
export type UpsertResult = z.infer<typeof upsertResultSchema>;

export const mergeSchema = z.object({
  from: z
    .array(z.uuid('Name contacts by their ids.'))
    .check(z.minLength(1, 'Choose a contact to merge.'), z.maxLength(20, 'Merge 20 contacts at most.')),
});

const chosen = z
  .array(z.uuid('Name contacts by their ids.'))
  .check(
    z.minLength(1, 'Choose a contact.'),
    z.maxLength(CHOSEN_MAX, `Choose ${CHOSEN_MAX} contacts at most.`),
  );
export const tagChangeSchema = z.object({
  ids: chosen,
  add: z.optional(z.array(tagSchema).check(z.maxLength(TAGS_MAX))),
  remove: z.optional(z.array(tagSchema).check(z.maxLength(TAGS_MAX))),
});
export type TagChange = z.infer<typeof tagChangeSchema>;
export const chosenSchema = z.object({ ids: chosen });
export const changedCountSchema = z.object({ changed: z.int() });

/** What was sent to a contact, newest first. */
export const contactHistorySchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      /** Null for a digest. */
      alertId: z.nullable(z.uuid()),
      title: z.string(),
      channel: channelKindSchema,
      address: z.string(),
      state: z.string(),
      reason: z.nullable(z.string()),
      createdAt: when,
      sentAt: z.nullable(when),
      /** The first time, as far as it's counted. */
      openedAt: z.nullable(when),
      /** Loaded by a mail app that hides whether a person did. */
      maybeOpenedAt: z.nullable(when),
      clickedAt: z.nullable(when),
      /** How many of its links they followed. */
      linksClicked: z.int(),
    }),
  ),
  next: z.nullable(z.string()),
});
export type ContactHistory = z.infer<typeof contactHistorySchema>;

/** What a contact agreed to and took back, newest first, and what it doesn't get now. */
export const contactConsentsSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['given', 'withdrawn']),
      brand: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
      channel: z.nullable(channelKindSchema),
      source: z.string(),
      wording: z.string(),
      ip: z.nullable(z.string()),
      at: when,
    }),
  ),
  unsubscribed: z.array(
    z.object({
      id: z.uuid(),
      brand: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
      channel: z.nullable(channelKindSchema),
      topic: z.nullable(z.string()),
      source: z.string(),
      at: when,
    }),
  ),
});
export type ContactConsents = z.infer<typeof contactConsentsSchema>;
