import { describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { factsOf, type Facts } from './facts.ts';
import { FILTER_FIELDS, FILTER_MAX, filterProblem, passesFilter, readFilter } from './filter.ts';

const FALL = factsOf(fallDocument({ symbol: 'BINANCE:BTCUSDT', currency: 'USDT' }));
const NEWS: Facts = {
  ...FALL,
  direction: null,
  data: { ...FALL.data!, kind: 'news', exchange: null, bar: null, move: null },
};
const passes = (text: string, facts: Facts = FALL): boolean => passesFilter(readFilter(text), facts);

describe('an alert of a fall of 11.98 % on BINANCE:BTCUSDT', () => {
  test.each([
    'kind == "big_move"',
    "kind = 'big_move'",
    'kind in ["gap", "big_move"]',
    'kind IN ("gap", "big_move")',
    'move <= -5',
    'move <= -11.98%',
    'not move > -11.98',
    '!(move > 0) && symbol == "BINANCE:BTCUSDT"',
    'exchange == "binance" AND ticker != "ETHUSDT"',
    'move >= 5 or move <= -5',
    'direction == "down"',
    'brand == "Harbor & Vale"',
    'headline contains "falls"',
    'timeframe not in ["1h", "5m"]',
    'close < 2386.13 and close > 2386',
    'alert.symbol == "BINANCE:BTCUSDT"',
    // And binds more than or.
    'kind == "gap" and move < 0 or kind == "big_move"',
    '\n  kind == "big_move"\n  and\n  move < 0\n',
  ])('passes %s', (text) => expect(passes(text)).toBe(true));

  test.each([
    'kind == "gap"',
    'kind == "big_move" and move > 0',
    'kind not in ["big_move"]',
    'exchange == "NASDAQ"',
    'headline not contains "falls"',
    'kind == "big_move" and (move > 0 or direction == "up")',
  ])('does not pass %s', (text) => expect(passes(text)).toBe(false));
});

test('of what an alert has no value for, only != is true', () => {
  for (const text of [
    'move > 0',
    'move <= 0',
    'move == 0',
    'exchange == "X"',
    'exchange in ["X"]',
    'exchange contains "X"',
  ])
    expect([text, passes(text, NEWS)]).toEqual([text, false]);
  expect(passes('exchange != "X" and move != 0', NEWS)).toBe(true);
  expect(passes('kind == "news"', { ...NEWS, data: null })).toBe(false);
});

test.each([
  ['knd == "gap"', "Line 1, column 1: “knd” isn’t a field. Did you mean 'kind'?"],
  ['kind == gap', 'Line 1, column 9: put the text in quotes: "gap".'],
  ['kind == "gap" move > 2', 'Line 1, column 15: before “move”, write and or or.'],
  [
    'kind == "gap"\nand move > "2"',
    'Line 2, column 12: move is compared with a number, such as 2.5, not with “2”.',
  ],
  ['kind > "gap"', 'Line 1, column 6: kind is a text. Compare it with ==, !=, in or contains.'],
  ['move contains 2', 'Line 1, column 6: move is a number. Compare it with ==, !=, <, <=, > or >=.'],
  ['(kind == "gap"', 'Line 1, column 15: a “)” is missing before the end.'],
  ['kind in "gap"', 'Line 1, column 9: after in comes a list in brackets, such as ["gap", "big_move"].'],
  ['kind in ["gap" "x"]', 'Line 1, column 16: a “]” or a comma is missing before “x”.'],
  ['kind == "gap', 'Line 1, column 9: the text isn’t closed. Add the second quote.'],
  ['kind == "a" ; x', 'Line 1, column 13: “;” isn’t allowed here.'],
  ['kind is "gap"', 'Line 1, column 6: after kind comes ==, !=, <, <=, >, >=, in or contains, not “is”.'],
  ['move not > 2', 'Line 1, column 10: after “not” comes in or contains.'],
  ['', `Line 1, column 1: the end isn’t a field. The fields are ${FILTER_FIELDS.join(', ')}.`],
])('%j is refused, with the place', (text, problem) => expect(filterProblem(text)).toBe(problem));

test('is bounded in depth and length of lists', () => {
  const nested = (deep: number) => `${'('.repeat(deep)}move > 0${')'.repeat(deep)}`;
  expect(filterProblem(nested(FILTER_MAX.depth))).toBeNull();
  expect(filterProblem(nested(FILTER_MAX.depth + 1))).toContain('nested');
  expect(filterProblem(`${'not '.repeat(FILTER_MAX.depth + 1)} move > 0`)).toContain('nested');
  const list = (long: number) => `kind in [${Array.from({ length: long }, (_, n) => `"${n}"`).join(', ')}]`;
  expect(filterProblem(list(FILTER_MAX.list))).toBeNull();
  expect(filterProblem(list(FILTER_MAX.list + 1))).toContain('50 values');
});
