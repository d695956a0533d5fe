import type { Language } from '#src/shared/content/answer.ts';
import { scanCharacters } from './characters.ts';
import type { Finding } from './finding.ts';
import { scanJapanese } from './japanese.ts';
import { fold } from './tokens.ts';
import { scanWestern } from './western.ts';

/** What a brand adds to the rules of a language. */
export type WordRules = {
  language: Language;
  /** Words the brand doesn't use, in any case and accent; in Japanese any piece of text. */
  forbidden: readonly string[];
  /**
   * The brand's own words, for answers of a model: with a full stop a sentence, without one a name for whoever sends the
   * alert. The block lists hold for them as well.
   */
  approved?: readonly string[] | undefined;
};

/**
 * What the block lists refuse in free words, in order of where it is: figures, directions, extremes and comparisons,
 * advice, names, links, markup, and the brand's forbidden words. A list can't name everything that is untrue, so this
 * alone lets nothing of a model go out. `begins`: the words start a sentence.
 */
export function scanFreeWords(text: string, { language, forbidden }: WordRules, begins = true): Finding[] {
  const found = [
    ...scanCharacters(text, language),
    ...(language === 'ja' ? scanJapanese(text) : scanWestern(text, language, begins)),
    ...forbiddenIn(text, language, forbidden),
    ...questions(text),
  ];
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** A question casts doubt on the claim beside it. */
const questions = (text: string): Finding[] =>
  [...text.matchAll(/[?\uff1f\u00bf]/gu)].map(({ index }) => ({
    code: 'negation',
    start: index,
    end: index + 1,
  }));

/** Where a brand's forbidden words are. */
export function forbiddenIn(text: string, language: Language, forbidden: readonly string[]): Finding[] {
  // Folding one character at a time keeps its place; some fold to two.
  const places: number[] = [];
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const written = fold(text[at] ?? '');
    folded += written;
    for (const _unit of written) places.push(at);
  }
  return forbidden.flatMap((word) => {
    const wanted = fold(word.trim()).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (wanted === '') return [];
    const pattern = language === 'ja' ? wanted : `(?<!\\p{L})${wanted}(?!\\p{L})`;
    return [...folded.matchAll(new RegExp(pattern, 'gu'))].map(({ 0: hit, index }) => ({
      code: 'forbidden_word' as const,
      start: places[index] ?? 0,
      end: (places[index + hit.length - 1] ?? 0) + 1,
    }));
  });
}
