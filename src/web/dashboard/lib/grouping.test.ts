import { expect, it } from 'vitest';
import { groupMinutesOf, groupWords } from './grouping.ts';

it('reads minutes, and none where nothing is typed', () => {
  expect(groupMinutesOf(' 15')).toEqual({ data: { groupMinutes: 15 } });
  expect(groupMinutesOf(' ')).toEqual({ data: { groupMinutes: null } });
  for (const text of ['0', '1441', '1.5', 'x'])
    expect(Object.keys(groupMinutesOf(text).faults ?? {})).toEqual(['groupMinutes']);
});

it('says for how long alerts are grouped', () => {
  expect(groupWords(null)).toBe('');
  expect(groupWords(1)).toBe('Groups alerts about the same move for 1 minute');
  expect(groupWords(15)).toBe('Groups alerts about the same move for 15 minutes');
});
