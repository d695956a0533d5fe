import * as z from 'zod/mini';
import { oneLabel } from '../label.ts';

const time = z.iso.datetime();

export const NEWS = {
  sources: 20,
  addressMax: 500,
  /** A source is asked so often while a rule listens; one that fails, less and less. */
  everyMinutes: 5,
  atMostMinutes: 60,
  /** What is not told any more for so long is forgotten, and would be new again. */
  rememberedDays: 60,
  putAsideKept: 50,
} as const;

const SAY_NAME = 'Please give the source a name.';
const shape = {
  name: z
    .string(SAY_NAME)
    .check(
      z.overwrite(oneLabel),
      z.minLength(1, SAY_NAME),
      z.maxLength(80, 'A name can have at most 80 characters.'),
    ),
  url: z.string('Please give the address of an RSS or Atom feed.').check(
    z.trim(),
    z.refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
      error: 'Please give the http or https address of an RSS or Atom feed.',
      abort: true,
    }),
    // As it is sent: letters that are no ASCII take three characters or more there.
    z.refine((url) => new URL(url).href.length <= NEWS.addressMax, {
      error: `An address can have at most ${NEWS.addressMax} characters.`,
    }),
  ),
};
export const newsSourceFormSchema = z.object(shape);
export type NewsSourceForm = z.infer<typeof newsSourceFormSchema>;

/** What is left out stays. */
export const newsSourceChangeSchema = z.object({
  name: z.optional(shape.name),
  url: z.optional(shape.url),
});
export type NewsSourceChange = z.infer<typeof newsSourceChangeSchema>;

export const newsSourceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  createdAt: time,
  /** When it was last read well; null before the first time. */
  readAt: z.nullable(time),
  /** How often in a row it could not be read, and why the last time. */
  failures: z.int(),
  problem: z.nullable(z.string()),
  items: z.int(),
  putAside: z.int(),
  lately: z.array(z.object({ reason: z.string(), problem: z.string(), sample: z.string(), at: time })),
});
export type NewsSource = z.infer<typeof newsSourceSchema>;
export const newsSourcesSchema = z.object({ items: z.array(newsSourceSchema) });
