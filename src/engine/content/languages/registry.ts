import type { Language } from '#src/shared/content/answer.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import type { Lexicon } from './lexicon.ts';
import { PT } from './pt.ts';

export const LEXICONS: Readonly<Record<Language, Lexicon>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  pt: PT,
  ja: JA,
};

const isKnown = (language: string): language is Language => Object.hasOwn(LEXICONS, language);

/** The language of a document, which says it as BCP 47. English for one that isn't written in. */
export const languageOf = (language: string): Language => (isKnown(language) ? language : 'en');

/** The words of a document. */
export const lexiconOf = (language: string): Lexicon => LEXICONS[languageOf(language)];
