import { dateAt } from './dates.ts';
import { RuleProblem } from './problem.ts';
import { isPlainSymbol, isSymbol } from './symbols.ts';

export type Token = {
  kind: 'word' | 'number' | 'sign' | 'symbol' | 'timeframe' | 'end';
  /** Words in lower case, symbols in capitals and without their quotes, timeframes as they are written. */
  text: string;
  /** Where it begins and ends in the text, from 0. */
  at: number;
  end: number;
};

const SKIP = /(?:\s|#[^\n]*)+/y;
const WORD = /[a-z_][a-z0-9_]*/iy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?/iy;
/** Another symbol, after 'of': in quotes where it has signs such as - or /. */
const SYMBOL = /[a-z0-9_]+(?:[:.][a-z0-9_]+)*/iy;
/** Another timeframe, after 'on'. */
const TIMEFRAME = /[a-z0-9_]+/iy;
const QUOTED = /"[^"\n]*"/y;
const SIGN = />=|<=|[><=+\-*/()[\],%]/y;

/** No rule that anyone wrote is longer, nor one whose names a migration wrote out. */
const LONGEST = 16_000;

const match = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
};

/** Cuts a rule's text into words, numbers and signs; `#` begins a comment. Throws RuleProblem at what is none of them. */
export const tokensOf = (text: string): Token[] => {
  if (text.length > LONGEST)
    throw new RuleProblem(text, LONGEST, `a rule has at most ${LONGEST} characters.`);
  const tokens: Token[] = [];
  let at = 0;
  while (true) {
    at += match(SKIP, text, at)?.length ?? 0;
    if (at >= text.length) break;
    const quoted = match(QUOTED, text, at);
    const symbol =
      quoted?.slice(1, -1).trim().toUpperCase() ??
      (tokens.at(-1)?.text === 'of' ? match(SYMBOL, text, at)?.toUpperCase() : undefined);
    if (quoted !== null || (symbol !== undefined && isPlainSymbol(symbol))) {
      const end = at + (quoted ?? symbol ?? '').length;
      if (!isSymbol(symbol ?? '')) throw new RuleProblem(text, at, `${quoted ?? ''} isn't a symbol.`);
      tokens.push({ kind: 'symbol', text: symbol ?? '', at, end });
      at = end;
      continue;
    }
    const last = tokens.at(-1);
    const timeframe = last?.kind === 'word' && last.text === 'on' ? match(TIMEFRAME, text, at) : null;
    if (timeframe !== null) {
      tokens.push({ kind: 'timeframe', text: timeframe, at, end: at + timeframe.length });
      at += timeframe.length;
      continue;
    }
    const date = dateAt(text, at, tokens);
    if (date) {
      tokens.push({ kind: 'number', text: date.text, at, end: at + date.length });
      at += date.length;
      continue;
    }
    const kinds = [
      ['word', WORD],
      ['number', NUMBER],
      ['sign', SIGN],
    ] as const;
    const found = kinds
      .map(([kind, pattern]) => ({ kind, text: match(pattern, text, at) }))
      .find((each) => each.text);
    if (!found?.text && text[at] === '"')
      throw new RuleProblem(text, at, 'the quotes of a symbol end on the line on which they begin.');
    if (!found?.text) throw new RuleProblem(text, at, `'${text.slice(at, at + 1)}' has no meaning here.`);
    tokens.push({ kind: found.kind, text: found.text.toLowerCase(), at, end: at + found.text.length });
    at += found.text.length;
  }
  tokens.push({ kind: 'end', text: '', at: text.length, end: text.length });
  return tokens;
};
