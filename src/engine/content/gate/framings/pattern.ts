import type { FreeSlot } from '#src/shared/content/answer.ts';
import { FREE_SLOTS } from '#src/shared/content/answer.ts';

/** A word or mark of a sentence, or a slot in it. */
export type Piece = { word: string } | { slot: FreeSlot };

/** What a pattern is made of. */
export type Pattern = Piece | { all: readonly Pattern[] } | { any: readonly Pattern[] } | { maybe: Pattern };

const WORDS = /\p{L}+(?:['\u2019-]\p{L}+)*|\S/gu;

/** Commas only help to read: they are where a pattern has them, and may be anywhere or missing in a sentence. */
export const isComma = (piece: Piece): boolean => 'word' in piece && /^[,\u3001]$/.test(piece.word);

/** The words and marks of a text, where they are. Japanese has no spaces, so each character is one. */
export function wordsOf(text: string, byCharacter: boolean): { word: string; start: number; end: number }[] {
  return [...text.matchAll(byCharacter ? /\S/gu : WORDS)].map(({ 0: word, index: start }) => ({
    word: word.replaceAll('\u2019', "'"),
    start,
    end: start + word.length,
  }));
}

const isSlotName = (name: string): name is FreeSlot => FREE_SLOTS.some((slot) => slot === name);

/** Reads a pattern. Throws RangeError for one that isn't well-formed. */
export function readPattern(
  source: string,
  { groups, byCharacter }: { groups: ReadonlyMap<string, Pattern>; byCharacter: boolean },
): Pattern {
  const signs = source.match(/[()[\]|]|<\w+>|\{\w+\}|[^()[\]|<>{}]+/g) ?? [];
  let at = 0;

  function either(): Pattern {
    const choices = [sequence()];
    while (signs[at] === '|') {
      at += 1;
      choices.push(sequence());
    }
    const [only] = choices;
    return choices.length === 1 && only ? only : { any: choices };
  }

  function sequence(): Pattern {
    const all: Pattern[] = [];
    for (;;) {
      const sign = signs[at];
      if (sign === undefined || sign === '|' || sign === ')' || sign === ']') return { all };
      at += 1;
      if (sign === '(' || sign === '[') {
        const inner = either();
        if (signs[at] !== (sign === '(' ? ')' : ']')) throw new RangeError(`Unclosed: ${source}`);
        at += 1;
        all.push(sign === '(' ? inner : { maybe: inner });
      } else all.push(...single(sign));
    }
  }

  function single(sign: string): Pattern[] {
    const name = sign.slice(1, -1);
    if (sign.startsWith('{')) {
      if (!isSlotName(name)) throw new RangeError(`There is no slot ${sign}.`);
      return [{ slot: name }];
    }
    if (!sign.startsWith('<')) return wordsOf(sign, byCharacter).map(({ word }) => ({ word }));
    const group = groups.get(name);
    if (!group) throw new RangeError(`There is no group ${sign} above: ${source}`);
    return [group];
  }

  const read = either();
  if (at < signs.length) throw new RangeError(`Not opened: ${source}`);
  return read;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A sentence begins with a capital, and so may what stands behind a colon. */
function isWord(pieces: readonly Piece[], at: number, wanted: string): boolean {
  const piece = pieces[at];
  if (!piece || !('word' in piece)) return false;
  if (piece.word === wanted) return true;
  const before = pieces[at - 1];
  const opens = at === 0 || (before !== undefined && 'word' in before && before.word === ':');
  return opens && capital(piece.word) === capital(wanted);
}

/** Where a pattern may end that begins at one of `starts`. */
function endsOf(pattern: Pattern, pieces: readonly Piece[], starts: readonly number[]): readonly number[] {
  if (starts.length === 0) return starts;
  if ('all' in pattern) return pattern.all.reduce((ends, each) => endsOf(each, pieces, ends), starts);
  if ('any' in pattern) return distinct(pattern.any.flatMap((each) => endsOf(each, pieces, starts)));
  if ('maybe' in pattern) return distinct([...starts, ...endsOf(pattern.maybe, pieces, starts)]);
  if (isComma(pattern)) return starts;
  return starts.filter((at) => isPiece(pieces, at, pattern)).map((at) => at + 1);
}

const distinct = (ends: readonly number[]): readonly number[] =>
  ends.length > 1 ? [...new Set(ends)] : ends;

function isPiece(pieces: readonly Piece[], at: number, wanted: Piece): boolean {
  const piece = pieces[at];
  if ('word' in wanted) return isWord(pieces, at, wanted.word);
  return piece !== undefined && 'slot' in piece && piece.slot === wanted.slot;
}

/** Is a sentence, without its commas and full stop, what a pattern says? */
export const fits = (pattern: Pattern, pieces: readonly Piece[]): boolean =>
  endsOf(pattern, pieces, [0]).includes(pieces.length);

/** Every word that a pattern may hold. */
export function* wordsIn(pattern: Pattern): Generator<string> {
  if ('word' in pattern) yield pattern.word;
  else if ('maybe' in pattern) yield* wordsIn(pattern.maybe);
  else if (!('slot' in pattern))
    for (const each of 'any' in pattern ? pattern.any : pattern.all) yield* wordsIn(each);
}

/** One sentence of a pattern. `below` gives a whole number from 0 up to, and without, its argument. */
export function sample(pattern: Pattern, below: (limit: number) => number): Piece[] {
  if ('word' in pattern || 'slot' in pattern) return [pattern];
  if ('maybe' in pattern) return below(2) === 0 ? [] : sample(pattern.maybe, below);
  if ('all' in pattern) return pattern.all.flatMap((each) => sample(each, below));
  const chosen = pattern.any[below(pattern.any.length)];
  return chosen ? sample(chosen, below) : [];
}
