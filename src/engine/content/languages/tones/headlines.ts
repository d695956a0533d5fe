import type { BrandVoice } from '#src/shared/brand-kit.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { Shapes } from '../lexicon.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { JA } from './ja.ts';
import { PT } from './pt.ts';
import type { ToneWords } from './tone-words.ts';

const TONE_WORDS: Readonly<Record<Language, ToneWords>> = { en: EN, de: DE, es: ES, fr: FR, pt: PT, ja: JA };

/** The headlines of an event in each tone. */
export type Headlines = Readonly<Record<BrandVoice['tone'], Shapes>>;

/** Those of a newswire are given. Others tell the same figures in a frame that is another in each shape. */
export function headlinesOf(kind: keyof ToneWords['kinds'], newswire: Shapes, language: Language): Headlines {
  const { kinds, frames } = TONE_WORDS[language];
  const { told, noted } = kinds[kind];
  const framed = (frame: string, words: string): string => frame.replace('{{words}}', () => words);
  const around = ([first, second, third]: Shapes, words: Shapes): Shapes => [
    framed(first, words[0]),
    framed(second, words[1]),
    framed(third, words[2]),
  ];
  return {
    newswire,
    plain: around(frames.plain, [told, told, told]),
    formal: around(frames.formal, [noted, noted, noted]),
    lively: around(frames.lively, newswire),
  };
}
