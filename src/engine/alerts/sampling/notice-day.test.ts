import { expect, it } from 'vitest';
import { noticeDay } from './notice-day.ts';

const day = (now: string, zone: string) => noticeDay(new Date(now), zone)?.toISOString() ?? null;

it('is once a working day, from 9:00 to 18:00 by the workspace’s clocks', () => {
  expect(day('2026-11-26T07:59:00Z', 'Europe/Berlin')).toBeNull();
  expect(day('2026-11-26T08:00:00Z', 'Europe/Berlin')).toBe('2026-11-25T23:00:00.000Z');
  expect(day('2026-11-26T16:59:00Z', 'Europe/Berlin')).toBe('2026-11-25T23:00:00.000Z');
  expect(day('2026-11-26T17:00:00Z', 'Europe/Berlin')).toBeNull();
  // Friday evening in New York is Saturday morning in Tokyo.
  expect(day('2026-11-28T01:00:00Z', 'Asia/Tokyo')).toBeNull();
  expect(day('2026-11-27T19:00:00Z', 'America/New_York')).toBe('2026-11-27T05:00:00.000Z');
});
