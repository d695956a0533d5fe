import { describe, expect, it } from 'vitest';
import { type ChosenFormats, chosenFormats, DEFAULT_FORMATS, formatsSchema, SEPARATORS } from '../formats.ts';
import { LANGUAGES } from './answer.ts';
import { fromMarks, inMarks } from './marks.ts';

const FIGURES = ['0', '5%', '1,234.5', '-1,234,567.89', '+11.98%', '-0.05%'];

it.each([
  ['en', {}, ['5%', '1,234.5', '-1,234,567.89', '+11.98%']],
  ['de', {}, ['5\u00a0%', '1.234,5', '-1.234.567,89', '+11,98\u00a0%']],
  ['fr', {}, ['5\u00a0%', '1\u202f234,5', '-1\u202f234\u202f567,89', '+11,98\u00a0%']],
  ['en', { separators: 'point_comma' }, ['5%', '1.234,5', '-1.234.567,89', '+11,98%']],
  ['ja', { separators: 'space_comma' }, ['5%', '1\u202f234,5', '-1\u202f234\u202f567,89', '+11,98%']],
  ['de', { separators: 'apostrophe_point' }, ['5\u00a0%', "1'234.5", "-1'234'567.89", '+11.98\u00a0%']],
  ['fr', { separators: 'comma_point' }, ['5\u00a0%', '1,234.5', '-1,234,567.89', '+11.98\u00a0%']],
  ['en', { percent: 'spaced' }, ['5\u00a0%', '1,234.5', '-1,234,567.89', '+11.98\u00a0%']],
  ['es', { percent: 'tight' }, ['5%', '1.234,5', '-1.234.567,89', '+11,98%']],
  ['pt', { plusSign: 'hidden' }, ['5%', '1.234,5', '-1.234.567,89', '11,98%']],
  ['en', { minusSign: 'minus' }, ['5%', '1,234.5', '\u22121,234,567.89', '+11.98%']],
] satisfies [string, ChosenFormats, string[]][])('writes %s in %o', (language, formats, expected) => {
  const written = ['5%', '1,234.5', '-1,234,567.89', '+11.98%'].map((figure) =>
    inMarks(figure, language as 'en', formats),
  );
  expect(written).toEqual(expected);
});

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(Object.keys(SEPARATORS) as (keyof typeof SEPARATORS)[])('reads back %s', (separators) => {
    for (const figure of FIGURES.map((each) => each.replaceAll(/[+%-]/g, ''))) {
      const written = inMarks(figure, language, { separators });
      expect(fromMarks(written, language, { separators })).toBe(figure);
    }
  });

  it('writes the same with every default as without formats', () => {
    for (const figure of FIGURES)
      expect(inMarks(figure, language, DEFAULT_FORMATS)).toBe(inMarks(figure, language));
  });
});

it('takes a typographic apostrophe for the plain one, and no mark of another format', () => {
  expect(fromMarks('1\u2019234.5', 'en', { separators: 'apostrophe_point' })).toBe('1,234.5');
  expect(fromMarks('1,234.5', 'en', { separators: 'apostrophe_point' })).toBe('1?234.5');
  expect(fromMarks("1'234.5", 'en')).toBe('1?234.5');
});

it('keeps what isn’t the default', () => {
  expect(chosenFormats(DEFAULT_FORMATS)).toEqual({});
  expect(chosenFormats(formatsSchema.parse({ clock: '12h' }))).toEqual({ clock: '12h' });
  expect(formatsSchema.safeParse({ separators: 'dots' }).success).toBe(false);
});
