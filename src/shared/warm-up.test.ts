import { expect, it } from 'vitest';
import { type Came, nextStep, slowedBy, WARM_UP, warmUpMost } from './warm-up.ts';

const always = (came: Came) => ({ days: came, sinceBack: came });
const NOTHING = always({ sent: 1_000, bounced: 0, complained: 0 });
const full = (step: number) => ({ step, most: warmUpMost(step), taken: warmUpMost(step) });

it('begins with 300 a day and grows by a fifth', () => {
  expect([1, 2, 3, 30].map(warmUpMost)).toEqual([300, 360, 432, 59_344]);
  expect(nextStep(null, always({ sent: 0, bounced: 0, complained: 0 }))).toEqual({ step: 1, slowed: null });
  expect(nextStep(full(3), NOTHING)).toEqual({ step: 4, slowed: null });
  expect(nextStep(full(WARM_UP.days), NOTHING)).toBeNull();
});

it('doesn’t grow by a day on which little was sent', () => {
  expect(nextStep({ step: 3, most: 432, taken: 215 }, NOTHING)).toEqual({ step: 3, slowed: null });
  expect(nextStep({ step: 3, most: 432, taken: 216 }, NOTHING)).toEqual({ step: 4, slowed: null });
});

it.each([
  [{ sent: 1_000, bounced: 49, complained: 0 }, null],
  [{ sent: 1_000, bounced: 50, complained: 0 }, 'kept'],
  [{ sent: 1_000, bounced: 100, complained: 0 }, 'back'],
  [{ sent: 2_000, bounced: 0, complained: 2 }, 'kept'],
  [{ sent: 2_001, bounced: 0, complained: 2 }, null],
  [{ sent: 1_000, bounced: 0, complained: 5 }, 'back'],
  [{ sent: 300, bounced: 0, complained: 1 }, null],
  [{ sent: 99, bounced: 50, complained: 9 }, null],
] as const)('is slowed by %o: %s', (came, slowed) => {
  expect(slowedBy(always(came))).toBe(slowed);
});

it('keeps its number or halves it, and not below the first', () => {
  expect(nextStep(full(9), always({ sent: 1_000, bounced: 60, complained: 0 }))).toEqual({
    step: 9,
    slowed: 'kept',
  });
  expect(nextStep(full(9), always({ sent: 1_000, bounced: 200, complained: 0 }))).toEqual({
    step: 5,
    slowed: 'back',
  });
  expect(nextStep(full(2), always({ sent: 1_000, bounced: 200, complained: 0 }))).toEqual({
    step: 1,
    slowed: 'back',
  });
});

it('goes back once for the same messages, and again for more', () => {
  const days = { sent: 1_000, bounced: 200, complained: 0 };
  const after = (sinceBack: Came) => nextStep(full(9), { days, sinceBack });
  expect(after({ sent: 300, bounced: 0, complained: 0 })).toEqual({ step: 9, slowed: 'kept' });
  expect(after({ sent: 300, bounced: 30, complained: 0 })).toEqual({ step: 5, slowed: 'back' });
});
