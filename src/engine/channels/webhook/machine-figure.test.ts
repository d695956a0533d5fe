import { expect, test } from 'vitest';
import { fallInput } from '#src/engine/content/document.fixture.ts';
import { inMarks } from '#src/shared/content/marks.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import type { Slot } from '#src/shared/content/text.ts';
import { machineFigure } from './machine-figure.ts';

const slot = (text: string, kind: Slot['slot'] = 'figure'): Slot => ({ slot: kind, of: 'a', as: 'b', text });

test.each(LANGUAGES)('reads back what %s writes', (language) => {
  for (const [english, value, unit] of [
    ['1,234,567.890', '1234567.890', null],
    ['-1,234.5', '-1234.5', null],
    ['+11.98%', '11.98', 'percent'],
    ['-0.05%', '-0.05', 'percent'],
    ['1,000%', '1000', 'percent'],
    ['0', '0', null],
  ] as const)
    expect(machineFigure([slot(inMarks(english, language))], language)).toEqual({ value, unit });
});

test.each(LANGUAGES)('every figure of an alert in %s is the one of the English alert', (language) => {
  const rowsIn = (which: typeof language) => {
    const { figure, table } = writeAlert(fallInput(), which);
    return [figure!, ...table].map(({ value }) => machineFigure(value, which));
  };
  expect(rowsIn(language)).toEqual(rowsIn('en'));
  expect(rowsIn(language)).toContainEqual({ value: '2386.13', unit: null });
  expect(rowsIn(language)).toContainEqual({ value: '-11.98', unit: 'percent' });
});

test.each([
  ['words', ['Thunderstorm']],
  ['a figure in a sentence', [slot('5%'), ' or more']],
  ['two figures', [slot('5'), slot('6')]],
  ['a date', [slot('16 March', 'date')]],
  ['what somebody else said', [slot('1,234', 'quote')]],
  ['a figure of another language', [slot('1.234,5')]],
  ['nothing', []],
])('is none: %s', (_name, text) => expect(machineFigure(text, 'en')).toBeNull());
