import { MOST_BARS } from './ast.ts';
import { tokensOf, type Token } from './lexer.ts';
import { didYouMean, RuleProblem } from './problem.ts';

const DEEPEST = 60;
const END: Token = { kind: 'end', text: '', at: 0, end: 0 };

/** A position in a rule's tokens: looks ahead, consumes, and reports what was expected instead. */
export type Cursor = ReturnType<typeof cursorOf>;

export const cursorOf = (text: string, tokens: readonly Token[] = tokensOf(text)) => {
  let position = 0;
  let depth = 0;

  const peek = (ahead = 0): Token => tokens[Math.min(position + ahead, tokens.length - 1)] ?? END;
  const next = (count = 1): void => void (position += count);
  const is = (value: string, ahead = 0): boolean => {
    const token = peek(ahead);
    return token.text === value && (token.kind === 'word' || token.kind === 'sign');
  };
  const take = (value: string): boolean => {
    if (!is(value)) return false;
    next();
    return true;
  };

  const fail = (sentence: string, token = peek()): never => {
    throw new RuleProblem(text, token.at, sentence);
  };
  /** `close of BTC-USD`: what was meant is one symbol. */
  const hyphenHint = (): string => {
    const [symbol, sign, rest] = [tokens[position - 2], tokens[position - 1], peek()];
    const isOne = symbol?.kind === 'symbol' && symbol.end === sign?.at && sign.end === rest.at;
    return isOne && rest.kind === 'word'
      ? ` A symbol with signs is written in quotes: of "${text.slice(symbol.at, rest.end).toUpperCase()}".`
      : '';
  };
  /** Fails at the next token; `words` are those it may be a misspelling of. */
  const expected = (what: string, words: readonly string[] = []): never => {
    const token = peek();
    const hint = hyphenHint() || (token.kind === 'word' ? didYouMean(token.text, words) : '');
    const shown = token.kind === 'end' ? 'the end of the rule' : `'${token.text}'`;
    return fail(`${what} was expected, not ${shown}.${hint}`);
  };
  const need = (value: string, what = `'${value}'`): void => {
    if (!take(value)) expected(what, /^[a-z]/.test(value) ? [value] : []);
  };

  const number = (what: string): number => {
    const token = peek();
    if (token.kind !== 'number') return expected(what);
    next();
    const value = Number(token.text);
    return Number.isFinite(value) ? value : fail(`${token.text} is too large.`, token);
  };

  return {
    peek,
    next,
    is,
    take,
    need,
    fail,
    expected,
    hyphenHint,
    number,
    signedNumber: (): number => (take('-') ? -number('a number') : number('a number')),
    barCount: (what: string): number => {
      const token = peek();
      const value = number(what);
      if (Number.isInteger(value) && value >= 1 && value <= MOST_BARS) return value;
      return fail(`a whole number of bars from 1 to ${MOST_BARS} was expected, not ${token.text}.`, token);
    },
    /** Reads what is nested one level deeper, up to a limit. */
    deeper: <T>(read: () => T): T => {
      depth += 1;
      if (depth > DEEPEST) fail('the rule is nested too deep.');
      const result = read();
      depth -= 1;
      return result;
    },
    /** Where it is now. @returns goes back there */
    mark: (): (() => void) => {
      const [wasAt, wasDeep] = [position, depth];
      return () => {
        position = wasAt;
        depth = wasDeep;
      };
    },
  };
};
