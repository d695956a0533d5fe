import * as z from 'zod/mini';
import { daySchema } from './day.ts';

/** So many recipients of an alert are in a search's answer; a case file has all of them. */
export const RECIPIENTS_SHOWN = 20;
export const RECORD_PAGE_MAX = 50;
/** So many alerts of the period, symbol and brand a page looks at. It may find fewer than it holds, and there may be more. */
export const RECORD_LOOKED_AT = 5_000;
/** So many alerts a file of a search may have. */
export const RECORD_FILE_MAX = 1_000;
export const RECORD_WORD_MAX = 200;

const momentSchema = z.iso.datetime();

/** An alert as the ledger has it: what it said, at which figures, who approved it, who got it. */
export const recordedAlertSchema = z.object({
  alert: z.uuid(),
  title: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  brand: z.object({ id: z.uuid(), name: z.string() }),
  at: momentSchema,
  figures: z.nullable(
    z.object({ line: z.string(), rows: z.array(z.object({ label: z.string(), value: z.string() })) }),
  ),
  said: z.array(
    z.object({
      title: z.nullable(z.string()),
      text: z.string(),
      /** Where this text was for; empty where only the ledger has it still. */
      channels: z.array(z.object({ channel: z.string(), language: z.string() })),
      /** False: it was rejected, or it is a revision that nobody approved. */
      approved: z.boolean(),
    }),
  ),
  decisions: z.array(
    z.object({
      entry: z.int(),
      at: momentSchema,
      decision: z.string(),
      by: z.string(),
      isPolicy: z.boolean(),
      /** To search for what they decided. */
      person: z.nullable(z.uuid()),
      entity: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  outcomes: z.array(z.object({ state: z.string(), count: z.int() })),
  recipients: z.array(
    z.object({ to: z.nullable(z.string()), channel: z.string(), state: z.string(), at: momentSchema }),
  ),
});
export type RecordedAlert = z.infer<typeof recordedAlertSchema>;

export const recordPageSchema = z.object({
  items: z.array(recordedAlertSchema),
  next: z.nullable(z.uuid()),
});
export type RecordPage = z.infer<typeof recordPageSchema>;

/** PostgreSQL keeps no text with a NUL or half a character in it. */
const storable = z.refine<string>(
  (text) => !/[\0\p{Cs}]/u.test(text),
  'This holds a character that cannot be kept.',
);
const shortSchema = z.string().check(z.maxLength(320), storable);

/** What a search narrows to, as it is in the address of the screen and of the API. Days are in UTC, both included. */
const recordFilterSchema = z.object({
  symbol: z.optional(shortSchema),
  brand: z.optional(z.uuid()),
  recipient: z.optional(shortSchema),
  approver: z.optional(z.uuid()),
  q: z.optional(z.string().check(z.maxLength(RECORD_WORD_MAX), storable)),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
});
export type RecordFilterWords = z.infer<typeof recordFilterSchema>;
const NAMES = ['symbol', 'brand', 'recipient', 'approver', 'q', 'from', 'to'] as const;

/** Reads the filter of an address; what can't be is left out. */
export function readRecordFilter(query: URLSearchParams): RecordFilterWords {
  const given = NAMES.flatMap((name) => {
    const value = query.get(name)?.trim();
    const fits = value && recordFilterSchema.safeParse({ [name]: value }).success;
    return fits ? [[name, value]] : [];
  });
  return recordFilterSchema.parse(Object.fromEntries(given));
}

/** The filter as an address, always in the same order. */
export function writeRecordFilter(filter: RecordFilterWords): string {
  const query = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value) query.set(name, value);
  }
  return query.toString();
}
