import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import type { Bar } from '#src/shared/market.ts';
import { barOf } from '../../detectors/bars.fixture.ts';
import { CALENDARS } from '../sessions/calendars.ts';
import { largerBars } from './larger-bars.ts';
import { barMerger } from './merge.ts';

const DAY = 86_400_000;
/** Days of a market from one on, each with its date as the close; those without trade left out. */
const days = (zone: string, from: string, count: number, closed: readonly number[] = []): Bar[] =>
  Array.from({ length: count }, (_, at) => {
    const day = DateTime.fromISO(from, { zone }).plus({ days: at });
    return { ...barOf(0, String(100 + at)), ts: day.toMillis(), volume: 1 };
  }).filter((_, at) => !closed.includes(at));
const weeks = (made: readonly Bar[]): string[] =>
  made.map(({ ts, close }) => `${new Date(ts).toISOString().slice(0, 16)} ${close}`);

it('makes weeks of days that begin before the market opens, whole ones alone', () => {
  // From Wednesday, 6 March 2024, to Thursday, 28 March: on Friday nothing is traded.
  const weekend = [3, 4, 10, 11, 17, 18];
  const bars = days('America/New_York', '2024-03-06', 23, weekend);
  const made = largerBars(CALENDARS['us-equity'], { from: '1d', to: '1w' }, bars, []);
  expect(weeks(made)).toEqual(['2024-03-11T04:00 109', '2024-03-18T04:00 116', '2024-03-25T04:00 122']);
  expect(weeks(largerBars(CALENDARS['us-equity'], { from: '1d', to: '1w' }, bars.slice(0, -1), []))).toEqual(
    weeks(made).slice(0, 2),
  );
  expect(weeks(largerBars(CALENDARS['us-equity'], { from: '1d', to: '1w' }, bars.slice(3), []))).toEqual(
    weeks(made),
  );
});

it('takes days that are stamped at midnight in UTC for those of their date', () => {
  const bars = days('UTC', '2024-03-06', 23, [3, 4, 10, 11, 17, 18]);
  const made = largerBars(CALENDARS['us-equity'], { from: '1d', to: '1w' }, bars, []);
  expect(weeks(made).slice(0, 2)).toEqual(['2024-03-11T04:00 109', '2024-03-18T04:00 116']);
});

it('makes a week in which a split lies as it stands after it', () => {
  const from = Date.UTC(2024, 2, 4);
  const bars = Array.from({ length: 7 }, (_, at) => ({
    ...barOf(0, at < 3 ? '1000' : '100'),
    ts: from + at * DAY,
  }));
  const [week, ...more] = largerBars(CALENDARS.crypto, { from: '1d', to: '1w' }, bars, [
    { ts: from + 3 * DAY, ratio: 10 },
  ]);
  expect(more).toEqual([]);
  expect([week?.open, week?.close, week?.high]).toEqual([100, 100, 100]);
});

it('makes nothing of nothing', () => {
  expect(largerBars(CALENDARS.fx, { from: '1d', to: '1w' }, [], [])).toEqual([]);
});

it('shows a week as it stands, but not before a split that takes effect in it', () => {
  const from = Date.UTC(2024, 2, 4);
  const split = { ts: from + 3 * DAY, ratio: 2 };
  const shownWith = (splits: readonly { ts: number; ratio: number }[]) => {
    const merger = barMerger(CALENDARS.crypto, '1w', () => splits);
    return Array.from({ length: 7 }, (_, at) => {
      merger.add({ ...barOf(0, String(at < 3 ? 200 : 100 + at)), ts: from + at * DAY });
      const open = merger.open(from + (at + 1) * DAY);
      return open && [open.open, open.close, ((open.until ?? 0) - from) / DAY];
    });
  };
  expect(shownWith([split])).toEqual([null, null, null, [100, 103, 4], [100, 104, 5], [100, 105, 6], null]);
  expect(shownWith([]).slice(0, 2)).toEqual([
    [200, 200, 1],
    [200, 200, 2],
  ]);
});
