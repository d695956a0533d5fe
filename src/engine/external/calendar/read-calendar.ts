import type { CalendarFormat } from '#src/shared/calendar/sources.ts';
import { readIcal } from './read-ical.ts';
import { readJson } from './read-json.ts';
import { readTable } from './read-table.ts';
import { CalendarError, type ReadAs, type Reading, settle } from './reading.ts';

/** What a text is, by how it begins. @throws CalendarError where it is a web page */
export function formatOf(text: string): CalendarFormat {
  const head = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .slice(0, 200);
  if (head === '') throw new CalendarError('It is empty.');
  if (/^(?:<!doctype html|<html)/i.test(head)) throw new CalendarError('It is a web page, and no calendar.');
  if (/^<\?xml|^<[a-z]/i.test(head)) throw new CalendarError('It is XML, which is not read as a calendar.');
  if (/^BEGIN:VCALENDAR/i.test(head)) return 'ical';
  return /^[[{]/.test(head) ? 'json' : 'csv';
}

/** Reads a calendar of any format that is known. @throws CalendarError */
export function readCalendar(text: string, as: ReadAs, now: Date): Reading {
  const recognised = formatOf(text);
  const read = { ical: readIcal, json: readJson, csv: readTable }[as.format ?? recognised](text, as, now);
  return settle(read.found, read.putAside, now);
}
