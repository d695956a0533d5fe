import MiniSearch from 'minisearch';
import type { Section } from './sections.ts';

export type Piece = { text: string; hit: boolean };
/** `marked`: the words of it that were found, as they are written there. */
export type Hit = { section: Section; marked: readonly string[]; excerpt: Piece[] };

const MOST = 8;
const EXCERPT = 112;
/** One letter in five may be wrong, in words of five letters or more. */
const TYPOS = { fuzzy: (word: string) => (word.length > 4 ? 0.2 : false) };

const fold = (text: string): string => text.toLowerCase();

export const wordsOf = (query: string): string[] =>
  fold(query)
    .split(/[^\p{L}\p{N}_%/.-]+/u)
    .filter((word) => word !== '' && word !== '.');

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Searches for pages and sections that hold every word of a query, best first. Where none does, words with a typo count. */
export function createSearch(sections: readonly Section[]): (query: string) => Hit[] {
  const index = new MiniSearch({
    fields: ['page', 'heading', 'title', 'text'],
    tokenize: (text) => wordsOf(text).flatMap((word) => [...new Set([word, ...word.split(/[_%/.-]+/)])]),
    searchOptions: {
      tokenize: wordsOf,
      combineWith: 'AND',
      prefix: true,
      boost: { page: 12, heading: 10, title: 2 },
    },
  });
  index.addAll(
    sections.map(({ heading, title, text }, id) => ({
      id,
      page: heading === '' ? title : '',
      heading,
      title,
      text,
    })),
  );
  const folded = sections.map(({ heading, title, text }) => fold(`${heading} ${title} ${text}`));
  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    const found = new Map(index.search(query).map(({ id, terms }) => [Number(id), terms]));
    // The index finds beginnings of words; what has them in the middle comes last.
    for (const [id, all] of folded.entries())
      if (!found.has(id) && words.every((word) => all.includes(word))) found.set(id, words);
    if (found.size === 0)
      for (const { id, terms } of index.search(query, TYPOS)) found.set(Number(id), terms);
    return [...found].slice(0, MOST).flatMap(([id, terms]) => {
      const section = sections[id];
      if (!section) return [];
      const marked = words.some((word) => folded[id]?.includes(word)) ? words : terms;
      return [{ section, marked, excerpt: excerptOf(section.text, marked) }];
    });
  };
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

/** Splits a text at the given words. */
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
