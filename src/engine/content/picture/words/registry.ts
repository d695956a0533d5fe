import type { Language } from '#src/shared/content/answer.ts';
import {
  type ChosenFormats,
  DATE_ORDERS,
  MINUS_SIGNS,
  PERCENT_SIGNS,
  SEPARATORS,
} from '#src/shared/formats.ts';
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

/** Words with the marks and dates of a brand's formats in place of the language's. */
export function inFormats(words: PictureWords, formats: ChosenFormats = {}): PictureWords {
  const { separators = 'language', percent = 'language', minusSign = 'hyphen' } = formats;
  const { date = 'language', clock = 'language' } = formats;
  const [group, decimal] = SEPARATORS[separators].marks ?? [words.numbers.group, words.numbers.decimal];
  const { locale } = words.dates;
  const dayMonth =
    DATE_ORDERS[date].axis ?? (date === 'month_first' && words === EN ? 'LLL d' : words.dates.dayMonth);
  return {
    ...words,
    numbers: {
      group,
      decimal,
      percent: PERCENT_SIGNS[percent].mark ?? words.numbers.percent,
      minus: MINUS_SIGNS[minusSign].mark,
    },
    dates: {
      ...words.dates,
      dayMonth,
      ...(clock === '12h' && { hour: locale.startsWith('ja') ? 'ah:mm' : 'h:mm a' }),
    },
  };
}

/** Figures of an axis, as the language or the brand writes them. `text` is as in figures.ts: "-1,234.5%". */
export function numberIn({ numbers }: Pick<PictureWords, 'numbers'>, text: string): string {
  const { group, decimal, percent, minus = '-' } = numbers;
  const marks: Readonly<Record<string, string>> = { ',': group, '.': decimal, '%': percent, '-': minus };
  return text.replaceAll(/[,.%-]/g, (mark) => marks[mark] ?? mark);
}
