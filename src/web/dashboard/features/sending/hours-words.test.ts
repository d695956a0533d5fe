import { expect, it } from 'vitest';
import { dayWords } from './hours-words.ts';

it('names days in a row by the first and the last', () => {
  expect([[1, 2, 3, 4, 5], [6, 7], [1, 3, 5], [4], [1, 2, 3, 4, 5, 6, 7]].map(dayWords)).toEqual([
    'Mon to Fri',
    'Sat, Sun',
    'Mon, Wed, Fri',
    'Thu',
    'Every day',
  ]);
});
