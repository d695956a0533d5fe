import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { groupMinutesSchema } from './attention.ts';
import { chargeSchema } from './channels.ts';
import { oneLabel } from './label.ts';

const time = z.iso.datetime();

/** So many a workspace may have at a time. */
export const CONNECTIONS_MAX = 50;
/** So many places one connection may have. */
export const DESTINATIONS_MAX = 200;
/** Test messages that a workspace may send in an hour. */
export const TESTS_PER_HOUR = 30;

/** `failing`: nothing is sent over it until a check succeeds; `paused`: nothing is sent until a person resumes it. */
export const CONNECTION_STATES = ['ok', 'failing', 'paused'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** What becomes of a message whose outcome stays unknown: members decide, it's sent once more, or it's left as it is. */
export const UNKNOWN_POLICIES = ['ask', 'resend', 'leave'] as const;
export type UnknownPolicy = (typeof UNKNOWN_POLICIES)[number];

export const destinationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string(),
  /** Where anyone can open it; null where it isn't ours to show. */
  publicUrl: z.nullable(z.string()),
  /** Alerts about the same move within so many minutes are posted there as one. Null: each is posted. */
  groupMinutes: groupMinutesSchema,
  createdAt: time,
});
export type Destination = z.infer<typeof destinationSchema>;

/** An account at a provider, an SMTP server or an endpoint. Its secrets are never returned. */
export const connectionSchema = z.object({
  id: z.uuid(),
  channel: channelKindSchema,
  name: z.string(),
  /** What it sends reaches nobody: its provider is the practice one of a development machine. */
  practice: z.boolean(),
  settings: z.record(z.string(), z.string()),
  /** Which secret fields have a value. */
  secrets: z.array(z.string()),
  state: z.enum(CONNECTION_STATES),
  problem: z.nullable(z.string()),
  /** Null where no outcome stays unknown: the provider recognizes a repeated message. */
  whenUnknown: z.nullable(z.enum(UNKNOWN_POLICIES)),
  /** Nothing is sent over it until then: it failed, or the provider asked to wait. */
  heldUntil: z.nullable(time),
  checkedAt: z.nullable(time),
  createdAt: time,
  /** What the provider calls to report on messages; null where its channel takes no reports. */
  callbackUrl: z.nullable(z.string()),
  calledAt: z.nullable(time),
  /** Why its last call was refused; null where it wasn't. */
  callProblem: z.nullable(z.string()),
  /** What went to its places in this calendar month (UTC), removed ones too. Null where it never had one: who sends to people is counted by brand. */
  month: z.nullable(
    z.object({
      messages: z.int(),
      lastSentAt: z.nullable(time),
      /** What the provider charges for them; null where it charges nothing, or where that can't be known. */
      cost: z.nullable(chargeSchema),
    }),
  ),
  destinations: z.array(destinationSchema),
});
export type Connection = z.infer<typeof connectionSchema>;
export const connectionsSchema = z.object({ items: z.array(connectionSchema) });

const SAY_NAME = 'Enter a name';
const shape = {
  name: z
    .string(SAY_NAME)
    .check(z.overwrite(oneLabel), z.minLength(1, SAY_NAME), z.maxLength(120, 'Use at most 120 characters')),
  fields: z.record(
    z.string().check(z.maxLength(60)),
    z.string('Each field is a text').check(z.maxLength(5_000, 'Use at most 5,000 characters')),
    'fields is an object of texts',
  ),
};

/** The fields are those that the channel declares (GET /channels). */
export const connectionFormSchema = z.object({ channel: channelKindSchema, ...shape });
export type ConnectionForm = z.infer<typeof connectionFormSchema>;

export const practiceFormSchema = z.object({ channel: channelKindSchema });
export type PracticeForm = z.infer<typeof practiceFormSchema>;

/** What is left out stays; so does a secret field that is left out. */
export const connectionChangeSchema = z.object({
  name: z.optional(shape.name),
  fields: z.optional(shape.fields),
  paused: z.optional(z.boolean('paused is true or false')),
  whenUnknown: z.optional(z.enum(UNKNOWN_POLICIES, 'whenUnknown is ask, resend or leave')),
});
export type ConnectionChange = z.infer<typeof connectionChangeSchema>;

/** A test message that went out. `problem`: no answer came, so it may not have arrived. */
export const testMessageSchema = z.object({ place: z.string(), problem: z.nullable(z.string()) });
export type TestMessage = z.infer<typeof testMessageSchema>;

export const destinationFormSchema = z.object({
  name: shape.name,
  address: z.string('Enter an address').check(z.maxLength(500, 'Use at most 500 characters')),
});
export type DestinationForm = z.infer<typeof destinationFormSchema>;

export const destinationChangeSchema = z.object({ groupMinutes: groupMinutesSchema });
export type DestinationChange = z.infer<typeof destinationChangeSchema>;
