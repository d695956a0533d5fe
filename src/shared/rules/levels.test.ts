import { expect, it } from 'vitest';
import { crossing, levelIn, levelsOf, orCrossing, roundedLevel, withLevel } from './levels.ts';
import { parseRule } from './parse.ts';

const levels = (text: string) => levelsOf(parseRule(text));

it('finds the numbers that a condition compares with a price', () => {
  expect(levels('close crosses above 120 or low < 95.5')).toEqual([120, 95.5]);
  expect(levels('100 < close and close < 100')).toEqual([100]);
  expect(levels('close enters (90, 110)')).toEqual([90, 110]);
  expect(levels('not (high > 7 within 3 bars)')).toEqual([7]);
  expect(levels('close[1] < 5')).toEqual([5]);
});

it('takes no other number for a level', () => {
  for (const text of ['rsi(14) < 30', 'volume > 1000000', 'close > sma(200)', 'close of ES > 20', 'gap(3)'])
    expect(levels(text), text).toEqual([]);
});

it('moves a level wherever it is named, and nothing else', () => {
  const condition = parseRule('close crosses above 120 and rsi(14) < 120 or low < 120');
  expect(withLevel(condition, 120, 118.5)).toBe('close crosses above 118.5 and rsi(14) < 120 or low < 118.5');
  expect(withLevel(condition, 119, 1)).toBe('close crosses above 120 and rsi(14) < 120 or low < 120');
  expect(withLevel(parseRule('close enters (90, 110)'), 90, 95)).toBe('close enters (95, 110)');
});

it('writes a level as the rule language reads it', () => {
  for (const level of [1204311.5, 0.00001234, 67_000, 1.08412])
    expect(levels(crossing(level)), String(level)).toEqual([level]);
});

it('adds a level to a condition, which keeps its meaning', () => {
  const added = (text: string) => orCrossing(parseRule(text), 120);
  expect(added('rsi(14) < 30')).toBe('rsi(14) < 30 or close crosses 120');
  expect(added('rsi(14) < 30 or close > 7')).toBe('rsi(14) < 30 or close > 7 or close crosses 120');
  for (const text of ['rsi(14) < 30 and volume > 5', 'not close > 7', 'close > 7 within 3 bars'])
    expect(parseRule(added(text)), text).toEqual({ any: [parseRule(text), parseRule('close crosses 120')] });
});

it('rounds to what a chart can show', () => {
  expect(roundedLevel(123.456789, 40)).toBe(123.5);
  expect(roundedLevel(67_123.4, 12_000)).toBe(67_120);
  expect(roundedLevel(1.084123, 0.02)).toBe(1.0841);
  expect(roundedLevel(0.000012345678, 0.000004)).toBe(0.00001235);
  expect(roundedLevel(5, 0)).toBe(5);
});

it('reads a level from an address, and nothing that is none', () => {
  expect(levelIn('67120.5')).toBe(67_120.5);
  for (const text of [null, '', '0', '-5', '1e9', '1,000', '5 or volume > 1', '9'.repeat(13)])
    expect(levelIn(text), String(text)).toBeNull();
});
