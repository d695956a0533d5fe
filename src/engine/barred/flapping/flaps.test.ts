import { expect, it } from 'vitest';
import { DEFAULT_FLAPPING } from '#src/shared/flapping.ts';
import { countsFrom, flaps } from './flaps.ts';

const now = new Date('2026-03-02T13:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const about = { critical: false, reportedAt: null, now };

it('suspends a rule that triggers more often than it may', () => {
  expect(flaps(DEFAULT_FLAPPING, { ...about, fired: 40 })).toBe('fine');
  expect(flaps(DEFAULT_FLAPPING, { ...about, fired: 41 })).toBe('suspend');
  expect(flaps({ most: null, minutes: 10 }, { ...about, fired: 9_999 })).toBe('fine');
});

it('reports a critical rule once a day, and never suspends it', () => {
  const critical = { ...about, fired: 41, critical: true };
  expect(flaps(DEFAULT_FLAPPING, critical)).toBe('report');
  expect(flaps(DEFAULT_FLAPPING, { ...critical, reportedAt: ago(1_439) })).toBe('fine');
  expect(flaps(DEFAULT_FLAPPING, { ...critical, reportedAt: ago(1_440) })).toBe('report');
});

it('counts what came since the rule was resumed, and no longer than the span', () => {
  expect(countsFrom(DEFAULT_FLAPPING, null, now)).toEqual(ago(10));
  expect(countsFrom(DEFAULT_FLAPPING, ago(3), now)).toEqual(ago(3));
  expect(countsFrom(DEFAULT_FLAPPING, ago(30), now)).toEqual(ago(10));
});

it('lets a rule be that triggers on every bar of a minute', () => {
  // As often as a rule on bars can about one symbol.
  expect(flaps(DEFAULT_FLAPPING, { ...about, fired: DEFAULT_FLAPPING.minutes })).toBe('fine');
});
