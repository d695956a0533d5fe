import { EVENTS } from '../events.ts';
import { ALIASES, FUNCTIONS } from '../functions.ts';
import type { Token } from '../lexer.ts';
import { MATH } from '../math.ts';
import { PRICES } from '../prices.ts';
import { RuleProblem } from '../problem.ts';
import { closeOf, isSign, type Piece, piecesOf } from './piece.ts';
import { isScript, type Note, readScript } from './pine.ts';
import { rewriter } from './structure.ts';

export type Typed = {
  /** In the language, each where it stands in the text. */
  tokens: Token[];
  /** What became of the lines of a script. */
  notes: Note[];
  isScript: boolean;
};

const KNOWN: ReadonlySet<string> = new Set([
  ...PRICES,
  ...Object.keys(FUNCTIONS),
  ...Object.keys(ALIASES),
  ...Object.keys(EVENTS),
  ...Object.keys(MATH),
  'price',
  'hl2',
  'hlc3',
  'ohlc4',
  'hlcc4',
  'vol',
]);
const isKnown = (name: string): boolean => KNOWN.has(name);

/** Nobody types more, nor deeper: what is longer is read as the language alone. */
const MOST_PIECES = 6000;
const DEEPEST = 60;
const deepest = (pieces: readonly Piece[]): number => {
  let [depth, most] = [0, 0];
  for (const piece of pieces) {
    if (isSign(piece, '(') || isSign(piece, '[')) depth += 1;
    if (isSign(piece, ')') || isSign(piece, ']')) depth -= 1;
    most = Math.max(most, depth);
  }
  return most;
};

/** A parenthesis that is opened, and never closed. */
const openIn = (pieces: readonly Piece[]): Piece | undefined =>
  pieces.find((piece, at) => isSign(piece, '(') && closeOf(pieces, at) < 0);

/**
 * A text as traders type it on chart platforms, in their words or as Pine Script, as tokens of the language. Throws
 * RuleProblem at what has no counterpart. Null where it's too long to be one.
 */
export const readTyped = (text: string): Typed | null => {
  const pieces = piecesOf(text.replaceAll('\u00a0', ' '));
  if (pieces.length > MOST_PIECES || deepest(pieces) > DEEPEST) return null;
  const open = openIn(pieces);
  if (open)
    throw new RuleProblem(text, open.at, `this parenthesis isn't closed. Add ')' behind what is in it.`);
  const script = isScript(text, pieces, isKnown);
  const read = script
    ? readScript(text, pieces, isKnown)
    : { pieces: rewriter(text, () => null).condition(pieces), notes: [] };
  const tokens = read.pieces.flatMap((piece): Token[] =>
    piece.kind === 'line' ? [] : [{ ...piece, kind: piece.kind === 'text' ? 'word' : piece.kind }],
  );
  const last = tokens.at(-1);
  // A full stop ends a sentence, and an exclamation mark too.
  while (tokens.length > 0 && /^[.!;]$/.test(tokens.at(-1)?.text ?? '')) tokens.pop();
  const end = last?.end ?? text.length;
  return {
    tokens: [...tokens, { kind: 'end', text: '', at: end, end }],
    notes: read.notes,
    isScript: script,
  };
};
