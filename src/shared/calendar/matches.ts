import { keywordsMatcher } from '../external/keywords.ts';
import { type Entry, IMPORTANCES } from './entry.ts';
import { isOffBy, sideOf } from './figures.ts';
import { codesOf } from './places.ts';
import type { Asked, CalendarRule } from './rule.ts';
import { nameOf } from './say.ts';

/** Says of many entries whether they are among those that are asked for. */
export function matcherOf({ kinds, importance, places, symbols, words }: Asked): (entry: Entry) => boolean {
  const named = keywordsMatcher({ any: words, all: [], none: [] });
  return (entry) => {
    if (kinds.length > 0 && !kinds.includes(entry.kind)) return false;
    if (importance !== undefined) {
      if (entry.importance === null) return false;
      if (IMPORTANCES.indexOf(entry.importance) < IMPORTANCES.indexOf(importance)) return false;
    }
    if (places.length > 0) {
      const codes = codesOf(entry);
      if (!places.some((place) => codes.has(place))) return false;
    }
    if (symbols.length > 0 && (entry.symbol === null || !symbols.includes(entry.symbol))) return false;
    return words.length === 0 || named(nameOf(entry));
  };
}

/** Whether an entry is one of those that are asked for. */
export const matchesEntry = (entry: Entry, asked: Asked): boolean => matcherOf(asked)(entry);

/** Whether the figure that came is one that the rule triggers of. */
export function matchesRelease(entry: Entry, asked: NonNullable<CalendarRule['released']>): boolean {
  if (entry.actual === null) return false;
  if (asked.percent !== undefined && !isOffBy(entry, asked.percent)) return false;
  return asked.side === undefined || sideOf(entry) === asked.side;
}
