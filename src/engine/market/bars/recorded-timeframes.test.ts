import { expect, it } from 'vitest';
import { type Bar, type Timeframe, TIMEFRAMES } from '#src/shared/market.ts';
import { smallerThan } from '#src/shared/timeframes.ts';
import { hasShared, sharedPath } from '#tests/support/shared-data.ts';
import { replayFile } from '../csv/replay.ts';
import { type CalendarName, CALENDARS } from '../sessions/calendars.ts';
import { largerBars } from './larger-bars.ts';

/**
 * What recorded bars make in every larger timeframe, recomputed without calendar, period or merger: by the clock on the
 * wall of the exchange.
 */
const FILES: readonly {
  path: string;
  since?: string;
  from: Timeframe;
  market: CalendarName;
  timeZone: string;
  halfDays?: string[];
}[] = [
  // A week of a coin, over a turn of the month.
  {
    path: 'intraday/BTC-PERP_1m_2021-12-31_2022-02-01.csv.gz',
    since: '2022-01-25',
    from: '1m',
    market: 'crypto',
    timeZone: 'UTC',
  },
  {
    path: 'intraday/SPY_1m_2020-12-15_18.csv',
    from: '1m',
    market: 'us-equity',
    timeZone: 'America/New_York',
  },
  // With what is traded before and after the session; the clocks change on March 14.
  { path: 'intraday/GME_5m_2021-03.csv', from: '5m', market: 'us-equity', timeZone: 'UTC' },
  // Two half days, and the clocks change on November 1.
  {
    path: 'intraday/GME_1h_2020-04_2021-02.csv',
    from: '1h',
    market: 'us-equity',
    timeZone: 'UTC',
    halfDays: ['2020-11-27', '2020-12-24'],
  },
  { path: 'intraday/EURUSD_1m_2014-05-01_15_oanda.csv.gz', from: '1m', market: 'fx', timeZone: 'UTC' },
  // Three years: six changes of the clocks.
  {
    path: 'intraday/EURUSD_1h_2007-2018_oanda.csv.gz',
    since: '2016-01-01',
    from: '1h',
    market: 'fx',
    timeZone: 'UTC',
  },
  { path: 'daily/GME_2018-2021.csv', from: '1d', market: 'us-equity', timeZone: 'America/New_York' },
  { path: 'daily/BTC-USD_2014-2018_coinbase.csv', from: '1d', market: 'crypto', timeZone: 'UTC' },
];

type Wall = { day: number; minute: number };
const clockIn = (timeZone: string): ((ts: number) => Wall) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const hours = new Map<number, Wall>();
  const read = (ts: number): Wall => {
    const part = Object.fromEntries(format.formatToParts(ts).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
    return { day: Date.UTC(year, month - 1, day) / 86_400_000, minute: hour * 60 + minute };
  };
  // Clocks change at full hours.
  return (ts) => {
    const hour = Math.floor(ts / 3_600_000);
    const known = hours.get(hour) ?? read(hour * 3_600_000);
    hours.set(hour, known);
    return { day: known.day, minute: known.minute + (ts / 60_000 - hour * 60) };
  };
};
const isoOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
const weekday = (day: number): number => new Date(day * 86_400_000).getUTCDay();

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60 };

/** Where a bar belongs: the trading day, and how many minutes after its open; null outside of the session. */
function placeOf(
  market: CalendarName,
  { day, minute }: Wall,
  isDay: boolean,
  halfDays: string[],
): Wall | null {
  if (market === 'crypto') return { day, minute };
  if (market === 'fx') {
    // From 17:00 on it is the next day's.
    const late = minute >= 17 * 60;
    const trading = late ? day + 1 : day;
    const since = late ? minute - 17 * 60 : minute + 7 * 60;
    return weekday(trading) === 0 || weekday(trading) === 6 ? null : { day: trading, minute: since };
  }
  if (weekday(day) === 0 || weekday(day) === 6) return null;
  if (isDay) return { day, minute: 0 };
  const close = halfDays.includes(isoOf(day)) ? 13 * 60 : 16 * 60;
  return minute < 9 * 60 + 30 || minute >= close ? null : { day, minute: minute - 570 };
}

