import { expect, it } from 'vitest';
import { readPeriod } from './period.ts';

const now = new Date('2026-11-26T12:00:00Z');
const read = (from: string, until: string, timeZone = 'Europe/Berlin') =>
  readPeriod({ from, until, timeZone }, now);

it('reads both times in the time zone that they were entered in', () => {
  expect(read('2026-12-01T09:00', '2026-12-05T18:00')).toEqual({
    startsAt: new Date('2026-12-01T08:00:00Z'),
    endsAt: new Date('2026-12-05T17:00:00Z'),
  });
});

it('begins one that has begun now', () => {
  expect(read('2026-11-20T09:00', '2026-12-05T18:00').startsAt).toEqual(now);
});

it.each([
  ['2026-11-20T09:00', '2026-11-26T13:00', 'That time is over. Choose a later one.'],
  ['2026-12-05T09:00', '2026-12-05T09:00', 'Choose an end after the beginning.'],
  ['2026-12-05T09:00', '2027-12-05T09:00', 'That is more than a year ahead. Choose an earlier time.'],
  ['2026-13-05T09:00', '2027-01-05T09:00', 'Enter a date and a time.'],
])('refuses %s to %s', (from, until, sentence) => {
  expect(() => read(from, until)).toThrow(sentence);
});
