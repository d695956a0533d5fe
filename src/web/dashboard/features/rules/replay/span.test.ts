import { expect, it } from 'vitest';
import type { RuleReplay } from '#src/shared/rules/stored.ts';
import { momentsOfSpan, spanFault, unseenOf } from './span.ts';

it('asks for whole days, and for no end where none is chosen', () => {
  expect(momentsOfSpan({ from: '2020-02-01', to: '2020-02-01' })).toEqual({
    from: '2020-02-01T00:00:00.000Z',
    to: '2020-02-01T23:59:59.999Z',
  });
  expect(momentsOfSpan({ from: '', to: '' })).toEqual({});
});

it('refuses a span that ends before it begins, and no other', () => {
  expect(spanFault({ from: '2020-02-02', to: '2020-02-01' })).toBe('The span ends before it begins.');
  expect(spanFault({ from: '2020-02-01', to: '2020-02-01' })).toBeUndefined();
  expect(spanFault({ from: '2020-02-02', to: '' })).toBeUndefined();
});

const symbol = (name: string, isCut: boolean): RuleReplay['symbols'][number] => ({
  symbol: name,
  timeZone: 'UTC',
  bars: 5,
  alerts: 1,
  openBars: null,
  isCut,
});
const replay = (change: Partial<RuleReplay>): RuleReplay => ({
  reading: '',
  symbols: [symbol('SPX', false)],
  bars: 5,
  barsEach: 20_000,
  from: null,
  to: null,
  truncated: false,
  alerts: 0,
  rate: null,
  perWeek: null,
  choices: [],
  allowance: null,
  speaksEarly: false,
  items: [],
  chart: [],
  sample: null,
  ...change,
});

it('says what wasn’t looked at, and nothing where all was', () => {
  expect(unseenOf(replay({}), '3 May 2001')).toEqual([]);
  expect(unseenOf(replay({ symbols: [symbol('SPX', true)], truncated: true }), '3 May 2001')).toEqual([
    'Only the last 20,000 bars of SPX were tested, from 3 May 2001 on. Choose an earlier last day to test older ones.',
  ]);
  const some = [symbol('A', true), symbol('B', false), symbol('C', true)];
  expect(unseenOf(replay({ symbols: some, truncated: true, alerts: 9 }), '')).toEqual([
    'Only the last 20,000 bars of A, C were tested. Choose an earlier last day to test older ones.',
    'Only the newest 0 alerts are listed.',
  ]);
  const many = ['A', 'B', 'C', 'D'].map((name) => symbol(name, true));
  expect(unseenOf(replay({ symbols: many, truncated: true }), '')[0]).toContain('20,000 bars of 4 symbols');
  expect(unseenOf(replay({ truncated: true }), '')).toEqual([
    'Some smaller bars, or bars of other symbols, don’t go back that far.',
  ]);
});
