import * as z from 'zod/mini';

const said = z.strictObject({
  kind: z.enum(['headline', 'dateline', 'notice', 'paragraph', 'figure', 'disclaimer']),
  text: z.string(),
});
const partSchema = z.discriminatedUnion('kind', [
  said,
  z.strictObject({ kind: z.literal('alert'), headline: z.string(), text: z.string() }),
  z.strictObject({
    kind: z.literal('figures'),
    rows: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  }),
]);
export type PagePart = z.infer<typeof partSchema>;

/** An alert as a public page shows it: what a rendition for one keeps in `own`. Texts only; the page escapes them. */
export const pagePostSchema = z.strictObject({
  headline: z.string(),
  /** BCP 47. */
  language: z.string(),
  direction: z.nullable(z.enum(['up', 'down'])),
  parts: z.array(partSchema),
  link: z.nullable(z.strictObject({ label: z.string(), url: z.url({ protocol: /^https?$/ }) })),
  /** Pictures among its media, by their hash: on the page, and where other sites show a link to it. */
  chart: z.nullable(z.string()),
  card: z.nullable(z.string()),
  /** Instead of the chart for readers in dark mode. */
  chartDark: z.optional(z.string()),
  /** What a trading desktop gets when it's opened; missing where it's about no instrument, and in older ones. */
  instrument: z.optional(z.strictObject({ ticker: z.string(), exchange: z.nullable(z.string()) })),
});
export type PagePost = z.infer<typeof pagePostSchema>;
