import { expect, it } from 'vitest';
import { budgetOf, budgetWords } from './budget-fields.tsx';

const timeZone = 'Europe/London';

it('reads a budget, and none where there is no limit', () => {
  expect(budgetOf({ perHour: ' 5', perDay: '', timeZone })).toEqual({
    data: { perHour: 5, perDay: null, timeZone },
  });
  expect(budgetOf({ perHour: '', perDay: ' ', timeZone: 'Mars' })).toEqual({ data: null });
  expect(Object.keys(budgetOf({ perHour: '0', perDay: 'x', timeZone: 'Mars' }).faults ?? {})).toEqual([
    'perHour',
    'perDay',
    'timeZone',
  ]);
});

it('says what the budget is', () => {
  expect(budgetWords(null)).toBe('');
  expect(budgetWords({ perHour: 5, perDay: null, timeZone })).toBe('At most 5 alerts an hour');
  expect(budgetWords({ perHour: null, perDay: 1, timeZone })).toBe('At most 1 alert a day (Europe/London)');
  expect(budgetWords({ perHour: 5, perDay: 20, timeZone })).toBe(
    'At most 5 alerts an hour and 20 a day (Europe/London)',
  );
});
