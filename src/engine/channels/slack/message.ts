import * as z from 'zod/mini';
import {
  fitParts,
  type MessageLink,
  type MessagePart,
  messageOf,
  partText,
  chatPictureFor,
  textOfParts,
} from '#src/engine/content/message/message-parts.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { linkObject, plainText, type Run, type TextObject, textObject } from './mrkdwn.ts';

/** What one section holds, and more than a chat should say. Escaped, a character may count for more. */
export const TEXT_MAX = 3_000;
const HEADER_MAX = 150;
const FIELD_MAX = 2_000;
const FIELDS_MAX = 10;
const ELEMENTS_MAX = 10;
/** A message has 50, of which the picture and the link take two. */
const BLOCKS_MAX = 48;
const ALT_MAX = 2_000;

type Section = { type: 'section'; expand: true } & ({ text: TextObject } | { fields: TextObject[] });
export type Block =
  | { type: 'header'; text: TextObject }
  | Section
  | { type: 'context'; elements: TextObject[] }
  | { type: 'image'; slack_file: { id: string }; alt_text: string };

const ownSchema = z.object({
  blocks: z.array(z.record(z.string(), z.json())),
  /** Before which of them the picture goes. */
  pictureAt: z.int(),
});

const section = (runs: readonly Run[]): Block => ({
  type: 'section',
  expand: true,
  text: textObject(runs),
});

function inTens<T>(items: readonly T[], count: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += count) groups.push(items.slice(at, at + count));
  return groups;
}

function blocksOfPart(part: MessagePart): Block[] {
  switch (part.kind) {
    case 'headline': {
      const text = plainText(part.text);
      // A longer one is said whole, in bold.
      if ([...text.text].length <= HEADER_MAX) return [{ type: 'header', text }];
      return [section([{ text: part.text, bold: true }])];
    }
    case 'notice':
    case 'figure':
      return [section([{ text: part.text, bold: true }])];
    case 'alert': {
      const about = part.text === '' ? [] : [{ text: `\n${part.text}` }];
      return [section([{ text: part.headline, bold: true }, ...about])];
    }
    case 'figures':
      return inTens(part.rows, FIELDS_MAX).map((rows) => ({
        type: 'section',
        expand: true,
        fields: rows.map(({ label, value }) =>
          textObject([{ text: label, bold: true }, { text: `\n${value}` }]),
        ),
      }));
    case 'dateline':
      return [{ type: 'context', elements: [textObject([{ text: part.text }])] }];
    default:
      return [section([{ text: partText(part) }])];
  }
}

const disclaimerBlocks = (parts: readonly MessagePart[]): Block[] =>
  inTens(parts, ELEMENTS_MAX).map((some) => ({
    type: 'context',
    elements: some.map((part) => textObject([{ text: partText(part) }])),
  }));

/** Disclaimers come last, in small letters; the link stands above them, and the chart above the figures. */
export function blocksOf(
  parts: readonly MessagePart[],
  link: MessageLink | null,
): { blocks: Block[]; pictureAt: number } {
  const said = parts.filter(({ kind }) => kind !== 'disclaimer');
  const figuresAt = said.findIndex(({ kind }) => kind === 'figures');
  const before = said.slice(0, figuresAt < 0 ? said.length : figuresAt).flatMap(blocksOfPart);
  const after = said.slice(figuresAt < 0 ? said.length : figuresAt).flatMap(blocksOfPart);
  // A button would show a warning when it's pressed: Slack asks the app about each press.
  const links: Block[] = link
    ? [{ type: 'section', expand: true, text: linkObject(link.label, link.url) }]
    : [];
  const disclaimers = disclaimerBlocks(parts.filter(({ kind }) => kind === 'disclaimer'));
  return { blocks: [...before, ...after, ...links, ...disclaimers], pictureAt: before.length };
}

const isWithin = ({ text }: TextObject, max: number): boolean => text.length <= max;

function blockFits(block: Block): boolean {
  if (block.type === 'context') return block.elements.every((each) => isWithin(each, TEXT_MAX));
  if (block.type !== 'section') return true;
  return 'fields' in block
    ? block.fields.every((each) => isWithin(each, FIELD_MAX))
    : isWithin(block.text, TEXT_MAX);
}

const fits = (parts: readonly MessagePart[]): boolean => {
  const { blocks } = blocksOf(parts, null);
  return textOfParts(parts).length <= TEXT_MAX && blocks.length <= BLOCKS_MAX && blocks.every(blockFits);
};

export function prepare(document: AlertDocument, size: PictureSize): Prepared {
  const { parts, link } = messageOf(document);
  const kept = fitParts(parts, fits);
  const shown = chatPictureFor(document, size);
  return {
    title: null,
    text: textOfParts(kept),
    html: null,
    media: shown
      ? [{ name: 'chart.png', type: shown.picture.type, hash: shown.picture.hash, alt: shown.alt }]
      : [],
    ...(link && { buttons: [link] }),
    own: ownSchema.parse(blocksOf(kept, link)),
  };
}

/** The blocks of a message, with its picture where Slack has the file. A message without any is one section. */
export function blocksToSend({ own, text, media: [first] }: Prepared, fileId: string | null): object[] {
  const read = ownSchema.safeParse(own);
  const { blocks, pictureAt } = read.success ? read.data : { blocks: [section([{ text }])], pictureAt: 1 };
  if (fileId === null) return blocks;
  const image: Block = {
    type: 'image',
    slack_file: { id: fileId },
    // It says the same as the text does: what doesn't fit is left out.
    alt_text: first && first.alt !== '' && first.alt.length <= ALT_MAX ? first.alt : 'Chart',
  };
  return blocks.toSpliced(pictureAt, 0, image as never);
}
