import { describe, expect, it } from 'vitest';
import type { Hours } from '#src/shared/sending-hours.ts';
import type { CalendarName } from '../market/sessions/calendars.ts';
import { marketWindow, nextWithin, type SendingWindow } from './sending-hours.ts';

const OFFICE: Hours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', timeZone: 'Europe/Berlin' };
const from = (at: string, ...hours: SendingWindow[]) => nextWithin(hours, new Date(at))?.at.toISOString();

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

/** Beginnings by the hours of a market, and whose open that is. */
const trading = (session: CalendarName | null, market: 'regular' | 'extended' = 'regular') => {
  const window = marketWindow(market, session);
  return (at: string, ...hours: Hours[]) => {
    const opening = nextWithin(window ? [window, ...hours] : hours, new Date(at));
    return opening && [opening.at.toISOString().slice(0, 16), opening.marketZone];
  };
};

describe('market hours', () => {
  const NEW_YORK = 'America/New_York';

  it('end early on half days, and begin after holidays', () => {
    const us = trading('us-equity');
    // The day after Thanksgiving ends at 13:00.
    expect(us('2026-11-27T17:59:00Z')).toEqual(['2026-11-27T17:59', null]);
    expect(us('2026-11-27T18:00:00Z')).toEqual(['2026-11-30T14:30', NEW_YORK]);
    // Thanksgiving.
    expect(us('2026-11-26T15:00:00Z')).toEqual(['2026-11-27T14:30', NEW_YORK]);
  });

  it('with pre- and post-market are longer where there are such, whatever the bars of the symbol have', () => {
    for (const session of ['us-equity', 'us-equity-extended'] as const) {
      expect(trading(session)('2026-11-30T21:00:00Z')).toEqual(['2026-12-01T14:30', NEW_YORK]);
      const extended = trading(session, 'extended');
      expect(extended('2026-11-30T21:00:00Z')).toEqual(['2026-11-30T21:00', null]);
      expect(extended('2026-12-01T01:00:00Z')).toEqual(['2026-12-01T09:00', NEW_YORK]);
      // A half day's post-market ends at 17:00.
      expect(extended('2026-11-27T22:00:00Z')).toEqual(['2026-11-30T09:00', NEW_YORK]);
    }
    expect(trading('london', 'extended')('2026-11-30T17:00:00Z')).toEqual([
      '2026-12-01T08:00',
      'Europe/London',
    ]);
  });

  it('go by the clocks of the market where these change', () => {
    expect(trading('us-equity')('2027-03-12T22:00:00Z')).toEqual(['2027-03-15T13:30', NEW_YORK]);
    expect(trading('us-equity')('2026-10-30T21:00:00Z')).toEqual(['2026-11-02T14:30', NEW_YORK]);
    expect(trading('frankfurt')('2027-03-26T22:00:00Z')?.[0]).toBe('2027-03-30T07:00');
  });

  it('know lunch breaks, and hold nothing where a market never closes or there is none', () => {
    expect(trading('tokyo')('2026-11-30T02:45:00Z')).toEqual(['2026-11-30T03:30', 'Asia/Tokyo']);
    expect(trading('crypto')('2026-11-28T12:00:00Z')).toEqual(['2026-11-28T12:00', null]);
    expect(trading(null)('2026-11-28T12:00:00Z')).toEqual(['2026-11-28T12:00', null]);
  });

  it('and hours by the clock wait for what begins last', () => {
    const us = trading('us-equity');
    expect(us('2026-11-28T12:00:00Z', OFFICE)).toEqual(['2026-11-30T14:30', NEW_YORK]);
    expect(us('2026-11-30T14:30:00Z', { ...OFFICE, from: '16:00' })).toEqual(['2026-11-30T15:00', null]);
    // Tokyo has closed before the office opens in winter.
    expect(trading('tokyo')('2026-11-30T02:45:00Z', { ...OFFICE, from: '09:00' })).toBeNull();
  });
});
