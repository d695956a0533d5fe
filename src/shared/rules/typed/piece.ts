import { TIMEFRAMES } from '../../market.ts';
import { dateAt } from '../dates.ts';
import { RuleProblem } from '../problem.ts';
import { isPlainSymbol, isSymbol } from '../symbols.ts';
import type { Token } from '../lexer.ts';

/** A part of a text as people type it: like a token of the language, and texts in quotes and the ends of lines. */
export type Piece = {
  kind: Token['kind'] | 'text' | 'line';
  text: string;
  at: number;
  end: number;
};

const SPACE = /(?:[^\S\n]|#[^\n]*|\/\/[^\n]*)+/y;
/** `@` begins what a phrase leaves for later. */
const WORD = /@\*|@[a-z0-9_.]+|[a-z_]\w*(?:\.[a-z_]\w*)*(?:['’](?:s|t)\b)?/iy;
const NUMBER = /(?:\d[\d_]*(?:\.\d[\d_]*)?|\.\d+)(?:e[+-]?\d{1,3})?/iy;
const GROUPED = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])/y;
const SYMBOL = /[a-z0-9_]+(?:[:.][a-z0-9_]+)*/iy;
const TIMEFRAME = new RegExp(`(?:${TIMEFRAMES.join('|')})\\b`, 'iy');
const QUOTED = /"[^"\n]*"|'[^'\n]*'/y;
const SIGN = /&&?|\|\|?|==|!=|<>|>=|<=|=>|=<|:=|[≥≤≠×·−–><=+\-*/()[\],%!$€£:;?.]/y;

const SAME: Readonly<Record<string, string>> = {
  '&&': 'and',
  '||': 'or',
  '&': 'and',
  '|': 'or',
  '==': '=',
  '≥': '>=',
  '=>': '>=',
  '≤': '<=',
  '=<': '<=',
  '≠': '!=',
  '<>': '!=',
  '×': '*',
  '·': '*',
  '−': '-',
  '–': '-',
};
/** What follows 'of' and is no symbol. */
const NO_SYMBOL =
  /^(?:the|a|an|its|volume|close|open|high|low|price|last|previous|prior|day|this|that|today|yesterday|sma|ema|average|avg|vwap|moving|\d+|it|each|other|them)$/i;
const LONGEST = 16_000;

const match = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

/** Cuts a text into pieces. `//` and `#` begin comments. Throws RuleProblem at what has no meaning. */
export const piecesOf = (text: string): Piece[] => {
  if (text.length > LONGEST)
    throw new RuleProblem(text, LONGEST, `a rule has at most ${LONGEST} characters.`);
  const pieces: Piece[] = [];
  let depth = 0;
  let at = 0;
  const push = (kind: Piece['kind'], length: number, as: string): void => {
    pieces.push({ kind, text: as, at, end: at + length });
    at += length;
  };
  while (true) {
    at += match(SPACE, text, at)?.length ?? 0;
    if (at >= text.length) return pieces;
    if (text[at] === '\n') {
      push('line', 1, '\n');
      continue;
    }
    const last = pieces.at(-1);
    const quoted = match(QUOTED, text, at);
    if (quoted !== null) {
      const inner = quoted.slice(1, -1).trim();
      const isName = last?.text === 'of' && isSymbol(inner.toUpperCase());
      push(isName ? 'symbol' : 'text', quoted.length, isName ? inner.toUpperCase() : inner);
      continue;
    }
    const date = dateAt(text, at, pieces);
    if (date) {
      push('number', date.length, date.text);
      continue;
    }
    const symbol = last?.text === 'of' ? match(SYMBOL, text, at) : null;
    const before = pieces.at(-2)?.text;
    if (symbol && before !== '%' && !NO_SYMBOL.test(symbol) && isPlainSymbol(symbol.toUpperCase())) {
      push('symbol', symbol.length, symbol.toUpperCase());
      continue;
    }
    const timeframe = last?.text === 'on' ? match(TIMEFRAME, text, at) : null;
    if (timeframe) {
      // Traders write a month as 1M.
      push('timeframe', timeframe.length, timeframe.endsWith('M') ? timeframe : timeframe.toLowerCase());
      continue;
    }
    const grouped = depth === 0 ? match(GROUPED, text, at) : null;
    const number = grouped ?? match(NUMBER, text, at);
    if (number) {
      push('number', number.length, number.replace(/[,_]/g, ''));
      continue;
    }
    const word = match(WORD, text, at);
    if (word) {
      const isMillion = word === 'M' && last?.kind === 'number' && last.end === at;
      push('word', word.length, isMillion ? 'mm' : word.toLowerCase().replace(/['’]/g, ''));
      continue;
    }
    const sign = match(SIGN, text, at);
    if (!sign)
      throw new RuleProblem(
        text,
        at,
        `'${String.fromCodePoint(text.codePointAt(at) ?? 32)}' has no meaning here.`,
      );
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth = Math.max(0, depth - 1);
    const same = SAME[sign] ?? sign;
    push(/^[a-z]/.test(same) ? 'word' : 'sign', sign.length, same);
  }
};

/** The pieces of what stands in the place of others, all of them where those are. */
export const inPlace = (text: string, of: readonly Piece[]): Piece[] => {
  const [at, end] = [of[0]?.at ?? 0, of.at(-1)?.end ?? 0];
  return piecesOf(text).map((piece) => ({ ...piece, at, end }));
};

const OPENS = new Set(['(', '[']);
const CLOSES = new Set([')', ']']);
export const isSign = (piece: Piece | undefined, text: string): boolean =>
  piece?.kind === 'sign' && piece.text === text;
export const isWord = (piece: Piece | undefined, ...texts: readonly string[]): boolean =>
  piece?.kind === 'word' && texts.includes(piece.text);

/** Where the parenthesis that opens at a place is closed; -1 where it isn't. */
export const closeOf = (pieces: readonly Piece[], open: number): number => {
  let depth = 0;
  for (let at = open; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece?.kind !== 'sign') continue;
    if (OPENS.has(piece.text)) depth += 1;
    else if (CLOSES.has(piece.text)) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
};

/** The places outside of parentheses at which pieces are of a kind. */
export const outside = (pieces: readonly Piece[], is: (piece: Piece, at: number) => boolean): number[] => {
  const found: number[] = [];
  let depth = 0;
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'sign' && OPENS.has(piece.text)) depth += 1;
    else if (piece.kind === 'sign' && CLOSES.has(piece.text)) depth -= 1;
    else if (depth === 0 && is(piece, at)) found.push(at);
  }
  return found;
};

/** The pieces between separators that are outside of parentheses. */
export const split = (pieces: readonly Piece[], is: (piece: Piece, at: number) => boolean): Piece[][] => {
  const parts: Piece[][] = [];
  let from = 0;
  for (const at of outside(pieces, is)) {
    parts.push(pieces.slice(from, at));
    from = at + 1;
  }
  return [...parts, pieces.slice(from)];
};
