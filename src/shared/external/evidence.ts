import * as z from 'zod/mini';

/** Where things come from that are no bars. */
export const EXTERNAL_KINDS = ['webhook', 'news', 'calendar'] as const;
export const externalKindSchema = z.enum(EXTERNAL_KINDS);
export type ExternalKind = z.infer<typeof externalKindSchema>;
/** Who may have said what: a source, or the author of an alert that a person wrote about no symbol. */
const SAID_FROM = [...EXTERNAL_KINDS, 'composed'] as const;
export type SaidFrom = (typeof SAID_FROM)[number];

/**
 * What made an external event: what was said, word for word, and what was read out of it. `facts` are what
 * an alert may say, each exactly as it was said; `other` is what else was said, which stands in no alert. Both can be
 * read again out of `said.body`; whether it is true in the world is for its sender to say.
 */
export const externalEvidenceSchema = z.object({
  said: z.object({
    from: z.enum(SAID_FROM),
    /** Who said it, as the workspace calls it: the name of a rule or of a source. */
    by: z.string(),
    /** When it came here. */
    at: z.iso.datetime(),
    type: z.string(),
    body: z.string(),
  }),
  facts: z.record(z.string(), z.string()),
  other: z.record(z.string(), z.string()),
  /** What the rule asked for, so that it can be asked again. */
  asked: z.optional(z.record(z.string(), z.unknown())),
});
export type ExternalEvidence = z.infer<typeof externalEvidenceSchema>;

/** What facts are called and in which order they are told; nothing else that is said gets into an alert. */
export const FACTS = {
  title: 'Title',
  message: 'Message',
  event: 'Event',
  ticker: 'Symbol',
  exchange: 'Exchange',
  action: 'Action',
  close: 'Close',
  open: 'Open',
  high: 'High',
  low: 'Low',
  volume: 'Volume',
  currency: 'Currency',
  country: 'Country',
  importance: 'Importance',
  actual: 'Actual',
  forecast: 'Forecast',
  previous: 'Before',
  interval: 'Interval',
  time: 'Time',
  published: 'Published',
  link: 'Link',
} as const satisfies Record<string, string>;
export type FactName = keyof typeof FACTS;
export const FACT_NAMES = Object.keys(FACTS) as FactName[];
