import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import { PT } from './pt.ts';

/** Classes whose phrases are words, so that each language has sentences of its own. */
export type WrittenKind = 'numbers' | 'parts' | 'directions' | 'extremes' | 'advice' | 'forecasts';
/** A sentence on each line. */
export type Written = Readonly<Record<WrittenKind, string>>;

const WRITTEN: Readonly<Record<Language, Written>> = { en: EN, de: DE, es: ES, fr: FR, pt: PT, ja: JA };

export const WRITTEN_KINDS = Object.keys(EN) as WrittenKind[];

/**
 * Sentences that must not go out, each written by hand as a writer might write it, and put into no carrier: what the block
 * lists know stands in them in other words as well.
 */
export const writtenProbes = (kind: WrittenKind): { language: Language; sentence: string }[] =>
  LANGUAGES.flatMap((language) =>
    WRITTEN[language][kind]
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((sentence) => ({ language, sentence })),
  );
