import { expect, test } from 'vitest';
import { barWords, describeWhen, spanWords } from './when.ts';

test.each([
  ['2020-03-16T00:00:00.000Z', '2020-03-13T00:00:00.000Z', 'America/New_York'],
  ['2020-03-16T04:00:00.000Z', '2020-03-13T04:00:00.000Z', 'America/New_York'],
  ['2020-03-16T13:30:00.000Z', '2020-03-13T13:30:00.000Z', 'America/New_York'],
  ['2020-03-15T22:00:00.000Z', '2020-03-12T22:00:00.000Z', 'Asia/Tokyo'],
])('a daily bar starting %s after %s in %s is of Monday the 16th', (start, previous, zone) => {
  expect(describeWhen(start, previous, '1d', zone)).toEqual({
    phrase: 'on Monday, 16 March 2020',
    bar: 'on Monday, 16 March 2020',
    label: 'Monday, 16 March 2020',
    short: '16 Mar 2020',
    previous: 'on Friday, 13 March 2020',
  });
});

test('a bar that is not over says of which moment it is', () => {
  const [start, previous] = ['2020-03-16T00:00:00Z', '2020-03-13T00:00:00Z'];
  const when = describeWhen(start, previous, '1d', 'America/New_York', '2020-03-16T18:03:00Z');
  expect(when).toEqual({
    phrase: 'at 14:03 EDT on Monday, 16 March 2020, with the daily bar still open',
    bar: 'on Monday, 16 March 2020',
    label: '14:03 EDT, Monday, 16 March 2020, bar still open',
    short: '16 Mar 2020',
    previous: 'on Friday, 13 March 2020',
  });
});

test('a weekly bar names its week', () => {
  const when = describeWhen('2020-03-16T00:00:00Z', '2020-03-09T00:00:00Z', '1w', 'America/New_York');
  expect(when.phrase).toBe('in the week of Monday, 16 March 2020');
  expect(when.previous).toBe('in the week of Monday, 9 March 2020');
});

test('an intraday bar says from when to when, in the market’s own time', () => {
  const when = describeWhen('2014-05-08T13:00:00Z', '2014-05-08T12:00:00Z', '1h', 'America/New_York');
  expect(when.phrase).toBe('in the bar from 09:00 to 10:00 EDT on Thursday, 8 May 2014');
  expect(when.label).toBe('09:00 to 10:00 EDT, Thursday, 8 May 2014');
  expect(when.previous).toBe('at 09:00 EDT');
});

test('the close of an earlier day says which', () => {
  const when = describeWhen('2020-03-16T13:30:00Z', '2020-03-13T19:45:00Z', '15m', 'America/New_York');
  expect(when.previous).toBe('at 16:00 EDT on Friday, 13 March 2020');
});

test('winter time, and a midnight bar that is an instant and no date', () => {
  const when = describeWhen('2021-01-05T00:00:00Z', '2021-01-04T23:00:00Z', '1h', 'America/New_York');
  expect(when.label).toBe('19:00 to 20:00 EST, Monday, 4 January 2021');
});

test('words for spans and bars', () => {
  expect(spanWords('1d', 'America/New_York')).toBe('one session');
  expect(spanWords('1d', 'UTC')).toBe('one day');
  expect(spanWords('15m', 'UTC')).toBe('15 minutes');
  expect(barWords('4h')).toBe('4-hour bars');
});

test('a wrong zone or time is said', () => {
  expect(() => describeWhen('2020-03-16T13:30:00Z', '2020-03-13T13:30:00Z', '1h', 'Mars/Olympus')).toThrow(
    'Mars/Olympus',
  );
  expect(() => describeWhen('yesterday', '2020-03-13T13:30:00Z', '1h', 'UTC')).toThrow('yesterday');
});

test('names months, quarters and years, also where the first session is on the evening before', () => {
  const phrase = (start: string, timeframe: '1M' | '3M' | '12M'): string =>
    describeWhen(start, start, timeframe, 'America/New_York').phrase;
  expect(phrase('2020-03-01T05:00:00Z', '1M')).toBe('in March 2020');
  // A Sunday at 17:00 in New York, for the first of June.
  expect(phrase('2020-05-31T21:00:00Z', '1M')).toBe('in June 2020');
  expect(phrase('2020-04-01T04:00:00Z', '3M')).toBe('in the quarter from April 2020');
  expect(phrase('2020-01-01T05:00:00Z', '12M')).toBe('in 2020');
});
