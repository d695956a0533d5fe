import { expect, it } from 'vitest';
import { readLocalTime } from './local-time.ts';

const at = (local: string, zone: string) => {
  const read = readLocalTime(local, zone);
  return 'problem' in read ? read.problem : [read.at.toISOString(), read.note];
};

it('reads a time in a zone, before and after the clocks change', () => {
  expect(at('2026-03-28T09:00', 'Europe/Berlin')).toEqual(['2026-03-28T08:00:00.000Z', null]);
  expect(at('2026-03-29T09:00', 'Europe/Berlin')).toEqual(['2026-03-29T07:00:00.000Z', null]);
  expect(at('2026-11-27T16:00', 'America/New_York')).toEqual(['2026-11-27T21:00:00.000Z', null]);
});

it('refuses a time that the clocks skip, and says why', () => {
  expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBe(
    '02:30 doesn’t exist in Europe/Berlin on Sunday, 29 March 2026: the clocks go forward then. Choose another time.',
  );
  expect(at('2026-03-08T02:00', 'America/New_York')).toContain('doesn’t exist');
});

it('takes the first of two, and says so', () => {
  expect(at('2026-10-25T02:30', 'Europe/Berlin')).toEqual([
    '2026-10-25T00:30:00.000Z',
    '02:30 comes twice in Europe/Berlin that day, as the clocks go back. It’s sent the first time, at 00:30 UTC.',
  ]);
  expect(at('2026-10-25T03:00', 'Europe/Berlin')).toEqual(['2026-10-25T02:00:00.000Z', null]);
});

it('knows no other times', () => {
  expect(at('2026-13-01T09:00', 'UTC')).toBe('Enter a date and a time.');
});
