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

/** A rule on this entry and those that are called the same: before it, and when its figure comes. */
export function reminderOf(entry: CalendarEntry): OutsideRuleForm {
  const { kind, symbol, country, currency, title, timing, name, sourceId } = entry;
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
      before: timing === 'exact' ? MINUTES : DAY_MINUTES,
      ...(hasFigures && { released: {} }),
    },
  };
}
