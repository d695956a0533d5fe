import { expect, it } from 'vitest';
import { attentionOf, budgetWords } from './budget-fields.tsx';

const timeZone = 'Europe/London';

it('reads a budget, and none where there is no limit', () => {
  expect(attentionOf({ perHour: ' 5', perDay: '', timeZone, groupMinutes: '' })).toEqual({
    data: { budget: { perHour: 5, perDay: null, timeZone }, groupMinutes: null },
  });
  expect(attentionOf({ perHour: '', perDay: ' ', timeZone: 'Mars', groupMinutes: ' 15' })).toEqual({
    data: { budget: null, groupMinutes: 15 },
  });
  const wrong = attentionOf({ perHour: '0', perDay: 'x', timeZone: 'Mars', groupMinutes: '1441' });
  expect(Object.keys(wrong.faults ?? {})).toEqual(['perHour', 'perDay', 'timeZone', 'groupMinutes']);
});

it('says what the budget is', () => {
  expect(budgetWords(null)).toBe('');
  expect(budgetWords({ perHour: 5, perDay: null, timeZone })).toBe('At most 5 alerts an hour');
  expect(budgetWords({ perHour: null, perDay: 1, timeZone })).toBe('At most 1 alert a day (Europe/London)');
  expect(budgetWords({ perHour: 5, perDay: 20, timeZone })).toBe(
    'At most 5 alerts an hour and 20 a day (Europe/London)',
  );
});
