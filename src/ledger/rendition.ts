import { z } from 'zod';
import { hashSchema } from './entry.ts';

/** What a revision's content is kept as; its hash is the revision's. */
export const CONTENT_TYPE = 'application/vnd.bellwire.content+json';

/** What a rendition is kept as: canonical JSON of what the channel prepared. */
export const RENDITION_TYPE = 'application/vnd.bellwire.rendition+json';

/** The part of it that the ledger reads: pictures that lie beside it. */
const preparedSchema = z.looseObject({
  media: z.array(z.looseObject({ hash: hashSchema, type: z.string() })).optional(),
});
export type Rendition = z.infer<typeof preparedSchema>;

/** @throws where it can't be read */
export const readRendition = (bytes: Buffer): Rendition =>
  preparedSchema.parse(JSON.parse(bytes.toString('utf8')));
