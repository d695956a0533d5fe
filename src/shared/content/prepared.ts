import * as z from 'zod/mini';

/** A picture of a message, known by the SHA-256 of its bytes. */
const mediaSchema = z.object({ name: z.string(), type: z.string(), hash: z.string(), alt: z.string() });
export type PreparedMedia = z.infer<typeof mediaSchema>;

/**
 * A message as a channel's `render` makes it and its `send` takes it: what `renditions.prepared` holds. Nothing in it is
 * about one recipient.
 */
export const preparedSchema = z.object({
  /** Subject or headline; null where the channel has none. */
  title: z.nullable(z.string()),
  text: z.string(),
  /** What goes on in messages below it, each whole, where the provider's are too short for everything. */
  thread: z.optional(z.array(z.string())),
  /** Pictures in it are addressed as `cid:` and their hash. */
  html: z.nullable(z.string()),
  media: z.array(mediaSchema),
  /** Links under the message, each with a label. */
  buttons: z.optional(z.array(z.object({ label: z.string(), url: z.string() }))),
  /** The same message in the channel's own form (blocks, entities, a card), which its `send` alone reads. */
  own: z.optional(z.json()),
});
export type Prepared = z.infer<typeof preparedSchema>;

/** Every text of a message, in the order in which it's read. */
export const textsOfPrepared = ({ text, thread = [] }: Pick<Prepared, 'text' | 'thread'>): string[] => [
  text,
  ...thread,
];

/** All that a message says. */
export const wholeText = (prepared: Pick<Prepared, 'text' | 'thread'>): string =>
  textsOfPrepared(prepared).join('\n\n');

/** How HTML addresses a picture that comes with it. */
export const pictureUrl = (hash: string): string => `cid:${hash}`;
