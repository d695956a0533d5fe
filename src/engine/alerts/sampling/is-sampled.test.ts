import { expect, test } from 'vitest';
import { isSampled } from './is-sampled.ts';

const uuid = (n: number): string => `0199a3f0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const alerts = Array.from({ length: 20_000 }, (_, n) => uuid(n));
const drawnOf = (percent: number, version = 1): string[] =>
  alerts.filter((alertId) => isSampled({ alertId, policyId: uuid(99), version }, percent));

test('draws about the share, all of it at 100 %, and the same alerts each time', () => {
  expect(drawnOf(100)).toHaveLength(alerts.length);
  const five = drawnOf(5);
  expect(five.length).toBeGreaterThan(900);
  expect(five.length).toBeLessThan(1_100);
  expect(drawnOf(5)).toEqual(five);
  const ten = new Set(drawnOf(10));
  expect(five.every((id) => ten.has(id))).toBe(true);
});

test('another version or policy draws others, and what it draws is the same on every machine', () => {
  expect(drawnOf(5, 2)).not.toEqual(drawnOf(5, 1));
  expect(drawnOf(1).slice(0, 3)).toEqual([58, 108, 139].map(uuid));
});
