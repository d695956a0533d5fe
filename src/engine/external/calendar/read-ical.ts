import ICAL from 'ical.js';
import type { Entry } from '#src/shared/calendar/entry.ts';
import { CALENDAR } from '#src/shared/calendar/sources.ts';
import { figureOf, guessKind, importanceOf, kindOf, placeOf, symbolOf, webLink } from './fields.ts';
import { exactly, type Moment, type Problem, wholeDay, zoneNamed } from './moment.ts';
import {
  CalendarError,
  clean,
  type Found,
  oldestOf,
  type PutAside,
  type ReadAs,
  sampleOf,
  TOO_MANY,
} from './reading.ts';

type Block = { name: string; line: number; text: string };

const MORE = 500;
const OCCURRENCES_MAX = 1_000;
const STEPS_MAX = 30_000;
const BACK_DAYS = 31;
const AHEAD_DAYS = 400;
const DAY_MS = 86_400_000;
const LONGEST_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The events and time zones of a calendar one by one, so that a broken one spoils no other. */
function blocksOf(text: string): { blocks: Block[]; broken: { line: number; text: string }[] } {
  const blocks: Block[] = [];
  const broken: { line: number; text: string }[] = [];
  let open: { name: string; line: number; lines: string[] } | null = null;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, verb, name = ''] = /^(BEGIN|END):(VEVENT|VTIMEZONE)\s*$/i.exec(line) ?? [];
    if (verb?.toUpperCase() === 'BEGIN') {
      if (open) broken.push({ line: open.line, text: open.lines.join(' ') });
      open = { name: name.toUpperCase(), line: index + 1, lines: [] };
    }
    open?.lines.push(line);
    if (open && verb?.toUpperCase() === 'END') {
      blocks.push({ name: open.name, line: open.line, text: open.lines.join('\r\n') });
      open = null;
    }
  }
  if (open) broken.push({ line: open.line, text: open.lines.join(' ') });
  return { blocks, broken };
}

const textAt = (component: ICAL.Component, name: string): string => {
  const value: unknown = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};

const uidOf = (event: ICAL.Component): string => clean(textAt(event, 'uid'), 1_000);

/** What stands in a description as "Forecast: 3.1%". */
function fieldsOf(description: string): ReadonlyMap<string, string> {
  const names: Readonly<Record<string, string>> = {
    consensus: 'forecast',
    estimate: 'forecast',
    prior: 'previous',
    prev: 'previous',
    impact: 'importance',
    ticker: 'symbol',
  };
  const fields = new Map<string, string>();
  for (const line of description.split(/\r?\n|<br\s*\/?>|\s[|;]\s/)) {
    const [, name = '', value = ''] = /^\s*([A-Za-z]{3,12})\s*[:=]\s*(.{1,100}?)\s*$/.exec(line) ?? [];
    const key = names[name.toLowerCase()] ?? name.toLowerCase();
    if (name !== '' && !fields.has(key)) fields.set(key, value);
  }
  return fields;
}

/** RFC 5545: 1 to 4 is high, 5 medium, 6 to 9 low. */
const priorityOf = (text: string): Entry['importance'] => {
  const priority = Number(text);
  return !(priority >= 1 && priority <= 9) ? null : priority < 5 ? 'high' : priority === 5 ? 'medium' : 'low';
};

const symbolIn = (title: string): string | null =>
  symbolOf(
    /\(([A-Z][A-Z\d.]{0,9})\)/.exec(title)?.[1] ??
      /^([A-Z][A-Z\d.]{0,9})\b(?=.*\bearnings\b)/i.exec(title)?.[1] ??
      '',
  );

