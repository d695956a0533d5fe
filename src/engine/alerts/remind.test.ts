import { expect, test } from 'vitest';
import { isReminderDue } from './remind.ts';

const at = (minutes: number) => new Date(Date.parse('2026-03-02T15:00:00Z') + minutes * 60_000);
const NEVER = { remindedAt: null, escalatedAt: null };

test.each([
  [60, 29.9, false],
  [60, 30, true],
  [60, 50, true],
  [60, 50.1, false],
  [30, 14.9, false],
  [30, 15, true],
  [29.9, 15, false],
  [29.9, 19.9, false],
  [1_440, 720, true],
  [1_440, 1_431, false],
])('a wait of %d minutes, %d of them over: reminded is %s', (wait, over, is) => {
  expect(isReminderDue({ from: at(0), at: at(wait) }, NEVER, at(over))).toBe(is);
});

test('nobody is reminded twice, nor once the owners were asked', () => {
  const window = { from: at(0), at: at(60) };
  expect(isReminderDue(window, { ...NEVER, remindedAt: at(30) }, at(31))).toBe(false);
  expect(isReminderDue(window, { ...NEVER, escalatedAt: at(0) }, at(31))).toBe(false);
});
