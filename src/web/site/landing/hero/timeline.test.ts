import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frameAt, LENGTH, STEPS } from './timeline.ts';

it('starts with the brand and ends with everything', () => {
  expect(frameAt(0, 30)).toEqual({ checked: 0, shown: new Set(['brand']) });
  expect(frameAt(LENGTH, 30)).toEqual({ checked: 30, shown: new Set(STEPS) });
});

it('writes the card once the event’s bar has closed, then the channels', () => {
  const firstWith = (step: (typeof STEPS)[number]) =>
    Array.from({ length: LENGTH + 1 }, (_, ms) => ms).find((ms) => frameAt(ms, 30).shown.has(step))!;
  expect(frameAt(firstWith('headline'), 30).checked).toBe(30);
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
