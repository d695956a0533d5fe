import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VIEWING } from '#src/shared/review.ts';
import { createViewers } from './viewers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ada = { workspaceId: 'w', alertId: 'a', userId: 'ada', name: 'Ada', isThere: true };
const grace = { ...ada, userId: 'grace', name: 'Grace' };
const world = () => {
  const changed: string[] = [];
  return { changed, viewers: createViewers((workspaceId) => void changed.push(workspaceId)) };
};

test('shows a person to others of the workspace, once, and tells of those who come and leave', () => {
  const { changed, viewers } = world();
  viewers.note(ada);
  viewers.note(ada);
  viewers.note(grace);
  expect(changed).toEqual(['w', 'w']);
  const both = {
    alert: 'a',
    people: [
      { userId: 'ada', name: 'Ada' },
      { userId: 'grace', name: 'Grace' },
    ],
  };
  expect(viewers.of('w', null)).toEqual([both]);
  expect(viewers.of('w', 'ada')).toEqual([{ alert: 'a', people: [{ userId: 'grace', name: 'Grace' }] }]);
  expect(viewers.of('another', null)).toEqual([]);
  viewers.note({ ...grace, isThere: false });
  viewers.note({ ...grace, isThere: false });
  expect(changed).toEqual(['w', 'w', 'w']);
  expect(viewers.of('w', 'ada')).toEqual([]);
});

test('forgets who hasn’t been heard of for 45 seconds, and nobody who has', () => {
  const { changed, viewers } = world();
  viewers.note(ada);
  viewers.note(grace);
  vi.advanceTimersByTime(30_000);
  viewers.note(ada);
  vi.advanceTimersByTime(VIEWING.lapsesMs - 30_000 - 1);
  expect(viewers.of('w', null)[0]?.people).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(viewers.of('w', null)).toEqual([{ alert: 'a', people: [{ userId: 'ada', name: 'Ada' }] }]);
  expect(changed).toHaveLength(3);
  vi.advanceTimersByTime(VIEWING.lapsesMs);
  expect(viewers.of('w', null)).toEqual([]);
  expect(changed).toHaveLength(4);
});

test('a person is shown at ten alerts at most', () => {
  const { viewers } = world();
  for (let n = 0; n < 30; n += 1) viewers.note({ ...ada, alertId: `a${n}` });
  expect(viewers.of('w', null).map(({ alert }) => alert)).toEqual(
    Array.from({ length: 10 }, (_, n) => `a${n + 20}`),
  );
});
