import { inPlace, type Piece } from './piece.ts';

/**
 * What traders write in several words, and how the language says it. The pattern is matched against the pieces joined by
 * single spaces, and begins and ends with a piece. `$1` is what its first parenthesis found.
 */
export type Phrase = readonly [
  pattern: RegExp,
  becomes: string | ((...found: (string | undefined)[]) => string | null),
];

const filled = (becomes: Phrase[1], found: readonly (string | undefined)[]): string | null =>
  typeof becomes === 'function'
    ? becomes(...found)
    : becomes.replace(/\$(\d)/g, (_all, at: string) => found[Number(at) - 1] ?? '');

/** Replaces phrases from left to right; at one place, the first in the list that fits. */
export const withPhrases = (pieces: readonly Piece[], phrases: readonly Phrase[]): Piece[] => {
  const starts: number[] = [];
  let joined = '';
  for (const piece of pieces) {
    starts.push(joined.length);
    joined += `${piece.kind === 'text' || piece.kind === 'symbol' ? '¤' : piece.text} `;
  }
  const ends = new Map(starts.map((start, at) => [start, at] as const));
  ends.set(joined.length, pieces.length);
  const out: Piece[] = [];
  for (let at = 0; at < pieces.length;) {
    const [piece, start] = [pieces[at], starts[at] ?? 0];
    const found = piece?.kind === 'text' ? null : firstFitting(phrases, joined, start, ends);
    if (!found) {
      if (piece) out.push(piece);
      at += 1;
      continue;
    }
    out.push(...inPlace(found.text, pieces.slice(at, found.next)));
    at = found.next;
  }
  return out;
};

const firstFitting = (
  phrases: readonly Phrase[],
  joined: string,
  start: number,
  ends: ReadonlyMap<number, number>,
): { text: string; next: number } | null => {
  for (const [pattern, becomes] of phrases) {
    pattern.lastIndex = start;
    const match = pattern.exec(joined);
    if (!match) continue;
    const next = ends.get(start + match[0].length + 1) ?? ends.get(start + match[0].length);
    if (next === undefined || match[0] === '') continue;
    const text = filled(becomes, match.slice(1));
    if (text !== null) return { text, next };
  }
  return null;
};

/** A pattern of pieces: `~` stands for a number. */
export const phrase = (pattern: string, becomes: Phrase[1]): Phrase => [
  new RegExp(`(?:${pattern.replaceAll('~', '\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?')})(?= |$)`, 'y'),
  becomes,
];
