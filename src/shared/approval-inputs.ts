import * as z from 'zod/mini';

/**
 * What an approval policy decides by, as it was known when the alert was written. It is stored with the decision, so that
 * the same policy gives the same answer from it at any time.
 */
export const approvalInputsSchema = z.object({
  version: z.literal(1),
  /** When it was decided, and when what the alert tells of happened (ISO, UTC). */
  at: z.iso.datetime(),
  eventAt: z.iso.datetime(),
  kind: z.enum(['market', 'news', 'calendar', 'webhook', 'composed']),
  /**
   * The change of the bar before the event to its own, in percent, and among how many earlier bars of the series which
   * share (0 to 1) changed by less. Null where too few bars are known.
   */
  move: z.nullable(z.object({ changePercent: z.number(), rank: z.number(), bars: z.int() })),
  /** Whether the rule has words of its own, and whether what was said outside names an action such as "buy". */
  claims: z.object({ ownWords: z.boolean(), action: z.nullable(z.string()) }),
  /** Prices of the symbol that were set aside as faulty in the day before. */
  data: z.object({ quarantined: z.int() }),
  /** How many alerts were sent before: in the brand, by the rule, with the template (null: a layout of ours). */
  sent: z.object({ brand: z.int(), rule: z.int(), template: z.nullable(z.int()) }),
  /** The model that wrote the text; null is the built-in writer. `refused`: texts of a model that didn't pass. */
  writer: z.object({ model: z.nullable(z.string()), refused: z.int() }),
  /** Roughly how many people and destinations it goes to. */
  audience: z.object({ people: z.int(), destinations: z.int() }),
  /** Where among the recipients the brand's country policy asks for a review (src/shared/countries/verdict.ts). */
  review: z.optional(z.array(z.string())),
  /** Whether the brand asks for a review of its symbol. */
  watched: z.optional(z.boolean()),
  /** Where the brand is: 1 is Monday, and the time of day. */
  local: z.object({ timeZone: z.string(), weekday: z.int(), time: z.string() }),
  /** Of the rule's last reviewed alerts: how many, how many were rejected, and how many edited. */
  history: z.object({ reviewed: z.int(), rejected: z.int(), edited: z.int() }),
});
export type ApprovalInputs = z.infer<typeof approvalInputsSchema>;
