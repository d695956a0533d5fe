import * as z from 'zod/mini';

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const sizeSchema = z.int().check(z.gte(1), z.lte(10_000));

/** A picture, known by the SHA-256 of its bytes. Its size is in pixels of the page, not of the file. */
export const pictureSchema = z.strictObject({
  hash: hashSchema,
  type: z.literal('image/png'),
  width: sizeSchema,
  height: sizeSchema,
});
export type Picture = z.infer<typeof pictureSchema>;
