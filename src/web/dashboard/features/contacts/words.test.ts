import { expect, test } from 'vitest';
import { issuedAddress, overPlanWords } from './words.ts';

test.each([
  [
    'Web push',
    'Chrome on Android · 3f9a2c4155d0e1aa',
    true,
    'Web push: Chrome on Android · 3f9a2c4155d0e1aa. They turned on notifications there themselves.',
  ],
  ['Telegram', '77/1001', false, 'Telegram chat. They subscribed there themselves.'],
])('shows which address people registered: %s', (title, address, isDevice, words) =>
  expect(issuedAddress(title, address, isDevice)).toBe(words),
);

test.each([
  ['2026-12-10T12:00:00Z', 'From 11 December 2026 (UTC), alerts reach only those that were added first.'],
  ['2026-12-11T12:00:00Z', 'Alerts reach only those that were added first.'],
])('says what the plan leaves out, and from when on: %s', (now, words) => {
  const over = { total: 25_000, allowed: 1_000, limitedFrom: '2026-12-11T12:00:00.000Z' };
  const { title, text } = overPlanWords(over, Date.parse(now));
  expect(title).toBe('1,000 of 25,000 contacts are in your plan');
  expect(text.startsWith(words)).toBe(true);
});
