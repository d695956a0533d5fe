import { isNumber, type Part } from './parts.ts';

/**
 * Scales that the gate reads as words, since no figure stands beside them there. Beside one they make another of it:
 * "{{volume}} bn". In en, de, es, fr, pt and ja, as desks write them.
 */
const SCALES = new Set(
  (
    'k m b t g mm mn mln mio mil mill bn bln mrd mld md tn tr trn tsd thou lakh crore ' +
    'million millions milliard milliards mille hundred thousand 千 万 億 兆'
  ).split(' '),
);
/** Words that turn the sign, which the gate otherwise reads as amounts or not at all. */
const SIGNS = new Set(
  'minus plus negative positive negativ positiv moins menos más マイナス プラス'.split(' '),
);

export type Touch = { start: number; end: number };

/** The words right before and after a figure that is a number, with their places as typed. */
export function touchesOf(text: string, parts: readonly Part[]): (Touch & { changes: boolean })[] {
  return parts.flatMap((part) => {
    if (!('figure' in part) || !isNumber(part.figure)) return [];
    const after = /^[\s(\u005b]*(?<word>[\p{L}\p{M}\p{N}%$€£¥.'’/-]+)/u.exec(text.slice(part.end));
    const before = /(?<word>[\p{L}\p{M}\p{N}%$€£¥.'’/-]+)[\s(\u005b]*$/u.exec(text.slice(0, part.start));
    const touches: (Touch & { changes: boolean })[] = [];
    if (before?.groups?.['word'] !== undefined) {
      const start = before.index;
      const word = before.groups['word'];
      touches.push({ start, end: start + word.length, changes: SIGNS.has(plain(word)) });
    }
    if (after?.groups?.['word'] !== undefined) {
      const word = after.groups['word'];
      const start = part.end + after[0].length - word.length;
      touches.push({ start, end: start + word.length, changes: isScale(word) });
    }
    return touches;
  });
}

const plain = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.'’-]+/g, '');
/** "億円" and "bn/day" begin with one. */
const isScale = (word: string): boolean =>
  SCALES.has(plain(word)) || SCALES.has(plain(word.split('/')[0] ?? '')) || /^[千万億兆]/u.test(word);
