import { type MessagePart, partText } from '#src/engine/content/message/message-parts.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import { plainNames } from './plain-names.ts';

export const POST = { max: 280, unit: 'weighted' } as const;
const fits = (text: string): boolean => textLength(text, POST.unit) <= POST.max;

/** A text that stays whole, and what stands before it where something does. */
type Piece = { text: string; after: string };

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences; the day of a date, such as the German "16. März", ends none. */
function sentencesOf(text: string): string[] {
  const parted: string[] = [];
  for (const { segment } of sentences.segment(text)) {
    const last = parted.at(-1);
    if (last !== undefined && /(?<![\p{N}.,])\d{1,2}\.\s*$/u.test(last))
      parted[parted.length - 1] = last + segment;
    else parted.push(segment);
  }
  return parted.map((sentence) => sentence.trim());
}

/** A part that one post has no room for, by its lines, and a line by its sentences. Nothing smaller is ever parted. */
function piecesOf(text: string, after: string): Piece[] {
  if (fits(text)) return [{ text, after }];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 1) return lines.flatMap((line, at) => piecesOf(line, at === 0 ? after : '\n'));
  const parted = sentencesOf(text);
  return parted
    .filter((sentence) => sentence !== '')
    .map((sentence, at) => ({ text: sentence, after: at === 0 ? after : ' ' }));
}

/** Parts as posts, each as full as it gets. What a post can't hold by itself is one that is too long. */
export function threadOf(parts: readonly MessagePart[]): string[] {
  const posts: string[] = [];
  for (const part of parts)
    for (const { text, after } of piecesOf(plainNames(partText(part)), '\n\n')) {
      const last = posts.at(-1);
      const longer = last === undefined ? null : `${last}${after}${text}`;
      if (longer !== null && fits(longer)) posts.splice(-1, 1, longer);
      else posts.push(text);
    }
  return posts;
}
