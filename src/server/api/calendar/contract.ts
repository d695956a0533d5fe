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
    name: 'Its name in alerts: the title with country, currency or symbol.',
    at: 'Its time. Without one, the start of its day in the calendar’s time zone.',
    day: 'The day in that time zone.',
    timing: 'How exact its time is.',
    actual: 'As written in the calendar, and as a number if it is one.',
    goneAt: 'When it was canceled or disappeared from the calendar; otherwise null.',
  },
});
const CalendarPage = component({
  name: 'CalendarPage',
  schema: calendarPageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
  holds: [CalendarEntry],
});
const CalendarSources = component({ name: 'CalendarSources', schema: calendarSourcesSchema });
const CalendarSourceForm = component({
  name: 'CalendarSourceForm',
  schema: calendarSourceFormSchema,
  fields: { url: 'Leave it out for a calendar you upload files to.' },
});
const CalendarSource = component({
  name: 'CalendarSource',
  schema: calendarSourceSchema,
  fields: {
    url: 'Where it’s read from; null if you upload files.',
    format: '`ical`, `csv` or `json`; null to detect it.',
    kind: 'Kind of entries that don’t name one.',
    timeZone: 'Time zone of times without one.',
    dateOrder: 'How to read 03/04; null if the file decides.',
    readAt: 'Last successful read; null before the first.',
    failures: 'Number of failed reads in a row.',
    problem: 'Why the last read failed; null if it didn’t.',
    putAside: 'Lines of the last read that were quarantined; `lately` has the first five.',
  },
});
const CalendarSourceChange = component({ name: 'CalendarSourceChange', schema: calendarSourceChangeSchema });
const CalendarReading = component({
  name: 'CalendarReading',
  schema: calendarReadingSchema,
  fields: {
    old: 'Entries more than 400 days old, which aren’t stored.',
    gone: 'Upcoming entries that are no longer in it.',
    putAside: 'Quarantined lines; `lately` has the first five.',
  },
});

const CALENDAR_ID = { id: 'The id of the calendar.' };

export const CALENDAR = endpoints('Feeds', {
  entries: {
    method: 'get',
    path: '/calendar',
    needs: 'feeds:read',
    summary: 'List calendar entries',
    description:
      'Releases, earnings and other entries of the workspace’s calendars, by time. Figures are as written by the source, and as numbers where possible. `timing` is `exact`, or `before_open`, `after_close`, `all_day` or `unknown` for entries with only a day; `at` is then the start of that day. Entries that were canceled or disappeared have `goneAt`.',
    query: {
      from: { says: 'First day. Default: today.', type: 'date' },
      to: { says: 'Last day, up to 400 days after the first. Default: a week after it.', type: 'date' },
      zone: { says: 'Time zone of these days, like `Europe/London`. Default: UTC.' },
      kind: { says: '`economic`, `earnings` or `other`.', many: true },
      importance: { says: 'Minimum: `low`, `medium` or `high`. Entries without importance are left out.' },
      place: { says: 'Country or currency code, like `US` or `EUR`.', many: true },
      symbol: { says: 'Symbol of a company.' },
      source: { says: 'The id of a calendar.', type: 'uuid' },
      q: { says: 'Part of the title or symbol.' },
      limit: { says: 'Entries per page, 1 to 200. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
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
      'The workspace’s calendars: when each was last read, problems, number of stored entries, and quarantined lines of the last read.',
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
      'iCalendar, CSV or JSON at a public URL. Leave out `url` to upload files instead. `timeZone` applies to times without one (default: UTC), `dateOrder` says how to read 03/04 if the file leaves it open, and `kind` applies to entries that don’t name one. We read a URL every 5 minutes while an active rule uses it, every minute while a figure is due, and otherwise every hour. You can have 20 calendars.',
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
      'Fields you leave out keep their values, and so does the URL. The whole calendar is read again at once. For calendars from files, the change applies to the next file.',
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
    description: 'Its entries are deleted too. Their alerts stay.',
    params: CALENDAR_ID,
    answer: { status: 204, says: 'The calendar is removed.' },
    errors: ['not_found'],
    example: { params: { id: '$CALENDAR_ID' } },
  },
  giveFile: {
    method: 'post',
    path: '/calendar-sources/{id}/file',
    needs: 'feeds:write',
    tells: ['feeds', 'outside'],
    summary: 'Upload a file to a calendar',
    description:
      'iCalendar, CSV or JSON, up to 2 MB. Entries are matched by their id (UID, id), or by subject and day, and updated. An upcoming entry within the dates of the file that is no longer in it is marked as gone. Lines that can’t be read are quarantined with the reason. Entries that had already passed or had a figure in the first file don’t trigger alerts.',
    params: CALENDAR_ID,
    body: {
      bytes: 'The file.',
      limit: { bytes: LIMITS.fileBytes, says: 'A calendar has 2 MB at most.' },
    },
    answer: { status: 200, says: 'What happened to its lines.', schema: CalendarReading },
    errors: ['validation_failed', 'not_found', 'request_entity_too_large'],
    example: { params: { id: '$CALENDAR_ID' }, file: 'calendar.csv' },
  },
});