/** A month may begin on a weekend. */
const firstWeekday = (day: number): number =>
  [day, day + 1, day + 2].find((each) => weekday(each) !== 0 && weekday(each) !== 6) ?? day;

/** The first day of the week, month, quarter or year of a day; or the day. */
function firstOf(timeframe: Timeframe, day: number): number {
  if (timeframe === '1w') return day - ((weekday(day) + 6) % 7);
  const [year = 0, month = 1] = isoOf(day).split('-').map(Number);
  const months = { '1M': month - 1, '3M': Math.floor((month - 1) / 3) * 3, '12M': 0 }[timeframe as string];
  return months === undefined ? day : Date.UTC(year, months, 1) / 86_400_000;
}

const written = ({ day, minute }: Wall): string =>
  `${isoOf(day + Math.floor(minute / 1440))} ${minute % 1440}`;

/** What the clock on the wall says when the bar of a place begins. */
function beginOf(market: CalendarName, timeframe: Timeframe, { day, minute }: Wall): string {
  const isLong = /[dwM]$/.test(timeframe);
  const length = Number(timeframe.slice(0, -1)) * (MINUTES[timeframe.slice(-1)] ?? 1);
  const since = isLong ? 0 : Math.floor(minute / length) * length;
  const first = isLong ? firstOf(timeframe, day) : day;
  if (market === 'fx') return written({ day: firstWeekday(first) - 1, minute: 17 * 60 + since });
  return written({ day: first, minute: market === 'crypto' || isLong ? since : 570 + since });
}

type Row = { begin: string; open: number; high: number; low: number; close: number; volume: number | null };

const prices = ({ begin, open, high, low, close }: Row): string => [begin, open, high, low, close].join(' ');

for (const { path, since = '1970-01-01', from, market, timeZone, halfDays = [] } of FILES) {
  const larger = TIMEFRAMES.filter((each) => smallerThan(each).includes(from));
  it.skipIf(!hasShared(path))(`${path} makes ${larger.join(' ')}`, async () => {
    const bars: Bar[] = [];
    for await (const bar of replayFile(sharedPath(path), { timeZone, skipBad: true }).bars)
      if (bar.ts >= Date.parse(since)) bars.push(bar);
    const wall = clockIn(CALENDARS[market].timeZone);
    const places = bars.map((bar) => placeOf(market, wall(bar.ts), from === '1d', halfDays));
    for (const timeframe of larger) {
      const expected: Row[] = [];
      bars.forEach(({ open, high, low, close, volume }, at) => {
        const place = places[at];
        if (!place) return;
        const begin = beginOf(market, timeframe, place);
        const last = expected.at(-1);
        if (last?.begin !== begin) expected.push({ begin, open, high, low, close, volume });
        else {
          last.high = Math.max(last.high, high);
          last.low = Math.min(last.low, low);
          last.close = close;
          last.volume = last.volume === null || volume === null ? null : last.volume + volume;
        }
      });
      const made = largerBars(CALENDARS[market], { from, to: timeframe }, bars, []).map(
        ({ ts, open, high, low, close, volume }): Row => ({
          begin: written(wall(ts)),
          open,
          high,
          low,
          close,
          volume,
        }),
      );
      // The first and the last are incomplete, or are not.
      const whole = expected.slice(1, -1);
      const inner = made.filter(
        ({ begin }) => begin !== expected[0]?.begin && begin !== expected.at(-1)?.begin,
      );
      expect(inner.map(prices).join('\n')).toBe(whole.map(prices).join('\n'));
      const off = inner.map(
        ({ volume }, at) => Math.abs((volume ?? 0) - (whole[at]?.volume ?? 0)) / (volume || 1),
      );
      expect(Math.max(0, ...off)).toBeLessThan(1e-9);
    }
  });
}
