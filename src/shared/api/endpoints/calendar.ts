import type { Endpoint } from '../endpoint.ts';

const CALENDAR_ID = { id: 'The id of the calendar.' };

/** Economic calendars and earnings. */
export const CALENDAR_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/calendar',
    needs: 'feeds:read',
    group: 'Feeds',
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
    answer: { status: 200, says: 'By time, the earliest first.', schema: 'CalendarPage' },
    errors: ['validation_failed'],
    example: { query: 'from=2026-11-23&to=2026-11-27&zone=America%2FNew_York&importance=high' },
  },
  {
    method: 'get',
    path: '/calendar-sources',
    needs: 'feeds:read',
    group: 'Feeds',
    summary: 'List calendars',
    description:
      'Where the workspace reads its calendar: when each was last read, what is the matter with it, how many entries are kept, and which lines of the last reading were put aside.',
    answer: { status: 200, says: 'By name.', schema: 'CalendarSources' },
    example: {},
  },
  {
    method: 'post',
    path: '/calendar-sources',
    needs: 'feeds:write',
    group: 'Feeds',
    summary: 'Add a calendar',
    description:
      'iCalendar, CSV or JSON at an address on the public internet, or without an address one that is given files. `timeZone` is the zone of times that name none (UTC unless told), `dateOrder` says how 03/04 is read where a file leaves it open, `kind` what entries are that do not say. An address is read every 5 minutes while an active rule listens to it, every minute while a figure is awaited, else every hour. 20 calendars are the limit.',
    body: { schema: 'CalendarSourceForm', required: true },
    answer: { status: 201, says: 'The calendar.', schema: 'CalendarSource' },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: { body: { name: 'Releases of the week', timeZone: 'America/New_York', kind: 'economic' } },
  },
  {
    method: 'patch',
    path: '/calendar-sources/{id}',
    needs: 'feeds:write',
    group: 'Feeds',
    summary: 'Change how a calendar is read',
    description:
      'What is left out stays, as does its address. It is asked again at once, and whole; a calendar of files is read so from the next file on.',
    params: CALENDAR_ID,
    body: { schema: 'CalendarSourceChange', required: true },
    answer: { status: 200, says: 'The calendar.', schema: 'CalendarSource' },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { id: '$CALENDAR_ID' }, body: { timeZone: 'Europe/London' } },
  },
  {
    method: 'delete',
    path: '/calendar-sources/{id}',
    needs: 'feeds:write',
    whileReadOnly: true,
    group: 'Feeds',
    summary: 'Remove a calendar',
    description: 'Its entries go with it. Alerts that were made of them stay.',
    params: CALENDAR_ID,
    answer: { status: 204, says: 'It is removed.' },
    errors: ['not_found'],
    example: { params: { id: '$CALENDAR_ID' } },
  },
  {
    method: 'post',
    path: '/calendar-sources/{id}/file',
    needs: 'feeds:write',
    group: 'Feeds',
    summary: 'Give a file to a calendar',
    description:
      'iCalendar, CSV or JSON, 2 MB at most. An entry is known again by its id (UID, id), else by what it is about and its day: its time, its figures are then changed. One that lies between the first and the last of the file, is still to come and is not in it any more is marked as gone. Lines that cannot be taken are put aside with the reason. What had passed, or had a figure, at the first file makes no alerts.',
    params: CALENDAR_ID,
    body: { bytes: 'The file, as it is.' },
    answer: { status: 200, says: 'What became of it.', schema: 'CalendarReading' },
    errors: ['validation_failed', 'not_found', 'request_entity_too_large'],
    example: { params: { id: '$CALENDAR_ID' }, file: 'calendar.csv' },
  },
];
