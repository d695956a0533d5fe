import type { CalendarEntry } from '#src/shared/calendar/entry.ts';

export const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAY_MS = 86_400_000;
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const title = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The day of a moment where the viewer is, as YYYY-MM-DD. */
export function dayOf(ms: number): string {
  const at = new Date(ms);
  return isoDay(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()));
}
export const dayAfter = (day: string, days: number): string =>
  isoDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
export const dayTitle = (day: string): string => title.format(Date.parse(`${day}T00:00:00Z`));
export const clockOf = (ms: number): string => clock.format(ms);

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** Entries by their day: that of their time where the viewer is, or the one that they name. Days without a time first. */
export function byDay(entries: readonly CalendarEntry[]): { day: string; entries: CalendarEntry[] }[] {
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const day = entry.timing === 'exact' ? dayOf(Date.parse(entry.at)) : entry.day;
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  const order = { before_open: 0, all_day: 1, unknown: 2, exact: 3, after_close: 4 };
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, all]) => ({
      day,
      entries: all.toSorted(
        (one, other) =>
          order[one.timing] - order[other.timing] || (one.at < other.at ? -1 : one.at > other.at ? 1 : 0),
      ),
    }));
}
