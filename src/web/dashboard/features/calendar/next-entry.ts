import {
  CALENDAR_DAYS_MAX,
  CALENDAR_PAGE_MAX,
  type CalendarEntry,
  calendarPageSchema,
} from '#src/shared/calendar/entry.ts';
import { matcherOf } from '#src/shared/calendar/matches.ts';
import type { CalendarRule } from '#src/shared/calendar/rule.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { dayAfter, dayOf, ZONE } from './days.ts';
import { asEntry } from './reminder.ts';

/** Where the entries are asked for among which the next one is that a rule on one calendar speaks of. */
export function aheadOf({ kinds, symbols, words, sources }: CalendarRule, now: number): URLSearchParams {
  const from = dayOf(now);
  const to = dayAfter(from, CALENDAR_DAYS_MAX);
  const asked = new URLSearchParams({ from, to, zone: ZONE, limit: String(CALENDAR_PAGE_MAX) });
  const narrowed = { kind: kinds, symbol: symbols, source: sources, q: words };
  for (const [name, [only, ...more]] of Object.entries(narrowed))
    if (only !== undefined && more.length === 0) asked.set(name, only);
  return asked;
}

/** The first of some entries that a rule still speaks of; null where none of them is. */
export function firstAhead(
  entries: readonly CalendarEntry[],
  rule: CalendarRule,
  now: number,
): CalendarEntry | null {
  const matches = matcherOf(rule);
  return (
    entries.find((entry) => entry.goneAt === null && Date.parse(entry.at) > now && matches(asEntry(entry))) ??
    null
  );
}

/** The next entry that a rule speaks of, as far as the calendars reach; null where none stands there. @throws ApiError */
export async function nextEntry(rule: CalendarRule, now: number): Promise<CalendarEntry | null> {
  const asked = aheadOf(rule, now);
  for (;;) {
    const { items, next } = await apiGet(`/api/v1/calendar?${asked}`, calendarPageSchema);
    const first = firstAhead(items, rule, now);
    if (first || next === null) return first;
    asked.set('cursor', next);
  }
}
