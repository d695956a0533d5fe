import { DateTime, IANAZone } from 'luxon';
import type { Timing } from '#src/shared/calendar/entry.ts';
import type { DateOrder } from '#src/shared/calendar/sources.ts';

export type Moment = { at: Date; day: string; timing: Timing };
export type Problem = { reason: string; problem: string };
type DayText = { year: number; month: number; day: number; rest: string };

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+/i;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)(.*)$/;

/** Abbreviations whose meaning is one. */
const ZONES: Readonly<Record<string, string>> = {
  z: 'UTC',
  utc: 'UTC',
  gmt: 'UTC',
  et: 'America/New_York',
  est: 'UTC-5',
  edt: 'UTC-4',
  ct: 'America/Chicago',
  cdt: 'UTC-5',
  pt: 'America/Los_Angeles',
  pst: 'UTC-8',
  pdt: 'UTC-7',
  cet: 'Europe/Paris',
  cest: 'UTC+2',
  bst: 'UTC+1',
  jst: 'Asia/Tokyo',
};

const WITHOUT_TIME: readonly (readonly [RegExp, Timing])[] = [
  [/^(?:bmo|(?:time )?pre ?market|before ?market(?: open)?|before (?:the )?open)$/, 'before_open'],
  [/^(?:amc|(?:time )?(?:post|after) ?(?:market(?: close)?|hours)|after (?:the )?close)$/, 'after_close'],
  [/^(?:all ?day|holiday)$/, 'all_day'],
  [
    /^(?:|tentative|tb[ad]|tns|n ?a|none|null|unknown|time not supplied|dmh|during ?market(?: hours)?|day \d+)$/,
    'unknown',
  ],
];
const timingOf = (text: string): Timing | null => {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
  return WITHOUT_TIME.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
};

/** The name of a zone as luxon knows it; null where nobody does. */
export function zoneNamed(name: string): string | null {
  const text = name.trim();
  const known = ZONES[text.toLowerCase()];
  if (known) return known;
  const offset = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text);
  if (offset) return `UTC${offset[1]}${Number(offset[2])}${offset[3] ? `:${offset[3]}` : ''}`;
  return IANAZone.isValidZone(text) ? text : null;
}

/** Whether the dates of a file say which of day and month comes first; null where they do not, or say both. */
export function orderOf(dates: readonly string[]): DateOrder | null {
  let [days, months] = [false, false];
  for (const text of dates) {
    const [, first = '', second = ''] = SLASHED.exec(text.trim().replace(WEEKDAY, '')) ?? [];
    if (Number(first) > 12) days = true;
    if (Number(second) > 12) months = true;
  }
  return days === months ? null : days ? 'dmy' : 'mdy';
}

/** The day that stands at the beginning of a text, and what stands behind it. */
function dayOf(given: string, order: DateOrder | null): DayText | Problem {
  const text = given.replace(WEEKDAY, '');
  const of = (year: string, month: number, day: string, rest = ''): DayText => ({
    year: Number(year) + (year.length === 2 ? 2000 : 0),
    month,
    day: Number(day),
    rest: rest.replace(/^\s*(?:T(?=\d)|,|at\b)?\s*/i, ''),
  });
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)(.*)$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})(?!\d)(.*)$/.exec(text);
  if (iso) return of(iso[1] ?? '', Number(iso[2]), iso[3] ?? '', iso[4]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)(.*)$/.exec(text);
  if (dotted) return of(dotted[3] ?? '', Number(dotted[2]), dotted[1] ?? '', dotted[4]);
  const slashed = SLASHED.exec(text);
  if (slashed) {
    const [, first = '', second = '', year = '', rest] = slashed;
    if (order === null && first !== second)
      return {
        reason: 'order',
        problem: `Whether ${first} or ${second} is the month of ${first}/${second} isn’t clear. Choose the order of day and month in the source’s settings.`,
      };
    return order === 'dmy' ? of(year, Number(second), first, rest) : of(year, Number(first), second, rest);
  }
  const named =
    /^(?<month>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})(?<rest>.*)$/i.exec(text) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-](?<month>[a-z]{3,9})\.?,?[\s-](?<year>\d{4})(?<rest>.*)$/i.exec(
      text,
    );
  const { month = '', day = '', year = '', rest } = named?.groups ?? {};
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  if (named && index >= 0) return of(year, index + 1, day, rest);
  return { reason: 'date', problem: `“${given.slice(0, 40)}” isn’t a date.` };
}

