import { expect, it } from 'vitest';
import { spanOf } from './span.ts';

const now = new Date('2026-10-24T12:00:00Z');
const span = (from: string | null, until: string | null, timeZone = 'Europe/London') => {
  const { validFrom, validUntil } = spanOf({ from, until }, { now, timeZone });
  return [validFrom.toISOString(), validUntil?.toISOString() ?? null];
};

it('is whole days by the clocks of the brand, also where these change', () => {
  expect(span(null, null)).toEqual(['2026-10-24T12:00:00.000Z', null]);
  // 25 hours, and 23.
  expect(span('2026-10-25', '2026-10-25')).toEqual(['2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z']);
  expect(span('2027-03-28', '2027-03-28')).toEqual(['2027-03-28T00:00:00.000Z', '2027-03-28T23:00:00.000Z']);
  expect(span('2026-10-25', null, 'Asia/Tokyo')).toEqual(['2026-10-24T15:00:00.000Z', null]);
});
