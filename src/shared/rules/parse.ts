import {
  type Condition,
  type EventCondition,
  MOST_BARS,
  MOST_JOINED,
  MOST_OPERATORS,
  countsOn,
  namesSource,
  type Operand,
  PRICES,
} from './ast.ts';
import { EVENT_NAMES, EVENTS, type EventParam } from './events.ts';
import { type Arg, argsOf } from './args.ts';
import { ALIASES, FUNCTION_NAMES, FUNCTIONS, type FunctionSpec } from './functions.ts';
import { tokensOf, type Token } from './lexer.ts';
import { sourceReader } from './parse-source.ts';
import { didYouMean, RuleProblem } from './problem.ts';
import { MOST_MINUTES, type Span, type Unit, UNIT_NAMES, UNITS } from './spans.ts';

const OPERAND_WORDS = [...PRICES, ...FUNCTION_NAMES, ...Object.keys(ALIASES), ...EVENT_NAMES];
const TEST_WORDS = ['crosses', 'enters', 'leaves', 'exits', 'is', 'moves', 'rises', 'falls'];
const DEEPEST = 60;
const END: Token = { kind: 'end', text: '', at: 0, end: 0 };

/**
 * Reads a condition such as `close crosses above sma(200) and volume > 2 * avg(volume, 20)`. Throws RuleProblem, which
 * points at the place and says what was expected there.
 */
