import * as z from 'zod/mini';
import {
  fitParts,
  type Message,
  type MessagePart,
  messageOf,
  partText,
  chatPictureFor,
} from '#src/engine/content/message/message-parts.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import { escapeMarkdown, linkAddress, plainOf } from './markdown.ts';

/** In code points, as the provider counts. */
export const TITLE_MAX = 256;
export const DESCRIPTION_MAX = 4096;
const FIELDS_MAX = 25;
const NAME_MAX = 256;
const VALUE_MAX = 1024;
const FOOTER_MAX = 2048;
/** Three longer ones have no room beside each other on a wide screen. */
const INLINE_MAX = 40;
/** All texts of an embed together. */
const TOTAL_MAX = 6000;

const embedSchema = z.object({
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  color: z.optional(z.int()),
  author: z.optional(z.object({ name: z.string() })),
  fields: z.optional(z.array(z.object({ name: z.string(), value: z.string(), inline: z.boolean() }))),
  footer: z.optional(z.object({ text: z.string() })),
});
export type Embed = z.infer<typeof embedSchema>;
const ownSchema = z.object({ embed: embedSchema });

/** The embed of a message; made of its texts where it has no form of its own. */
export function embedOf({ own, title, text }: Prepared): Embed {
  const read = ownSchema.safeParse(own);
  if (read.success) return read.data.embed;
  return {
    ...(title !== null && title !== '' && { title: escapeMarkdown(title) }),
    ...(text !== '' && { description: escapeMarkdown(text) }),
  };
}

const length = (text: string): number => textLength(text, 'characters');
const bold = (text: string): string => (text === '' ? '' : `**${escapeMarkdown(text)}**`);

/** A part as the description says it. */
function marked(part: MessagePart): string {
  switch (part.kind) {
    case 'headline':
    case 'notice':
      return bold(part.text);
    case 'dateline':
    case 'disclaimer':
      return part.text
        .split('\n')
        .map((line) => `-# ${escapeMarkdown(line)}`)
        .join('\n');
    case 'alert':
      return [bold(part.headline), escapeMarkdown(part.text)].filter((each) => each !== '').join('\n');
    default:
      return escapeMarkdown(partText(part));
  }
}

type Rows = Extract<MessagePart, { kind: 'figures' }>['rows'];
const isField = ({ label, value }: Rows[number]): boolean => {
  const [name, said] = [escapeMarkdown(label), escapeMarkdown(value)].map((text) => length(text.trim()));
  return Boolean(name && said && name <= NAME_MAX && said <= VALUE_MAX);
};

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\s*[\r\n]\s*/g, ' ')
    .trim();

type Frame = { title: string | null; brand: string; color: string; link: Message['link'] };

/** Figures are fields and disclaimers the footer where they have room there; what hasn't is in the description. */
function embedWith(parts: readonly MessagePart[], { title, brand, color, link }: Frame): Embed {
  const rows = parts.flatMap((part) => (part.kind === 'figures' ? part.rows : []));
  const asFields = rows.length <= FIELDS_MAX && rows.every(isField);
  const small = parts.flatMap((part) => (part.kind === 'disclaimer' ? [part.text] : [])).join('\n');
  const asFooter = length(small) <= FOOTER_MAX;
  const elsewhere = ({ kind }: MessagePart): boolean =>
    (kind === 'figures' && asFields) ||
    (kind === 'disclaimer' && asFooter) ||
    (kind === 'headline' && title !== null);
  const said = parts.filter((part) => !elsewhere(part)).map(marked);
  const button = link ? [`[${escapeMarkdown(link.label)}](${linkAddress(link.url)})`] : [];
  const description = [...said, ...button].join('\n\n').trim();
  return {
    ...(title !== null && { title: escapeMarkdown(title) }),
    ...(description !== '' && { description }),
    color: Number.parseInt(color.replace('#', ''), 16) || 0,
    ...(brand !== '' && length(brand) <= NAME_MAX && { author: { name: brand } }),
    ...(asFields &&
      rows.length > 0 && {
        fields: rows.map(({ label, value }) => ({
          name: escapeMarkdown(label).trim(),
          value: escapeMarkdown(value).trim(),
          inline: length(value) <= INLINE_MAX,
        })),
      }),
    ...(asFooter && small !== '' && { footer: { text: small.trim() } }),
  };
}

/** All that an embed says below its title, as it reads. */
export function textOf({ description = '', fields = [], footer }: Embed): string {
  const figures = fields.map(({ name, value }) => `${plainOf(name)}: ${plainOf(value)}`).join('\n');
  return [plainOf(description), figures, footer?.text ?? ''].filter((each) => each !== '').join('\n\n');
}

/** The texts that the provider counts together. */
const totalOf = ({ title = '', description = '', author, fields = [], footer }: Embed): number =>
  [
    title,
    description,
    author?.name ?? '',
    footer?.text ?? '',
    ...fields.flatMap(({ name, value }) => [name, value]),
  ].reduce((sum, text) => sum + length(text), 0);

const fits = (embed: Embed): boolean =>
  length(embed.description ?? '') <= DESCRIPTION_MAX &&
  totalOf(embed) <= TOTAL_MAX &&
  length(textOf(embed)) <= DESCRIPTION_MAX;

/** The alert as one embed in the brand's color, with the brand's name above it. */
export function prepare(document: AlertDocument, size: PictureSize): Prepared {
  const { parts: said, link } = messageOf(document);
  const { look } = document;
  const subject = oneLine(plain(document.title));
  const title = subject !== '' && length(escapeMarkdown(subject)) <= TITLE_MAX ? subject : null;
  // One that has no room as a title is a line of the description, whole.
  const parts = said.map((part) => (part.kind === 'headline' ? { ...part, text: subject } : part));
  const frame = { title, brand: oneLine(look.name), color: look.color, link };
  const embed = embedWith(
    fitParts(parts, (kept) => fits(embedWith(kept, frame))),
    frame,
  );
  const shown = chatPictureFor(document, size);
  return {
    title,
    text: textOf(embed),
    html: null,
    media: shown
      ? [{ name: 'chart.png', type: shown.picture.type, hash: shown.picture.hash, alt: shown.alt }]
      : [],
    own: { embed },
  };
}
