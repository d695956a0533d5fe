import * as z from 'zod/mini';
import {
  fitParts,
  type MessagePart,
  messageOf,
  partText,
  chatPictureFor,
} from '#src/engine/content/message/message-parts.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { HEADLINE_MAX, TEXT_MAX } from './template.ts';

/** Of the alert, for choosing the template's. */
const ownSchema = z.object({ language: z.string() });
export function languageIn({ own }: Prepared): string {
  const read = ownSchema.safeParse(own);
  return read.success ? read.data.language : 'en';
}

/** There is no way to escape what formats, so it gives way to characters that look the same. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '\u2217',
  _: '\u02cd',
  '~': '\u223c',
  '`': '\u02cb',
};
/** What ends a sentence, or formats, is no part of an address. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>"*_~`.,;:!?)\]'’”]/g;
/** Within a word none of them formats anything. */
const MARK = /(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])|`/gu;

function unformatted(text: string): string {
  const words = (part: string): string => part.replaceAll(MARK, (mark: string) => LOOKALIKES[mark] ?? mark);
  let at = 0;
  const parts: string[] = [];
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    // It leads to the same page.
    parts.push(words(text.slice(at, index)), address.replaceAll('*', '%2A').replaceAll('`', '%60'));
    at = index + address.length;
  }
  return [...parts, words(text.slice(at))].join('');
}

/** A text as a variable takes it: in one line, without tabs, and never five spaces in a row. */
export const asVariable = (text: string): string =>
  unformatted(
    text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .replaceAll(/ {2,}/g, ' ')
      .trim(),
  );

const BETWEEN = ' • ';

function partLine(part: MessagePart): string {
  if (part.kind === 'figures') return part.rows.map(({ label, value }) => `${label}: ${value}`).join('; ');
  if (part.kind === 'alert') return [part.headline, part.text].filter((each) => each !== '').join(' · ');
  return partText(part);
}

/** Parts in one line. */
const lineOf = (parts: readonly MessagePart[]): string =>
  parts
    .map((part) => asVariable(partLine(part)))
    .filter((each) => each !== '')
    .join(BETWEEN);

const within = (parts: readonly MessagePart[]): boolean => lineOf(parts).length <= TEXT_MAX;

/** The two variables of a template: the headline as the title, everything else in one line as the text. */
export function prepare(document: AlertDocument, size: PictureSize): Prepared {
  const { parts: said, link } = messageOf(document);
  const subject = asVariable(plain(document.title));
  const brand = asVariable(document.look.name);
  const rest = said.filter(({ kind }) => kind !== 'headline');
  const more: MessagePart[] = link ? [{ kind: 'paragraph', text: `${link.label}: ${link.url}` }] : [];
  // A headline that has no room, or stands alone, is the text: neither variable may be empty.
  const isTitle = subject.length <= HEADLINE_MAX && subject !== '' && rest.length + more.length > 0;
  const parts: MessagePart[] = isTitle
    ? [...rest, ...more]
    : [{ kind: 'headline', text: subject }, ...rest, ...more];
  const shown = chatPictureFor(document, size);
  return {
    title: isTitle ? subject : brand,
    text: lineOf(fitParts(parts, within)),
    html: null,
    media: shown
      ? [{ name: 'chart.png', type: shown.picture.type, hash: shown.picture.hash, alt: shown.alt }]
      : [],
    own: { language: document.language },
  };
}
