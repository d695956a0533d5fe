import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timeframe } from '#src/shared/market.ts';
import { settingsSchema, type RuleSettings } from '#src/shared/rules/settings.ts';
import { barOf } from '../detectors/bars.fixture.ts';
import { gate, momentsOf, NEW_GATE, type GateState, type Said } from './gate.ts';
import { openDuring } from './hours.ts';
import { sequences } from '#tests/support/sequences.ts';

const MINUTE = 60_000;

/** Closed bars of one minute: which of them speak. '1' true, '0' not; 'r' not, and the rule of `rearm` is true. */
const triggered = (settings: RuleSettings, marks: string): string => {
  const decide = gate(settings, '1m');
  let state: GateState = NEW_GATE;
  return [...marks]
    .map((mark, at) => {
      const ts = at * MINUTE;
      const step = decide(state, {
        ts,
        bar: ts,
        closed: true,
        isTrue: mark === '1',
        isRearmed: mark === 'r',
      });
      ({ state } = step);
      return step.triggers ? '!' : '.';
    })
    .join('');
};

describe('gate', () => {
  it.each<[string, RuleSettings, string, string]>([
    ['once', { frequency: 'once' }, '0110111', '.!.....'],
    ['every time it becomes true', { frequency: 'every_time' }, '0110111', '.!..!..'],
    ['once per bar close', { frequency: 'once_per_bar_close' }, '0110111', '.!!.!!!'],
    ['once per bar', { frequency: 'once_per_bar' }, '0110', '.!!.'],
    ['once per three minutes', { frequency: { minutes: 3 } }, '1111110001', '!..!.....!'],
    ['cooldown', { frequency: 'once_per_bar_close', cooldown_minutes: 2 }, '11111', '!.!.!'],
    ['cooldown of every time', { frequency: 'every_time', cooldown_minutes: 3 }, '10101010', '!...!...'],
    ['hysteresis', { frequency: 'every_time', rearm: 'rsi < 60' }, '10101r01', '!......!'],
    ['hysteresis, per bar', { frequency: 'once_per_bar_close', rearm: 'rsi < 60' }, '11r1', '!..!'],
    ['two a day', { frequency: 'once_per_bar_close', most_per_day: 2 }, '11011', '!!...'],
    ['expiry', { frequency: 'once_per_bar_close', expires: 2 * MINUTE }, '1111', '!!..'],
  ])('%s', (_name, settings, marks, expected) => {
    expect(settingsSchema.parse(settings)).toEqual(settings);
    expect(triggered(settings, marks)).toBe(expected);
  });

  it('counts a day as the zone of its hours has it', () => {
    const hour = 3_600_000;
    const settings: RuleSettings = {
      frequency: 'once_per_bar_close',
      most_per_day: 1,
      hours: { time_zone: 'America/New_York', days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' },
    };
    const decide = gate(settings, '1h');
    let state = NEW_GATE;
    const spoke = Array.from({ length: 48 }, (_, at) => Date.UTC(2026, 0, 5) + at * hour).filter((ts) => {
      const step = decide(state, { ts, bar: ts, closed: true, isTrue: true });
      ({ state } = step);
      return step.triggers;
    });
    expect(spoke.map((ts) => new Date(ts).toISOString().slice(0, 13))).toEqual([
      '2026-01-05T00',
      '2026-01-05T05',
      '2026-01-06T05',
    ]);
  });

  it('speaks on an open bar once, and waits for the close where it is told to', () => {
    const moments: Omit<Said, 'isTrue'>[] = [
      { ts: 0, bar: 0, closed: false },
      { ts: 20_000, bar: 0, closed: false },
      { ts: MINUTE, bar: 0, closed: true },
      { ts: MINUTE, bar: MINUTE, closed: false },
    ];
    const run = (frequency: RuleSettings['frequency']) => {
      const decide = gate({ frequency }, '1m');
      let state = NEW_GATE;
      return moments.map((moment) => {
        const step = decide(state, { ...moment, isTrue: true });
        ({ state } = step);
        return step.triggers;
      });
    };
    expect(run('once_per_bar')).toEqual([true, false, false, true]);
    expect(run('once_per_bar_close')).toEqual([false, false, true, false]);
  });

  describe('before a bar is closed', () => {
    const DAY = 86_400_000;
    const day = (n: number): number => Date.UTC(2026, 0, 5) + n * DAY;
    /** A day as it stands every hour, and closed; always true. */
    const spokenInDays = (settings: RuleSettings): string[] => {
      const decide = gate(settings, '1d');
      const momentOf = momentsOf(settings, '1d');
      let state = NEW_GATE;
      return [0, 1].flatMap((n) => {
        const open = Array.from({ length: 23 }, (_, hour) => day(n) + (hour + 1) * 3_600_000);
        return [...open, undefined].flatMap((until) => {
          const ts = momentOf({ ...barOf(0, '1'), ts: day(n), ...(until !== undefined && { until }) });
          const step = decide(state, { ts, bar: day(n), closed: until === undefined, isTrue: true });
          ({ state } = step);
          return step.triggers
            ? [`${n} ${until === undefined ? 'close' : new Date(until).getUTCHours()}`]
            : [];
        });
      });
    };
    const NEW_YORK = { time_zone: 'America/New_York', days: [1, 2, 3, 4, 5], from: '09:30', to: '16:00' };
    it.each<[string, RuleSettings, string[]]>([
      ['once a bar', { frequency: 'once_per_bar' }, ['0 1', '1 1']],
      ['after so many minutes', { frequency: { minutes: 720 } }, ['0 1', '0 13', '1 1', '1 13']],
      ['as the bar closes, at its end', { frequency: { minutes: 1380 } }, ['0 1', '0 close', '1 23']],
      ['after a cooldown', { frequency: 'once_per_bar', cooldown_minutes: 2000 }, ['0 1', '1 11']],
      ['so often a day', { frequency: { minutes: 60 }, most_per_day: 2 }, ['0 1', '0 2', '1 1', '1 2']],
      ['until it ends', { frequency: { minutes: 600 }, expires: day(0) + 12 * 3_600_000 }, ['0 1', '0 11']],
      // In winter New York is five hours behind: 14:30 to 21:00.
      ['within hours', { frequency: 'once_per_bar', hours: NEW_YORK }, ['0 15', '1 15']],
    ])('%s', (_name, settings, expected) => {
      expect(spokenInDays(settings)).toEqual(expected);
    });
  });

  it('never speaks where the rule is not true, nor sooner than the cooldown, whatever happens', () => {
    const settings = fc.record({
      frequency: fc.oneof(
        fc.constantFrom('once' as const, 'every_time' as const, 'once_per_bar_close' as const),
        fc.record({ minutes: fc.integer({ min: 1, max: 9 }) }),
      ),
      cooldown_minutes: fc.integer({ min: 1, max: 9 }),
    });
    const marks = fc.array(fc.constantFrom('0', '1'), { maxLength: 60 }).map((all) => all.join(''));
    fc.assert(
      fc.property(settings, marks, (given, text) => {
        const said = triggered(given, text);
        const at = [...said].flatMap((mark, index) => (mark === '!' ? [index] : []));
        expect(at.every((index) => text[index] === '1')).toBe(true);
        expect(at.slice(1).every((index, before) => index - at[before]! >= given.cooldown_minutes)).toBe(
          true,
        );
        expect(given.frequency === 'once' ? at.length : 0).toBeLessThanOrEqual(1);
      }),
      sequences(),
    );
  });
});

describe('hours', () => {
  const NEW_YORK = { time_zone: 'America/New_York', days: [1, 2, 3, 4, 5], from: '09:30', to: '16:00' };
  const NIGHT = { time_zone: 'UTC', days: [5], from: '22:00', to: '02:00' };
  it.each([
    [NEW_YORK, '2024-07-01T13:30:00Z', true],
    [NEW_YORK, '2024-07-01T13:29:00Z', false],
    [NEW_YORK, '2024-01-02T13:30:00Z', false],
    [NEW_YORK, '2024-01-02T14:30:00Z', true],
    [NEW_YORK, '2024-07-01T20:00:00Z', false],
    [NEW_YORK, '2024-07-06T15:00:00Z', false],
    [NIGHT, '2024-07-05T23:00:00Z', true],
    [NIGHT, '2024-07-06T01:59:00Z', true],
    [NIGHT, '2024-07-06T02:00:00Z', false],
    [NIGHT, '2024-07-05T01:00:00Z', false],
    [{ ...NIGHT, to: '22:00' }, '2024-07-05T03:00:00Z', true],
  ])('%j at %s', (hours, time, open) => {
    expect(openDuring(hours, 1)(Date.parse(time))).toBe(open);
    expect(
      gate({ frequency: 'every_time', hours }, '1m')(NEW_GATE, {
        ts: Date.parse(time),
        bar: Date.parse(time),
        closed: true,
        isTrue: true,
      }).triggers,
    ).toBe(open);
  });

  const WEEKEND = { ...NEW_YORK, days: [0, 6] };
  const ALL_DAY = { ...NEW_YORK, to: '09:30' };
  it.each<[object, Timeframe, string, boolean]>([
    // A daily bar is held to its day, wherever its midnight is: Friday 2024-07-05, Sunday and Monday after it.
    [NEW_YORK, '1d', '2024-07-05T04:00:00Z', true],
    [NEW_YORK, '1d', '2024-07-05T00:00:00Z', true],
    [NEW_YORK, '1d', '2024-07-06T00:00:00Z', false],
    [NEW_YORK, '1d', '2024-07-07T00:00:00Z', false],
    [NEW_YORK, '1d', '2024-07-08T00:00:00Z', true],
    [WEEKEND, '1d', '2024-07-08T00:00:00Z', false],
    [WEEKEND, '1d', '2024-07-06T04:00:00Z', true],
    [ALL_DAY, '1d', '2024-07-07T04:00:00Z', false],
    [NEW_YORK, '1w', '2024-07-01T00:00:00Z', true],
    [{ ...NEW_YORK, days: [5] }, '1w', '2024-07-01T00:00:00Z', true],
    // Of a bar within the day, a part lies within the hours or none.
    [NEW_YORK, '1h', '2024-07-01T13:00:00Z', true],
    [NEW_YORK, '1h', '2024-07-01T12:00:00Z', false],
    [NEW_YORK, '1h', '2024-07-01T19:30:00Z', true],
    [NEW_YORK, '1h', '2024-07-01T20:00:00Z', false],
    [NEW_YORK, '4h', '2024-07-01T12:00:00Z', true],
    [NEW_YORK, '4h', '2024-07-01T08:00:00Z', false],
    [NIGHT, '1h', '2024-07-05T21:30:00Z', true],
    [NIGHT, '4h', '2024-07-06T01:00:00Z', true],
    [NIGHT, '4h', '2024-07-06T02:00:00Z', false],
  ])('%j on bars of %s from %s', (hours, timeframe, time, open) => {
    const settings = settingsSchema.parse({ frequency: 'every_time', hours });
    const ts = Date.parse(time);
    const { triggers } = gate(settings, timeframe)(NEW_GATE, { ts, bar: ts, closed: true, isTrue: true });
    expect(triggers).toBe(open);
  });
});
