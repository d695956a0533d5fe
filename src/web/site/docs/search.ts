import type { Section } from './sections.ts';

export type Piece = { text: string; hit: boolean };
export type Hit = { section: Section; excerpt: Piece[] };

const MOST = 8;
const EXCERPT = 112;

const fold = (text: string): string => text.toLowerCase();

export const wordsOf = (query: string): string[] =>
  fold(query)
    .split(/[^\p{L}\p{N}_%/.-]+/u)
    .filter((word) => word !== '' && word !== '.');

/** How well one word fits a text: at the start of a word more than within one. 0: not at all. */
function fit(word: string, text: string): number {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(word)}`, 'u').test(text) ? 2 : 1;
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function score(words: readonly string[], { heading, title, text }: Section): number {
  let sum = 0;
  for (const word of words) {
    const best =
      fit(word, fold(heading)) * 20 +
      fit(word, fold(title)) * (heading === '' ? 24 : 4) +
      fit(word, fold(text)) * 2;
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** The sections that hold every word of the query, best first. */
export function search(sections: readonly Section[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section, place) => ({ section, place, score: score(words, section) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, MOST)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words) }));
}

/** The text around the first word that is found, cut at words, the words marked. */
export function excerptOf(text: string, words: readonly string[]): Piece[] {
  const folded = fold(text);
  const found = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const first = found.length > 0 ? Math.min(...found) : 0;
  const from = first < 32 ? 0 : text.indexOf(' ', first - 32) + 1;
  const end = text.length <= from + EXCERPT ? text.length : text.lastIndexOf(' ', from + EXCERPT);
  const cut = `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
  return mark(cut, words);
}

/** Cuts a text where the words stand. */
export function mark(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, hit: false }];
  const pattern = new RegExp(
    `(${words
      .toSorted((a, b) => b.length - a.length)
      .map(escapeRegExp)
      .join('|')})`,
    'giu',
  );
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
