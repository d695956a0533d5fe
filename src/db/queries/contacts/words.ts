/** As the database folds the words of contacts (migration 0105): lowercase, without accents. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

const WORDS_MAX = 6;

/** The beginnings of words that a search asks for. */
export const searchWords = (search: string): string[] =>
  [...new Set(folded(search).split(/\s+/))].filter((word) => word !== '').slice(0, WORDS_MAX);

/** Texts that begin with a word, in the order of bytes, come before this. */
export const endOfPrefix = (word: string): string => `${word}\u{10FFFF}`;
