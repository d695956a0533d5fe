import { type Language, LANGUAGES } from '#src/shared/content/answer.ts';
import { WORD_REASONS, type WordReason } from '../reasons.ts';
import { DE } from './de.ts';
import { ELSEWHERE } from './elsewhere.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import type { Lexicon } from './lexicon.ts';
import { type Phrase, phrasesOf, type WordMatcher, wordMatcher, wordSet } from './matcher.ts';
import { PT } from './pt.ts';

type Western = Exclude<Language, 'ja'>;

export type WesternLexicon = {
  match: WordMatcher;
  phrases: Map<string, Phrase[]>;
  /** What other languages refuse and this one doesn't know. */
  elsewhere: WordMatcher;
  numbers: WordMatcher;
  isInnocent: (word: string) => boolean;
  innocentPhrases: Map<string, Phrase[]>;
  isOwn: (word: string) => boolean;
  isCommon: (word: string) => boolean;
  letters: ReadonlySet<string>;
};

const LEXICONS: Readonly<Record<Western, Lexicon>> = { en: EN, de: DE, es: ES, fr: FR, pt: PT };
const REASONS = Object.keys(WORD_REASONS).filter((key): key is WordReason => key in WORD_REASONS);
/** The reasons for which a word of another language is refused as well: what would state or ask something untrue. */
const ABROAD = ['number_word', 'fraction_or_multiple', 'unit', 'direction', 'extreme', 'advice'] as const;
/** Shorter words of other languages are too often words of this one. */
const ABROAD_LEAST = 5;

const listsOf = (lexicon: Lexicon) => REASONS.map((reason) => [reason, lexicon[reason]] as const);

const longOnes = (list: string): string =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => !entry.includes(' ') && !entry.startsWith('*') && entry.length >= ABROAD_LEAST)
    .filter((entry) => entry.indexOf('*') === -1 || entry.length > ABROAD_LEAST)
    .join(',');

function compile(language: Western): WesternLexicon {
  const lexicon = LEXICONS[language];
  const others = LANGUAGES.filter((each): each is Western => each !== language && each !== 'ja');
  return {
    match: wordMatcher(listsOf(lexicon)),
    phrases: phrasesOf(listsOf(lexicon)),
    elsewhere: wordMatcher([
      ['number_word', ELSEWHERE.number_word],
      ['direction', ELSEWHERE.direction],
      ['advice', ELSEWHERE.advice],
      ['link', ELSEWHERE.link],
      ...others.flatMap((other) =>
        ABROAD.map((reason) => [reason, longOnes(LEXICONS[other][reason])] as const),
      ),
    ]),
    numbers: wordMatcher([['number_word', lexicon.number_word]]),
    isInnocent: wordSet(lexicon.innocent),
    innocentPhrases: phrasesOf([['name', lexicon.innocent]]),
    isOwn: wordSet(lexicon.own),
    isCommon: wordSet(lexicon.common),
    letters: new Set(lexicon.letters.split(',').map((letter) => letter.trim())),
  };
}

const compiled = new Map<Western, WesternLexicon>();

/** A language's lexicon, ready to look words up. */
export function lexiconOf(language: Western): WesternLexicon {
  const known = compiled.get(language) ?? compile(language);
  compiled.set(language, known);
  return known;
}
