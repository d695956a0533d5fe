import { describe, expect, it } from 'vitest';
import { checkFacts } from '#src/engine/content/fact-guard.ts';
import { sessions, type Session } from '../../market-record.ts';
import { longestQuiet } from '../../record-figures.ts';
import { days, drafts, fall, phantoms } from './apple.ts';
import { route } from './approval.ts';
import { movesOf, perYear, reaches, silences, waitsBetween } from './moves.ts';
import {
  confirmedCrossings,
  cooldown,
  cooldownOrLarger,
  crossings,
  every,
  facts as pacingFacts,
  pace,
  rearm,
} from './pacing.ts';

const session = (change: number, index = 0): Session => ({
  date: `2000-01-${String(index + 1).padStart(2, '0')}`,
  close: 100 + change,
  previous: 100,
  change,
});
const run = (...changes: number[]) => changes.map(session);
const told = (some: readonly Session[]) => some.map(({ change }) => change);

describe('post 1', () => {
  it('counts each day once, in its year', () => {
    for (const { threshold, days: count, falls } of reaches) {
      expect(perYear(movesOf(threshold)).reduce((sum, year) => sum + year.days, 0)).toBe(count);
      expect(falls).toBeLessThanOrEqual(count);
    }
    expect(movesOf(0)).toHaveLength(sessions.length);
  });

  it('waits from one big day to the next', () => {
    expect(waitsBetween(sessions.slice(0, 4)).map((wait) => wait.sessions)).toEqual([1, 1, 1]);
    expect(waitsBetween([])).toEqual([]);
  });

  it('says of the longest silence what the guide says', () => {
    const [longest] = silences;
    expect(longest && [longest.sessions, longest.from.date, longest.to.date]).toEqual(
      Object.values(longestQuiet(sessions, 3) ?? {}),
    );
  });
});

describe('post 2', () => {
  const bar = (close: string, time: string) => ({
    time,
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
  });
  const evidence = {
    bars: [bar(fall.text.previous, '2014-01-27T00:00:00Z'), bar(fall.text.close, `${fall.date}T00:00:00Z`)],
    params: { min_pct: 5 },
    figures: { change_pct: fall.change },
  };

  it.each(drafts)('the check of figures says what the post says of “$text”', ({ text, passes }) => {
    expect(checkFacts(text, evidence, { phrases: [], priceDecimals: 2 }).ok).toBe(passes);
  });

  it('takes the largest fall, and days that only one column moved on', () => {
    expect(days.every(({ change }) => change >= fall.change)).toBe(true);
    expect(phantoms.map(({ date }) => date)).toEqual([
      '2013-08-08',
      '2013-11-06',
      '2014-02-06',
      '2014-05-08',
    ]);
  });
});

describe('post 3', () => {
  const wild = run(-4, 3, 1, -2, 3.5, 6, 0, 3);

  it('tells every time', () => expect(told(pace(every, wild))).toEqual([-4, 3, 3.5, 6, 3]));

  it('is silent until the fifth session after an alert', () => {
    expect(told(pace(cooldown, wild))).toEqual([-4, 6]);
    expect(told(pace(cooldown, run(3, 0, 0, 0, 3, 3)))).toEqual([3, 3]);
  });

  it('lets a larger move break the silence, not an equal one', () => {
    expect(told(pace(cooldownOrLarger, run(3, -3, 4, 3.5, -5)))).toEqual([3, 4, -5]);
  });

  it('counts the alerts that broke a silence: 27 February, 2, 12 and 16 March, 6 April', () => {
    expect(pacingFacts['broke']).toBe('5');
  });

  it('waits for three calm sessions in a row', () => {
    expect(told(pace(rearm, run(3, 1, 1, 2, 1, 1, 1, -3)))).toEqual([3, -3]);
    expect(told(pace(rearm, run(3, 1, 1, 4, 1, 1, 9)))).toEqual([3]);
  });

  it('never tells of a day below the rule, and starts afresh each time', () => {
    for (const pacing of [every, cooldown, cooldownOrLarger, rearm]) {
      const alerts = pace(pacing);
      expect(alerts.every(({ change }) => Math.abs(change) >= 3)).toBe(true);
      expect(pace(pacing)).toEqual(alerts);
    }
  });

  const closes = (...levels: number[]) => levels.map((close, index) => ({ ...session(0, index), close }));
  const sides = (some: readonly { below: boolean }[]) => some.map(({ below }) => below);

  it('crosses a level, or a band', () => {
    const trembling = closes(2600, 2499, 2500, 2499, 2590, 2600);
    expect(sides(crossings(trembling, 2500))).toEqual([true, false, true, false]);
    expect(crossings(trembling, 2600).map((each) => each.session.close)).toEqual([2499, 2600]);
  });

  it('believes two closes in a row', () => {
    const told = confirmedCrossings(closes(2600, 2499, 2510, 2490, 2480, 2470, 2510, 2520));
    expect(told.map((each) => [each.session.close, each.below])).toEqual([
      [2480, true],
      [2520, false],
    ]);
  });
});

describe('post 4', () => {
  it('sends to a person what is large or comes after a quarter of silence', () => {
    const at = (index: number, change: number) => ({ ...sessions[index]!, change });
    const reasons = route([at(0, 3), at(5, 3), at(6, -5), at(66, 3), at(127, 3)]).map(({ reason }) => reason);
    expect(reasons).toEqual(['first', null, 'large', null, 'first']);
  });
});
