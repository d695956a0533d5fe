import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { DE as DE_CHARACTERS } from './characters/de.ts';
import { EN as EN_CHARACTERS } from './characters/en.ts';
import { ES as ES_CHARACTERS } from './characters/es.ts';
import { FR as FR_CHARACTERS } from './characters/fr.ts';
import { JA as JA_CHARACTERS } from './characters/ja.ts';
import { PT as PT_CHARACTERS } from './characters/pt.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import { PT } from './pt.ts';

/** Classes whose phrases are words. */
type WordKind = 'numbers' | 'parts' | 'directions' | 'extremes' | 'advice' | 'forecasts';
/** Classes whose phrases are figures and other characters: each language has its own sentences around them. */
type CharacterKind = 'figures' | 'links' | 'markup' | 'hidden';
export type WrittenKind = WordKind | CharacterKind;
/** A sentence on each line. */
export type Written = Readonly<Record<WordKind, string>>;
export type Characters = Readonly<Record<CharacterKind, string>>;

const WRITTEN: Readonly<Record<Language, Written & Characters>> = {
  en: { ...EN, ...EN_CHARACTERS },
  de: { ...DE, ...DE_CHARACTERS },
  es: { ...ES, ...ES_CHARACTERS },
  fr: { ...FR, ...FR_CHARACTERS },
  pt: { ...PT, ...PT_CHARACTERS },
  ja: { ...JA, ...JA_CHARACTERS },
};

export const WRITTEN_KINDS = Object.keys(WRITTEN.en) as WrittenKind[];

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
