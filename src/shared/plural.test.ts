import { expect, it } from 'vitest';
import { activitySentence } from './activity.ts';
import { counted, singularOnes } from './plural.ts';
import { readOperandText, readRule } from './rules/read.ts';
import { parseRule } from './rules/parse.ts';

it.each([
  ['change over 1 bars', 'change over 1 bar'],
  ['over 21 bars, 1.1 bars and 1,001 rows', 'over 21 bars, 1.1 bars and 1,001 rows'],
  ['(1 bars, 1 deviations)', '(1 bar, 1 deviation)'],
  ['1 times the mean', '1 times the mean'],
])('%s', (text, wanted) => expect(singularOnes(text)).toBe(wanted));

it('counts one of a thing', () => {
  expect([counted(1, 'symbol'), counted(0, 'symbol'), counted(1234, 'symbol')]).toEqual([
    '1 symbol',
    '0 symbols',
    '1,234 symbols',
  ]);
});

it('writes one bar wherever rules and activity are put into words', () => {
  expect(readOperandText('change_pct(1)')).toBe('the percent change over 1 bar of the close');
  expect(readOperandText('change_pct(5)')).toBe('the percent change over 5 bars of the close');
  expect(readRule(parseRule('new_high(1, 0)'))).toContain('of the 1 bar before it');
  expect(activitySentence('rules.imported', '', { rules: 1 })).toBe('imported 1 rule');
});
