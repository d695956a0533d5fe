import type { Language } from '#src/shared/content/answer.ts';
import { fold } from '../tokens.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import type { Framings } from './framing.ts';
import { JA } from './ja.ts';
import { type Pattern, type Piece, readPattern, sample, wordsIn, wordsOf } from './pattern.ts';
import { PT } from './pt.ts';

const FRAMINGS: Readonly<Record<Language, Framings>> = { en: EN, de: DE, es: ES, fr: FR, pt: PT, ja: JA };

/** Languages that are written without spaces. */
const byCharacter = (language: Language): boolean => language === 'ja';

export type Compiled = {
  sentences: readonly Pattern[];
  headlines: readonly Pattern[];
  leadIns: readonly Pattern[];
  /** Every word of them. */
  words: ReadonlySet<string>;
  /** What the block lists refuse elsewhere. */
  reviewed: ReadonlySet<string>;
};

const ENDS = /[.!?\u2026\u3002\uff01\uff1f]["'\u201d\u2019\u00bb\u300d\u300f)\uff09]*$/u;

/** A brand's own words: whole sentences, and what it calls itself. */
function approvedPatterns(approved: readonly string[], language: Language) {
  const [sentences, names]: [Pattern[], Pattern[]] = [[], []];
  for (const text of approved.map((each) => each.trim())) {
    const all = wordsOf(text.replace(ENDS, ''), byCharacter(language)).map(({ word }) => ({ word }));
    if (all.length > 0) (ENDS.test(text) ? sentences : names).push({ all });
  }
  return { sentences, names };
}

function compile(language: Language, approved: readonly string[]): Compiled {
  const framings = FRAMINGS[language];
  const own = approvedPatterns(approved, language);
  const groups = new Map<string, Pattern>();
  const read = (source: string): Pattern =>
    readPattern(source, { groups, byCharacter: byCharacter(language) });
  for (const [name, source] of Object.entries(framings.groups)) {
    const group = read(source);
    groups.set(name, name.startsWith('us') ? { any: [group, ...own.names] } : group);
  }
  const sentences = [...framings.sentences.map(read), ...own.sentences];
  const headlines = framings.headlines.map(read);
  const leadIns = framings.leadIns.map(read);
  const words = new Set([...sentences, ...headlines, ...leadIns].flatMap((each) => [...wordsIn(each)]));
  const reviewed = new Set(framings.reviewed.split(',').map((word) => fold(word.trim())));
  return { sentences, headlines, leadIns, words, reviewed };
}

/** Sentences by the patterns, as a writer would write them. */
export const framingExamples = (language: Language): readonly string[] => FRAMINGS[language].examples;

const compiled = new Map<Language, Compiled>();
const withApproved = new WeakMap<readonly string[], Map<Language, Compiled>>();

/** What free words of a language may be, and of a brand with words of its own. */
export function framingsOf(language: Language, approved: readonly string[] = []): Compiled {
  const cache = approved.length === 0 ? compiled : (withApproved.get(approved) ?? new Map());
  if (approved.length > 0) withApproved.set(approved, cache);
  const known = cache.get(language) ?? compile(language, approved);
  cache.set(language, known);
  return known;
}

/** The sentence as text, with its slots in braces. */
function spell(pieces: readonly Piece[], language: Language): string {
  const said = pieces.map((piece) => ('slot' in piece ? `{${piece.slot}}` : piece.word));
  if (byCharacter(language)) return said.join('');
  const text = said.join(' ').replace(language === 'fr' ? / (?=,)/g : / (?=[,:])/g, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Sentences that free words may be, without full stops and with slots in braces. `below` chooses: it gives a whole number
 * from 0 up to, and without, its argument.
 */
export function sampleFramings(
  language: Language,
  {
    count,
    below,
    of = 'sentences',
  }: {
    count: number;
    below: (limit: number) => number;
    of?: 'sentences' | 'headlines' | 'leadIns';
  },
): string[] {
  const patterns = framingsOf(language)[of];
  return patterns.length === 0
    ? []
    : Array.from({ length: count }, () => spell(sample({ any: patterns }, below), language));
}

/**
 * What free words may be, for a model's prompt: the patterns of a language as text, with how to read them. `approved`
 * are the brand's own words.
 */
export function allowedWords(language: Language, approved: readonly string[] = []): string {
  const { groups, sentences, headlines, leadIns, examples } = FRAMINGS[language];
  const listed = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', title, ...lines];
  return [
    'Words outside claims may only be sentences by these patterns. (a|b) is one of them, [a] may be left out, <a> is a group, {name} is a slot. Commas are optional.',
    ...listed(
      'Groups:',
      Object.entries(groups).map(([name, source]) => `<${name}> = ${source}`),
    ),
    ...listed('Sentences, each with a full stop:', sentences),
    ...listed('Only as the headline, without a full stop:', headlines),
    ...listed('Right before a claim also with a colon:', leadIns),
    ...listed('Examples:', examples),
    ...listed(
      'Of the brand. Whole sentences stand for themselves, other words as <us>:',
      approved.map((each) => each.trim()).filter((each) => each !== ''),
    ),
  ].join('\n');
}
