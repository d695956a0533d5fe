/** A word of a text: as it is written, folded, and where it is. */
export type Token = {
  written: string;
  /** Lower case without accents. */
  folded: string;
  start: number;
  end: number;
  /** It begins a sentence, a line or a quotation. */
  opens: boolean;
};

const WORD = /\p{L}+(?:['\u2019-]\p{L}+)*/gu;
const OPENING = /(?:^|[.!?:\u2026\n\u00ab\u201e\u201c"(\u00bf\u00a1])[\s\u00a0\u202f'\u2018\u2013\u2014-]*$/u;

/** Nothing but marks ahead, and no new line: what stands before the text decides. */
const ONLY_MARKS = /^[^\S\n]*["'\u00ab\u201e\u201c(\u00bf\u00a1\u2018\u2013\u2014-]*[^\S\n]*$/u;

/** Lower case, without accents and typographic apostrophes, ligatures in letters: "Größte" is "grosste". */
export const fold = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('\u2019', "'")
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o');

/** The words of a text. `begins`: the text starts a sentence. */
export function tokensOf(text: string, begins: boolean): Token[] {
  return [...text.matchAll(WORD)].map(({ 0: written, index: start }) => {
    const before = text.slice(Math.max(0, start - 8), start);
    const opens = OPENING.test(before) && (begins || !ONLY_MARKS.test(text.slice(0, start)));
    return { written, folded: fold(written), start, end: start + written.length, opens };
  });
}

/**
 * The ways in which a word may be meant: itself, its parts at hyphens and apostrophes, those put together, without
 * repeated letters, and with umlauts written out.
 */
export function readingsOf(folded: string): string[] {
  const parts = folded.split(/['-]/);
  const whole = parts.join('');
  const readings = new Set([folded, whole, ...parts]);
  if (/(.)\1\1/.test(whole)) {
    readings.add(whole.replace(/(.)\1{2,}/g, '$1'));
    readings.add(whole.replace(/(.)\1{2,}/g, '$1$1'));
    readings.add(whole.replace(/(.)\1+/g, '$1'));
  }
  if (/[aou]e/.test(whole)) readings.add(whole.replace(/([aou])e/g, '$1'));
  return [...readings].filter((reading) => reading.length > 1);
}
