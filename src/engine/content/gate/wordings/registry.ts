import type { Language } from '#src/shared/content/answer.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import { PT } from './pt.ts';
import type { Wording } from './wording.ts';

export const WORDINGS: Readonly<Record<Language, Wording>> = {
  en: EN,
  de: DE,
  es: ES,
  fr: FR,
  pt: PT,
  ja: JA,
};
