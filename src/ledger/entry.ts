import { z } from 'zod';
import { canonicalJson, sha256 } from '#src/platform/json/canonical.ts';

/** SHA-256 as 64 hexadecimal characters. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** One entry of a chain, as it is stored and exported. `body` is canonical JSON, as text. */
export const entrySchema = z.strictObject({
  workspace: z.uuid(),
  sequence: z.int().positive(),
  kind: z.string(),
  subject: z.string(),
  at: z.iso.datetime({ precision: 3 }),
  body: z.string(),
  previous: hashSchema,
  hash: hashSchema,
});
export type Entry = z.infer<typeof entrySchema>;

/** Stands before the first entry. */
export const NO_HASH = '0'.repeat(64);

/** An entry without what it says: only the hash of that, which its own hash is made of. It shows that a chain goes on. */
export const stubSchema = z.strictObject({ ...entrySchema.omit({ body: true }).shape, bodyHash: hashSchema });
export type Stub = z.infer<typeof stubSchema>;

export const stubOf = ({ body, ...rest }: Entry): Stub => ({
  ...rest,
  bodyHash: sha256(body).toString('hex'),
});

/** What an entry's hash has to be. The function append_to_ledger (migration 0120) makes the same. */
export const entryHash = (entry: Entry): string => stubHash(stubOf(entry));

export function stubHash(stub: Stub): string {
  const { bodyHash: body, hash: _, ...rest } = stub;
  return sha256(canonicalJson({ ...rest, body, version: 1 })).toString('hex');
}

/** Every body may list the bytes that it speaks of; they're kept as long as the entry. */
const withBytesSchema = z.looseObject({ bytes: z.array(hashSchema).optional() });

/** The hashes of the bytes that an entry needs. @throws where its body can't be read */
export const bytesOf = (entry: Pick<Entry, 'body'>): string[] =>
  withBytesSchema.parse(JSON.parse(entry.body)).bytes ?? [];
