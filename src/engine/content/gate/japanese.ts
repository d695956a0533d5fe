import type { Finding } from './finding.ts';
import { JA } from './lexicons/ja.ts';
import { WORD_REASONS, type WordReason } from './reasons.ts';

const piecesOf = (list: string): string[] =>
  list
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .toSorted((a, b) => b.length - a.length);

const REASONS = Object.keys(WORD_REASONS).filter((key): key is WordReason => key in WORD_REASONS);

const shifted = (text: string, range: RegExp, by: number): string =>
  text.replace(range, (kana) => String.fromCharCode(kana.charCodeAt(0) + by));
const inHiragana = (text: string): string => shifted(text, /[\u30a1-\u30f6]/g, -0x60);
const inKatakana = (text: string): string => shifted(text, /[\u3041-\u3096]/g, 0x60);

/** A piece in kana is looked for in both, though not in a mix of them: that is where one word ends and the next begins. */
const anyOf = (list: string): RegExp =>
  new RegExp(
    [...new Set(piecesOf(list).flatMap((piece) => [piece, inHiragana(piece), inKatakana(piece)]))]
      .toSorted((a, b) => b.length - a.length)
      .join('|'),
    'gu',
  );

const INNOCENT = anyOf(JA.innocent);
const REFUSED = REASONS.map((reason) => [reason, anyOf(JA[reason])] as const);

type Place = { start: number; end: number };
const placesOf = (text: string, pattern: RegExp): Place[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));

/**
 * Pieces of words that Japanese free words may not hold, with spaces and marks between their characters or without. A
 * piece that is wholly inside an innocent word is none.
 */
export function scanJapanese(text: string): Finding[] {
  const kept: number[] = [];
  let tight = '';
  for (let at = 0; at < text.length; at += 1) {
    if (/[\s\u3000\u30fb\u2026]/u.test(text[at] ?? '')) continue;
    kept.push(at);
    tight += text[at];
  }
  const innocent = placesOf(tight, INNOCENT);
  const isInnocent = ({ start, end }: Place): boolean =>
    innocent.some((word) => word.start <= start && end <= word.end);
  return REFUSED.flatMap(([code, pattern]) =>
    placesOf(tight, pattern)
      .filter((place) => !isInnocent(place))
      .map(({ start, end }) => ({ code, start: kept[start] ?? 0, end: (kept[end - 1] ?? 0) + 1 })),
  );
}
