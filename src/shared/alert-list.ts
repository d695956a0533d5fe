import * as z from 'zod/mini';
import { disclosuresSchema } from './countries/disclosures.ts';
import { daySchema } from './day.ts';
import { alertWriterSchema } from './content/ai-writer.ts';
import { preflightSchema } from './content/preflight.ts';
import { alertStateSchema, channelKindSchema, deliveryStateSchema } from './alerts.ts';
import { timeframeSchema } from './market.ts';

/** The list of alerts: what it can be narrowed to, and what a row holds. /api/v1/alerts and the screen share this. */
export const ALERT_PAGE_MAX = 200;
export const ALERT_SEARCH_MAX = 200;

/** PostgreSQL keeps no text with a NUL or half a character in it. */
const storable = z.refine<string>(
  (text) => !/[\0\p{Cs}]/u.test(text),
  'This holds a character that cannot be kept.',
);

/**
 * What became of an alert, by its deliveries (on the channels of the filter, where it names some). `sent`: it was
 * handed over to somebody; `failed`: to nobody, and it has failed. Whatever waits or was held back is neither.
 */
export const OUTCOMES = ['sent', 'failed'] as const;

/**
 * The filters, as they stand in the address of the screen and of the API. Several values of one name mean any of them
 * (`state=sent&state=failed`); several names mean all of them. `from` and `to` are days in UTC, both included; `hour` is
 * the hour of the day in UTC, 0 to 23; `q` are words of the title, the last may be a beginning.
 */
const alertFilterSchema = z.object({
  state: z.optional(z.array(alertStateSchema)),
  symbol: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(64), storable))),
  detector: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(64), storable))),
  rule: z.optional(z.array(z.uuid())),
  brand: z.optional(z.array(z.uuid())),
  channel: z.optional(z.array(channelKindSchema)),
  outcome: z.optional(z.enum(OUTCOMES)),
  hour: z.optional(z.array(z.string().check(z.regex(/^(1?\d|2[0-3])$/)))),
  trial: z.optional(z.enum(['yes', 'no'])),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  q: z.optional(z.string().check(z.maxLength(ALERT_SEARCH_MAX), storable)),
});
export type AlertFilter = z.infer<typeof alertFilterSchema>;

const MANY = ['state', 'symbol', 'detector', 'rule', 'brand', 'channel', 'hour'] as const;
const ONE = ['outcome', 'trial', 'from', 'to', 'q'] as const;

/** Reads the filters of an address; names it does not know are left out. The answer says which value is wrong. */
export function readAlertFilter(
  query: URLSearchParams,
): { ok: true; filter: AlertFilter } | { ok: false; name: string } {
  const given: Record<string, unknown> = {};
  for (const name of MANY) {
    const values = [...new Set(query.getAll(name).filter((value) => value !== ''))].sort();
    if (values.length > 0) given[name] = values;
  }
  for (const name of ONE) {
    const value = query.get(name)?.trim();
    if (value) given[name] = value;
  }
  const parsed = alertFilterSchema.safeParse(given);
  if (parsed.success) return { ok: true, filter: parsed.data };
  return { ok: false, name: String(parsed.error.issues[0]?.path[0] ?? 'filter') };
}

/** The filters as an address, always in the same order, so that equal filters are equal texts. */
export function writeAlertFilter(filter: AlertFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of MANY) for (const value of filter[name] ?? []) query.append(name, value);
  for (const name of ONE) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query;
}

const named = z.object({ id: z.uuid(), name: z.string() });

/** A row of the list. Times are ISO in UTC; `value` is in the detector's unit. */
export const alertItemSchema = z.object({
  id: z.uuid(),
  state: alertStateSchema,
  title: z.string(),
  symbol: z.string(),
  /** Null for external events; so is `value`, and the symbol is what its sender names. */
  timeframe: z.nullable(timeframeSchema),
  /** IANA zone of the instrument's market. */
  timeZone: z.string(),
  detector: z.string(),
  value: z.nullable(z.number()),
  eventTime: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  rule: named,
  /** Who wrote it; null where a rule made it. Then `rule` only carries its route. */
  writtenBy: z.nullable(z.string()),
  brand: named,
  trial: z.boolean(),
  channels: z.array(channelKindSchema),
  /** True while a delivery waits for its recipient to confirm their email address. */
  held: z.boolean(),
  /** Why it stands as it stands, in one sentence; null for what went well. */
  reason: z.nullable(z.string()),
});
export type AlertItem = z.infer<typeof alertItemSchema>;

export const alertPageSchema = z.object({
  items: z.array(alertItemSchema),
  /** Ask again with `cursor=…` for what comes after; null at the end. */
  next: z.nullable(z.string()),
});
export type AlertPage = z.infer<typeof alertPageSchema>;

/** What there is to filter by in this workspace. */
export const alertChoicesSchema = z.object({
  symbols: z.array(z.object({ symbol: z.string(), name: z.string() })),
  detectors: z.array(z.string()),
  rules: z.array(named),
  brands: z.array(named),
});
export type AlertChoices = z.infer<typeof alertChoicesSchema>;

/** How an alert went, step by step: who moved it (a part of the program, or a person's name), when and why. */
export const alertStepSchema = z.object({
  to: alertStateSchema,
  actor: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
});
export type AlertStep = z.infer<typeof alertStepSchema>;

