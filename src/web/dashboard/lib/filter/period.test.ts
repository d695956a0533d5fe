import { expect, it } from 'vitest';
import { lastDays, periodName } from './period.ts';

const now = Date.parse('2026-03-01T00:30:00Z');

it('counts today, in UTC, over the end of a month', () => {
  expect(lastDays(1, now)).toEqual({ from: '2026-03-01' });
  expect(lastDays(7, now)).toEqual({ from: '2026-02-23' });
});

it.each([
  [{}, 'Period'],
  [{ from: '2026-02-23' }, 'Last 7 days'],
  [{ from: '2026-02-22' }, 'Since 2026-02-22'],
  [{ to: '2026-02-22' }, 'Until 2026-02-22'],
  [{ from: '2026-02-22', to: '2026-02-22' }, '2026-02-22'],
  [{ from: '2026-02-01', to: '2026-02-22' }, '2026-02-01 to 2026-02-22'],
])('calls %o what it is', (period, name) => expect(periodName(period, now)).toBe(name));
