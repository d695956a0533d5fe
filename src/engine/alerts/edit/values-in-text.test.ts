import { expect, it } from 'vitest';
import type { Slot } from '#src/shared/content/text.ts';
import { withValues } from './values-in-text.ts';

const value = (text: string, of = text): Slot => ({ slot: 'figure', of, as: 'text', text });
const NAME = value('S&P 500');
const CHANGE = value('11.98%');
const SIZE = value('11.98%', 'another source');

it('finds values where they are written, and the first of those that read the same', () => {
  expect(withValues('After Monday, S&P 500 is 11.98% away.', [NAME, CHANGE, SIZE], 'en')).toEqual([
    'After Monday, ',
    NAME,
    ' is ',
    CHANGE,
    ' away.',
  ]);
});

it('finds the longest, and no value inside another word or figure', () => {
  const whole = value('S&P 500 Index');
  expect(withValues('S&P 500 Index', [NAME, whole], 'en')).toEqual([whole]);
  for (const text of ['S&P 5001', 'xS&P 500', '111.98%', '1.11.98%', '11.98%%'])
    expect(withValues(text, [NAME, CHANGE], 'en')).toEqual([text]);
  expect(withValues('\u7d42\u5024\u306f11.98%\u3067\u3059', [CHANGE], 'ja')).toEqual([
    '\u7d42\u5024\u306f',
    CHANGE,
    '\u3067\u3059',
  ]);
});
