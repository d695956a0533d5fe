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

/** Words of a document, which says its language itself. English for one that isn't written in. */
export const lexiconOf = (language: string): Lexicon =>
  Object.hasOwn(LEXICONS, language) ? LEXICONS[language as Language] : EN;
