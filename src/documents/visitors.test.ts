import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTeller } from './visitors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells the screens of a workspace once of many uses', () => {
  const told: string[] = [];
  const tell = createTeller((workspaceId) => void told.push(workspaceId));
  for (let n = 0; n < 50; n += 1) tell('a');
  tell('b');
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(['a', 'b']);
  tell('a');
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(['a', 'b', 'a']);
});
