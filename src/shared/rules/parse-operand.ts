import { type Arg, argsOf } from './args.ts';
import { type Condition, countsOn, MOST_OPERATORS, namesSource, type Operand, type Source } from './ast.ts';
import { EVENT_NAMES } from './events.ts';
import { ALIASES, FUNCTION_NAMES, FUNCTIONS, type FunctionSpec } from './functions.ts';
import { MATH, MATH_NAMES, type MathName } from './math.ts';
import type { Cursor } from './parse-cursor.ts';
import { minutesOf, unitAt } from './parse-span.ts';
import { PRICES } from './prices.ts';
import { didYouMean } from './problem.ts';

const OPERAND_WORDS = [...PRICES, ...FUNCTION_NAMES, ...MATH_NAMES, ...Object.keys(ALIASES), ...EVENT_NAMES];

const readBack = ({ take, barCount, need }: Cursor): { back?: number } => {
  if (!take('[')) return {};
  const bars = barCount('a number of bars');
  need(']');
  return { back: bars };
};

type Words = Readonly<Record<string, number>> | undefined;

/** Whether a figure is next: a number, or a word that stands for one. */
const isNumberAlone = ({ is, peek }: Cursor, words?: Words): boolean => {
  const { kind, text } = peek();
  if (kind === 'word' && words && Object.hasOwn(words, text)) return true;
  const ahead = is('-') ? 1 : 0;
  return peek(ahead).kind === 'number' && (is(',', ahead + 1) || is(')', ahead + 1));
};

const readFigure = ({ peek, next, signedNumber, expected }: Cursor, words?: Words): Arg => {
  const token = peek();
  const named = token.kind === 'word' && words && Object.hasOwn(words, token.text) ? words[token.text] : null;
  if (named !== null && named !== undefined) {
    next();
    return { value: named, token };
  }
  if (words && token.kind === 'word') expected(Object.keys(words).join(', '), Object.keys(words));
  return { value: signedNumber(), token };
};

/** Reads figures, prices, indicators and arithmetic; `source` reads the symbol or timeframe after one of them. */
export const operandReader = (
  cursor: Cursor,
  source: () => Source | null,
  condition: () => Condition,
): (() => Operand) => {
  const { peek, next, is, take, need, fail, expected, deeper, number } = cursor;
  let operators = 0;

  /** A function of a condition, of two values, or of a condition and a value: all of them are written. */
  const callOf = (name: string, spec: FunctionSpec): Operand => {
    need('(');
    const when = spec.from === 'pairs' ? undefined : deeper(condition);
    if (spec.from === 'choices') need(',');
    const of = spec.from === 'conditions' ? undefined : operand();
    if (spec.from === 'pairs') need(',');
    const other = spec.from === 'pairs' ? operand() : undefined;
    const args: Arg[] = [];
    while (take(',')) args.push(readFigure(cursor));
    need(')', "',' or ')'");
    return {
      call: name,
      ...(when && { when }),
      ...(of && { of }),
      ...(other && { with: other }),
      args: argsOf(name, spec, args, fail),
      ...readBack(cursor),
    };
  };

  const math = (name: MathName): Operand => {
    const token = peek();
    const [least, most] = MATH[name];
    need('(');
    const of = [operand()];
    while (take(',')) of.push(operand());
    need(')', "',' or ')'");
    if (of.length < least || of.length > most)
      fail(`${name} takes ${least === most ? least : `${least} to ${most}`} values.`, token);
    return { math: name, of };
  };

  const call = (name: string, spec: FunctionSpec): Operand => {
    if (spec.from === 'pairs' || spec.from === 'conditions' || spec.from === 'choices')
      return callOf(name, spec);
    const words = (at: number): Words => spec.params[at]?.words;
    let of: Operand | undefined;
    const args: Arg[] = [];
    if (take('(') && !take(')')) {
      if (isNumberAlone(cursor, words(0))) args.push(readFigure(cursor, words(0)));
      else {
        const token = peek();
        of = operand();
        if (spec.from !== 'values')
          fail(`${name} is computed from whole bars and takes figures only.`, token);
      }
      while (take(',')) args.push(readFigure(cursor, words(args.length)));
      need(')', "',' or ')'");
    }
    const isClose = of && 'price' in of && of.price === 'close' && of.back === undefined;
    return {
      call: name,
      ...(of && !isClose && { of }),
      args: argsOf(name, spec, args, fail),
      ...readBack(cursor),
    };
  };

  /** A price or an indicator by its name; null where the word is none. */
  const named = (word: string): Operand | null => {
    const price = PRICES.find((name) => name === word);
    if (price) {
      next();
      return { price, ...readBack(cursor) };
    }
    const name = ALIASES[word] ?? word;
    const spec = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (spec) {
      next();
      return deeper(() => call(name, spec));
    }
    if (Object.hasOwn(MATH, word)) {
      next();
      return deeper(() => math(word as MathName));
    }
    if (is('(', 1) && cursor.hyphenHint() === '')
      return fail(`there is no '${word}'.${didYouMean(word, OPERAND_WORDS)}`);
    return null;
  };

  /** `2-day high`: the extreme of a time; null where something else is next. */
  const timeExtreme = (): Operand | null => {
    const token = peek();
    const unit = is('-', 1) ? unitAt(cursor, 2) : undefined;
    if (token.kind !== 'number' || !unit) return null;
    const count = number('a time');
    next(2);
    const extreme = is('low') ? 'low' : 'high';
    if (!take('low')) need('high', "'high' or 'low'");
    return { extreme, minutes: minutesOf(cursor, count, unit, token) };
  };

  /** Of the rule's own bars. */
  const own = (): Operand => {
    if (take('(')) {
      const inner = deeper(operand);
      need(')');
      return inner;
    }
    if (take('-')) {
      if (peek().kind === 'number') return { number: -number('a number') };
      return { negate: deeper(factor) };
    }
    const extreme = timeExtreme();
    if (extreme) return extreme;
    const token = peek();
    if (token.kind === 'number') return { number: number('a number') };
    const found = token.kind === 'word' ? named(token.text) : null;
    return found ?? expected('a price, a number or an indicator', OPERAND_WORDS);
  };

  const factor = (): Operand => {
    const value = own();
    const token = peek();
    const from = source();
    if (from === null) return value;
    const what = from.symbol === undefined ? 'timeframe' : 'symbol';
    if ('number' in value) fail(`a number is of no ${what}.`, token);
    if (countsOn(value))
      fail(
        'on-balance volume counts on from its first bar, and is asked of the rule’s own bars alone.',
        token,
      );
    return namesSource(value)
      ? fail('this is of another symbol or timeframe already.', token)
      : { ...from, value };
  };

  const chain = (read: () => Operand, signs: readonly ('+' | '-' | '*' | '/')[]): Operand => {
    let left = read();
    for (let op = signs.find((sign) => is(sign)); op; op = signs.find((sign) => is(sign))) {
      operators += 1;
      if (operators > MOST_OPERATORS) fail(`a rule computes with ${MOST_OPERATORS} signs at most.`);
      next();
      left = { op, left, right: read() };
    }
    return left;
  };
  const product = (): Operand => chain(factor, ['*', '/']);
  const operand = (): Operand => chain(product, ['+', '-']);
  return operand;
};
