import { describe, expect, it } from 'vitest';
import type { Hours } from '#src/shared/sending-hours.ts';
import { nextWithin } from './sending-hours.ts';

const OFFICE: Hours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', timeZone: 'Europe/Berlin' };
const from = (at: string, ...hours: Hours[]) => nextWithin(hours, new Date(at))?.toISOString();

describe('sending hours', () => {
  it('let go what comes within them, up to their end', () => {
    expect(from('2026-11-27T07:00:00Z', OFFICE)).toBe('2026-11-27T07:00:00.000Z');
    expect(from('2026-11-27T16:59:59Z', OFFICE)).toBe('2026-11-27T16:59:59.000Z');
    expect(from('2026-11-27T12:00:00Z')).toBe('2026-11-27T12:00:00.000Z');
  });

  it('hold the rest until they begin, over nights and weekends', () => {
    expect(from('2026-11-26T04:00:00Z', OFFICE)).toBe('2026-11-26T07:00:00.000Z');
    expect(from('2026-11-26T17:00:00Z', OFFICE)).toBe('2026-11-27T07:00:00.000Z');
    expect(from('2026-11-27T17:00:00Z', OFFICE)).toBe('2026-11-30T07:00:00.000Z');
  });

  it('go by the clocks of their zone, also where these change', () => {
    const sundays = { ...OFFICE, days: [7], from: '02:30', to: '24:00' };
    // 2:30 is skipped on that day.
    expect(from('2026-03-28T12:00:00Z', sundays)).toBe('2026-03-29T01:30:00.000Z');
    expect(from('2026-03-29T21:59:00Z', sundays)).toBe('2026-03-29T21:59:00.000Z');
    expect(from('2026-03-29T22:00:00Z', sundays)).toBe('2026-04-05T00:30:00.000Z');
    expect(from('2026-11-27T23:00:00Z', { ...OFFICE, timeZone: 'Nowhere/Gone' })).toBe(
      '2026-11-30T08:00:00.000Z',
    );
  });

  it('of several wait for the first moment within all, and are known never to meet', () => {
    const newYork = { ...OFFICE, from: '09:00', timeZone: 'America/New_York' };
    expect(from('2026-11-27T07:00:00Z', OFFICE, newYork)).toBe('2026-11-27T14:00:00.000Z');
    expect(from('2026-11-27T17:30:00Z', OFFICE, newYork)).toBe('2026-11-30T14:00:00.000Z');
    expect(from('2026-11-27T07:00:00Z', OFFICE, { ...OFFICE, days: [6, 7] })).toBeUndefined();
  });
});
