import { expect, it } from 'vitest';
import type { AlertItem } from '#src/shared/alert-list.ts';
import { marksOf } from './marks.ts';

const DAY = 86_400_000;
const times = [0, 1, 2, 3, 6, 7].map((day) => Date.UTC(2024, 0, 1) + day * DAY);
const alert = (eventTime: string, over: Partial<AlertItem> = {}): AlertItem => ({
  id: '0192a3b4-0000-7000-8000-000000000000',
  state: 'sent',
  title: `Event of ${eventTime}`,
  symbol: 'SPX',
  timeframe: '1d',
  timeZone: 'UTC',
  detector: 'big_move',
  value: -5.1,
  eventTime,
  createdAt: eventTime,
  rule: { id: '0192a3b4-0000-7000-8000-000000000001', name: 'Moves' },
  writtenBy: null,
  brand: { id: '0192a3b4-0000-7000-8000-000000000002', name: 'Desk' },
  trial: false,
  channels: [],
  held: false,
  reason: null,
  ...over,
});

it('puts events at their bars, those of smaller timeframes too', () => {
  const marks = marksOf(
    [
      alert('2024-01-03T00:00:00Z'),
      alert('2024-01-02T15:30:00Z', { timeframe: '1h', value: 2.5, title: 'Up' }),
      alert('2024-01-02T00:00:00Z', { timeframe: '1w' }),
      alert('2024-01-02T00:00:00Z', { timeframe: null }),
      alert('2023-12-31T00:00:00Z'),
    ],
    [],
    { times, timeframe: '1d' },
  );
  expect(marks).toEqual([
    { bar: 1, kind: 'rise', text: '+2.50%', title: 'Up' },
    { bar: 2, kind: 'fall', text: '−5.10%', title: 'Event of 2024-01-03T00:00:00Z' },
  ]);
});

it('puts splits and dividends at the first bar from their day on', () => {
  const action = (kind: 'split' | 'dividend', date: string, ratio: number) => ({ kind, date, ratio });
  expect(
    marksOf(
      [],
      [
        action('split', '2023-06-01', 2),
        action('split', '2024-01-05', 4),
        action('dividend', '2024-01-02', 1.01),
        action('split', '2024-02-05', 4),
      ],
      { times, timeframe: '1d' },
    ),
  ).toEqual([
    { bar: 1, kind: 'action', text: 'Dividend', title: 'Dividend' },
    { bar: 4, kind: 'action', text: 'Split 4 for 1', title: 'Split 4 for 1' },
  ]);
});

it('leaves out figures where they would cover each other', () => {
  const many = Array.from({ length: 31 }, () => alert('2024-01-03T00:00:00Z'));
  expect(new Set(marksOf(many, [], { times, timeframe: '1d' }).map(({ text }) => text))).toEqual(
    new Set(['']),
  );
});
