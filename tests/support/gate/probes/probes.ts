import { type Language, LANGUAGES, type Part } from '#src/shared/content/answer.ts';
import { CARRIERS } from './carriers.ts';
import { DIGITS, HIDDEN, LINKS, MARKUP } from './everywhere.ts';
import { NUMBERS, PARTS } from './figures.ts';
import { DIRECTIONS, EXTREMES } from './moves.ts';
import { ADVICE, FORECASTS } from './talk.ts';

const inWords = (lists: Readonly<Record<Language, string>>) => (language: Language) =>
  lists[language].split('|');

/** Every class of what must not go out, with its phrases in a language. */
export const CLASSES: Readonly<Record<string, (language: Language) => readonly string[]>> = {
  digits: () => DIGITS,
  numbers: inWords(NUMBERS),
  parts: inWords(PARTS),
  directions: inWords(DIRECTIONS),
  extremes: inWords(EXTREMES),
  advice: inWords(ADVICE),
  forecasts: inWords(FORECASTS),
  links: () => LINKS,
  markup: () => MARKUP,
  hidden: () => HIDDEN,
};

/** Languages whose phrases are counted together. */
export const GROUPS: Readonly<Record<string, readonly Language[]>> = {
  germanic: ['en', 'de'],
  romance: ['es', 'fr', 'pt'],
  japanese: ['ja'],
};

export type Probe = { language: Language; phrase: string; sentence: string };

/** Every phrase of a class in every sentence of its language. */
export const probesOf = (kind: string): Probe[] =>
  LANGUAGES.flatMap((language) =>
    (CLASSES[kind]?.(language) ?? []).flatMap((phrase) =>
      CARRIERS[language].map((carrier) => ({ language, phrase, sentence: carrier.replace('{x}', phrase) })),
    ),
  );

const SLOT = /\{(name|symbol|brand|when|bars)\}/;
const isSlotName = (name: string): name is 'name' | 'symbol' | 'brand' | 'when' | 'bars' =>
  ['name', 'symbol', 'brand', 'when', 'bars'].includes(name);

/** A sentence with its slots in braces as the parts of an answer. */
export const partsOf = (sentence: string): Part[] =>
  sentence
    .split(SLOT)
    .flatMap((piece, at): Part[] =>
      at % 2 === 1 && isSlotName(piece) ? [{ slot: piece }] : piece === '' ? [] : [{ words: piece }],
    );
