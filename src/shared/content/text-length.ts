import type { LengthLimit } from '../channels.ts';

type Unit = LengthLimit['unit'];

/** An address in a text, as providers find them; what ends a sentence is no part of it. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’”]/giu;
/** Every address counts as this many, whatever its length. */
const ADDRESS_WEIGHT = 23;
/** Ranges of characters that count as one, of the published weighted-length rules (configuration 3); others count two. */
const LIGHT: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
];
const isEmoji = /^\p{Emoji_Presentation}|^\p{Emoji}\uFE0F|^\p{Regional_Indicator}{2}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const weightOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return LIGHT.some(([from, to]) => code >= from && code <= to) ? 1 : 2;
};

/** An emoji counts two, however many code points it is made of. */
const weightOfCluster = (cluster: string): number =>
  isEmoji.test(cluster) ? 2 : [...cluster].reduce((sum, character) => sum + weightOf(character), 0);

function weighted(text: string): number {
  const normal = text.normalize('NFC');
  const addresses = addressesIn(normal).length;
  const rest = [...graphemes.segment(normal.replaceAll(ADDRESS, ''))];
  return rest.reduce((sum, { segment }) => sum + weightOfCluster(segment), addresses * ADDRESS_WEIGHT);
}

const COUNTS: Readonly<Record<Unit, (text: string) => number>> = {
  characters: (text) => [...text].length,
  utf16: (text) => text.length,
  bytes: (text) => new TextEncoder().encode(text).length,
  weighted,
};

/** The addresses that a text holds, in its order. */
export const addressesIn = (text: string): string[] => text.match(ADDRESS) ?? [];

/**
 * The length of a text as a provider counts it: `characters` are code points, `utf16` code units, `bytes` those of
 * UTF-8, `weighted` as published for posts of 280 (an address counts 23, an emoji 2).
 */
export const textLength = (text: string, unit: Unit): number => COUNTS[unit](text);
