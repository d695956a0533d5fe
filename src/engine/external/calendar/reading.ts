import { createHash } from 'node:crypto';
import { oneLabel } from '#src/shared/label.ts';
import type { Entry, EntryKind } from '#src/shared/calendar/entry.ts';
import { CALENDAR, type CalendarFormat, type DateOrder } from '#src/shared/calendar/sources.ts';
import type { Problem } from './moment.ts';

/** How a calendar is to be read, as its source says; null where it is to be recognised. */
export type ReadAs = {
  format: CalendarFormat | null;
  kind: EntryKind | null;
  timeZone: string;
  dateOrder: DateOrder | null;
};
export const isReadAlike = (one: ReadAs, other: ReadAs): boolean =>
  (['format', 'kind', 'timeZone', 'dateOrder'] as const).every((name) => one[name] === other[name]);
export type PutAside = Problem & { place: string; sample: string };
/** An entry on its way: what its source knows it by, if by anything, and whether it is called off. */
export type Found = {
  entry: Entry;
  id: string | null;
  period: string | null;
  cancelled: boolean;
  place: string;
};
export type ReadEntry = { key: string; entry: Entry; cancelled: boolean };
export type Reading = { entries: ReadEntry[]; putAside: PutAside[]; old: number };

/** It is no calendar; the sentence says why. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
}

const TITLE_MAX = 150;
const SAMPLE_MAX = 300;
const DAY_MS = 86_400_000;

export const clean = (text: string, most = TITLE_MAX): string =>
  [...oneLabel(text.toWellFormed())].slice(0, most).join('').trim();
export const sampleOf = (text: string): string => clean(text, SAMPLE_MAX);

export const TOO_MANY: Problem = {
  reason: 'many',
  problem: 'A calendar holds 5,000 entries at most; this one and those after it were not taken.',
};
/** What lies further back is read no more. */
export const oldestOf = (now: Date): number => now.getTime() - CALENDAR.keptDays * DAY_MS;

const hashOf = (parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const lineOf = ({ place }: PutAside): number => Number(/\d+/.exec(place)?.[0] ?? 0);

/**
 * Gives each entry what it is known by again: the id of its source; else what it is about, the period it reports on or
 * its day, and its turn among those. What cannot be, or has the id of another, is put aside.
 */
export function settle(found: readonly Found[], putAside: PutAside[], now: Date): Reading {
  const oldest = oldestOf(now);
  const furthest = now.getTime() + CALENDAR.aheadDays * DAY_MS;
  const places = new Map<string, string>();
  const turns = new Map<string, number>();
  const entries: ReadEntry[] = [];
  let old = 0;
  for (const { entry, id, period, cancelled, place } of found.toSorted((one, other) =>
    one.entry.at < other.entry.at ? -1 : one.entry.at > other.entry.at ? 1 : 0,
  )) {
    const at = Date.parse(entry.at);
    const aside = (reason: string, problem: string): void =>
      void putAside.push({ reason, problem, place, sample: sampleOf(`${entry.day} ${entry.title}`) });
    if (at > furthest) {
      aside('far', `${entry.day} lies more than three years ahead.`);
      continue;
    }
    if (at < oldest) {
      old += 1;
      continue;
    }
    let key: string;
    if (id === null) {
      const { kind, country, currency, symbol, title } = entry;
      const when =
        period === null ? entry.day : /\d{4}/.test(period) ? period : `${period} ${entry.day.slice(0, 4)}`;
      const base = hashOf([kind, country, currency, symbol, title.toLowerCase(), when]);
      const turn = (turns.get(base) ?? 0) + 1;
      turns.set(base, turn);
      key = `of ${base} ${turn}`;
    } else {
      key = `id ${id.length > 250 ? hashOf([id]) : id}`;
      const first = places.get(key);
      if (first !== undefined) {
        aside('repeated', `It has the id of ${first.toLowerCase()}.`);
        continue;
      }
      places.set(key, place);
    }
    if (entries.length >= CALENDAR.entries) {
      aside('many', 'A calendar holds 5,000 entries at most; this one and those after it were not taken.');
      break;
    }
    entries.push({ key, entry, cancelled });
  }
  putAside.sort((one, other) => lineOf(one) - lineOf(other));
  return { entries, putAside, old };
}