/** What an event is, whenever it is. */
function aboutOf(event: ICAL.Component, as: ReadAs): Omit<Entry, 'at' | 'day' | 'timing'> | Problem {
  const title = clean(textAt(event, 'summary'));
  if (title === '') return { reason: 'no_title', problem: 'It has no SUMMARY, which would say what it is.' };
  const fields = fieldsOf(textAt(event, 'description'));
  const field = (name: string): string => textAt(event, `x-${name}`) || (fields.get(name) ?? '');
  const categories = event
    .getAllProperties('categories')
    .flatMap((each) => each.getValues() as unknown[])
    .join(' ');
  const said =
    kindOf(field('kind')) ??
    kindOf(categories) ??
    as.kind ??
    (/\bearnings\b/i.test(title) ? 'earnings' : null);
  const symbol = symbolOf(field('symbol')) ?? (said === 'earnings' ? symbolIn(title) : null);
  const lead = /^\[?([A-Z]{3})\]?[\s:–-]/.exec(title)?.[1] ?? '';
  const where = placeOf(field('country') || lead, field('currency'));
  const figures = {
    previous: figureOf(field('previous')),
    forecast: figureOf(field('forecast')),
    actual: figureOf(field('actual')),
  };
  const ofLead = field('country') === '' && where.country === lead ? { ...where, country: null } : where;
  return {
    kind: said ?? guessKind({ symbol, ...ofLead, ...figures }),
    title,
    ...ofLead,
    symbol,
    importance: importanceOf(field('importance')) ?? priorityOf(textAt(event, 'priority')),
    ...figures,
    unit: clean(field('unit'), 20) || null,
    link: webLink(textAt(event, 'url')),
  };
}

/** A time of the library as a moment: in its own zone, else in the one that is given. */
function momentOf(time: ICAL.Time, tzid: string, zone: string): Moment | Problem {
  const parts = { year: time.year, month: time.month, day: time.day, rest: '' };
  if (time.isDate) return wholeDay(parts, 'all_day', zone);
  if (time.zone && time.zone.tzid !== 'floating') {
    const at = time.toJSDate();
    const day = [time.year, String(time.month).padStart(2, '0'), String(time.day).padStart(2, '0')].join('-');
    return { at, day, timing: 'exact' };
  }
  const own = tzid === '' ? zone : zoneNamed(tzid);
  if (own === null)
    return {
      reason: 'zone',
      problem: `Its time zone “${clean(tzid, 60)}” is not known, and the calendar does not say what it is.`,
    };
  return exactly(parts, { hour: time.hour, minute: time.minute, second: time.second }, own);
}

/** Why a repetition is not followed; null where nothing stands against it. */
function refusalOf(event: ICAL.Component): Problem | null {
  for (const property of event.getAllProperties('rrule')) {
    const rule = property.getFirstValue() as unknown as ICAL.Recur;
    if (['SECONDLY', 'MINUTELY', 'HOURLY'].includes(rule.freq))
      return { reason: 'repeats', problem: 'It repeats more often than daily.' };
    const { BYMONTH: months, BYMONTHDAY: days } = rule.parts as Record<string, number[] | undefined>;
    const comes = (month: number, day: number): boolean => Math.abs(day) <= (LONGEST_MONTH[month - 1] ?? 0);
    if (months && days && !months.some((month) => days.some((day) => comes(month, day))))
      return { reason: 'repeats', problem: 'It repeats on a date that doesn’t exist.' };
  }
  return null;
}

type Occurrence = { id: string; start: ICAL.Time; component: ICAL.Component };

/** When an event takes place between a month ago and a year ahead; by itself it does once. */
function occurrencesOf(event: ICAL.Component, moved: ICAL.Component[], now: Date): Occurrence[] | Problem {
  const master = new ICAL.Event(event, { exceptions: moved });
  const { startDate } = master;
  const uid = uidOf(event);
  const itself = event.getFirstPropertyValue('recurrence-id');
  if (!master.isRecurring())
    return [{ id: itself ? `${uid} ${String(itself)}` : uid, start: startDate, component: event }];
  const refusal = refusalOf(event);
  if (refusal) return refusal;
  const [from, to] = [now.getTime() - BACK_DAYS * DAY_MS, now.getTime() + AHEAD_DAYS * DAY_MS];
  const found: Occurrence[] = [];
  const iterator = master.iterator();
  for (let step = 0; step < STEPS_MAX && found.length < OCCURRENCES_MAX; step += 1) {
    const next: ICAL.Time | undefined | null = iterator.next();
    if (!next || next.toJSDate().getTime() > to) return found;
    const { recurrenceId, startDate: start, item } = master.getOccurrenceDetails(next);
    if (start.toJSDate().getTime() >= from)
      found.push({ id: `${uid} ${recurrenceId.toString()}`, start, component: item.component });
  }
  return found.length > 0
    ? found
    : { reason: 'repeats', problem: 'It has repeated too often to be followed.' };
}

