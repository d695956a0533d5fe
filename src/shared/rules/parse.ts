import { type Condition, MOST_JOINED } from './ast.ts';
import { tokensOf, type Token } from './lexer.ts';
import { readComparison } from './parse-comparison.ts';
import { cursorOf } from './parse-cursor.ts';
import { readEvent } from './parse-event.ts';
import { operandReader } from './parse-operand.ts';
import { sourceReader } from './parse-source.ts';
import { readSpan } from './parse-span.ts';
import { printRule } from './print.ts';
import { RuleProblem } from './problem.ts';
import { readTyped } from './typed/typed.ts';

/** Reads the tokens of a text in the language. Throws RuleProblem, which says where what was expected. */
const parseTokens = (text: string, tokens?: readonly Token[]): Condition => {
  const cursor = cursorOf(text, tokens);
  const { peek, next, is, take, need, fail, expected, deeper } = cursor;
  const source = sourceReader(cursor);
  const operand = operandReader(cursor, source, () => condition());

  const list = (): Condition[] => {
    need('(');
    const items = [condition()];
    while (is(',')) {
      if (items.length === MOST_JOINED) fail(`${MOST_JOINED} conditions are joined at most.`);
      next();
      items.push(condition());
    }
    need(')', "',' or ')'");
    return items;
  };
  /** A parenthesis may hold a figure, `(high + low) / 2 > 5`, or a condition. The reading that gets further was meant. */
  const parenthesis = (): Condition => {
    const back = cursor.mark();
    let problem: RuleProblem;
    try {
      return readComparison(cursor, operand);
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      problem = error;
    }
    back();
    try {
      need('(');
      const inner = deeper(condition);
      need(')');
      return inner;
    } catch (error) {
      throw error instanceof RuleProblem && error.offset >= problem.offset ? error : problem;
    }
  };
  const primary = (): Condition => {
    for (const kind of ['all', 'any'] as const) {
      if (!is(kind)) continue;
      const token = peek();
      next();
      const items = deeper(list);
      if (items.length < 2) fail(`${kind} joins two conditions or more.`, token);
      return kind === 'all' ? { all: items } : { any: items };
    }
    const named = readEvent(cursor);
    if (named) {
      const from = source();
      return from === null ? named : { ...from, happens: named };
    }
    return is('(') ? parenthesis() : readComparison(cursor, operand);
  };
  const postfix = (): Condition => {
    let found = primary();
    while (take('within')) found = { within: readSpan(cursor), of: found };
    return found;
  };
  const negation = (): Condition => (take('not') ? { not: deeper(negation) } : postfix());
  const joined = (
    word: 'and' | 'or',
    read: () => Condition,
    join: (items: Condition[]) => Condition,
  ): Condition => {
    const first = read();
    const items = [first];
    while (is(word)) {
      if (items.length === MOST_JOINED) fail(`'${word}' joins ${MOST_JOINED} conditions at most.`);
      next();
      items.push(read());
    }
    return items.length === 1 ? first : join(items);
  };
  const conjunction = (): Condition => joined('and', negation, (all) => ({ all }));
  const condition = (): Condition => joined('or', conjunction, (any) => ({ any }));

  if (peek().kind === 'end') fail('a rule was expected, such as close > 100.');
  const rule = condition();
  if (peek().kind !== 'end')
    expected("'and', 'or', 'within' or the end of the rule", ['and', 'or', 'within']);
  return rule;
};

/** A script of a chart platform may be longer than the rule that becomes of it. */
export const TYPED_MAX = 16_000;

/** A rule as it was read: in the language as it is, or in other words. */
export type ReadRule = {
  condition: Condition;
  /** The text in the language: as it was typed where it is a rule as it is. */
  text: string;
  /** Whether it was typed in other words, as on a chart platform. */
  isTranslated: boolean;
  /** Of a script of several lines: what became of those that are not in the rule. */
  notes: { line: number; text: string }[];
};

/**
 * Reads a condition: in the language, or as traders type it on chart platforms. What is a rule of the language means what
 * it says there, and is never read in another way. Throws RuleProblem, which points at the place.
 */
export const readAnyRule = (text: string): ReadRule => {
  let problem: RuleProblem;
  try {
    return { condition: parseTokens(text), text, isTranslated: false, notes: [] };
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    problem = error;
  }
  try {
    const typed = readTyped(text);
    if (typed === null || isSame(typed.tokens, text)) throw problem;
    const condition = parseTokens(text, typed.tokens);
    return { condition, text: printRule(condition), isTranslated: true, notes: typed.notes };
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    // The reading that gets further was meant, or the one that knows what was.
    throw error.helps || error.offset > problem.offset ? error : problem;
  }
};

const isSame = (tokens: readonly Token[], text: string): boolean => {
  try {
    const own = tokensOf(text);
    return own.length === tokens.length && own.every((each, at) => each.text === tokens[at]?.text);
  } catch {
    return false;
  }
};

/**
 * Reads a condition such as `close crosses above sma(200) and volume > 2 * avg(volume, 20)`. Throws RuleProblem, which
 * points at the place and says what was expected there.
 */
export const parseRule = (text: string): Condition => readAnyRule(text).condition;
