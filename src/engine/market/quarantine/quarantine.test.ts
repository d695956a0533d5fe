import { describe, expect, it } from 'vitest';
import { barOf, BUSY, withShadows, withVolume } from '#src/engine/detectors/bars.fixture.ts';
import { parseDetector } from '#src/engine/detectors/parse.ts';
import { afterSplit } from '../splits/corporate-actions.ts';
import { acrossSplits } from '../../evaluation/conditions/across-splits.ts';
import { inspector } from './quarantine.ts';

describe('inspector', () => {
  it('believes real bars', () => {
    const inspect = inspector('1d');
    expect(BUSY.map(inspect).filter(Boolean)).toEqual([]);
  });

  it('takes another scale for the price after twenty bars, and not before', () => {
    const inspect = inspector('1d');
    inspect(barOf(0, '14.55'));
    const reasons = Array.from(
      { length: 25 },
      (_, day) => inspect(barOf(day + 1, `0.14${55 + day}`))?.reason,
    );
    expect(reasons.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'unit'));
    expect(reasons.slice(20)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it.each([
    [10, '500', '49.5'],
    [20, '3000', '148'],
    [0.1, '4.2', '42.5'],
  ])('expects the scale after a split of %d for 1 at once, where it is known', (ratio, before, after) => {
    const split = { ts: barOf(2, before).ts, ratio };
    const bars = [barOf(0, before), barOf(1, before), barOf(2, after), barOf(3, after)];
    expect(bars.map(inspector('1d', { splits: [split] }))).toEqual([null, null, null, null]);
    expect(bars.map(inspector('1d')).map((each) => each?.reason)).toEqual([
      undefined,
      undefined,
      'unit',
      'unit',
    ]);
  });

  it('holds the first bar to the one before it, where that is known', () => {
    expect(inspector('1d', { before: barOf(0, '14.55') })(barOf(1, '1455'))?.reason).toBe('unit');
  });

  describe('near a split of 7 for 1', () => {
    const split = { ts: barOf(3, '92').ts, ratio: 7 };
    /** The close on the new scale after an open on the old one, as of minute bars around the split. */
    const mixed = barOf(3, '92.2', '645.4');
    const bars = [
      barOf(0, '644'),
      barOf(1, '645'),
      barOf(2, '645.5'),
      mixed,
      barOf(4, '92.4'),
      barOf(5, '92.1'),
    ];
    const reasons = (known: Parameters<typeof inspector>[1], given = bars) =>
      given.map(inspector('1d', known)).map((each) => each?.reason);

    it('puts aside a bar that mixes the scales', () => {
      const only = [undefined, undefined, undefined, 'unit', undefined, undefined];
      expect(reasons({ splits: [split] })).toEqual(only);
    });
    it('puts aside a bar that is on the old scale, or has one price on it', () => {
      for (const late of [barOf(4, '644'), withShadows(barOf(4, '92'), 550, 0)])
        expect(
          reasons({ splits: [split] }, [...bars.slice(0, 3), barOf(3, '92'), late, barOf(5, '92.1')]),
        ).toEqual([undefined, undefined, undefined, undefined, 'unit', undefined]);
    });
    it('and so where the prices are adjusted for it and one bar is not', () => {
      const adjusted = [barOf(0, '92'), barOf(1, '92.3'), barOf(2, '644'), barOf(3, '92.2'), barOf(4, '92')];
      expect(reasons({ named: [split] }, adjusted)).toEqual([
        undefined,
        undefined,
        'unit',
        undefined,
        undefined,
      ]);
    });
  });

  it('counts the twenty anew after a bar on the old scale', () => {
    const inspect = inspector('1d');
    for (let day = 0; day < 60; day += 2) {
      expect(inspect(barOf(day, String(100 + day)))).toBeNull();
      expect(inspect(barOf(day + 1, '1.01'))?.reason).toBe('unit');
    }
  });

  it('a bar without trades may repeat the one before', () => {
    const inspect = inspector('1d');
    const repeats = (volume: string | null) => {
      inspect(withVolume(barOf(0, '5'), volume));
      return inspect(withVolume(barOf(1, '5'), volume))?.reason;
    };
    expect([repeats(null)]).toEqual([undefined]);
    const traded = inspector('1d');
    traded(withVolume(barOf(0, '5'), '9'));
    expect(traded(withVolume(barOf(1, '5'), '9'))?.reason).toBe('stale');
    const quiet = inspector('1d');
    quiet(withVolume(barOf(0, '5'), '0'));
    expect(quiet(withVolume(barOf(1, '5'), '0'))).toBeNull();
  });
});

describe('acrossSplits', () => {
  const rules = [
    'big_move:min_pct=2',
    'volume_spike',
    'new_high:window=50,quiet=5',
    'golden_cross:fast=5,slow=20',
    'rsi_cross',
  ];
  it.each(rules)('%s finds the same facts in raw bars with splits as in bars without', (rule) => {
    const detector = parseDetector(rule);
    const facts = (
      feed: (bar: (typeof BUSY)[number]) => { time: number } | null,
      bars: readonly (typeof BUSY)[number][],
    ) => bars.map((bar) => feed(bar)?.time ?? null).filter((time) => time !== null);
    const splits = [300, 600].map((day) => ({ ts: BUSY[day]!.ts, ratio: 4 }));
    // Before the splits a share was worth sixteen, then four of the last ones.
    const raw = BUSY.map((bar, day) => afterSplit(bar, day < 300 ? 1 / 16 : day < 600 ? 1 / 4 : 1));
    const plain = facts(detector.start(), BUSY);
    expect(plain.length).toBeGreaterThan(0);
    expect(facts(acrossSplits(detector, splits), raw)).toEqual(plain);
    expect(facts(acrossSplits(detector, []), BUSY)).toEqual(plain);
  });
});
