import type { Timeframe } from '../market.ts';
import { counted, singularOnes } from '../plural.ts';
import type { Condition, Operand, Source } from './ast.ts';
import { eventWords, ordinal } from './events.ts';
import { FUNCTIONS } from './functions.ts';
import { MOVE_RANKED } from './functions-history.ts';
import { dayNumbered } from './functions-conditions.ts';
import { mathWords } from './math.ts';
import { parseRule } from './parse.ts';
import { printOperand } from './print.ts';
import { type Span, spanAdjective, spanText } from './spans.ts';

const OPS = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'divided by' } as const;
const CLOSE: Operand = { price: 'close' };

const ago = (back: number | undefined): string =>
  back === undefined ? '' : back === 1 ? ' one bar before' : ` ${back} bars before`;

/** Bars of a timeframe, as people call them. */
export const BARS_OF: Readonly<Record<Timeframe, string>> = {
  '1m': '1-minute bars',
  '2m': '2-minute bars',
  '3m': '3-minute bars',
  '5m': '5-minute bars',
  '10m': '10-minute bars',
  '15m': '15-minute bars',
  '30m': '30-minute bars',
  '45m': '45-minute bars',
  '1h': 'hourly bars',
  '2h': '2-hour bars',
  '3h': '3-hour bars',
  '4h': '4-hour bars',
  '6h': '6-hour bars',
  '8h': '8-hour bars',
  '12h': '12-hour bars',
  '1d': 'daily bars',
  '1w': 'weekly bars',
  '1M': 'monthly bars',
  '3M': 'quarterly bars',
  '12M': 'yearly bars',
};

/** " of ES on daily bars" */
const from = ({ symbol, timeframe }: Source): string =>
  `${symbol === undefined ? '' : ` of ${symbol}`}${timeframe === undefined ? '' : ` on ${BARS_OF[timeframe]}`}`;

const same = (a: Operand, b: Operand): boolean => printOperand(a) === printOperand(b);

/** What a function of the rule's own bars is of: of another timeframe, each of them has the latest figure there. */
const sampled = (of: Operand): string => {
  const words = figure(of, null);
  return 'value' in of && of.timeframe !== undefined ? words.replace(/^the /, 'the latest ') : words;
};

/** In words. `its`: the operand that the sentence is about, so that its average is "its average". */
const figure = (operand: Operand, its: Operand | null): string => {
  if ('number' in operand) return String(operand.number);
  if ('price' in operand) return `the ${operand.price}${ago(operand.back)}`;
  if ('extreme' in operand)
    return `${its && same(its, CLOSE) ? 'its' : 'the'} ${spanAdjective(operand.minutes)} ${operand.extreme}`;
  if ('value' in operand) {
    const { value } = operand;
    if (!('price' in value || 'call' in value || 'extreme' in value))
      return `the value${from(operand)} for ${figure(value, null)}`;
    const { back, ...now } = { back: undefined, ...value };
    return `${figure(now, null)}${from(operand)}${ago(back)}`;
  }
  if ('negate' in operand) return `minus ${figure(operand.negate, its)}`;
  if ('op' in operand) return `${figure(operand.left, its)} ${OPS[operand.op]} ${figure(operand.right, its)}`;
  if ('math' in operand)
    return mathWords(
      operand.math,
      operand.of.map((each) => figure(each, null)),
    );
  const spec = FUNCTIONS[operand.call];
  if (spec?.sentence) {
    const words = spec.sentence(
      {
        when: operand.when ? clause(operand.when) : '',
        value: figure(operand.of ?? CLOSE, null),
        other: figure(operand.with ?? CLOSE, null),
      },
      operand.args,
    );
    return `${words}${ago(operand.back)}`;
  }
  const words = singularOnes(
    (spec?.words ?? operand.call).replace(/\$(\d)/g, (_all, at: string) =>
      String(operand.args[Number(at) - 1]),
    ),
  );
  const source = operand.of ?? CLOSE;
  if (spec && spec.from !== 'values') return `the ${words}${ago(operand.back)}`;
  if (its && same(source, its)) return `its ${words}${ago(operand.back)}`;
  const of = operand.of
    ? ` of ${sampled(operand.of)}`
    : operand.call === 'rsi' || operand.call.startsWith('macd') || operand.call.startsWith('bb_')
      ? ''
      : ' of the close';
  return `the ${words}${of}${ago(operand.back)}`;
};

/** "on ES", "on daily bars", "on daily bars of ES" */
const onBars = ({ symbol, timeframe }: Source): string =>
  timeframe === undefined
    ? `on ${symbol}`
    : `on ${BARS_OF[timeframe]}${symbol === undefined ? '' : ` of ${symbol}`}`;

const TESTS = {
  '>': 'is above',
  '>=': 'is at or above',
  '<': 'is below',
  '<=': 'is at or below',
  '=': 'is exactly',
  crosses: 'crosses',
  'crosses above': 'crosses above',
  'crosses below': 'crosses below',
} as const;

