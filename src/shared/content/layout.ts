import * as z from 'zod/mini';
import { pictureSchema } from './picture.ts';
import { textNodeSchema, textSchema } from './text.ts';

/** How much an alert says: the headline and its figure; with chart and figures; all there is, figure first. */
export const STYLES = ['brief', 'standard', 'rich'] as const;
export const styleSchema = z.enum(STYLES);
export type Style = z.infer<typeof styleSchema>;

/** As screens name them. */
export const STYLE_LABELS: Readonly<Record<Style, string>> = {
  brief: 'Brief',
  standard: 'Standard',
  rich: 'Rich',
};

/**
 * Kinds of message, by what a channel can carry: a `page` has HTML or no limit of length (email, the hosted page), a
 * `message` holds a few paragraphs (chats), and a `post` one or two sentences.
 */
export const FORMS = ['page', 'message', 'post'] as const;
export const formSchema = z.enum(FORMS);
export type Form = z.infer<typeof formSchema>;

/** Parts of the document itself. `body` is what follows the summary; `alerts` are those that a digest lists. */
export const PARTS = [
  'dateline',
  'headline',
  'figure',
  'summary',
  'body',
  'chart',
  'alerts',
  'table',
  'callToAction',
  'disclaimers',
] as const;
export type PartName = (typeof PARTS)[number];

const forms = { in: z.array(formSchema) };

/** A piece of HTML that code made safe: tags as `markup`, and between them texts, which are not escaped yet. */
const htmlNodeSchema = z.union([z.strictObject({ markup: z.string() }), textNodeSchema]);
export type HtmlNode = z.infer<typeof htmlNodeSchema>;

/** What a message has in one place, and in which forms. */
export const elementSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(PARTS), ...forms }),
  /** One of `blocks`, by its place: what `body`, `alerts` and `text` become in one form of message. */
  z.strictObject({ kind: z.literal('block'), ...forms, at: z.int() }),
  z.strictObject({ kind: z.literal('divider'), ...forms }),
  z.strictObject({ kind: z.literal('text'), ...forms, text: textSchema }),
  z.strictObject({ kind: z.literal('image'), ...forms, picture: pictureSchema, alt: z.string() }),
  z.strictObject({
    kind: z.literal('button'),
    ...forms,
    label: textSchema,
    url: z.url({ protocol: /^https?$/ }),
  }),
  z.strictObject({ kind: z.literal('html'), ...forms, nodes: z.array(htmlNodeSchema) }),
]);
export type Element = z.infer<typeof elementSchema>;

/** The order of a document, top to bottom. A document without one is in the standard order. */
export const layoutSchema = z.strictObject({
  style: styleSchema,
  /** The workspace's own template; null for one of ours. */
  template: z.nullable(z.strictObject({ id: z.uuid(), name: z.string(), version: z.int() })),
  /** Why the template wasn't used. */
  problem: z.nullable(z.string().check(z.maxLength(300))),
  elements: z.array(elementSchema),
});
export type Layout = z.infer<typeof layoutSchema>;

export const isPart = (element: Element): element is Extract<Element, { kind: PartName }> =>
  PARTS.some((part) => part === element.kind);
