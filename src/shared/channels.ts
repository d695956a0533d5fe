import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { pictureSizeSchema } from './content/picture-formats.ts';

/** How plans sell a channel: in every plan, or as one of the kinds that a plan or an add-on counts. */
export const PLAN_CLASSES = ['included', 'messaging', 'social', 'hosted', 'trading'] as const;
export type PlanClass = (typeof PLAN_CLASSES)[number];

/** Whom a message reaches: a person at an address, everyone at a destination, or either. */
export const CHANNEL_TARGETS = ['address', 'destination', 'both'] as const;

const lengthSchema = z.object({
  max: z.int(),
  /** As the provider counts. */
  unit: z.enum(['characters', 'utf16', 'bytes', 'weighted']),
});
export type LengthLimit = z.infer<typeof lengthSchema>;

/** `recipient` holds for a person, `destination` for a place, `account` for all that goes out over one. */
const rateSchema = z.object({
  per: z.enum(['account', 'destination', 'recipient']),
  max: z.int(),
  seconds: z.int(),
});
export type RateLimit = z.infer<typeof rateSchema>;

/** How fast an account is used, where its owner sets that: the field of its connect form, and in how many seconds. */
const accountRateSchema = z.object({ field: z.string(), seconds: z.int() });
export type AccountRate = z.infer<typeof accountRateSchema>;

/** A field of a connect form, as the screen draws it. */
const channelFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  help: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  /** Sealed when it's stored, and never returned. */
  secret: z.boolean(),
  required: z.boolean(),
  input: z.enum(['text', 'number', 'choice', 'lines']),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** A secret that the form can make: so many random bytes in Base64, behind a prefix; null where the provider has it. */
  makes: z.nullable(z.object({ prefix: z.string(), bytes: z.int() })),
  /** It matters only while another field, a choice, has one of these values; null is always. */
  showsFor: z.nullable(z.object({ field: z.string(), values: z.array(z.string()) })),
});
export type ChannelField = z.infer<typeof channelFieldSchema>;

/**
 * How an address or a destination is written. `only`: a connection has this one place, and nobody has to add it. `from`:
 * the same, and the connect form asks for the place in that field. `isPublic`: we host it, and anyone can open it.
 */
const addressFormSchema = z.object({
  label: z.string(),
  placeholder: z.string(),
  only: z.nullable(z.string()),
  from: z.nullable(z.string()),
  isPublic: z.boolean(),
  /** Of an address: a device, which registers itself. It can't be typed. */
  isDevice: z.boolean(),
});

const capabilitiesSchema = z.object({
  /** A message can be given another content. */
  edits: z.boolean(),
  /** An update goes out under the alert's first message. */
  threads: z.boolean(),
  pictures: z.boolean(),
  silent: z.boolean(),
  /** The provider recognizes a repeated send by its id. */
  idempotent: z.boolean(),
  /** A message can be looked at as the provider shows it. */
  readBack: z.boolean(),
  /** The provider reports what became of a message. */
  receipts: z.boolean(),
  /** What went to a place in a period can be sent there once more. */
  replays: z.boolean(),
});
export type ChannelCapabilities = z.infer<typeof capabilitiesSchema>;

export const limitsSchema = z.object({
  title: z.nullable(lengthSchema),
  text: z.nullable(lengthSchema),
  /** Of a message with a picture, where it is another one. */
  textWithPicture: z.nullable(lengthSchema),
  html: z.boolean(),
  pictures: z.int(),
  /** Links under the message, each with a label. */
  buttons: z.int(),
  /** Addresses within the text; null is any number. */
  links: z.nullable(z.int()),
  rates: z.array(rateSchema),
  attempts: z.int(),
});
export type ChannelLimits = z.infer<typeof limitsSchema>;

/** What a provider charges to the account that is connected there; `amount` is a decimal: "0.015". */
export const chargeSchema = z.object({ currency: z.string(), amount: z.string() });
export type Charge = z.infer<typeof chargeSchema>;

/** A channel as it declares itself (src/engine/channels): what the connect form, the filters and the plans read. */
export const channelFaceSchema = z.object({
  kind: channelKindSchema,
  title: z.string(),
  /** What it is for, in a sentence. */
  summary: z.string(),
  planClass: z.enum(PLAN_CLASSES),
  target: z.enum(CHANNEL_TARGETS),
  address: z.nullable(addressFormSchema),
  destination: z.nullable(addressFormSchema),
  /** Whether messages go out without a connection of the workspace's own. */
  hasOwnAccount: z.boolean(),
  /** False where it only works with the installation's own account. */
  connects: z.boolean(),
  fields: z.array(channelFieldSchema),
  /** What a person does over there before they connect. */
  steps: z.array(z.string()),
  /** What a brand sets for who sends. */
  senderFields: z.array(channelFieldSchema),
  limits: limitsSchema,
  /** A rate that the owner of a connection may set; null where they set none. */
  accountRate: z.nullable(accountRateSchema),
  /** The picture that a message has, and its size; null for none. */
  picture: z.nullable(pictureSizeSchema),
  capabilities: capabilitiesSchema,
  /** Why its places get no test messages, in a sentence; null where they can. */
  noTests: z.nullable(z.string()),
  /** A message whose answer was lost is looked for at the provider, which may charge for it (a sentence). Null: it can't be. */
  lookUp: z.nullable(z.object({ cost: z.nullable(z.string()) })),
  /** For one message, as a decimal, or in a sentence what it depends on; null where the provider charges nothing for it. */
  cost: z.nullable(
    z.union([z.object({ currency: z.string(), perMessage: z.string() }), z.object({ varies: z.string() })]),
  ),
});
export type ChannelFace = z.infer<typeof channelFaceSchema>;
export const channelsSchema = z.object({
  items: z.array(channelFaceSchema),
  /** Kinds with a practice account, on a development machine. */
  practice: z.array(channelKindSchema),
  /** Kinds whose accounts are connected at their provider here; `practice`: with the practice one of this machine. */
  authorize: z.array(z.object({ kind: channelKindSchema, practice: z.boolean() })),
});
