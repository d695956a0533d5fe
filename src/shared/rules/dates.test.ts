import { describe, expect, it } from 'vitest';
import { parseRule, readAnyRule } from './parse.ts';
import { printRule } from './print.ts';
import { readRule } from './read.ts';
import { problemOf } from './rules.fixture.ts';

describe('trend lines', () => {
  it.each([
    ['close crosses above line(2024-01-02, 100, 2024-03-01, 120)', null],
    ['close > line(2024-01-02T14:30, -1.5, 2024-03-01, 120)[2]', null],
    [
      'CLOSE < line( 2024-01-02t00:00 , 100 , 2024-03-01T09:05, 1e2 )',
      'close < line(2024-01-02, 100, 2024-03-01T09:05, 100)',
    ],
    ['low < 0.99 * line(2024-01-02, 100, 2024-03-01, 120) on 1d', null],
  ])('%s is read and printed', (text, printed) => {
    const rule = parseRule(text);
    expect(printRule(rule)).toBe(printed ?? text);
    expect(parseRule(printRule(rule))).toEqual(rule);
  });

  it('leaves a subtraction one elsewhere', () => {
    expect(parseRule('close > 2024-01-02')).toEqual(parseRule('close > 2024 - 1 - 2'));
    expect(parseRule('close > line(2024-01-02, 1, 2024-02-02, 2) and close > 2024-01-02')).toEqual(
      parseRule('close > line(2024-01-02, 1, 2024-02-02, 2) and close > 2024 - 1 - 2'),
    );
  });

  it('is read in plain words too', () => {
    expect(readAnyRule('price breaks above line(2024-01-02, 100, 2024-03-01, 120)').text).toBe(
      'close crosses above line(2024-01-02, 100, 2024-03-01, 120)',
    );
    expect(readRule(parseRule('close crosses above line(2024-01-02, 100, 2024-03-01T10:00, 120)'))).toBe(
      'The close crosses above the line from 100 on 2024-01-02 through 120 on 2024-03-01T10:00.',
    );
  });

  it.each([
    ['close > line(2024-02-30, 100, 2024-03-01, 120)', 13, 'isn’t a date'],
    ['close > line(5, 100, 2024-03-01, 120)', 13, 'is a date such as 2024-01-02'],
    ['close > line(2024-01-02, 100)', 28, 'Write line(2024-01-02, 100, 2024-03-01, 120)'],
    ['close > line()', 14, 'line needs date, price, date2, price2.'],
    ['close > line(2024-01-02, 100, 2024-01-02, 120)', 42, 'its two points need different dates'],
    ['close above the trendline', 16, 'Write two of its points'],
  ])('%s: says what to write', (text, offset, sentence) => {
    expect(problemOf(text)).toMatchObject({ sentence: expect.stringContaining(sentence) });
    expect(problemOf(text).offset).toBeGreaterThanOrEqual(offset - 2);
  });
});
