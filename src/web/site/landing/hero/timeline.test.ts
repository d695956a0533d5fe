import fc from 'fast-check';
import { expect, it } from 'vitest';
import { strokes } from './line.ts';
import { frameAt, LENGTH, STEPS } from './timeline.ts';

it('starts with nothing and ends with everything', () => {
  expect(frameAt(0, 30)).toEqual({ checked: 0, shown: new Set() });
  expect(frameAt(LENGTH, 30)).toEqual({ checked: 30, shown: new Set(STEPS) });
});

it('shows the event only once its bar has closed, then the card, then the channels', () => {
  const firstWith = (step: (typeof STEPS)[number]) =>
    Array.from({ length: LENGTH + 1 }, (_, ms) => ms).find((ms) => frameAt(ms, 30).shown.has(step))!;
  expect(frameAt(firstWith('caught'), 30).checked).toBe(30);
  const moments = STEPS.map(firstWith);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
});

it('stays under five seconds, so that the movement needs no stopping by right', () => {
  expect(LENGTH + 200).toBeLessThan(5000);
});

it('never goes back', () => {
  const ms = fc.integer({ min: -10, max: LENGTH + 100 });
  fc.assert(
    fc.property(ms, ms, fc.integer({ min: 1, max: 60 }), (a, b, bars) => {
      const [early, late] = [frameAt(Math.min(a, b), bars), frameAt(Math.max(a, b), bars)];
      expect(early.checked).toBeLessThanOrEqual(late.checked);
      expect(late.checked).toBeLessThanOrEqual(bars);
      expect([...early.shown].every((step) => late.shown.has(step))).toBe(true);
    }),
  );
});

it('draws the way first and the last step of it as a stroke of its own', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 50, y: 10 },
    { x: 100, y: 30 },
  ];
  expect(strokes(points, 0)).toEqual({ way: '', step: '' });
  expect(strokes(points, 1)).toEqual({ way: '0.00,0.00', step: '' });
  expect(strokes(points, 2)).toEqual({ way: '0.00,0.00 50.00,10.00', step: '' });
  expect(strokes(points, 3)).toEqual({
    way: '0.00,0.00 50.00,10.00',
    step: '50.00,10.00 100.00,30.00',
  });
});