const TIME =
  /^(\d{1,2})(?:[:.h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(?:([ap])\.?m\.?)?\s*(?:\(?([a-z/_+-][\w/:+-]*)\)?)?$/i;
const COMPACT = /^(\d{2})(\d{2})(\d{2})?(z)?$/i;

/** A moment in a zone, or why there is none; where a clock shows a time twice, the first. */
function inZone(
  parts: DayText,
  time: { hour: number; minute: number; second: number } | null,
  zone: string,
): DateTime | Problem {
  const { year, month, day } = parts;
  const date = DateTime.fromObject({ year, month, day, ...time }, { zone });
  const shown = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (!date.isValid)
    return time === null || DateTime.fromObject({ year, month, day }, { zone }).isValid === false
      ? { reason: 'date', problem: `There is no day ${shown}.` }
      : { reason: 'time', problem: 'Its time isn’t a time of day.' };
  if (time !== null && (date.hour !== time.hour || date.minute !== time.minute))
    return {
      reason: 'time',
      problem: `${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')} on ${shown} does not exist in ${zone}: the clocks go forward then.`,
    };
  return date.getPossibleOffsets()[0] ?? date;
}

const isProblem = (value: DateTime | DayText | Problem): value is Problem => 'problem' in value;

/** A day without a time: it begins at midnight in its zone. */
export function wholeDay(parts: DayText, timing: Timing, zone: string): Moment | Problem {
  const date = inZone(parts, null, zone);
  if (isProblem(date)) return date;
  return { at: date.startOf('day').toJSDate(), day: date.toFormat('yyyy-MM-dd'), timing };
}

export function exactly(
  parts: DayText,
  time: { hour: number; minute: number; second: number },
  zone: string,
): Moment | Problem {
  const date = inZone(parts, time, zone);
  if (isProblem(date)) return date;
  return { at: date.toJSDate(), day: date.toFormat('yyyy-MM-dd'), timing: 'exact' };
}

/**
 * Reads when something is out of the texts for its date and its time, either of which may hold both. `zone` is that of
 * times which name none.
 */
export function readMoment(
  dateText: string,
  timeText: string,
  { zone, order }: { zone: string; order: DateOrder | null },
): Moment | Problem {
  const date = dateText.trim();
  const stamp = /^(\d{10})(?:\.\d+)?$|^(\d{13})$/.exec(date);
  if (stamp) {
    const at = DateTime.fromMillis(stamp[1] ? Number(stamp[1]) * 1000 : Number(stamp[2]), { zone });
    return { at: at.toJSDate(), day: at.toFormat('yyyy-MM-dd'), timing: 'exact' };
  }
  if (date === '') {
    if (timeText.trim() === '') return { reason: 'date', problem: 'It has no date.' };
    return readMoment(timeText, '', { zone, order });
  }
  const parts = dayOf(date, order);
  if (isProblem(parts)) return parts;
  const time = parts.rest === '' ? timeText.trim() : parts.rest.trim();
  const timing = timingOf(time);
  if (timing) return wholeDay(parts, timing, zone);
  const compact = COMPACT.exec(time);
  const read = compact
    ? { hour: compact[1], minute: compact[2], second: compact[3], half: '', named: compact[4] ?? '' }
    : (([, hour, minute, second, half = '', named = '']) => ({ hour, minute, second, half, named }))(
        TIME.exec(time) ?? [],
      );
  if (read.hour === undefined || (read.minute === undefined && read.half === ''))
    return { reason: 'time', problem: `“${time.slice(0, 40)}” isn’t a time of day.` };
  let hour = Number(read.hour);
  if (read.half !== '') {
    if (hour < 1 || hour > 12)
      return { reason: 'time', problem: `“${time.slice(0, 40)}” isn’t a time of day.` };
    hour = (hour % 12) + (read.half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23) return { reason: 'time', problem: `“${time.slice(0, 40)}” isn’t a time of day.` };
  const own = read.named === '' ? zone : zoneNamed(read.named);
  if (own === null)
    return { reason: 'zone', problem: `The time zone “${read.named.slice(0, 40)}” is not known.` };
  const clock = { hour, minute: Number(read.minute ?? 0), second: Number(read.second ?? 0) };
  return exactly(parts, clock, own);
}
