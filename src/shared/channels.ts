import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';

/** How plans sell a channel: in every plan, or as one of the kinds that a plan or an add-on counts. */
export const PLAN_CLASSES = ['included', 'messaging', 'social', 'trading'] as const;
export type PlanClass = (typeof PLAN_CLASSES)[number];

/** Whom a message reaches: a person at an address, everyone at a destination, or either. */
export const CHANNEL_TARGETS = ['address', 'destination', 'both'] as const;

const lengthSchema = z.object({
  max: z.int(),
  /** As the provider counts. */
  unit: z.enum(['characters', 'utf16', 'bytes', 'weighted']),
});
export type LengthLimit = z.infer<typeof lengthSchema>;

const rateSchema = z.object({
  per: z.enum(['account', 'destination', 'recipient']),
  max: z.int(),
  seconds: z.int(),
});
export type RateLimit = z.infer<typeof rateSchema>;

/** A field of a connect form, as the screen draws it. */
const channelFieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  help: z.nullable(z.string()),
  placeholder: z.nullable(z.string()),
  /** Sealed when it's stored, and never returned. */
  secret: z.boolean(),
  required: z.boolean(),
  input: z.enum(['text', 'number', 'choice']),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type ChannelField = z.infer<typeof channelFieldSchema>;

const capabilitiesSchema = z.object({
  edits: z.boolean(),
  threads: z.boolean(),
  pictures: z.boolean(),
  silent: z.boolean(),
  /** The provider recognizes a repeated send by its id. */
  idempotent: z.boolean(),
  readBack: z.boolean(),
});
export type ChannelCapabilities = z.infer<typeof capabilitiesSchema>;

/** A channel as it declares itself (src/engine/channels): what the connect form, the filters and the plans read. */
export const channelFaceSchema = z.object({
  kind: channelKindSchema,
  title: z.string(),
  planClass: z.enum(PLAN_CLASSES),
  target: z.enum(CHANNEL_TARGETS),
  /** False where it only works with the installation's own account. */
  connects: z.boolean(),
  fields: z.array(channelFieldSchema),
  /** What a person does over there before they connect. */
  steps: z.array(z.string()),
  /** What a brand sets for who sends. */
  senderFields: z.array(channelFieldSchema),
  limits: z.object({
    title: z.nullable(lengthSchema),
    text: z.nullable(lengthSchema),
    html: z.boolean(),
    pictures: z.int(),
    rates: z.array(rateSchema),
    attempts: z.int(),
  }),
  capabilities: capabilitiesSchema,
  /** For one message, as a decimal; null where the provider charges nothing for it. */
  cost: z.nullable(z.object({ currency: z.string(), perMessage: z.string() })),
});
export type ChannelFace = z.infer<typeof channelFaceSchema>;
export const channelsSchema = z.object({ items: z.array(channelFaceSchema) });
