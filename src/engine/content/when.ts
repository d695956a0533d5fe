import { DateTime } from 'luxon';
import type { Language } from '#src/shared/content/answer.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { isDaysLong, MONTHS } from '#src/shared/timeframes.ts';
import { BAR_MINUTES } from '#src/shared/rules/spans.ts';
import type { TimeWords } from './languages/lexicon.ts';
import { LEXICONS } from './languages/registry.ts';
import { timeWords } from './languages/time-words.ts';

const lengthOf = (timeframe: Timeframe): { minutes: number } | { days: number } | { months: number } => {
  const months = MONTHS[timeframe];
  if (months !== undefined) return { months };
  const minutes = BAR_MINUTES[timeframe];
  return isDaysLong(timeframe) ? { days: minutes / BAR_MINUTES['1d'] } : { minutes };
};
/** Bars longer than a day, and the format that names where they begin. */
export const LONG: Readonly<
  Partial<Record<Timeframe, { of: 'week' | 'month' | 'quarter' | 'year'; format?: 'month' | 'year' }>>
> = {
  '1w': { of: 'week' },
  '1M': { of: 'month', format: 'month' },
  '3M': { of: 'quarter', format: 'month' },
  '12M': { of: 'year', format: 'year' },
};

export type When = {
  /** For sentences: "on Monday, 16 March 2020", "in the bar from 14:00 to 15:00 EDT on …", "in the week of …". */
  phrase: string;
  /** Of the whole bar, whether it is over or not: "on Monday, 16 March 2020". */
  bar: string;
  /** The same without the preposition, for tables. */
  label: string;
  /** "16 Mar 2020". */
  short: string;
  /** When the bar before ended, for "the previous close of …": "at 09:00 EDT", with the day if it was another. */
  previous: string;
};

/** Length of a bar in milliseconds (a day counts 24 h, a month the mean of the calendar's). */
export const barLength = (timeframe: Timeframe): number => BAR_MINUTES[timeframe] * 60_000;

/** Does a daily bar there last a day, and no session? */
export const neverCloses = (timeZone: string): boolean => /^(?:Etc\/)?UTC$/i.test(timeZone);

/** "one session", "5 minutes"; a market that never closes (UTC) has days instead of sessions. */
export function spanWords(timeframe: Timeframe, timeZone: string, language: Language = 'en'): string {
  const { spans, oneDay } = LEXICONS[language].time;
  return timeframe === '1d' && neverCloses(timeZone) ? oneDay : spans[timeframe];
}

/** "daily bars", "1-hour bars". */
export const barWords = (timeframe: Timeframe, language: Language = 'en'): string =>
  LEXICONS[language].time.bars[timeframe];

type Bar = { from: DateTime; to: DateTime };

/**
 * A daily or weekly bar that starts at exactly 00:00 UTC is labelled with its date, not with an instant:
 * moved into New York's zone it would fall on the day before.
 */
export function barIn(start: string, timeframe: Timeframe, timeZone: string): Bar {
  const utc = DateTime.fromISO(start, { zone: 'utc', locale: 'en-US' });
  const labelled = isDaysLong(timeframe) && utc.toMillis() % 86_400_000 === 0;
  const from = labelled ? utc : utc.setZone(timeZone);
  if (!from.isValid)
    throw new Error(`The time ${start} in the zone ${timeZone} is not valid: ${from.invalidReason}.`);
  return { from, to: from.plus(lengthOf(timeframe)) };
}

/** The date that a bar of a day or longer goes by. A market's month may begin on the evening before. */
export const dateOf = (start: string, timeframe: Timeframe, timeZone: string): DateTime =>
  ofMonth(barIn(start, timeframe, timeZone).from, timeframe);

const ofMonth = (from: DateTime, timeframe: Timeframe): DateTime =>
  MONTHS[timeframe] === undefined ? from : from.plus({ hours: 12 });

/** A time in one of a language's Luxon formats. "1er" is how French writes the first of a month. */
export function inFormat(at: DateTime, format: string, { locale }: Pick<TimeWords, 'locale'>): string {
  const text = at.setLocale(locale).toFormat(format);
  return locale === 'fr-FR' ? text.replace(/(^|\s)1 (?=\p{L})/u, '$11er ') : text;
}

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');

/**
 * A bar's time in words, in the instrument's IANA time zone. `start` and `previousStart`: the starts of the
 * bar and the one before, ISO in UTC; `until`: the moment of which it is, where the bar was not over. Throws on an
 * unknown zone or a bad time.
 */
export function describeWhen(
  start: string,
  previousStart: string,
  timeframe: Timeframe,
  timeZone: string,
  until?: string,
  time: TimeWords = timeWords('en'),
): When {
  const when = describeBar(start, previousStart, timeframe, timeZone, time);
  if (until === undefined) return when;
  const moment = DateTime.fromISO(until, { zone: timeZone });
  const at = inFormat(moment, time.clock, time);
  const bar = time.bar[timeframe];
  return {
    ...when,
    phrase: fill(time.phrases.live, { at, day: inFormat(moment, time.day, time), bar }),
    label: fill(time.labels.live, { at, day: inFormat(moment, time.label, time) }),
    short: inFormat(moment, time.short, time),
  };
}

function describeBar(
  start: string,
  previousStart: string,
  timeframe: Timeframe,
  timeZone: string,
  time: TimeWords,
): When {
  const { phrases, labels } = time;
  const { from, to } = barIn(start, timeframe, timeZone);
  const before = barIn(previousStart, timeframe, timeZone);
  const day = inFormat(from, time.day, time);
  const labelDay = inFormat(from, time.label, time);
  const short = inFormat(from, time.short, time);
  const previousDay = inFormat(before.from, time.day, time);
  const long = LONG[timeframe];
  if (long) {
    const named = (at: DateTime, otherwise: string): string =>
      long.format ? inFormat(ofMonth(at, timeframe), time[long.format], time) : otherwise;
    const phrase = fill(phrases[long.of], { day: named(from, day) });
    const previous = fill(phrases[long.of], { day: named(before.from, previousDay) });
    const label = fill(labels[long.of], { day: named(from, labelDay) });
    return { phrase, bar: phrase, label, short, previous };
  }
  if (timeframe === '1d') {
    const phrase = fill(phrases.day, { day });
    return { phrase, bar: phrase, label: labelDay, short, previous: fill(phrases.day, { day: previousDay }) };
  }
  const hours = { start: inFormat(from, time.time, time), to: inFormat(to, time.clock, time) };
  const at = inFormat(before.to, time.clock, time);
  const previous = before.to.hasSame(from, 'day')
    ? fill(phrases.ended, { at })
    : fill(phrases.endedOn, { at, day: inFormat(before.to, time.day, time) });
  const phrase = fill(phrases.hours, { ...hours, day });
  return { phrase, bar: phrase, label: fill(labels.hours, { ...hours, day: labelDay }), short, previous };
}
