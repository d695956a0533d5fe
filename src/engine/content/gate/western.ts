import type { Language } from '#src/shared/content/answer.ts';
import type { Finding } from './finding.ts';
import type { Phrase } from './lexicons/matcher.ts';
import { lexiconOf, type WesternLexicon } from './lexicons/registry.ts';
import type { Reason } from './reasons.ts';
import { readingsOf, type Token, tokensOf } from './tokens.ts';

const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
/** Words that are Roman numbers by their letters. */
const NO_ROMAN = new Set([
  'vi',
  'mi',
  'di',
  'li',
  'mix',
  'dim',
  'mil',
  'dix',
  'mid',
  'did',
  'civil',
  'vivid',
  'i',
]);
/** So many words a sentence has before it must have one that every sentence of its language has. */
const LONG_SENTENCE = 4;
/** Names begin with a capital. German gives one to every noun. */
const NAMES_BY_CAPITAL: ReadonlySet<Language> = new Set(['en', 'es', 'fr', 'pt']);

/** Words, phrases and spellings that free words of a language with spaces may not hold. */
export function scanWestern(text: string, language: Exclude<Language, 'ja'>, begins: boolean): Finding[] {
  const lexicon = lexiconOf(language);
  const tokens = tokensOf(text, begins);
  const innocent = inPhrases(tokens, lexicon.innocentPhrases);
  const found: Finding[] = [];
  tokens.forEach((token, at) => {
    const { start, end, folded } = token;
    const push = (code: Reason, to = end): void => void found.push({ code, start, end: to });
    for (const { phrase, length } of phrasesAt(tokens, at, lexicon.phrases))
      push(phrase.reason, tokens[at + length - 1]?.end);
    if (innocent.has(at)) return;
    const code = wordReason(token, lexicon, language);
    if (code) push(code);
    const [next, third] = [tokens[at + 1], tokens[at + 2]];
    for (const [pieces, last] of [
      [[folded, next?.folded], next],
      [[folded, next?.folded, third?.folded], third],
    ] as const)
      if (last && isSplitNumber(pieces, lexicon)) push('spelling', last.end);
  });
  return [...found, ...dotted(text), ...foreignSentences(text, lexicon)];
}

function wordReason(token: Token, lexicon: WesternLexicon, language: Language): Reason | null {
  const { written, folded, opens } = token;
  if (written.length === 1) return lexicon.letters.has(folded) || isElided(token) ? null : 'spelling';
  if (ROMAN.test(folded) && (!NO_ROMAN.has(folded) || written === written.toUpperCase())) return 'figure';
  for (const reading of readingsOf(folded)) {
    const hit = lexicon.match(reading);
    if (hit && (hit.exact || !lexicon.isInnocent(reading))) return hit.reason;
    if (hit || lexicon.isInnocent(reading) || lexicon.isOwn(reading) || lexicon.isCommon(reading)) continue;
    const abroad = lexicon.elsewhere(reading);
    if (abroad) return abroad.reason;
  }
  if (written.length > 1 && written === written.toUpperCase()) return 'name';
  if (/\p{Ll}\p{Lu}/u.test(written.replace(/['\u2019-]/g, ' '))) return 'spelling';
  return NAMES_BY_CAPITAL.has(language) && !opens && /^\p{Lu}/u.test(written) ? 'name' : null;
}

const isElided = ({ written }: Token): boolean => /['\u2019]/.test(written);

/** "fi ve" and "si x ty" read as numbers. */
function isSplitNumber(pieces: readonly (string | undefined)[], lexicon: WesternLexicon): boolean {
  if (!pieces.every((piece) => piece !== undefined && piece.length <= 4)) return false;
  const joined = pieces.join('');
  return joined.length > 3 && lexicon.numbers(joined)?.exact === true;
}

function* phrasesAt(tokens: readonly Token[], at: number, phrases: Map<string, Phrase[]>) {
  for (const phrase of phrases.get(tokens[at]?.folded ?? '') ?? [])
    if (phrase.rest.every((fits, step) => fits(tokens[at + 1 + step]?.folded ?? '')))
      yield { phrase, length: 1 + phrase.rest.length };
}

function inPhrases(tokens: readonly Token[], phrases: Map<string, Phrase[]>): Set<number> {
  const inside = new Set<number>();
  tokens.forEach((_token, at) => {
    for (const { length } of phrasesAt(tokens, at, phrases))
      for (let step = 0; step < length; step += 1) inside.add(at + step);
  });
  return inside;
}

/** "example.com" and "f.i.v.e": a dot between letters ends no sentence. */
const dotted = (text: string): Finding[] =>
  [
    ...text.matchAll(/\p{L}+(?:\s?[.:]\p{L}+)+|[([]\s*(?:\.|@|dot|at|punto|ponto|point|punkt)\s*[)\]]/giu),
  ].map(({ 0: found, index }) => ({
    code: 'link' as const,
    start: index,
    end: index + found.length,
  }));

function foreignSentences(text: string, lexicon: WesternLexicon): Finding[] {
  return [...text.matchAll(/[^.!?\n]+/gu)].flatMap(({ 0: sentence, index }) => {
    const words = tokensOf(sentence, true).flatMap(({ folded }) => folded.split(/['-]/));
    if (words.length < LONG_SENTENCE || words.some(lexicon.isCommon)) return [];
    const start = index + sentence.search(/\S/);
    return [{ code: 'foreign_language' as const, start, end: index + sentence.length }];
  });
}