export const parseRule = (text: string): Condition => {
  const tokens = tokensOf(text);
  let position = 0;
  let depth = 0;
  let operators = 0;

  const peek = (ahead = 0): Token => tokens[Math.min(position + ahead, tokens.length - 1)] ?? END;
  const fail = (sentence: string, token = peek()): never => {
    throw new RuleProblem(text, token.at, sentence);
  };
  const shown = (token: Token): string => (token.kind === 'end' ? 'the end of the rule' : `'${token.text}'`);
  const expected = (what: string, words: readonly string[] = []): never => {
    const token = peek();
    const hint = hyphenHint() || (token.kind === 'word' ? didYouMean(token.text, words) : '');
    return fail(`${what} was expected, not ${shown(token)}.${hint}`);
  };
  /** `close of BTC-USD`: what was meant is one symbol. */
  const hyphenHint = (): string => {
    const [symbol, sign, rest] = [tokens[position - 2], tokens[position - 1], peek()];
    const isOne = symbol?.kind === 'symbol' && symbol.end === sign?.at && sign.end === rest.at;
    return isOne && rest.kind === 'word'
      ? ` A symbol with signs is written in quotes: of "${text.slice(symbol.at, rest.end).toUpperCase()}".`
      : '';
  };
  const is = (value: string, ahead = 0): boolean => {
    const token = peek(ahead);
    return token.text === value && (token.kind === 'word' || token.kind === 'sign');
  };
  const next = (): void => void (position += 1);
  const take = (value: string): boolean => {
    if (!is(value)) return false;
    next();
    return true;
  };
  const need = (value: string, what = `'${value}'`): void => {
    if (!take(value)) expected(what, /^[a-z]/.test(value) ? [value] : []);
  };
  const deeper = <T>(read: () => T): T => {
    depth += 1;
    if (depth > DEEPEST) fail('the rule is nested too deep.');
    const result = read();
    depth -= 1;
    return result;
  };

  const number = (what: string): number => {
    const token = peek();
    if (token.kind !== 'number') return expected(what);
    position += 1;
    const value = Number(token.text);
    return Number.isFinite(value) ? value : fail(`${token.text} is too large.`, token);
  };
  const barCount = (what: string): number => {
    const token = peek();
    const value = number(what);
    if (Number.isInteger(value) && value >= 1 && value <= MOST_BARS) return value;
    return fail(`a whole number of bars from 1 to ${MOST_BARS} was expected, not ${token.text}.`, token);
  };
  const unitAt = (ahead: number): Unit | undefined =>
    UNIT_NAMES.find((name) => is(name, ahead) || is(`${name}s`, ahead));
  const minutesOf = (count: number, unit: Unit, token: Token): number => {
    const minutes = count * UNITS[unit];
    if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES) return minutes;
    return fail(`a time is whole minutes, up to ${MOST_MINUTES / UNITS.week} weeks.`, token);
  };
  /** `3 bars`, or a time such as `2 hours`. */
  const span = (): Span => {
    const token = peek();
    const unit = unitAt(1);
    if (token.kind === 'number' && unit) {
      const count = number('a time');
      position += 1;
      return { minutes: minutesOf(count, unit, token) };
    }
    const bars = barCount('a number of bars, or a time such as 2 hours,');
    if (!take('bars') && !take('bar'))
      expected("'bars' or a time such as 'hours'", ['bars', 'minutes', 'hours', 'days', 'weeks']);
    return bars;
  };
  const back = (): { back?: number } => {
    if (!take('[')) return {};
    const bars = barCount('a number of bars');
    need(']');
    return { back: bars };
  };

  const signedNumber = (): number => (take('-') ? -number('a number') : number('a number'));
  const isNumberAlone = (): boolean => {
    const ahead = is('-') ? 1 : 0;
    return peek(ahead).kind === 'number' && (is(',', ahead + 1) || is(')', ahead + 1));
  };
  const call = (name: string, spec: FunctionSpec): Operand => {
    let of: Operand | undefined;
    const args: Arg[] = [];
    if (take('(') && !take(')')) {
      if (!isNumberAlone()) {
        const token = peek();
        of = operand();
        if (spec.from === 'bars') fail(`${name} is computed from whole bars and takes figures only.`, token);
      } else {
        const token = peek();
        args.push({ value: signedNumber(), token });
      }
      while (take(',')) {
        const token = peek();
        args.push({ value: signedNumber(), token });
      }
      need(')', "',' or ')'");
    }
    const isClose = of && 'price' in of && of.price === 'close' && of.back === undefined;
    return { call: name, ...(of && !isClose && { of }), args: argsOf(name, spec, args, fail), ...back() };
  };
  const source = sourceReader({ peek, next, is, take, fail, expected });
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
  const own = (): Operand => {
    const token = peek();
    if (take('(')) {
      const inner = deeper(operand);
      need(')');
      return inner;
    }
    if (take('-')) {
      if (peek().kind === 'number') return { number: -number('a number') };
      return { negate: deeper(factor) };
    }
    const unit = is('-', 1) ? unitAt(2) : undefined;
    if (token.kind === 'number' && unit) {
      const count = number('a time');
      position += 2;
      const extreme = is('low') ? 'low' : 'high';
      if (!take('low')) need('high', "'high' or 'low'");
      return { extreme, minutes: minutesOf(count, unit, token) };
    }
    if (token.kind === 'number') return { number: number('a number') };
    if (token.kind === 'word') {
      const price = PRICES.find((name) => name === token.text);
      const name = ALIASES[token.text] ?? token.text;
      if (price) {
        position += 1;
        return { price, ...back() };
      }
      const spec = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
      if (spec) {
        position += 1;
        return deeper(() => call(name, spec));
      }
      if (is('(', 1) && hyphenHint() === '')
        return fail(`there is no '${token.text}'.${didYouMean(token.text, OPERAND_WORDS)}`);
    }
    return expected('a price, a number or an indicator', OPERAND_WORDS);
  };
  const chain = (read: () => Operand, signs: readonly ('+' | '-' | '*' | '/')[]): Operand => {
    let left = read();
    for (let op = signs.find((sign) => is(sign)); op; op = signs.find((sign) => is(sign))) {
      operators += 1;
      if (operators > MOST_OPERATORS) fail(`a rule computes with ${MOST_OPERATORS} signs at most.`);
      position += 1;
      left = { op, left, right: read() };
    }
    return left;
  };
  const product = (): Operand => chain(factor, ['*', '/']);
  const operand = (): Operand => chain(product, ['+', '-']);

  const channel = (): { low: Operand; high: Operand } => {
    take('channel');
    need('(', 'a channel such as (95, 105)');
    const low = operand();
    need(',');
    const high = operand();
    need(')');
    return { low, high };
  };
  const move = (value: Operand, moves: 'up' | 'down'): Condition => {
    take('by');
    const token = peek();
    const by = number('an amount such as 5 or 5%');
    if (by <= 0) fail('the amount of a move is above zero.', token);
    const percent = take('%');
    const bars = take('within') ? span() : 1;
    return { moves, value, by, percent, bars };
  };
  const SIGNS = ['>', '>=', '<', '<=', '='] as const;
  const test = (): Condition => {
    const left = operand();
    const sign = SIGNS.find((each) => is(each));
    if (sign) {
      position += 1;
      return { test: sign, left, right: operand() };
    }
    if (take('crosses')) {
      if (take('above') || take('over') || take('up'))
        return { test: 'crosses above', left, right: operand() };
      if (take('below') || take('under') || take('down'))
        return { test: 'crosses below', left, right: operand() };
      return { test: 'crosses', left, right: operand() };
    }
    if (take('enters')) return { channel: 'enters', value: left, ...channel() };
    if (take('leaves') || take('exits')) return { channel: 'leaves', value: left, ...channel() };
    if (take('is')) {
      if (take('inside')) return { channel: 'is inside', value: left, ...channel() };
      if (take('outside')) return { channel: 'is outside', value: left, ...channel() };
      if (take('above')) return { test: '>', left, right: operand() };
      if (take('below')) return { test: '<', left, right: operand() };
      if (is('greater', 0) || is('less', 0)) {
        const word = is('less') ? '<' : '>';
        position += 1;
        need('than');
        return { test: word, left, right: operand() };
      }
      const sides = ['inside', 'outside', 'above', 'below'];
      return expected("'inside', 'outside', 'above' or 'below'", [...sides, 'greater', 'less']);
    }
    if (take('rises')) return move(left, 'up');
    if (take('falls')) return move(left, 'down');
    if (take('moves')) {
      if (take('up')) return move(left, 'up');
      if (take('down')) return move(left, 'down');
      return expected("'up' or 'down'", ['up', 'down']);
    }
    return expected("a comparison such as '>', 'crosses above', 'enters' or 'moves up'", TEST_WORDS);
  };

  const eventFigureOf = (name: string, param: EventParam): number => {
    const token = peek();
    const words = Object.keys(param.words ?? {});
    const word = token.kind === 'word' ? param.words?.[token.text] : undefined;
    if (word !== undefined) {
      position += 1;
      return word;
    }
    const isNumber = param.orNumber && (token.kind === 'number' || is('-'));
    if (words.length > 0 && !isNumber) {
      const known = words
        .map((each) => `'${each}'`)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1');
      return expected(param.orNumber ? `a number or ${known}` : known, words);
    }
    const value = signedNumber();
    if (param.whole && !Number.isInteger(value))
      return fail(`${param.name} of ${name} is a whole number.`, token);
    const within = param.open
      ? value > param.least && value < param.most
      : value >= param.least && value <= param.most;
    if (within) return value;
    const range = param.open
      ? `between ${param.least} and ${param.most}`
      : `from ${param.least} to ${param.most}`;
    return fail(`${param.name} of ${name} is ${range}.`, token);
  };
  const event = (): EventCondition | null => {
    const token = peek();
    const spec = token.kind === 'word' && Object.hasOwn(EVENTS, token.text) ? EVENTS[token.text] : undefined;
    if (!spec) return null;
    position += 1;
    const args = spec.params.map((param) => param.default);
    if (take('(') && !take(')')) {
      let at = 0;
      do {
        const param = spec.params[at];
        if (!param) {
          const names = spec.params.map(({ name }) => name).join(', ');
          return fail(`${token.text} has fewer figures than that; it has: ${names}.`);
        }
        args[at] = eventFigureOf(token.text, param);
        at += 1;
      } while (take(','));
      need(')', "',' or ')'");
    }
    const wrong = spec.check?.(args);
    return wrong ? fail(`in ${token.text}, ${wrong}`, token) : { event: token.text, args };
  };

  const list = (): Condition[] => {
    need('(');
    const items = [condition()];
    while (is(',')) {
      if (items.length === MOST_JOINED) fail(`${MOST_JOINED} conditions are joined at most.`);
      position += 1;
      items.push(condition());
    }
    need(')', "',' or ')'");
    return items;
  };
  const primary = (): Condition => {
    for (const kind of ['all', 'any'] as const) {
      if (!is(kind)) continue;
      const token = peek();
      position += 1;
      const items = deeper(list);
      if (items.length < 2) fail(`${kind} joins two conditions or more.`, token);
      return kind === 'all' ? { all: items } : { any: items };
    }
    const named = event();
    if (named) {
      const from = source();
      return from === null ? named : { ...from, happens: named };
    }
    if (!is('(')) return test();
    // A parenthesis may hold a figure, (high + low) / 2 > 5, or a condition. What gets further is what was meant.
    const start = position;
    const startDepth = depth;
    let problem: RuleProblem;
    try {
      return test();
    } catch (error) {
      if (!(error instanceof RuleProblem)) throw error;
      problem = error;
    }
    position = start;
    depth = startDepth;
    try {
      need('(');
      const inner = deeper(condition);
      need(')');
      return inner;
    } catch (error) {
      throw error instanceof RuleProblem && error.offset >= problem.offset ? error : problem;
    }
  };
  const postfix = (): Condition => {
    let found = primary();
    while (take('within')) {
      found = { within: span(), of: found };
    }
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
      position += 1;
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