/**
 * Reads iCalendar: every event by itself, repetitions and their exceptions followed, zones as the calendar defines them
 * or else as they are known by name. @throws CalendarError
 */
export function readIcal(text: string, as: ReadAs, now: Date): { found: Found[]; putAside: PutAside[] } {
  if (!/^\ufeff?\s*BEGIN:VCALENDAR\s*$/im.test(text))
    throw new CalendarError('It isn’t an iCalendar file: BEGIN:VCALENDAR is missing.');
  const { blocks, broken } = blocksOf(text);
  const putAside: PutAside[] = broken.map(({ line, text: said }) => ({
    place: `Line ${line}`,
    reason: 'broken',
    problem: 'It begins and does not end.',
    sample: sampleOf(said),
  }));
  const aside = ({ line, text: said }: Block, { reason, problem }: Problem): void =>
    void putAside.push({ place: `Line ${line}`, reason, problem, sample: sampleOf(said) });
  const own = zoneNamed(/^X-WR-TIMEZONE(?:;[^:]*)?:(.*)$/im.exec(text)?.[1] ?? '') ?? as.timeZone;
  const calendar = new ICAL.Component('vcalendar');
  const events: { block: Block; event: ICAL.Component; uid: string }[] = [];
  for (const block of blocks) {
    try {
      const component = new ICAL.Component(ICAL.parse(block.text) as unknown as string);
      calendar.addSubcomponent(component);
      if (block.name === 'VEVENT') events.push({ block, event: component, uid: uidOf(component) });
    } catch {
      aside(block, { reason: 'broken', problem: 'It has a line that is none of iCalendar.' });
    }
  }
  const moved = Map.groupBy(
    events.filter(({ event, uid }) => uid !== '' && event.hasProperty('recurrence-id')),
    ({ uid }) => uid,
  );
  const repeating = new Set(
    events.flatMap(({ event, uid }) =>
      event.hasProperty('rrule') || event.hasProperty('rdate') ? [uid] : [],
    ),
  );
  const found: Found[] = [];
  const oldest = oldestOf(now);
  let kept = 0;
  for (const { block, event, uid } of events) {
    // Some more than are held: a few of them may have the id of another.
    if (kept > CALENDAR.entries + MORE) {
      aside(block, TOO_MANY);
      break;
    }
    // It is told with what it is an exception of.
    if (event.hasProperty('recurrence-id') && repeating.has(uid)) continue;
    try {
      if (!event.hasProperty('dtstart')) {
        aside(block, { reason: 'date', problem: 'It has no DTSTART, which would say when it is.' });
        continue;
      }
      const occurrences = occurrencesOf(event, moved.get(uid)?.map((each) => each.event) ?? [], now);
      if ('problem' in occurrences) {
        aside(block, occurrences);
        continue;
      }
      for (const { id, start, component } of occurrences) {
        const about = aboutOf(component, as);
        const tzid: unknown = component.getFirstProperty('dtstart')?.getFirstParameter('tzid');
        const moment = momentOf(start, typeof tzid === 'string' ? tzid : '', own);
        const problem = 'problem' in about ? about : 'problem' in moment ? moment : null;
        if (problem) {
          aside(block, problem);
          break;
        }
        if ('problem' in about || 'problem' in moment) break;
        if (moment.at.getTime() >= oldest) kept += 1;
        found.push({
          place: `Line ${block.line}`,
          id: uid === '' ? null : id,
          period: null,
          cancelled: /^cancelled$/i.test(textAt(component, 'status')),
          entry: { ...about, at: moment.at.toISOString(), day: moment.day, timing: moment.timing },
        });
      }
    } catch {
      aside(block, { reason: 'date', problem: 'Its time can’t be read.' });
    }
  }
  return { found, putAside };
}
