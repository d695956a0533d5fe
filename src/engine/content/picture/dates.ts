import { DateTime } from 'luxon';
import type { Timeframe } from '#src/shared/market.ts';
import type { PictureWords } from './words/picture-words.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

/** A bar's time in its market's zone. Daily and weekly bars at 00:00 UTC are labeled with their date, as in when.ts. */
export function marketTime(time: number, timeframe: Timeframe, timeZone: string): DateTime {
  const isDate = isDaysLong(timeframe) && time % 86_400_000 === 0;
  return DateTime.fromMillis(time, { zone: isDate ? 'utc' : timeZone, locale: 'en-US' });
}

type Label = { at: number; text: string };

type Dates = PictureWords['dates'];
type Step = {
  changes: (a: DateTime, b: DateTime) => boolean;
  format: (time: DateTime, first: boolean, dates: Dates) => string;
};

const years = (count: number): Step => ({
  changes: (a, b) => Math.floor(a.year / count) !== Math.floor(b.year / count),
  format: (time) => time.toFormat('yyyy'),
});
const monthOrYear = (time: DateTime, first: boolean, { monthYear, month }: Dates): string =>
  time.toFormat(first || time.month === 1 ? monthYear : month);
const dayOrMonth = (time: DateTime, _first: boolean, { month, dayMonth }: Dates): string =>
  time.toFormat(time.day < 4 ? month : dayMonth);
const day = (time: DateTime, _first: boolean, { dayMonth }: Dates): string => time.toFormat(dayMonth);

const DATES: readonly Step[] = [
  years(10),
  years(5),
  years(2),
  {
    changes: (a, b) => a.year !== b.year,
    format: (time) => time.toFormat('yyyy'),
  },
  {
    changes: (a, b) => !a.hasSame(b, 'quarter'),
    format: monthOrYear,
  },
  {
    changes: (a, b) => !a.hasSame(b, 'month'),
    format: monthOrYear,
  },
  {
    changes: (a, b) => !a.hasSame(b, 'month') || (a.day < 15 && b.day >= 15),
    format: dayOrMonth,
  },
  {
    changes: (a, b) => !a.hasSame(b, 'week'),
    format: day,
  },
  {
    changes: (a, b) => !a.hasSame(b, 'day'),
    format: day,
  },
];

const hour = (time: DateTime, _first: boolean, dates: Dates): string => time.toFormat(dates.hour ?? 'HH:mm');

const HOURS: readonly Step[] = [
  { changes: (a, b) => a.hour !== b.hour && b.hour % 3 === 0, format: hour },
  { changes: (a, b) => a.hour !== b.hour, format: hour },
  {
    changes: (a, b) => Math.floor(a.minute / 15) !== Math.floor(b.minute / 15) || a.hour !== b.hour,
    format: hour,
  },
  { changes: () => true, format: hour },
];

/**
 * Where the bars get a date or an hour below them: the finest calendar step that leaves at most `most` labels. Bars of a
 * day or a week have no hours.
 */
export function timeLabels(
  times: readonly DateTime[],
  most: number,
  { timeframe, words }: { timeframe: Timeframe; words: Pick<PictureWords, 'dates'> },
): Label[] {
  let best: Label[] = [];
  const steps = isDaysLong(timeframe) ? DATES : [...DATES, ...HOURS];
  for (const { changes, format } of steps) {
    const starts = times.flatMap((time, at) => {
      const before = times[at - 1];
      return before && changes(before, time) ? [at] : [];
    });
    if (starts.length > most) break;
    if (starts.length > 0)
      best = starts.map((at, index) => ({
        at,
        text: format(times[at] as DateTime, index === 0, words.dates),
      }));
  }
  return best;
}
