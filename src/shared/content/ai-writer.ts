import * as z from 'zod/mini';
import { alertLanguageSchema } from './answer.ts';

/** A model that a provider offers, with its price: ten-thousandths of a US dollar per million tokens. */
type OfferedModel = { id: string; input: number; output: number };
export type ModelProvider = {
  id: string;
  title: string;
  /** Where its API is; null for a server that has to be named. */
  address: string | null;
  needsKey: boolean;
  /** The first is the one to begin with. */
  models: readonly OfferedModel[];
  /** Example of an address, for a server that has to be named. */
  placeholder?: string;
};

/** Who can write, as data. `engine/content/model/providers.ts` loads their packages. */
export const MODEL_PROVIDERS = [
  {
    id: 'openai',
    title: 'OpenAI',
    address: 'https://api.openai.com/v1',
    needsKey: true,
    models: [
      { id: 'gpt-4.1-mini', input: 4_000, output: 16_000 },
      { id: 'gpt-4.1', input: 20_000, output: 80_000 },
      { id: 'gpt-4o-mini', input: 1_500, output: 6_000 },
    ],
  },
  {
    id: 'anthropic',
    title: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    needsKey: true,
    models: [
      { id: 'claude-haiku-4-5', input: 10_000, output: 50_000 },
      { id: 'claude-sonnet-4-5', input: 30_000, output: 150_000 },
    ],
  },
  {
    id: 'google',
    title: 'Google',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    models: [
      { id: 'gemini-2.5-flash', input: 3_000, output: 25_000 },
      { id: 'gemini-2.5-flash-lite', input: 1_000, output: 4_000 },
    ],
  },
  {
    id: 'compatible',
    title: 'OpenAI-compatible server',
    address: null,
    needsKey: false,
    models: [],
    placeholder: 'https://models.example.com/v1',
  },
] as const satisfies readonly ModelProvider[];

export const PROVIDER_IDS = MODEL_PROVIDERS.map(({ id }) => id);
export type ProviderId = (typeof MODEL_PROVIDERS)[number]['id'];
export const providerIdSchema = z.enum(PROVIDER_IDS);

export const findProvider = (id: ProviderId): ModelProvider =>
  MODEL_PROVIDERS.find((provider) => provider.id === id) ?? MODEL_PROVIDERS[3];

/** What a model costs where nobody entered a price: nothing is known of a model that isn't listed. */
export const listedPrice = (provider: ProviderId, model: string): { input: number; output: number } | null =>
  findProvider(provider).models.find(({ id }) => id === model) ??
  (findProvider(provider).needsKey ? null : { input: 0, output: 0 });

/** An alert never waits for a model for longer than this, in all languages together. */
export const WRITER_DEADLINE_MS = 8_000;
/** A cap that a workspace begins with, and the largest, in US cents. */
export const WRITER_CAP_CENTS = 2_000;
export const WRITER_CAP_CENTS_MAX = 1_000_000;

/** What became of asking a model: the sentence says why the built-in writer wrote the alert instead. */
export const WRITER_OUTCOMES = {
  written: 'The model’s text passed every check.',
  refused: 'The model’s text didn’t pass the content gate.',
  late: 'The model didn’t answer in time.',
  unreachable: 'The model’s server couldn’t be reached.',
  cut_off: 'The model’s answer broke off.',
  nonsense: 'The model’s answer wasn’t in the form that was asked for.',
  bad_key: 'The provider rejected the API key.',
  unknown_model: 'The provider doesn’t know this model, or the address is wrong.',
  rate_limited: 'The provider’s rate limit was reached.',
  provider_error: 'The provider answered with an error.',
  over_budget: 'The monthly cap for the AI writer was reached.',
  resting: 'The model failed several times in a row, so it wasn’t asked for a minute.',
  busy: 'Too many alerts at the same time for the model.',
  not_set_up: 'The AI writer isn’t set up completely.',
  not_in_plan: 'The plan doesn’t include this key for the AI writer.',
} as const;
export type WriterOutcome = keyof typeof WRITER_OUTCOMES;
export const writerOutcomeSchema = z.enum(
  Object.keys(WRITER_OUTCOMES) as [WriterOutcome, ...WriterOutcome[]],
);

const cents = z
  .int('Enter an amount in whole cents')
  .check(z.gte(0, 'Enter an amount of 0 or more'), z.lte(WRITER_CAP_CENTS_MAX, 'At most $10,000 a month'));
/** US dollars per million tokens, to a hundredth of a cent. */
const price = z
  .number('Enter a price in US dollars')
  .check(z.gte(0, 'Enter a price of 0 or more'), z.lte(10_000, 'Enter a price below $10,000'));
const oneLine = (what: string, max: number) =>
  z
    .string(`${what} is a text`)
    .check(
      z.trim(),
      z.maxLength(max, `Use at most ${max} characters`),
      z.regex(/^[^\p{Cc}]*$/u, 'Use one line'),
    );

