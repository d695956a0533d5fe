import { expect, it } from 'vitest';
import { leastBars } from './least-bars.ts';
import { parseRule } from './parse.ts';

it('is the longest period in a rule, and of alternatives the shortest', () => {
  const least = (text: string) => leastBars(parseRule(text));
  expect(least('close > 5')).toBe(1);
  expect(least('close > sma(50)')).toBe(50);
  expect(least('close > highest(high, 20)[1]')).toBe(21);
  expect(least('sma(rsi(14), 5) > 70')).toBe(18);
  expect(least('golden_cross(50, 200)')).toBe(201);
  expect(least('big_move(5)')).toBe(2);
  expect(least('close > sma(200) and rsi(14) > 70')).toBe(200);
  expect(least('close > sma(200) or rsi(14) > 70')).toBe(14);
  expect(least('close > sma(200) on 1d')).toBe(1);
});
