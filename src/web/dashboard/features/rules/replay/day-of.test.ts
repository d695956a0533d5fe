import { expect, it } from 'vitest';
import { dayOf } from './day-of.ts';

const at = Date.parse;
const NEW_YORK = 'America/New_York';

it('is the date of a daily bar in its market, and the time of a smaller one', () => {
  expect(dayOf(at('2024-07-02T04:00Z'), '1d', NEW_YORK)).toBe(at('2024-07-02T00:00Z'));
  expect(dayOf(at('2024-07-01T21:00Z'), '1d', NEW_YORK)).toBe(at('2024-07-01T00:00Z'));
  expect(dayOf(at('2024-07-01T15:00Z'), '1w', 'Asia/Tokyo')).toBe(at('2024-07-02T00:00Z'));
  // Sources that name days only put them at midnight UTC.
  expect(dayOf(at('2024-07-02T00:00Z'), '1d', NEW_YORK)).toBe(at('2024-07-02T00:00Z'));
  expect(dayOf(at('2024-07-02T04:00Z'), '1h', NEW_YORK)).toBe(at('2024-07-02T04:00Z'));
});
