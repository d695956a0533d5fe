import * as z from 'zod/mini';
import { fontSchema, shapeSchema } from '../brand-kit.ts';
import { chosenFormatsSchema } from '../formats.ts';
import { documentDataSchema } from './document-data.ts';
import { type Element, layoutSchema } from './layout.ts';
import { pictureFormatSchema } from './picture-formats.ts';
import { type Picture, pictureSchema } from './picture.ts';
import { type Text, type TextNode, textSchema } from './text.ts';

export { type Picture, pictureSchema };

/** How the brand looked when the alert was written. Another look is another revision. */
export const lookSchema = z.strictObject({
  name: z.string(),
  /** Hex color of the header. */
  color: z.string(),
  /** Hex color of lines and marks. */
  accent: z.string(),
  logo: z.nullable(pictureSchema),
  /** On a dark header, in dark mode. This and what follows is missing in documents of before there was a brand kit. */
  logoDark: z.optional(z.nullable(pictureSchema)),
  font: z.optional(fontSchema),
  shape: z.optional(shapeSchema),
  /** Below an alert: the brand's website and profiles. */
  links: z.optional(z.array(z.strictObject({ label: z.string(), url: z.url({ protocol: /^https$/ }) }))),
  /** How it writes figures, dates and times, where that isn't as the language does. */
  formats: z.optional(chosenFormatsSchema),
  /** Its charts are dark as well: for readers in dark mode, in chats too, and its cards for posts. */
  darkPictures: z.optional(z.enum(['readers', 'chats', 'posts'])),
});
export type Look = z.infer<typeof lookSchema>;

const labeledSchema = z.strictObject({ label: textSchema, value: textSchema });
const rowSchema = z.extend(labeledSchema, {
  /** The value is a phrase and no figure. */
  words: z.boolean(),
});

/** What follows the summary, top to bottom. */
const blockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('paragraph'), text: textSchema }),
  /** One alert of a digest, in the words that were approved. */
  z.strictObject({
    kind: z.literal('alert'),
    id: z.uuid(),
    direction: z.nullable(z.enum(['up', 'down'])),
    headline: textSchema,
    figure: z.nullable(textSchema),
    dateline: textSchema,
  }),
]);
export type DocumentBlock = z.infer<typeof blockSchema>;

const chartSchema = z.strictObject({
  /** What it shows, for whoever can't see it. */
  description: textSchema,
  /** Null where it could not be drawn; `problem` says why. */
  picture: z.nullable(pictureSchema),
  /** The same on a dark ground, where the brand has such. */
  dark: z.optional(pictureSchema),
  problem: z.nullable(z.string().check(z.maxLength(300))),
});

/** A picture in the size that a channel shows, which that channel sends instead of the chart. */
const channelPictureSchema = z.strictObject({
  format: pictureFormatSchema,
  /** As the channel asked for it: of a chart in pixels of the page, else of the file. */
  width: z.int().check(z.gte(1), z.lte(10_000)),
  height: z.int().check(z.gte(1), z.lte(10_000)),
  description: textSchema,
  /** Null where it could not be drawn; `problem` says why. */
  picture: z.nullable(pictureSchema),
  problem: z.nullable(z.string().check(z.maxLength(300))),
});
export type ChannelPicture = z.infer<typeof channelPictureSchema>;

/**
 * An alert in one language, for every channel. `content.ts` says what a revision holds of them; the hash of a revision is
 * that of the canonical JSON of its content, and an approval is of that hash.
 */
export const alertDocumentSchema = z.strictObject({
  version: z.literal(1),
  /** BCP 47. */
  language: z.string(),
  look: lookSchema,
  /** Which way the figure went; null for an event without a direction. */
  direction: z.nullable(z.enum(['up', 'down'])),
  /** The subject line: the headline, and for a trial run that it is one. */
  title: textSchema,
  /** What, when and in which bars. */
  dateline: textSchema,
  headline: textSchema,
  /** The figure of the alert, or null where it has none. */
  figure: z.nullable(labeledSchema),
  /** What a reader must know first: that this is a trial run. */
  notice: z.nullable(z.strictObject({ title: textSchema, text: textSchema })),
  summary: textSchema,
  blocks: z.array(blockSchema),
  /** The other figures. */
  table: z.array(rowSchema),
  chart: z.nullable(chartSchema),
  callToAction: z.nullable(z.strictObject({ label: textSchema, url: z.url({ protocol: /^https?$/ }) })),
  disclaimers: z.array(textSchema),
  /** A model wrote the words: what readers are told below the disclaimers, until a person takes responsibility. */
  aiLabel: z.optional(textSchema),
  pictures: z.optional(z.array(channelPictureSchema)),
  /** Which of these a message has, and in which order; without it, all of them in the standard order. */
  layout: z.optional(layoutSchema),
  /** Missing in a digest, and in documents from before programs got alerts. */
  data: z.optional(documentDataSchema),
});
export type AlertDocument = z.infer<typeof alertDocumentSchema>;

const blockTexts = (block: DocumentBlock): { part: string; text: Text }[] =>
  block.kind === 'paragraph'
    ? [{ part: block.kind, text: block.text }]
    : [block.headline, ...(block.figure ? [block.figure] : []), block.dateline].map((text) => ({
        part: block.kind,
        text,
      }));

/** Every text of a document, top to bottom, with what it is. */
export function textsOf(document: AlertDocument): { part: string; text: Text }[] {
  const { figure, notice, chart, callToAction } = document;
  const labeled = (part: string, { label, value }: { label: Text; value: Text }) => [
    { part: `${part} label`, text: label },
    { part, text: value },
  ];
  return [
    { part: 'title', text: document.title },
    { part: 'dateline', text: document.dateline },
    { part: 'headline', text: document.headline },
    ...(notice ? [notice.title, notice.text].map((text) => ({ part: 'notice', text })) : []),
    { part: 'summary', text: document.summary },
    ...document.blocks.flatMap(blockTexts),
    ...(figure ? labeled('figure', figure) : []),
    ...document.table.flatMap((row) => labeled('table', row)),
    ...(chart ? [{ part: 'chart', text: chart.description }] : []),
    ...(document.pictures ?? []).map(({ description }) => ({ part: 'picture', text: description })),
    ...(callToAction ? [{ part: 'call to action', text: callToAction.label }] : []),
    ...document.disclaimers.map((text) => ({ part: 'disclaimer', text })),
    ...(document.layout?.elements ?? []).flatMap(elementTexts),
  ];
}

/** What a template says beside the document: its own texts, each block of its HTML as one. */
function elementTexts(element: Element): { part: string; text: Text }[] {
  if (element.kind === 'text') return [{ part: 'template text', text: element.text }];
  if (element.kind === 'button') return [{ part: 'template button', text: element.label }];
  if (element.kind === 'image') return [{ part: 'template image', text: [{ author: element.alt }] }];
  if (element.kind !== 'html') return [];
  return [{ part: 'template HTML', text: htmlText(element) }];
}

/** The texts of HTML as they are read: tags within a line are nothing, others end it. */
export const htmlText = ({ nodes }: Extract<Element, { kind: 'html' }>): Text =>
  nodes.flatMap((node): TextNode[] => {
    if (typeof node === 'string' || !('markup' in node)) return [node];
    return INLINE.test(node.markup) ? [] : [{ author: '\n' }];
  });

const INLINE = /^<\/?(?:a|b|em|i|s|small|span|strong|sub|sup|u)\b/;
