import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { printResults, resultOf } from '../bench/support/result.ts';

it('has a ratio of 1 or more where the goal is met', () => {
  expect(resultOf({ bench: 'a', ours: 20, goal: 10, unit: 'x' })).toEqual({
    bench: 'a',
    ours: 20,
    goal: 10,
    ratio: 2,
    unit: 'x',
  });
  expect(resultOf({ bench: 'a', ours: 20, peer: 10, unit: 'ms', lessIsBetter: true })).toEqual({
    bench: 'a',
    ours: 20,
    peer: 10,
    ratio: 0.5,
    unit: 'ms',
  });
});

it('does not round a missed goal to a met one', () => {
  expect(resultOf({ bench: 'a', ours: 9.9999, goal: 10, unit: 'x' }).ratio).toBe(0.999);
});

it('is a number where nothing may be lost, or nothing was measured', () => {
  const lost = { bench: 'a', goal: 0, unit: 'events', lessIsBetter: true };
  expect(resultOf({ ...lost, ours: 0 }).ratio).toBe(1);
  expect(resultOf({ ...lost, ours: 3 }).ratio).toBe(0);
  expect(resultOf({ ...lost, goal: 5, ours: 0 }).ratio).toBe(1_000);
  expect(resultOf({ ...lost, ours: Number.NaN }).ratio).toBe(0);
});

it('prints the figure furthest from its goal last', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  printResults([
    { bench: 'slow', ours: 5, goal: 10, unit: 'x' },
    { bench: 'fast', ours: 50, goal: 10, unit: 'x' },
  ]);
  expect(log.mock.calls.map(([line]) => (JSON.parse(String(line)) as { bench: string }).bench)).toEqual([
    'fast',
    'slow',
  ]);
  log.mockRestore();
});

it.each(globSync('bench/*.ts'))('%s ends with its figures', (file) => {
  expect(readFileSync(file, 'utf8')).toMatch(/printResults\(/);
});
