import { calendarEntrySchema, calendarPageSchema } from '#src/shared/calendar/entry.ts';
import {
  CALENDAR as LIMITS,
  calendarReadingSchema,
  calendarSourceChangeSchema,
  calendarSourceFormSchema,
  calendarSourceSchema,
  calendarSourcesSchema,
} from '#src/shared/calendar/sources.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const CalendarEntry = component({
  name: 'CalendarEntry',
  schema: calendarEntrySchema,
  fields: {
    name: 'What alerts call it: its title with its country, money or symbol.',
    at: 'Its time; where it has none, the beginning of its day in the zone of its calendar.',
    day: 'The day in that zone.',
    timing: 'What is known of its time.',
    actual: 'As its calendar writes it, and as a number where it is one.',
    goneAt: 'Since when it is called off, or told no more; null while it stands.',
  },
});
const CalendarPage = component({
  name: 'CalendarPage',
  schema: calendarPageSchema,
  fields: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  holds: [CalendarEntry],
});
const CalendarSources = component({ name: 'CalendarSources', schema: calendarSourcesSchema });
const CalendarSourceForm = component({
  name: 'CalendarSourceForm',
  schema: calendarSourceFormSchema,
  fields: { url: 'Left out for a calendar that is given files.' },
});
const CalendarSource = component({
  name: 'CalendarSource',
  schema: calendarSourceSchema,
  fields: {
    url: 'Where it is read; null where it is given files.',
    format: '`ical`, `csv` or `json`; null where it is recognised.',
    kind: 'What entries are that do not say.',
    timeZone: 'The zone of times that name none.',
    dateOrder: 'How 03/04 is read; null where the file decides.',
    readAt: 'When it was last read well; null before the first time.',
    failures: 'How often in a row it could not be read.',
    problem: 'Why it could not be read the last time; null where it could.',
    putAside: 'How many lines of the last reading could not be taken; `lately` are the first five.',
  },
});
const CalendarSourceChange = component({ name: 'CalendarSourceChange', schema: calendarSourceChangeSchema });
const CalendarReading = component({
  name: 'CalendarReading',
  schema: calendarReadingSchema,
  fields: {
    old: 'Entries of more than 400 days ago, which are not kept.',
    gone: 'Entries to come that are not in it any more.',
    putAside: 'Lines that could not be taken; `lately` are the first five.',
  },
});

const CALENDAR_ID = { id: 'The id of the calendar.' };

export const CALENDAR = endpoints('Feeds', {
  entries: {
    method: 'get',
    path: '/calendar',
    needs: 'feeds:read',
    summary: 'List entries of the calendar',
    description:
      'Releases, earnings and other entries of the workspace’s calendars, by time. Figures are told as their source writes them, and as a number where they are one. `timing` says what is known of the time: `exact`, or a day with `before_open`, `after_close`, `all_day` or `unknown`; `at` is then the beginning of that day. An entry that was called off, or is told no more, has `goneAt`.',
    query: {
      from: { says: 'The first day; today unless told.', type: 'date' },
      to: { says: 'The last day, 400 after the first at most; a week later unless told.', type: 'date' },
      zone: { says: 'The time zone of these days, like `Europe/London`; UTC unless told.' },
      kind: { says: '`economic`, `earnings` or `other`.', many: true },
      importance: { says: 'At least `low`, `medium` or `high`; entries that do not say are left out.' },
      place: { says: 'Code of a country or currency, like `US` or `EUR`.', many: true },
      symbol: { says: 'Symbol of a company.' },
      source: { says: 'The id of a calendar.', type: 'uuid' },
      q: { says: 'What stands in the title or symbol.' },
      limit: { says: 'Entries of a page: 1 to 200, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'By time, the earliest first.', schema: CalendarPage },
    errors: ['validation_failed'],
    example: { query: 'from=2026-11-23&to=2026-11-27&zone=America%2FNew_York&importance=high' },
  },
  sources: {
    method: 'get',
    path: '/calendar-sources',
    needs: 'feeds:read',
    summary: 'List calendars',
    description:
      'Where the workspace reads its calendar: when each was last read, what is the matter with it, how many entries are kept, and which lines of the last reading were put aside.',
    answer: { status: 200, says: 'By name.', schema: CalendarSources },
    example: {},
  },
  addSource: {
    method: 'post',
    path: '/calendar-sources',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    summary: 'Add a calendar',
    description:
      'iCalendar, CSV or JSON at an address on the public internet, or without an address one that is given files. `timeZone` is the zone of times that name none (UTC unless told), `dateOrder` says how 03/04 is read where a file leaves it open, `kind` what entries are that do not say. An address is read every 5 minutes while an active rule listens to it, every minute while a figure is awaited, else every hour. 20 calendars are the limit.',
    body: { schema: CalendarSourceForm, required: true },
    answer: { status: 201, says: 'The calendar.', schema: CalendarSource },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: { body: { name: 'Releases of the week', timeZone: 'America/New_York', kind: 'economic' } },
  },
  changeSource: {
    method: 'patch',
    path: '/calendar-sources/{id}',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    summary: 'Change how a calendar is read',
    description:
      'What is left out stays, as does its address. It is asked again at once, and whole; a calendar of files is read so from the next file on.',
    params: CALENDAR_ID,
    body: { schema: CalendarSourceChange, required: true },
    answer: { status: 200, says: 'The calendar.', schema: CalendarSource },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { id: '$CALENDAR_ID' }, body: { timeZone: 'Europe/London' } },
  },
  removeSource: {
    method: 'delete',
    path: '/calendar-sources/{id}',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    whileReadOnly: true,
    summary: 'Remove a calendar',
    description: 'Its entries go with it. Alerts that were made of them stay.',
    params: CALENDAR_ID,
    answer: { status: 204, says: 'It is removed.' },
    errors: ['not_found'],
    example: { params: { id: '$CALENDAR_ID' } },
  },
  giveFile: {
    method: 'post',
    path: '/calendar-sources/{id}/file',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    summary: 'Give a file to a calendar',
    description:
      'iCalendar, CSV or JSON, 2 MB at most. An entry is known again by its id (UID, id), else by what it is about and its day: its time, its figures are then changed. One that lies between the first and the last of the file, is still to come and is not in it any more is marked as gone. Lines that cannot be taken are put aside with the reason. What had passed, or had a figure, at the first file makes no alerts.',
    params: CALENDAR_ID,
    body: {
      bytes: 'The file, as it is.',
      limit: { bytes: LIMITS.fileBytes, says: 'A calendar has 2 MB at most.' },
    },
    answer: { status: 200, says: 'What became of it.', schema: CalendarReading },
    errors: ['validation_failed', 'not_found', 'request_entity_too_large'],
    example: { params: { id: '$CALENDAR_ID' }, file: 'calendar.csv' },
  },
});
