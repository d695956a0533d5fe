import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decideRepeat, type Repeats } from './decide-repeat.ts';

const INTERVALS = [60, 240, 1_440];
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 2) + minute * 60_000);

/** Which of the alerts at these minutes pass, with how many were held before. */
function run(minutes: readonly number[], intervals: readonly number[] = INTERVALS) {
  let state: Repeats | null = null;
  const passed: [minute: number, held: number][] = [];
  let held = 0;
  for (const minute of minutes) {
    const decision = decideRepeat(intervals, state, at(minute));
    state = decision.next;
    if (decision.passes) passed.push([minute, decision.held]);
    else held += 1;
  }
  return { passed, held, state };
}

it('sends at once, then after an hour, four hours, and a day', () => {
  const every10 = Array.from({ length: 400 }, (_, n) => n * 10);
  expect(run(every10).passed).toEqual([
    [0, 0],
    [60, 5],
    [300, 23],
    [1_740, 143],
    [3_180, 143],
  ]);
});

it('begins anew after a quiet time as long as the longest interval', () => {
  expect(run([0, 10, 1_450]).passed).toEqual([
    [0, 0],
    [1_450, 1],
  ]);
  // Not quiet: it triggered a moment before.
  expect(run([0, 60, 300, 1_449, 1_500, 1_740]).passed.map(([minute]) => minute)).toEqual([
    0, 60, 300, 1_740,
  ]);
  expect(run([0, 60, 1_500, 1_510, 1_560]).passed.map(([minute]) => minute)).toEqual([0, 60, 1_500, 1_560]);
});

it('keeps to the intervals when they become fewer, and isn’t kept still by a clock that was ahead', () => {
  const { state } = run([0, 60, 300, 1_740]);
  expect(decideRepeat([30], state, at(1_769))).toMatchObject({ passes: false, until: at(1_770) });
  expect(
    decideRepeat(INTERVALS, { ...state!, lastAt: at(90_000), passedAt: at(90_000) }, at(2_000)),
  ).toMatchObject({ passes: true });
});

it('lets each event pass or holds it, never two within an interval, and counts every one that was held', () => {
  const minutes = fc.array(fc.nat(500), { minLength: 1, maxLength: 80 }).map((gaps) => {
    let minute = 0;
    return gaps.map((gap) => (minute += gap));
  });
  const intervals = fc
    .array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 6 })
    .map((all) => all.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(minutes, intervals, (given, chosen) => {
      const { passed, held, state } = run(given, chosen);
      expect(passed.length + held).toBe(given.length);
      const counted = passed.reduce((sum, [, before]) => sum + before, 0);
      expect(counted + (state?.held ?? 0)).toBe(held);
      const gaps = passed.slice(1).map(([minute], index) => minute - (passed[index]?.[0] ?? 0));
      expect(Math.min(...gaps, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(chosen[0]!);
    }),
  );
});
