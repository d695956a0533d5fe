import { expect, it } from 'vitest';
import { readingOf } from './reading.ts';

it('says what a text means, or where it is wrong', () => {
  expect(readingOf('close > 1').reading).toBe('The close is above 1.');
  expect(readingOf('close > 1').became).toBeNull();
  expect(readingOf('plot(close)\nRSI below 30').became).toEqual({
    text: 'rsi(14) < 30',
    notes: [{ line: 1, text: 'plot draws on a chart, and isn’t part of the rule.' }],
  });
  expect(readingOf('close > smaa(2)').problem?.column).toBe(9);
});
