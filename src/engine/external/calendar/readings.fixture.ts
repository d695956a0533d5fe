import { readCalendar } from './read-calendar.ts';
import type { ReadAs } from './reading.ts';

export const NOW = new Date('2026-11-22T10:00:00Z');
export const AS: ReadAs = { format: null, kind: null, timeZone: 'America/New_York', dateOrder: null };
export const read = (text: string, as: Partial<ReadAs> = {}) => readCalendar(text, { ...AS, ...as }, NOW);
export const entries = (text: string, as: Partial<ReadAs> = {}) =>
  read(text, as).entries.map(({ entry }) => entry);
export const problems = (text: string, as: Partial<ReadAs> = {}) =>
  read(text, as).putAside.map(({ place, problem }) => `${place}: ${problem}`);

export const ical = (body: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${body.trim().replaceAll('\n', '\r\n')}\r\nEND:VCALENDAR\r\n`;
export const event = (lines: string): string => `BEGIN:VEVENT\n${lines.trim()}\nEND:VEVENT\n`;
