import type { FreeSlot } from '#src/shared/content/answer.ts';
import type { Finding } from './finding.ts';
import { fits, isComma, type Piece, wordsOf } from './framings/pattern.ts';
import { framingsOf } from './framings/registry.ts';
import { scanFreeWords, type WordRules } from './free-words.ts';
import { fold } from './tokens.ts';

/** Words and slots that stand together. */
export type Said = { words: string } | { slot: FreeSlot };

/** A word or slot: in which part of what is said, and where in its words. */
type Placed = { piece: Piece; part: number; start: number; end: number };

export type Sentence = {
  /** Its words and slots, without what ends it. */
  placed: readonly Placed[];
  /** The mark that ends it, if it has one. */
  end: Placed | null;
  /** A framing allows it. */
  isFramed: boolean;
};

type Where = {
  isHeadline: boolean;
  /** A claim follows: the last sentence may end in a colon. */
  mayLead: boolean;
};

const END = /^[.!\u2026\u3002\uff01]$/u;
const COLON = /^[:\uff1a]$/u;

/** The sentences of what is said, and which of them a framing allows. */
export function sentencesIn(
  said: readonly Said[],
  { language, approved }: WordRules,
  { isHeadline, mayLead }: Where,
): Sentence[] {
  const { sentences, headlines, leadIns, words } = framingsOf(language, approved);
  const cut = cutAtEnds(placedIn(said, language === 'ja'));
  return cut.map(({ placed, end }, index): Sentence => {
    const last = placed.at(-1);
    const leads = mayLead && index === cut.length - 1 && last !== undefined && isMark(last, COLON);
    const body = leads ? placed.slice(0, -1) : placed;
    const patterns = leads ? leadIns : isHeadline ? [...headlines, ...sentences] : sentences;
    const pieces = body.map(({ piece }) => piece).filter((piece) => !isComma(piece));
    const isFramed =
      pieces.length === 0
        ? body.length === 0
        : body.every((each) => isKnown(each, words)) && patterns.some((each) => fits(each, pieces));
    return { placed: body, end: leads ? last : end, isFramed };
  });
}

const placedIn = (said: readonly Said[], byCharacter: boolean): Placed[] =>
  said.flatMap((each, part): Placed[] =>
    'slot' in each
      ? [{ piece: { slot: each.slot }, part, start: 0, end: 0 }]
      : wordsOf(each.words, byCharacter).map(({ word, ...place }) => ({ piece: { word }, part, ...place })),
  );

const isMark = ({ piece }: Placed, mark: RegExp): boolean => 'word' in piece && mark.test(piece.word);

function cutAtEnds(placed: readonly Placed[]): { placed: Placed[]; end: Placed | null }[] {
  const sentences: { placed: Placed[]; end: Placed | null }[] = [];
  let sentence: Placed[] = [];
  for (const each of placed) {
    if (!isMark(each, END)) sentence.push(each);
    else {
      sentences.push({ placed: sentence, end: each });
      sentence = [];
    }
  }
  return sentence.length > 0 ? [...sentences, { placed: sentence, end: null }] : sentences;
}

export type Unframed = { code: 'vocabulary' | 'framing'; part: number; start: number; end: number };

/** What is wrong with a sentence that no framing allows: the words that none has, or else all of it. */
export function unframed({ placed }: Sentence, { language, approved }: WordRules): Unframed[] {
  const { words } = framingsOf(language, approved);
  const unknown = placed.filter((each) => !isKnown(each, words));
  if (unknown.length > 0)
    return unknown.map(({ part, start, end }) => ({ code: 'vocabulary', part, start, end }));
  const [first] = placed;
  const last = placed.findLast(({ part }) => part === first?.part);
  return first && last ? [{ code: 'framing', part: first.part, start: first.start, end: last.end }] : [];
}

const isKnown = ({ piece }: Placed, words: ReadonlySet<string>): boolean =>
  'slot' in piece || isComma(piece) || words.has(piece.word) || words.has(uncapital(piece.word));

const uncapital = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/**
 * The second line: what the block lists refuse in words whose sentences a framing allows. Their language names the words
 * that are harmless there, and a brand's own words may be names.
 */
export function scanFramed(words: string, rules: WordRules, begins: boolean): Finding[] {
  const { reviewed } = framingsOf(rules.language, rules.approved);
  const approved = fold((rules.approved ?? []).join(' '));
  return scanFreeWords(words, rules, begins).filter(({ code, start, end }) => {
    const found = fold(words.slice(start, end));
    if (code === 'forbidden_word') return true;
    if (code === 'foreign_language' || reviewed.has(found)) return false;
    return code !== 'name' || !approved.includes(found);
  });
}
