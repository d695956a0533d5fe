import type { Language } from '#src/shared/content/answer.ts';

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

/** A figure as `shared/figures` prints it in English, in the marks of another language: "1,234.5%" is "1.234,5 %". */
export function inMarks(figure: string, language: Language): string {
  const [thousands, decimals, percent] = MARKS[language];
  return figure.replace(/[,.%]/g, (mark) => (mark === ',' ? thousands : mark === '.' ? decimals : percent));
}

/** Digits as a language writes them, in English marks. What the language doesn't write becomes no figure. */
export function fromMarks(digits: string, language: Language): string {
  const [thousands, decimals] = MARKS[language];
  return digits.replace(/\P{N}/gu, (mark) => (mark === thousands ? ',' : mark === decimals ? '.' : '?'));
}