/** What a message is for: the alert itself, or what follows it. */
const purposeSchema = z.enum(['first', 'update', 'correction', 'digest']);

/** What one channel got, exactly as sent. `html` is somebody's words: show it in a sandboxed frame only. */
export const alertVariantSchema = z.object({
  id: z.uuid(),
  purpose: purposeSchema,
  channel: channelKindSchema,
  language: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** What goes out with the text. Those of HTML are in it. */
  pictures: z.array(z.object({ path: z.string(), alt: z.string() })),
  /** The text is the caption of its picture. */
  isCaption: z.boolean(),
  /** Against the limits of its channel; null where that isn't there any more. */
  preflight: z.nullable(preflightSchema),
});
export type AlertVariant = z.infer<typeof alertVariantSchema>;

/** /api/v1/alerts/{id}/record: what was sent, how it came to that, and how many deliveries stand where. */
export const alertRecordSchema = z.object({
  /** The hash of the newest content; null until it is written. */
  revision: z.nullable(z.string()),
  variants: z.array(alertVariantSchema),
  /** What readers in some countries find below the newest content, by place (src/shared/countries/verdict.ts). */
  disclosures: disclosuresSchema,
  /** Which recipients see the AI label; null if no model wrote it. */
  aiLabel: z.nullable(z.object({ everywhere: z.boolean(), isReviewed: z.boolean() })),
  steps: z.array(alertStepSchema),
  /** Why the newest content has no chart, if it should have one. */
  chartProblem: z.nullable(z.string()),
  /** Who wrote it in which language, where a model was asked. */
  writers: z.array(alertWriterSchema),
  deliveries: z.array(z.object({ state: deliveryStateSchema, count: z.int() })),
  /** Who got it was deleted with the ledger's entries of its time; the counts stay. */
  recipientsDeleted: z.boolean(),
  /** How many repeats were held before it; null where its rule sends each. */
  repeatsHeld: z.nullable(z.int()),
});
export type AlertRecord = z.infer<typeof alertRecordSchema>;

const deliveryAttemptSchema = z.object({
  n: z.int(),
  outcome: z.enum(['sent', 'retry', 'unknown', 'rejected']),
  detail: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
});

/** One delivery of an alert with every attempt, oldest first. */
export const deliveryItemSchema = z.object({
  id: z.uuid(),
  channel: channelKindSchema,
  address: z.string(),
  state: deliveryStateSchema,
  reason: z.nullable(z.string()),
  purpose: purposeSchema,
  sendNo: z.int(),
  sentAt: z.nullable(z.iso.datetime()),
  /** As the provider reported; null where it has not, or never does. */
  deliveredAt: z.nullable(z.iso.datetime()),
  readAt: z.nullable(z.iso.datetime()),
  /** Whether the provider can be asked for the message as it stands there now. */
  readsBack: z.boolean(),
  nextAttemptAt: z.nullable(z.iso.datetime()),
  /** Its outcome stayed unknown, and this setting of its connection decided: it was sent again, or is left as it is. */
  decidedBy: z.nullable(z.enum(['resend', 'leave'])),
  attempts: z.array(deliveryAttemptSchema),
});
export type DeliveryItem = z.infer<typeof deliveryItemSchema>;
export const deliveryPageSchema = z.object({
  items: z.array(deliveryItemSchema),
  next: z.nullable(z.string()),
});

/** /api/v1/deliveries/{id}/read-back: a message as its provider shows it now. */
export const readBackSchema = z.object({
  /** `gone`: it isn't there any more; `unknown`: the provider could not be asked, and `problem` says why. */
  found: z.enum(['there', 'gone', 'unknown']),
  text: z.nullable(z.string()),
  /** Whether it reads as it was sent; null where nothing was found. */
  same: z.nullable(z.boolean()),
  problem: z.nullable(z.string()),
});
export type ReadBackAnswer = z.infer<typeof readBackSchema>;

/** /api/v1/alerts/{id}/bars: closes around the event, oldest first; `time` is the start of the bar in ms, UTC. */
export const alertBarsSchema = z.object({
  bars: z.array(
    z.object({ time: z.number(), open: z.number(), high: z.number(), low: z.number(), close: z.number() }),
  ),
});
export type AlertBars = z.infer<typeof alertBarsSchema>;

/** A filter kept under a name: /api/v1/views. `query` is the address's part behind the question mark. */
export const VIEW_NAME_MAX = 60;
export const viewFormSchema = z.object({
  screen: z.literal('alerts'),
  name: z
    .string('Give the view a name.')
    .check(
      z.trim(),
      z.minLength(1, 'Give the view a name.'),
      z.maxLength(VIEW_NAME_MAX, `A name can have ${VIEW_NAME_MAX} characters at most.`),
      storable,
    ),
  query: z.string().check(z.maxLength(2000, 'This filter is too long to be kept.'), storable),
});
export type ViewForm = z.infer<typeof viewFormSchema>;
export const viewSchema = z.object({ id: z.uuid(), name: z.string(), query: z.string() });
export type View = z.infer<typeof viewSchema>;
export const viewsSchema = z.object({ items: z.array(viewSchema) });
