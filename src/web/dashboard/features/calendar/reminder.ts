import type { CalendarEntry, Entry } from '#src/shared/calendar/entry.ts';
import { CALENDAR } from '#src/shared/calendar/sources.ts';
import type { ExternalRuleForm } from '#src/shared/external/rules.ts';

const WORD_MAX = 60;
const MINUTES = 15;
const DAY_MINUTES = 1_440;

/** As many whole words of a title as a rule takes. */
function wordsOf(title: string): string {
  const text = title.trim();
  if (text.length <= WORD_MAX) return text;
  const cut = text.slice(0, WORD_MAX + 1);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).trim();
}

const usually = ({ timing }: Pick<CalendarEntry, 'timing'>): number =>
  timing === 'exact' ? MINUTES : DAY_MINUTES;

/**
 * So many minutes before it a rule that is made now speaks of this very entry: what was due before a rule was there is old
 * to it. Null where no time is left for that.
 */
export function minutesBefore(entry: Pick<CalendarEntry, 'timing' | 'at'>, now: number): number | null {
  // One less: it takes a moment until the rule is there.
  const left = Math.floor((Date.parse(entry.at) - now) / 60_000) - 1;
  return left < 1 ? null : Math.min(usually(entry), left);
}

const hasFigures = ({ previous, forecast, actual }: CalendarEntry): boolean =>
  [previous, forecast, actual].some((figure) => figure !== null);

/** What of this very entry a rule says that is made now: a reminder, its figure alone, or nothing of it any more. */
export function stillSaid(entry: CalendarEntry, now: number): 'before' | 'figure' | 'nothing' {
  if (minutesBefore(entry, now) !== null) return 'before';
  const until = Date.parse(entry.at) + CALENDAR.releaseDays * DAY_MINUTES * 60_000;
  return hasFigures(entry) && entry.actual === null && now < until ? 'figure' : 'nothing';
}

/** An entry of the screen as rules are compared with it. */
export const asEntry = (entry: CalendarEntry): Entry => ({
  ...entry,
  previous: entry.previous?.text ?? null,
  forecast: entry.forecast?.text ?? null,
  actual: entry.actual?.text ?? null,
});

/** A rule on this entry, where time is left, and those that are called the same: before, and when the figure comes. */
export function reminderOf(entry: CalendarEntry, now: number): ExternalRuleForm {
  const { kind, symbol, country, currency, title, name, sourceId } = entry;
  const place = country ?? currency;
  const isReport = kind === 'earnings' && symbol !== null;
  return {
    name: name.slice(0, 200),
    outside: {
      kind: 'calendar',
      kinds: [kind],
      places: isReport || place === null || place.length > 40 ? [] : [place.toUpperCase()],
      symbols: symbol === null ? [] : [symbol],
      words: isReport ? [] : [wordsOf(title)],
      sources: [sourceId],
      before: minutesBefore(entry, now) ?? usually(entry),
      ...(hasFigures(entry) && { released: {} }),
    },
  };
}
