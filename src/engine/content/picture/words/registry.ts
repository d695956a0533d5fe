import type { Language } from '#src/shared/content/answer.ts';
import { hasJapanese } from '../typefaces.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import type { PictureWords } from './picture-words.ts';
import { PT } from './pt.ts';

export const PICTURE_WORDS: Readonly<Record<Language, PictureWords>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  pt: PT,
  ja: JA,
};

/** The words of a language (BCP 47), by its first part; English where there are none. */
export function wordsIn(language: string): PictureWords {
  const name = language.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(PICTURE_WORDS, name) ? PICTURE_WORDS[name as Language] : EN;
}

/** What is written into a picture: English where no font has the letters of the language. */
export const drawnWordsIn = (language: string): PictureWords => {
  const words = wordsIn(language);
  return words === JA && !hasJapanese ? EN : words;
};

/** Figures of an axis, as the language writes them. `text` is as in figures.ts: "1,234.5". */
export const numberIn = ({ numbers }: Pick<PictureWords, 'numbers'>, text: string): string =>
  numbers.group === ','
    ? text
    : text.replaceAll(/[,.]/g, (sign) => (sign === ',' ? numbers.group : numbers.decimal));
