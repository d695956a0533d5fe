import { expect, it } from 'vitest';
import type { CalendarEntry } from '#src/shared/calendar/entry.ts';
import { byDay, dayAfter, dayOf, mondayOf } from './days.ts';

const entry = (id: string, at: string, day: string, timing: CalendarEntry['timing']) =>
  ({ id, at, day, timing }) as CalendarEntry;

it('puts an entry without a time under the day that it names, wherever the viewer is', () => {
  const days = byDay([
    entry('a', '2026-11-26T21:00:00.000Z', '2026-11-27', 'all_day'),
    entry('b', '2026-11-27T12:00:00.000Z', '2026-11-27', 'exact'),
    entry('c', '2026-11-27T05:00:00.000Z', '2026-11-27', 'after_close'),
    entry('d', '2026-11-27T05:00:00.000Z', '2026-11-27', 'before_open'),
  ]);
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id).join('')])).toEqual([
    ['2026-11-27', 'dabc'],
  ]);
});

it('knows the Monday of a week, also over the turn of a year', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  expect(mondayOf('2027-01-01')).toBe('2026-12-28');
  expect(dayAfter('2026-12-28', 7)).toBe('2027-01-04');
});

it('tells the day of a moment where the viewer is, to its last minute', () => {
  expect(dayOf(new Date(2026, 0, 5).getTime())).toBe('2026-01-05');
  expect(dayOf(new Date(2026, 11, 31, 23, 59, 59).getTime())).toBe('2026-12-31');
});
