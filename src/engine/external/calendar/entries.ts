import { and, asc, eq, gt, gte, ilike, inArray, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { DateTime } from 'luxon';
import type { Database } from '#src/db/database.ts';
import { type Cursor, writeCursor } from '#src/db/queries/cursor.ts';
import { calendarEntries } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import {
  type CalendarEntry,
  type EntryKind,
  type Importance,
  IMPORTANCES,
} from '#src/shared/calendar/entry.ts';
import { numberOf } from '#src/shared/calendar/figures.ts';
import { asksFor } from '#src/shared/calendar/places.ts';
import { nameOf } from '#src/shared/calendar/say.ts';

type Row = typeof calendarEntries.$inferSelect;

export type CalendarAsk = {
  /** Days in the zone, both included. */
  from: string;
  to: string;
  zone: string;
  kinds: readonly EntryKind[];
  /** At least. */
  importance: Importance | null;
  places: readonly string[];
  symbol: string | null;
  source: string | null;
  words: string | null;
  after: Cursor | null;
  limit: number;
};

/** Entries between two days: those with a time by that time in the zone, those without by the day they name. */
export async function listEntries(
  app: Database,
  workspaceId: string,
  ask: CalendarAsk,
): Promise<{ items: CalendarEntry[]; next: string | null }> {
  const begin = DateTime.fromISO(ask.from, { zone: ask.zone }).startOf('day');
  const end = DateTime.fromISO(ask.to, { zone: ask.zone }).startOf('day').plus({ days: 1 });
  const table = calendarEntries;
  const narrowed: (SQL | undefined)[] = [
    // The index finds these; zones lie at most 14 hours apart from UTC.
    gte(table.at, begin.minus({ days: 2 }).toJSDate()),
    lt(table.at, end.plus({ days: 2 }).toJSDate()),
    or(
      and(eq(table.timing, 'exact'), gte(table.at, begin.toJSDate()), lt(table.at, end.toJSDate())),
      and(ne(table.timing, 'exact'), gte(table.day, ask.from), lte(table.day, ask.to)),
    ),
    ask.kinds.length > 0 ? inArray(table.kind, [...ask.kinds]) : undefined,
    ask.importance === null
      ? undefined
      : inArray(table.importance, IMPORTANCES.slice(IMPORTANCES.indexOf(ask.importance))),
    ask.places.length > 0 ? or(...ask.places.map(ofPlace)) : undefined,
    ask.symbol === null ? undefined : eq(table.symbol, ask.symbol.toUpperCase()),
    ask.source === null ? undefined : eq(table.sourceId, ask.source),
    ask.words === null
      ? undefined
      : or(ilike(table.title, like(ask.words)), ilike(table.symbol, like(ask.words))),
    ask.after === null
      ? undefined
      : or(gt(table.at, ask.after.at), and(eq(table.at, ask.after.at), gt(table.id, ask.after.id))),
  ];
  const rows = await withTenant(app, workspaceId, (tx) =>
    tx
      .select()
      .from(table)
      .where(and(...narrowed))
      .orderBy(asc(table.at), asc(table.id))
      .limit(ask.limit + 1),
  );
  const items = rows.slice(0, ask.limit);
  const last = items.at(-1);
  return {
    items: items.map(shown),
    next: rows.length > ask.limit && last ? writeCursor(last) : null,
  };
}

const like = (words: string): string => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;

function ofPlace(code: string): SQL | undefined {
  const { countries, currency, alone } = asksFor(code.toUpperCase());
  return or(
    inArray(sql`upper(${calendarEntries.country})`, countries),
    eq(calendarEntries.currency, currency),
    alone === null ? undefined : and(isNull(calendarEntries.country), eq(calendarEntries.currency, alone)),
  );
}

const figure = (text: string | null) => (text === null ? null : { text, number: numberOf(text) });

const shown = (row: Row): CalendarEntry => ({
  id: row.id,
  sourceId: row.sourceId,
  name: nameOf(row),
  kind: row.kind,
  title: row.title,
  country: row.country,
  currency: row.currency,
  symbol: row.symbol,
  at: row.at.toISOString(),
  day: row.day,
  timing: row.timing,
  importance: row.importance,
  previous: figure(row.previous),
  forecast: figure(row.forecast),
  actual: figure(row.actual),
  unit: row.unit,
  link: row.link,
  changedAt: row.changedAt.toISOString(),
  goneAt: row.goneAt?.toISOString() ?? null,
});