/** What is left out stays. `key`: null deletes it. `address` and prices: null is the provider's own. */
export const writerChangeSchema = z.strictObject({
  on: z.optional(z.boolean('on is true or false')),
  /** Whose account pays. */
  source: z.optional(z.enum(['installation', 'own'])),
  provider: z.optional(providerIdSchema),
  address: z.optional(z.nullable(oneLine('The address', 500))),
  model: z.optional(z.nullable(oneLine('The model', 200))),
  key: z.optional(z.nullable(oneLine('The key', 1_000))),
  inputPrice: z.optional(z.nullable(price)),
  outputPrice: z.optional(z.nullable(price)),
  capCents: z.optional(cents),
});
export type WriterChange = z.infer<typeof writerChangeSchema>;

export const writerSpendSchema = z.object({
  /** The month's first day, in UTC. */
  month: z.iso.date(),
  source: z.enum(['installation', 'own']),
  calls: z.int(),
  /** Texts of the model that went into an alert or the playground. */
  written: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Millionths of a US cent. */
  costMicrocents: z.int(),
});
export type WriterSpend = z.infer<typeof writerSpendSchema>;

export const writerSettingsSchema = z.object({
  on: z.boolean(),
  source: z.enum(['installation', 'own']),
  provider: providerIdSchema,
  address: z.nullable(z.string()),
  model: z.nullable(z.string()),
  /** Whether a key is kept. It is never returned. */
  keySet: z.boolean(),
  inputPrice: z.nullable(z.number()),
  outputPrice: z.nullable(z.number()),
  capCents: z.int(),
  /** What the installation offers; null where it offers none, or not in this plan. */
  installation: z.nullable(z.object({ provider: z.string(), model: z.string(), capCents: z.int() })),
  /** Whether the plan allows a key of the workspace's own. */
  mayOwn: z.boolean(),
  /** Why nothing is asked although it is on; null where a model writes. */
  problem: z.nullable(z.string()),
  checkedAt: z.nullable(z.iso.datetime()),
  checkedOutcome: z.nullable(writerOutcomeSchema),
  /** The current month, by whose account paid. */
  spend: z.nullable(writerSpendSchema),
});
export type WriterSettings = z.infer<typeof writerSettingsSchema>;

export const writerCheckSchema = z.object({
  outcome: writerOutcomeSchema,
  says: z.string(),
  tookMs: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicrocents: z.int(),
});
export type WriterCheck = z.infer<typeof writerCheckSchema>;

/** Something of a model's answer that the content gate refused. */
export const writerRefusalSchema = z.object({
  code: z.string(),
  says: z.string(),
  /** Which part: "headline.0", "paragraphs.1.2". */
  at: z.string(),
  found: z.string(),
});
export type WriterRefusal = z.infer<typeof writerRefusalSchema>;

export const writerCallSchema = z.object({
  id: z.uuid(),
  purpose: z.enum(['alert', 'playground', 'check']),
  alertId: z.nullable(z.uuid()),
  language: z.nullable(alertLanguageSchema),
  provider: z.string(),
  model: z.string(),
  outcome: writerOutcomeSchema,
  says: z.string(),
  refusals: z.array(writerRefusalSchema),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicrocents: z.int(),
  tookMs: z.int(),
  at: z.iso.datetime(),
});
export type WriterCall = z.infer<typeof writerCallSchema>;

export const writerUsageSchema = z.object({
  months: z.array(writerSpendSchema),
  /** How often each outcome came up this month. */
  outcomes: z.array(z.object({ outcome: writerOutcomeSchema, count: z.int() })),
  /** The last ones where the built-in writer had to write. */
  recent: z.array(writerCallSchema),
});
export type WriterUsage = z.infer<typeof writerUsageSchema>;

export const playgroundFormSchema = z.strictObject({
  alertId: z.uuid('Choose an alert'),
  /** Another brand than the alert's. */
  brandId: z.optional(z.nullable(z.uuid())),
  language: z.optional(alertLanguageSchema),
});
export type PlaygroundForm = z.infer<typeof playgroundFormSchema>;

const textSchema = z.object({ headline: z.string(), summary: z.string(), paragraphs: z.array(z.string()) });
export type PlaygroundText = z.infer<typeof textSchema>;

export const playgroundSchema = z.object({
  builtIn: textSchema,
  /** Null where it didn't pass; `call` says why. */
  model: z.nullable(textSchema),
  /** What the model said, word for word, where it didn't pass. */
  said: z.nullable(z.string()),
  /** Null in the public demo, where no model is asked. */
  call: z.nullable(writerCallSchema),
});
export type Playground = z.infer<typeof playgroundSchema>;

/** Who wrote an alert in a language. */
export const alertWriterSchema = z.object({
  language: alertLanguageSchema,
  /** `built_in`: asked a model and wrote itself, for the reason in `says`. */
  writer: z.enum(['model', 'built_in']),
  provider: z.string(),
  model: z.string(),
  says: z.string(),
});
export type AlertWriter = z.infer<typeof alertWriterSchema>;

/** Microcents as dollars: "$0.0123". */
export function formatCost(microcents: number): string {
  const dollars = microcents / 100_000_000;
  const digits = dollars === 0 || dollars >= 1 ? 2 : 4;
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}
