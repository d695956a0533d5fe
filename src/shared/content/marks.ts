import { type ChosenFormats, MINUS_SIGNS, PERCENT_SIGNS, SEPARATORS } from '../formats.ts';
import type { Language } from './answer.ts';

type Marks = readonly [thousands: string, decimals: string, percent: string];

/** Thousands and decimals as the language writes them, and what stands between a figure and its percent sign. */
const MARKS: Readonly<Record<Language, Marks>> = {
  en: [',', '.', '%'],
  de: ['.', ',', '\u00a0%'],
  es: ['.', ',', '\u00a0%'],
  fr: ['\u202f', ',', '\u00a0%'],
  pt: ['.', ',', '%'],
  ja: [',', '.', '%'],
};

function marksOf(language: Language, { separators, percent }: ChosenFormats): Marks {
  const own = MARKS[language];
  const [thousands, decimals] = SEPARATORS[separators ?? 'language'].marks ?? own;
  return [thousands, decimals, PERCENT_SIGNS[percent ?? 'language'].mark ?? own[2]];
}

/**
 * A figure as `shared/figures` prints it in English, in the marks of a language and a brand's formats: "+1,234.5%" is
 * "+1.234,5 %". The one place where figures get their marks.
 */
export function inMarks(figure: string, language: Language, formats: ChosenFormats = {}): string {
  const [thousands, decimals, percent] = marksOf(language, formats);
  const { plusSign = 'shown', minusSign = 'hyphen' } = formats;
  const signed = figure.startsWith('-')
    ? MINUS_SIGNS[minusSign].mark + figure.slice(1)
    : plusSign === 'hidden' && figure.startsWith('+')
      ? figure.slice(1)
      : figure;
  return signed.replace(/[,.%]/g, (mark) => (mark === ',' ? thousands : mark === '.' ? decimals : percent));
}

/**
 * Digits as a language and a brand write them, in English marks: the way back. What they don't write becomes no figure.
 * A typographic apostrophe is as good as the plain one.
 */
export function fromMarks(digits: string, language: Language, formats: ChosenFormats = {}): string {
  const [thousands, decimals] = marksOf(language, formats);
  return digits.replace(/\P{N}/gu, (mark) => {
    if (mark === decimals) return '.';
    return mark === thousands || (mark === '\u2019' && thousands === "'") ? ',' : '?';
  });
}
