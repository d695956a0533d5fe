import { areChatsDark } from '#src/shared/brand-kit.ts';
import type { AlertDocument, ChannelPicture, DocumentBlock, Picture } from '#src/shared/content/document.ts';
import type { Element, Form } from '#src/shared/content/layout.ts';
import { FORMATS, type PictureSize } from '#src/shared/content/picture-formats.ts';
import { plain } from '#src/shared/content/text.ts';
import { CHART_SIZE } from '../picture/draw-chart.ts';
import { plainWords, type PlainWords } from '../plain-words.ts';
import { laidOut } from '../templates/lay-out.ts';

/** One part of a chat message or a post. A text has no line break at its ends. */
export type MessagePart =
  | { kind: 'headline' | 'dateline' | 'notice' | 'paragraph' | 'figure' | 'disclaimer'; text: string }
  | { kind: 'alert'; headline: string; text: string }
  | { kind: 'figures'; rows: { label: string; value: string }[] };

export type MessageLink = { label: string; url: string };

/** An alert as chats and posts say it, in the order of its layout. */
export type Message = { parts: MessagePart[]; link: MessageLink | null };

/** A document that is laid out for messages or posts, as its parts. @param form for a page, those of a page */
export function messageOf(given: AlertDocument, form: Form = 'message'): Message {
  const document = laidOut(given, form);
  const words = plainWords(document);
  const notice: MessagePart[] = words.notice
    ? [{ kind: 'notice', text: `${words.notice.title}. ${words.notice.text}` }]
    : [];
  const { elements } = document.layout;
  const parts = elements.flatMap((element) => partsOf(document, words, element));
  const { callToAction } = document;
  return {
    // What a reader must know first stands first, whatever the layout.
    parts: [...notice, ...parts].filter((part) => partText(part) !== ''),
    link: callToAction && { label: plain(callToAction.label), url: callToAction.url },
  };
}

function partsOf(document: AlertDocument, words: PlainWords, element: Element): MessagePart[] {
  switch (element.kind) {
    case 'headline':
    case 'dateline':
      return [{ kind: element.kind, text: words[element.kind] }];
    case 'summary':
      return paragraphs(plain(document.summary));
    case 'block':
      return blockParts(document.blocks[element.at]);
    case 'figure':
      return words.figure && words.rows.length === 0
        ? [{ kind: 'figure', text: `${words.figure.label}: ${words.figure.value}` }]
        : [];
    case 'table': {
      const rows = [...(words.figure ? [words.figure] : []), ...words.rows];
      return rows.length > 0
        ? [{ kind: 'figures', rows: rows.map(({ label, value }) => ({ label, value })) }]
        : [];
    }
    case 'disclaimers':
      return words.disclaimers.map((text) => ({ kind: 'disclaimer', text: text.trim() }));
    default:
      return [];
  }
}

const paragraphs = (text: string): MessagePart[] =>
  text
    .split(/\n{2,}/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => ({ kind: 'paragraph', text: each }));

function blockParts(block: DocumentBlock | undefined): MessagePart[] {
  if (!block) return [];
  if (block.kind === 'paragraph') return paragraphs(plain(block.text));
  const about = [block.figure ? plain(block.figure) : '', plain(block.dateline)];
  return [
    {
      kind: 'alert',
      headline: plain(block.headline),
      text: about.filter((each) => each !== '').join(' · '),
    },
  ];
}

/** A part as plain text, a line for each figure. */
export function partText(part: MessagePart): string {
  if (part.kind === 'figures') return part.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if (part.kind === 'alert') return [part.headline, part.text].filter((each) => each !== '').join('\n');
  return part.text;
}

/** Parts as plain text, with an empty line between them. */
export const textOfParts = (parts: readonly MessagePart[]): string => parts.map(partText).join('\n\n');

/** What goes first where a message is too long. What isn't listed never goes: it is said whole or not at all. */
const DISPENSABLE: readonly MessagePart['kind'][] = ['figures', 'alert', 'paragraph', 'dateline', 'figure'];

/**
 * The parts that a message has room for, in their order: whole parts go, from the last one up, and no text is ever cut.
 * The headline, a notice and disclaimers stay even where they alone don't fit: the pre-flight then says so.
 */
export function fitParts(
  parts: readonly MessagePart[],
  fits: (parts: readonly MessagePart[]) => boolean,
): MessagePart[] {
  let kept = [...parts];
  for (const kind of DISPENSABLE) {
    while (!fits(kept)) {
      const at = kept.findLastIndex((part) => part.kind === kind);
      if (at < 0) break;
      kept = kept.toSpliced(at, 1);
    }
  }
  return kept;
}

/** The same for a chat, which can't follow a reader's mode: dark where the brand has chats dark. */
export function chatPictureFor(
  document: AlertDocument,
  size: PictureSize | null,
): { picture: Picture; alt: string } | null {
  const shown = pictureFor(document, size);
  const { chart, look } = document;
  const isChart = shown !== null && shown.picture === chart?.picture;
  return isChart && areChatsDark(look.darkPictures) && chart.dark ? { ...shown, picture: chart.dark } : shown;
}

/** The picture of a document in the size that a channel shows; null where it has none, or it couldn't be drawn. */
export function pictureFor(
  document: AlertDocument,
  size: PictureSize | null,
): { picture: Picture; alt: string } | null {
  if (size === null) return null;
  const { chart } = document;
  const isChart =
    size.format === 'chart' && size.width === CHART_SIZE.width && size.height === CHART_SIZE.height;
  if (isChart) return chart?.picture ? { picture: chart.picture, alt: plain(chart.description) } : null;
  const { width, height } = size.format === 'chart' ? size : FORMATS[size.format];
  const found = document.pictures?.find(
    (each: ChannelPicture) => each.format === size.format && each.width === width && each.height === height,
  );
  return found?.picture ? { picture: found.picture, alt: plain(found.description) } : null;
}
