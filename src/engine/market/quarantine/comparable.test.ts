import { describe, expect, it } from 'vitest';
import { barOf, withVolume } from '#src/engine/detectors/bars.fixture.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { CALENDARS } from '../sessions/calendars.ts';
import { tooOld } from '../sessions/session-age.ts';
import { comparable } from './comparable.ts';

const at = (text: string): number => Date.parse(text);

describe('tooOld', () => {
  it.each<[keyof typeof CALENDARS, Timeframe, string, string, boolean]>([
    ['us-equity', '1d', '2024-01-05T05:00Z', '2024-01-08T05:00Z', false],
    // Four sessions did not take place.
    ['us-equity', '1d', '2001-09-10T04:00Z', '2001-09-17T04:00Z', false],
    ['us-equity', '1d', '2024-01-05T05:00Z', '2024-01-12T05:00Z', false],
    ['us-equity', '1d', '2024-01-05T05:00Z', '2024-01-16T05:00Z', true],
    ['us-equity', '1d', '2012-08-10T04:00Z', '2018-09-24T04:00Z', true],
    ['us-equity', '1m', '2024-01-05T20:59Z', '2024-01-08T14:30Z', false],
    ['fx', '1d', '2015-01-15T22:00Z', '2015-02-03T22:00Z', true],
    ['fx', '1h', '2024-01-05T21:00Z', '2024-01-07T22:00Z', false],
    ['crypto', '1d', '2024-01-05T00:00Z', '2024-01-10T00:00Z', false],
    ['crypto', '1d', '2024-01-05T00:00Z', '2024-01-11T00:00Z', true],
    // Of weeks, the one before is not too old; that before it is.
    ['crypto', '1w', '2024-01-01T00:00Z', '2024-01-08T00:00Z', false],
    ['us-equity', '1w', '2024-01-01T05:00Z', '2024-01-15T05:00Z', true],
  ])('%s, %s: %s to %s is %s', (session, timeframe, from, to, expected) => {
    expect(tooOld(CALENDARS[session], timeframe)(at(from), at(to))).toBe(expected);
  });

  it('is as strict as it is told', () => {
    const [from, to] = [at('2024-01-05T05:00Z'), at('2024-01-16T05:00Z')];
    expect(tooOld(CALENDARS['us-equity'], '1d', 6)(from, to)).toBe(false);
    expect(tooOld(CALENDARS['us-equity'], '1d', 1)(from, at('2024-01-09T05:00Z'))).toBe(true);
  });
});

describe('comparable', () => {
  const never = () => false;
  const judged = (volumes: (string | null)[], closes: string[]): boolean[] => {
    const may = comparable(never);
    return volumes.map((volume, day) => may(withVolume(barOf(day, closes[day] ?? '100'), volume)));
  };

  it('makes no event of a bar without volume of what is traded, nor of the one after', () => {
    const volumes = ['9', '9', '9', '9', '0', '9', '9'];
    const closes = ['100', '100', '100', '100', '118.9', '101', '100'];
    expect(judged(volumes, closes)).toEqual([true, true, true, true, false, false, true]);
  });

  it('believes a bar without trades that stays where the last one closed', () => {
    expect(judged(['9', '9', '9', '0', '9'], [])).toEqual([true, true, true, true, true]);
  });

  it.each([
    ['an index, which has no volume', '0'],
    ['quotes', null],
  ])('believes %s', (_, volume) => {
    const closes = ['100', '101', '102', '103', '119'];
    expect(
      judged(
        closes.map(() => volume),
        closes,
      ),
    ).toEqual([true, true, true, true, true]);
  });

  it('makes no event of a bar whose previous one is too old, open or closed', () => {
    const may = comparable(tooOld(CALENDARS.crypto, '1d'));
    expect(may(barOf(0, '100'))).toBe(true);
    expect(may({ ...barOf(30, '150'), until: barOf(30, '1').ts + 1000 })).toBe(false);
    expect(may(barOf(30, '150'))).toBe(false);
    expect(may(barOf(31, '160'))).toBe(true);
  });
});
