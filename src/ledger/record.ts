import { z } from 'zod';
import { entrySchema, hashSchema, stubSchema } from './entry.ts';
import { headSchema } from './head.ts';

/** The lines of an export, and what a database is read as. */
export const recordSchema = z.discriminatedUnion('record', [
  z.strictObject({
    record: z.literal('ledger'),
    format: z.literal(1),
    workspace: z.uuid(),
    name: z.string(),
    /** The entry it begins with. Above 1: the entries before were pruned, or a period was asked for. */
    first: z.int().positive(),
    /** Where the period begins and ends that was asked for. */
    from: z.iso.datetime().nullable(),
    to: z.iso.datetime().nullable(),
    /** Of a case about one alert: entries of others are stubs. */
    alert: z.uuid().optional(),
    /** The same of several. */
    alerts: z.array(z.uuid()).optional(),
  }),
  z.strictObject({ record: z.literal('bytes'), hash: hashSchema, type: z.string(), data: z.base64() }),
  z.strictObject({ record: z.literal('entry'), ...entrySchema.shape }),
  z.strictObject({ record: z.literal('stub'), ...stubSchema.shape }),
  z.strictObject({ record: z.literal('head'), ...headSchema.shape }),
  /** Of a person who may be named: in exports with people. */
  z.strictObject({ record: z.literal('key'), person: z.string(), key: z.base64() }),
  /** Where the database says that the chain ends. */
  z.strictObject({ record: z.literal('tip'), sequence: z.int(), hash: hashSchema }),
  z.strictObject({
    record: z.literal('end'),
    workspace: z.uuid(),
    first: z.int(),
    last: z.int(),
    entries: z.int(),
    at: z.iso.datetime({ precision: 3 }),
    /** SHA-256 of all lines before this one. */
    lines: hashSchema,
    publicKey: z.base64(),
    signature: z.base64(),
  }),
]);
export type LedgerRecord = z.infer<typeof recordSchema>;
export type RecordOf<K extends LedgerRecord['record']> = Extract<LedgerRecord, { record: K }>;
