import { IANAZone } from 'luxon';
import type { BadRow } from './bad-row.ts';
import { type DateOrder, isoOfSlashed, isSlashed } from './date-order.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Epoch seconds have 9 or 10 digits (from 1973 on), milliseconds 12 or 13. Eight digits would be a date such as 20180102. */
const EPOCH = /^(?:\d{9,10}|\d{12,13})$/;
const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)? ?(Z|z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

const DATE_LENGTH = '2018-01-02'.length;

export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

const bad = (problem: string): BadRow => ({ reason: 'time', problem });

const offsetMs = (text: string): number => {
  if (text === 'Z' || text === 'z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * MINUTE;
};

/** '2018-01-02' to its midnight in ms, UTC; null if there is no such day, or before the year 1000. */
const createCalendar = () => {
  // Rows of one day are adjacent.
  let lastDay = '';
  let lastMidnight: number | null = null;
  return (day: string): number | null => {
    if (day === lastDay) return lastMidnight;
    const midnight = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)));
    // A round trip finds February 30, and years below 100, which Date.UTC moves to 19xx.
    const exists = !day.startsWith('0') && new Date(midnight).toISOString().startsWith(day);
    lastDay = day;
    lastMidnight = exists ? midnight : null;
    return lastMidnight;
  };
};

/** Milliseconds since midnight; null if there is no such time. */
const clockMs = (hour = '0', minute = '0', second = '0', fraction = ''): number | null => {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  if (h > 23 || m > 59 || s > 59) return null;
  return (
    h * HOUR + m * MINUTE + s * 1000 + (fraction === '' ? 0 : Number(fraction.padEnd(3, '0').slice(0, 3)))
  );
};

/** The two digits at a place of a text; NaN for anything else. */
const twoDigits = (text: string, at: number): number => {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
};

/** Milliseconds since midnight of '2018-01-02 09:30[:00]'; NaN for any other form. */
const plainClockMs = (text: string): number => {
  const { length } = text;
  if ((length !== 16 && length !== 19) || (text[10] !== ' ' && text[10] !== 'T')) return Number.NaN;
  if (text[13] !== ':' || (length === 19 && text[16] !== ':')) return Number.NaN;
  const [h, m] = [twoDigits(text, 11), twoDigits(text, 14)];
  const s = length === 19 ? twoDigits(text, 17) : 0;
  return h <= 23 && m <= 59 && s <= 59 ? h * HOUR + m * MINUTE + s * 1000 : Number.NaN;
};

/** Reads local times (as milliseconds, as if they were UTC) in a zone. Answers the instants that bear this local time: none, one or two, oldest first. */
const createLocalReader = (zone: IANAZone) => {
  const offsetAt = (ts: number): number => Math.round(zone.offset(ts) * MINUTE);
  // Asking the zone costs microseconds; the rows of one day nearly always share one answer.
  let day = Number.NaN;
  let before = 0;
  let after = 0;
  return (local: number): number[] => {
    const itsDay = Math.floor(local / DAY);
    if (itsDay !== day) {
      day = itsDay;
      // No zone is more than 14 h ahead of UTC or 12 h behind, so both ends lie outside the local day.
      before = offsetAt(day * DAY - 14 * HOUR);
      after = offsetAt((day + 1) * DAY + 12 * HOUR);
    }
    if (before === after) return [local - before];
    const instants = [local - before, local - after].filter((ts) => ts + offsetAt(ts) === local);
    return [...new Set(instants)].sort((a, b) => a - b);
  };
};

/**
 * Makes a reader of stamps: '2018-01-02', '2018-01-02 09:30[:00[.123]]' (also with T), with or without Z or an
 * offset, or epoch seconds or milliseconds as digits. It answers the instant in milliseconds (finer digits are
 * cut off) or what is wrong.
 *
 * Dates with slashes (1/31/2018, 31/1/2018 9:30, 1/31/2018 4:00 PM) are read in the order that `orderOf` says; without one
 * only where day and month are the same.
 *
 * Without an offset a stamp is local time of `timeZone` (IANA name; throws RangeError on another).
 * - A local time that occurs twice (clocks go back) is the first of the two, unless that is not after
 *   `previous`; then the second. So gapless intraday rows are read right, and only there a repeated row may pass.
 * - A clock time that is left out (clocks go forward) is a broken row; a date alone on a day without midnight
 *   begins when the day begins.
 */
export const createStampReader = (timeZone: string, orderOf: () => DateOrder | null = () => null) => {
  if (!isTimeZone(timeZone))
    throw new RangeError(`'${timeZone}' is not a time zone such as 'America/New_York'.`);
  const localReader = createLocalReader(IANAZone.create(timeZone));
  const instantsOf = timeZone === 'UTC' ? (local: number) => [local] : localReader;

  const midnightOf = createCalendar();
  /** The day of the row before, '2018-01-02', and its midnight. */
  let known = { day: '', midnight: 0 };

  const read = (text: string, previous: number | null): number | BadRow => {
    if (EPOCH.test(text)) return text.length <= 10 ? Number(text) * 1000 : Number(text);
    const match = ISO.exec(text);
    if (!match)
      return bad(
        `time '${text.slice(0, 40)}' is neither ISO (2018-01-02, 2018-01-02 09:30) nor epoch seconds or milliseconds`,
      );
    // By index: destructuring goes through an iterator, which costs a third of the whole replay.
    const midnight = midnightOf(match[1] ?? '');
    if (midnight === null) return bad(`time '${text}' is not a day of the calendar`);
    const clock = clockMs(match[2], match[3], match[4], match[5]);
    if (clock === null) return bad(`time '${text}' is not a time of day`);
    known = { day: match[1] ?? '', midnight };
    const local = midnight + clock;
    const offset = match[6];
    if (offset !== undefined) return local - offsetMs(offset);
    return instantOf(text, local, previous);
  };

  const instantOf = (text: string, local: number, previous: number | null): number | BadRow => {
    const [first, later] = instantsOf(local);
    if (first !== undefined)
      return later !== undefined && previous !== null && first <= previous ? later : first;
    if (text.length === DATE_LENGTH) return startOfDay(local, instantsOf);
    return {
      reason: 'no_such_time',
      problem: `local time '${text}' does not exist in ${timeZone} (clocks go forward)`,
    };
  };

  return (text: string, previous: number | null): number | BadRow => {
    if (text === '') return bad('the time is empty');
    // Nearly all rows have this form and the day of the row before; the rest of this function costs three times as much.
    if (known.day !== '' && text.startsWith(known.day)) {
      const clock = plainClockMs(text);
      if (!Number.isNaN(clock)) return instantOf(text, known.midnight + clock, previous);
    }
    if (!isSlashed(text)) return read(text, previous);
    const iso = isoOfSlashed(text, orderOf());
    if (iso !== null) return read(iso, previous);
    return bad(
      `'${text.slice(0, 40)}' could be day or month first, and no date of the file decides it: write dates as 2018-01-02`,
    );
  };
};

/** The first instant of a local day whose midnight is left out: zones move in steps of whole quarters of an hour there. */
const startOfDay = (midnight: number, instantsOf: (local: number) => number[]): number => {
  for (let local = midnight; local < midnight + DAY; local += 15 * MINUTE) {
    const [first] = instantsOf(local);
    if (first !== undefined) return first;
  }
  // A whole day left out (Samoa, 2011-12-30) begins where the next one does.
  return instantsOf(midnight + DAY)[0] ?? midnight;
};
