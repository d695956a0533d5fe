import { describe, expect, it } from 'vitest';
import { muteEnd, untilWords } from './until.ts';

const end = (
  form: Parameters<typeof muteEnd>[0],
  now: string,
  { timeZone = 'UTC', session = null as Parameters<typeof muteEnd>[1]['session'] } = {},
) => muteEnd(form, { now: new Date(now), timeZone, session })?.toISOString() ?? null;

describe('a mute ends', () => {
  it('never by itself where no time is chosen, and after an hour of real time across a change of the clocks', () => {
    expect(end({}, '2026-11-26T10:00:00Z')).toBeNull();
    // 01:30 in London, the first of two: the hour ends at the second 01:30.
    expect(end({ for: 'hour' }, '2026-10-25T00:30:00Z', { timeZone: 'Europe/London' })).toBe(
      '2026-10-25T01:30:00.000Z',
    );
  });

  it.each([
    ['an ordinary day', '2026-11-26T18:00:00Z', 'America/New_York', '2026-11-27T13:00:00.000Z'],
    ['before eight in the morning, the day after', '2026-11-26T07:00:00Z', 'UTC', '2026-11-27T08:00:00.000Z'],
    ['in the night, the morning that comes', '2026-11-27T00:30:00Z', 'UTC', '2026-11-27T08:00:00.000Z'],
    ['clocks go back in the night', '2026-10-24T20:00:00Z', 'Europe/London', '2026-10-25T08:00:00.000Z'],
    ['clocks go forward in the night', '2026-03-28T20:00:00Z', 'Europe/London', '2026-03-29T07:00:00.000Z'],
    [
      'in the night the clocks go forward',
      '2026-03-29T00:30:00Z',
      'Europe/London',
      '2026-03-29T07:00:00.000Z',
    ],
    ['in a zone half an hour off', '2026-11-26T10:00:00Z', 'Asia/Kolkata', '2026-11-27T02:30:00.000Z'],
  ])('the next morning at eight by the clocks: %s', (_, now, timeZone, wanted) => {
    expect(end({ for: 'morning' }, now, { timeZone })).toBe(wanted);
  });

  it.each([
    ['while it trades, the next day', '2026-03-05T15:00:00Z', 'us-equity', '2026-03-06T14:30:00.000Z'],
    [
      'over a weekend in which the clocks change',
      '2026-03-06T22:00:00Z',
      'us-equity',
      '2026-03-09T13:30:00.000Z',
    ],
    ['over a holiday', '2026-11-26T15:00:00Z', 'us-equity', '2026-11-27T14:30:00.000Z'],
    ['on the evening before its day', '2026-11-28T12:00:00Z', 'fx', '2026-11-29T22:00:00.000Z'],
  ] as const)('when the market opens: %s', (_, now, session, wanted) => {
    expect(end({ for: 'open' }, now, { session })).toBe(wanted);
  });

  it('at a time of a zone’s clocks, which has to be one, and ahead', () => {
    const at = (local: string) => ({ until: { local, timeZone: 'Europe/London' } });
    expect(end(at('2026-07-01T09:00'), '2026-06-01T00:00:00Z')).toBe('2026-07-01T08:00:00.000Z');
    // Comes twice: the first counts.
    expect(end(at('2026-10-25T01:30'), '2026-10-01T00:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(() => end(at('2026-03-29T01:30'), '2026-03-01T00:00:00Z')).toThrow('doesn’t exist');
    expect(() => end(at('2026-03-01T09:00'), '2026-03-01T09:00:00Z')).toThrow('That time is over');
    expect(() => end(at('2027-03-10T09:00'), '2026-03-01T09:00:00Z')).toThrow('more than a year');
  });

  it('not when a market opens that never closes, or that isn’t there', () => {
    expect(() => end({ for: 'open' }, '2026-03-01T09:00:00Z', { session: 'crypto' })).toThrow('never closes');
    expect(() => end({ for: 'open' }, '2026-03-01T09:00:00Z')).toThrow('no market');
  });
});

it('is told in its zone', () => {
  const until = new Date('2026-07-01T08:00:00Z');
  expect(untilWords({ until, timeZone: 'Europe/London' })).toBe('until 2026-07-01 09:00 (Europe/London)');
  expect(untilWords({ until: null, timeZone: 'UTC' })).toBe('until someone unmutes it');
});
