import { expect, it } from 'vitest';
import { readingOf } from './reading.ts';

it('says what a text means, or where it is wrong', () => {
  expect(readingOf('close > 1').reading).toBe('The close is above 1.');
  expect(readingOf('close > smaa(2)').problem?.column).toBe(9);
});
