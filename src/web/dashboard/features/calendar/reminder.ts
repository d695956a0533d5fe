import type { CalendarEntry } from '#src/shared/calendar/entry.ts';
import type { OutsideRuleForm } from '#src/shared/outside/rules.ts';

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

/** A rule on this entry, where time is left, and those that are called the same: before, and when the figure comes. */
export function reminderOf(entry: CalendarEntry, now: number): OutsideRuleForm {
  const { kind, symbol, country, currency, title, name, sourceId } = entry;
  const place = country ?? currency;
  const hasFigures = [entry.previous, entry.forecast, entry.actual].some((figure) => figure !== null);
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
      ...(hasFigures && { released: {} }),
    },
  };
}
