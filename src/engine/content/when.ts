import { DateTime, Duration } from 'luxon';
import type { Timeframe } from '#src/shared/market.ts';

const LENGTH: Record<Timeframe, { minutes?: number; days?: number }> = {
  '1m': { minutes: 1 },
  '5m': { minutes: 5 },
  '15m': { minutes: 15 },
  '1h': { minutes: 60 },
  '4h': { minutes: 240 },
  '1d': { days: 1 },
  '1w': { days: 7 },
};

const SPAN: Record<Timeframe, string> = {
  '1m': 'one minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': 'one hour',
  '4h': '4 hours',
  '1d': 'one session',
  '1w': 'one week',
};

const BARS: Record<Timeframe, string> = {
  '1m': '1-minute bars',
  '5m': '5-minute bars',
  '15m': '15-minute bars',
  '1h': '1-hour bars',
  '4h': '4-hour bars',
  '1d': 'daily bars',
  '1w': 'weekly bars',
};

const LONG = 'cccc, d LLLL yyyy';
const SHORT = 'd LLL yyyy';

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

/** Length of a bar in milliseconds (a day counts 24 h). */
export const barLength = (timeframe: Timeframe): number => Duration.fromObject(LENGTH[timeframe]).toMillis();

/** "one session", "5 minutes"; a market that never closes (UTC) has days instead of sessions. */
export const spanWords = (timeframe: Timeframe, timeZone: string): string =>
  timeframe === '1d' && /^(?:Etc\/)?UTC$/i.test(timeZone) ? 'one day' : SPAN[timeframe];

/** "daily bars", "1-hour bars". */
export const barWords = (timeframe: Timeframe): string => BARS[timeframe];

type Bar = { from: DateTime; to: DateTime };

/**
 * A daily or weekly bar that starts at exactly 00:00 UTC is labelled with its date, not with an instant:
 * moved into New York's zone it would fall on the day before.
 */
export function barIn(start: string, timeframe: Timeframe, timeZone: string): Bar {
  const utc = DateTime.fromISO(start, { zone: 'utc', locale: 'en-US' });
  const labelled = LENGTH[timeframe].days !== undefined && utc.toMillis() % 86_400_000 === 0;
  const from = labelled ? utc : utc.setZone(timeZone);
  if (!from.isValid)
    throw new Error(`The time ${start} in the zone ${timeZone} is not valid: ${from.invalidReason}.`);
  return { from, to: from.plus(LENGTH[timeframe]) };
}

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
): When {
  const when = describeBar(start, previousStart, timeframe, timeZone);
  if (until === undefined) return when;
  const at = DateTime.fromISO(until, { zone: timeZone, locale: 'en-US' });
  const [clock, day] = [at.toFormat('HH:mm ZZZZ'), at.toFormat(LONG)];
  return {
    ...when,
    phrase: `at ${clock} on ${day}, with the ${BARS[timeframe].slice(0, -1)} still open`,
    label: `${clock}, ${day}, bar still open`,
    short: at.toFormat(SHORT),
  };
}

function describeBar(start: string, previousStart: string, timeframe: Timeframe, timeZone: string): When {
  const { from, to } = barIn(start, timeframe, timeZone);
  const before = barIn(previousStart, timeframe, timeZone);
  const day = from.toFormat(LONG);
  const short = from.toFormat(SHORT);
  const previousDay = before.from.toFormat(LONG);
  if (timeframe === '1w') {
    const previous = `in the week of ${previousDay}`;
    const phrase = `in the week of ${day}`;
    return { phrase, bar: phrase, label: `Week of ${day}`, short, previous };
  }
  if (timeframe === '1d')
    return { phrase: `on ${day}`, bar: `on ${day}`, label: day, short, previous: `on ${previousDay}` };
  const hours = `${from.toFormat('HH:mm')} to ${to.toFormat('HH:mm ZZZZ')}`;
  const at = `at ${before.to.toFormat('HH:mm ZZZZ')}`;
  const previous = before.to.hasSame(from, 'day') ? at : `${at} on ${before.to.toFormat(LONG)}`;
  const phrase = `in the bar from ${hours} on ${day}`;
  return { phrase, bar: phrase, label: `${hours}, ${day}`, short, previous };
}
