import { expect, it } from 'vitest';
import { TIMEFRAMES } from './market.ts';
import { KEPT_TIMEFRAMES, madeOf, smallerThan, timeframeNamed, timeframesFrom } from './timeframes.ts';

it('makes a bar only of bars that fit into it as a whole', () => {
  expect(smallerThan('1m')).toEqual([]);
  expect(smallerThan('45m')).toEqual(['15m', '5m', '3m', '1m']);
  expect(smallerThan('4h')).toEqual(['2h', '1h', '30m', '15m', '10m', '5m', '3m', '2m', '1m']);
  expect(smallerThan('1w')[0]).toBe('1d');
  expect(smallerThan('1M').slice(0, 3)).toEqual(['1d', '12h', '8h']);
  expect(smallerThan('12M').slice(0, 3)).toEqual(['3M', '1M', '1d']);
});

it('makes what isn’t kept of the largest that is', () => {
  const made = TIMEFRAMES.filter((each) => madeOf(each) !== null).map((each) => `${each} of ${madeOf(each)}`);
  expect(made).toEqual([
    '2m of 1m',
    '3m of 1m',
    '10m of 5m',
    '30m of 15m',
    '45m of 15m',
    '2h of 1h',
    '3h of 1h',
    '6h of 1h',
    '8h of 4h',
    '12h of 4h',
    '1M of 1d',
    '3M of 1d',
    '12M of 1d',
  ]);
  expect(timeframesFrom(KEPT_TIMEFRAMES)).toEqual(TIMEFRAMES);
  expect(timeframesFrom(['1d'])).toEqual(['1d', '1w', '1M', '3M', '12M']);
  expect(timeframesFrom(['30m'])).toEqual([
    '30m',
    '1h',
    '2h',
    '3h',
    '4h',
    '6h',
    '8h',
    '12h',
    '1d',
    '1w',
    '1M',
    '3M',
    '12M',
  ]);
});

it('reads a timeframe in any case but for the month', () => {
  expect(['1m', '1M', '3M', '3m', '12M', '1D', '4H'].map(timeframeNamed)).toEqual([
    '1m',
    '1M',
    '3M',
    '3m',
    '12M',
    '1d',
    '4h',
  ]);
  expect(['45M', '5h', '', '7'].map(timeframeNamed)).toEqual([undefined, undefined, undefined, undefined]);
});
