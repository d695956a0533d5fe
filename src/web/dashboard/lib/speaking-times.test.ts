import { describe, expect, it } from 'vitest';
import { hoursChoices, storedTimes, timesOf } from './speaking-times.ts';

const HOURS = { time_zone: 'Europe/Berlin', from: '08:00', to: '08:00' };

describe('when a rule may speak', () => {
  it.each([
    {},
    { expires: Date.UTC(2027, 0, 5) },
    { expires: Date.UTC(2027, 0, 5, 15, 30) },
    { hours: { ...HOURS, days: [0, 6] } },
    { hours: { ...HOURS, days: [1, 2, 3, 4, 5] } },
    { hours: { ...HOURS, days: [0, 1, 2, 3, 4, 5, 6] }, expires: Date.UTC(2027, 0, 5, 23, 59) },
  ])('is what it was when nobody touched it: %j', (stored) => {
    expect(storedTimes(timesOf(stored))).toEqual(stored);
  });

  it('begins with the day that is chosen anew', () => {
    const times = timesOf({ expires: Date.UTC(2027, 0, 5, 15, 30) });
    expect(storedTimes({ ...times, expires: '2027-02-01' })).toEqual({ expires: Date.UTC(2027, 1, 1) });
    expect(storedTimes({ ...times, expires: '' })).toEqual({});
  });

  it('offers the days that a program has set', () => {
    expect(hoursChoices('any')).toHaveLength(3);
    expect(hoursChoices('06').at(-1)).toEqual({ value: '06', label: 'Sunday, Saturday' });
  });
});