const lately = (within: Span): string => {
  if (typeof within === 'object') return `on this bar or one that began less than ${spanText(within)} before`;
  if (within <= 2) return within === 1 ? 'on this bar' : 'on this bar or the one before';
  return `on this bar or one of the ${within - 1} before`;
};

/** "the fall is the largest of the last 250 bars"; null where it is no such comparison. */
const placeWords = (
  { call, of, args, back }: Extract<Operand, { call: string }>,
  test: string,
  place: number,
): string | null => {
  if (back !== undefined) return null;
  if (call === 'up_streak' || call === 'down_streak') {
    const way = call === 'up_streak' ? 'up' : 'down';
    const what = `${figure(of ?? CLOSE, null)} is ${way}`;
    if (test === '=' && place > 0) return `${what} for the ${ordinal(place)} bar in a row`;
    return test === '>=' && place > 0 ? `${what} for ${counted(place, 'bar')} in a row or more` : null;
  }
  const move = MOVE_RANKED[call];
  if (move === undefined || (test !== '=' && test !== '<=')) return null;
  const what = `the ${move}${of ? ` of ${figure(of, null)}` : ''}`;
  if (place === 1) return `${what} is the largest of the last ${args[0]} bars`;
  return test === '<=' ? `${what} is one of the ${place} largest of the last ${args[0]} bars` : null;
};

/** Ways of saying a comparison that people would not take apart: a weekday, bars in a row, one thing after another. */
const idiom = (condition: Extract<Condition, { test: string }>): string | null => {
  const { test, right } = condition;
  const isElsewhere = 'value' in condition.left;
  const left = 'value' in condition.left ? condition.left.value : condition.left;
  if ('call' in left && 'number' in right) {
    const said = placeWords(left, test, right.number);
    if (said !== null) return isElsewhere ? `${said}${from(condition.left as Source)}` : said;
  }
  if (isElsewhere || !('call' in left) || !('number' in right)) return null;
  const { call, when, args, back } = left;
  const day = call === 'dayofweek' && back === undefined ? dayNumbered(right.number) : undefined;
  if (day !== undefined && test === '=') return `the bar begins on a ${day} (${zoneWords(left)})`;
  if (call === 'clock' && back === undefined && test !== '=' && !test.startsWith('crosses')) {
    const time = String(Math.trunc(right.number)).padStart(4, '0');
    return `${figure(left, null)} ${TESTS[test]} ${time.slice(0, 2)}:${time.slice(2)}`;
  }
  if (!when) return null;
  if (call === 'count' && test === '=' && back === undefined && args[0] === right.number)
    return `${grouped(when, ['all', 'any', 'not', 'within'])}, ${right.number} bars in a row`;
  if (call === 'barssince' && test === '<' && back === 1 && args[0] === right.number)
    return `${grouped(when, ['all', 'any', 'not', 'within'])}, on one of the ${right.number} bars before`;
  return null;
};
const zoneWords = (operand: Operand): string => figure(operand, null).replace(/^.* in /, '');

const clause = (condition: Condition): string => {
  const said = 'test' in condition ? idiom(condition) : null;
  if (said !== null) return said;
  if ('test' in condition)
    return `${figure(condition.left, null)} ${TESTS[condition.test]} ${figure(condition.right, condition.left)}`;
  if ('channel' in condition) {
    const { value, channel, low, high } = condition;
    return `${figure(value, null)} ${channel} the channel from ${figure(low, value)} to ${figure(high, value)}`;
  }
  if ('moves' in condition) {
    const { value, moves, by, percent, bars } = condition;
    const span = bars === 1 ? 'from one bar to the next' : `within ${spanText(bars)}`;
    return `${figure(value, null)} goes ${moves} by ${by}${percent ? '%' : ''} or more ${span}`;
  }
  if ('event' in condition) return eventWords(condition.event, condition.args);
  if ('happens' in condition)
    return `${onBars(condition)}, ${eventWords(condition.happens.event, condition.happens.args)}`;
  if ('not' in condition) return `it is not true that ${grouped(condition.not, ['all', 'any', 'within'])}`;
  if ('within' in condition) {
    const of = grouped(condition.of, ['all', 'any', 'not', 'within']);
    return `${of}, ${lately(condition.within)}`;
  }
  if ('all' in condition) return condition.all.map((each) => grouped(each, ['all', 'any'])).join(' and ');
  return `either ${condition.any.map((each) => grouped(each, ['any'])).join(' or ')}`;
};

/** In parentheses where it is of a kind that would be read with more, or less, than is meant. */
const grouped = (condition: Condition, kinds: readonly string[]): string =>
  kinds.some((kind) => kind in condition) ? `(${clause(condition)})` : clause(condition);

/** An operand in words, from its text: "the 200-bar average of the close". What cannot be read is given back. */
export const readOperandText = (text: string): string => {
  try {
    const condition = parseRule(`${text} > 0`);
    return 'test' in condition ? figure(condition.left, null) : text;
  } catch {
    return text;
  }
};

/** A condition in plain words: "The close crosses above its 200-bar average." */
export const readRule = (condition: Condition): string => {
  const text = clause(condition);
  return `${text.replace(/^\(*[a-z]/, (first) => first.toUpperCase())}.`;
};
