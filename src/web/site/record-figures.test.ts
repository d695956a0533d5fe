import { expect, it } from 'vitest';
import { type Session, sessions as record } from './market-record.ts';
import { afterFalls, busiestMonth, longestQuiet, moves, movesByYear } from './record-figures.ts';

const closes: [string, number][] = [
  ['2019-12-30', 100],
  ['2019-12-31', 105],
  ['2020-01-02', 105],
  ['2020-01-03', 94.5],
  ['2020-01-06', 96.39],
  ['2020-01-07', 86.751],
];
const series: Session[] = closes.slice(1).map(([date, close], index) => {
  const previous = closes[index]![1];
  return { date, close, previous, change: (close / previous - 1) * 100 };
});

it('counts moves either way, by year and by month', () => {
  expect(moves(series, 5).map(({ date }) => date)).toEqual(['2019-12-31', '2020-01-03', '2020-01-07']);
  expect(movesByYear(series, 5)).toEqual([
    { year: 2019, count: 1 },
    { year: 2020, count: 2 },
  ]);
  expect(movesByYear(series, 6)[0]).toEqual({ year: 2019, count: 0 });
  expect(busiestMonth(series, 5)).toEqual({ month: '2020-01', count: 2 });
  expect(busiestMonth(series, 50)).toBeNull();
});

it('finds the longest stretch without one', () => {
  expect(longestQuiet(series, 1.5)).toEqual({ sessions: 1, from: '2019-12-31', to: '2020-01-03' });
  expect(longestQuiet(series, 9)).toEqual({ sessions: 1, from: '2020-01-03', to: '2020-01-07' });
  expect(longestQuiet(series, 50)).toBeNull();
});

it('says what followed a fall, and leaves out falls that nothing followed', () => {
  const after = afterFalls(series, 9, 1);
  expect(after).toMatchObject({ count: 1, higher: 1 });
  expect(after?.median).toBeCloseTo(2, 6);
  expect(afterFalls(series, 9, 5)).toBeNull();
});

it('takes the mean of the middle two where their number is even', () => {
  const two = afterFalls(
    [...series, { date: '2020-01-08', close: 90, previous: 86.751, change: 3.745 }],
    9,
    1,
  );
  expect(two?.count).toBe(2);
  expect(two?.median).toBeCloseTo((2 + (90 / 86.751 - 1) * 100) / 2, 6);
});

// Counted with another program from the same file.
it('agrees with a count of the S&P 500 made elsewhere', () => {
  expect(record).toHaveLength(5104);
  expect([1, 2, 3, 4, 5].map((min) => moves(record, min).length)).toEqual([1397, 422, 160, 77, 35]);
  expect(busiestMonth(record, 3)).toEqual({ month: '2020-03', count: 16 });
  expect(longestQuiet(record, 3)).toMatchObject({ sessions: 988, from: '2003-03-24', to: '2007-02-27' });
  expect(afterFalls(record, 5, 1)).toMatchObject({ count: 18, higher: 14 });
});

// The guide says in words what these figures show.
it('bears out what the guide says of the record', () => {
  const busiest = busiestMonth(record, 2)?.count ?? 0;
  expect(busiest).toBeLessThan(30);
  expect(busiest * 2).toBeGreaterThan(30);
  expect(Math.floor(moves(record, 2).length / moves(record, 4).length)).toBe(5);
  for (const ahead of [1, 5, 20]) {
    const after = afterFalls(record, 3, ahead);
    expect((after?.higher ?? 0) / (after?.count ?? 1)).toBeGreaterThan(0.5);
    expect((after?.higher ?? 0) / (after?.count ?? 1)).toBeLessThan(0.62);
    expect(after?.median).toBeGreaterThan(0);
    expect(after?.median).toBeLessThan(1);
  }
});
