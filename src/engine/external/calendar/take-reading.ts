import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { calendarEntries, calendarPutAside, type calendarSources } from '#src/db/schema.ts';
import type { Entry } from '#src/shared/calendar/entry.ts';
import { CALENDAR, type CalendarReading } from '#src/shared/calendar/sources.ts';
import type { ReadEntry, Reading } from './reading.ts';

type Source = typeof calendarSources.$inferSelect;
type Row = typeof calendarEntries.$inferSelect;

const DAY_MS = 86_400_000;
const AT_ONCE = 500;
const SAME = [
  'kind',
  'title',
  'country',
  'currency',
  'symbol',
  'day',
  'timing',
  'importance',
  'previous',
  'forecast',
  'actual',
  'unit',
  'link',
] as const satisfies (keyof Entry & keyof Row)[];

type About = Pick<Entry, 'kind' | 'country' | 'currency' | 'symbol' | 'title'> & { at: string | Date };
const aboutOf = ({ kind, country, currency, symbol, title, at }: About): string =>
  JSON.stringify([kind, country, currency, symbol, title, new Date(at)]);

/**
 * Entries that their source calls by another id than the last time, as some do at every reading, stay the rows they are:
 * what is about the same at the same time, and is not told by its own key.
 */
async function takeOver(tx: Tx, known: Map<string, Row>, entries: readonly ReadEntry[]): Promise<void> {
  const told = new Set(entries.map(({ key }) => key));
  const untold = Map.groupBy(
    [...known.values()].filter(({ key }) => !told.has(key)),
    aboutOf,
  );
  const renamed: { id: string; key: string }[] = [];
  for (const { key, entry, cancelled } of untold.size === 0 ? [] : entries) {
    if (known.has(key)) continue;
    const same = untold.get(aboutOf(entry)) ?? [];
    // What is called off is put in anew as another.
    const row = same.find(({ goneAt }) => goneAt === null) ?? (cancelled ? same[0] : undefined);
    if (!row) continue;
    same.splice(same.indexOf(row), 1);
    known.delete(row.key);
    known.set(key, { ...row, key });
    renamed.push({ id: row.id, key });
  }
  if (renamed.length > 0)
    await tx.execute(sql`
      update calendar_entries e set key = renamed.key
        from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as renamed (id uuid, key text)
       where e.id = renamed.id`);
}

/** The row of an entry as it is to be, or null where it is so already. */
function rowOf(
  { key, entry, cancelled }: ReadEntry,
  known: Row | undefined,
  source: Source,
  now: Date,
): Row | null {
  const at = new Date(entry.at);
  const moved = known !== undefined && (known.at.getTime() !== at.getTime() || known.timing !== entry.timing);
  const isSame =
    known !== undefined &&
    !moved &&
    cancelled === (known.goneAt !== null) &&
    SAME.every((name) => known[name] === entry[name]);
  if (isSame) return null;
  // What stood there at the first reading had come before anybody listened.
  const came = entry.actual !== null && (known ? known.actual === null : source.firstReadAt !== null);
  return {
    workspaceId: source.workspaceId,
    id: known?.id ?? newId(),
    sourceId: source.id,
    key,
    ...entry,
    at,
    seenAt: known?.seenAt ?? now,
    changedAt: now,
    timeKnownAt: known && !moved ? known.timeKnownAt : now,
    actualAt: known?.actualAt ?? (came ? now : null),
    goneAt: cancelled ? (known?.goneAt ?? now) : null,
  };
}

/**
 * Stores what a reading told: what is new, what has changed, and (where every line could be read) what is told no more though its
 * time has not come. The caller holds the row of the source.
 */
export async function takeReading(
  tx: Tx,
  source: Source,
  reading: Reading,
  now: Date,
): Promise<CalendarReading> {
  const known = new Map(
    (await tx.select().from(calendarEntries).where(eq(calendarEntries.sourceId, source.id))).map(
      (row) => [row.key, row] as const,
    ),
  );
  await takeOver(tx, known, reading.entries);
  const rows = reading.entries.flatMap((each) => rowOf(each, known.get(each.key), source, now) ?? []);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const columns = ['at', 'changedAt', 'timeKnownAt', 'actualAt', 'goneAt', ...SAME] as const;
    await tx
      .insert(calendarEntries)
      .values(rows.slice(from, from + AT_ONCE))
      .onConflictDoUpdate({
        target: [calendarEntries.workspaceId, calendarEntries.sourceId, calendarEntries.key],
        set: Object.fromEntries(
          columns.map((name) => [name, sql.raw(`excluded.${calendarEntries[name].name}`)]),
        ),
      });
  }
  const told = new Set(reading.entries.map(({ key }) => key));
  const times = reading.entries.map(({ entry }) => Date.parse(entry.at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  // One that is not told may stand in a line that could not be read.
  const isWhole = reading.putAside.length === 0;
  const gone = [...known.values()].filter(
    ({ key, at, goneAt }) =>
      isWhole &&
      goneAt === null &&
      !told.has(key) &&
      at > now &&
      at.getTime() >= first &&
      at.getTime() <= last,
  );
  if (gone.length > 0)
    await tx
      .update(calendarEntries)
      .set({ goneAt: now, changedAt: now })
      .where(
        and(
          eq(calendarEntries.sourceId, source.id),
          inArray(
            calendarEntries.id,
            gone.map(({ id }) => id),
          ),
        ),
      );
  const oldest = new Date(now.getTime() - CALENDAR.keptDays * DAY_MS);
  await tx
    .delete(calendarEntries)
    .where(and(eq(calendarEntries.sourceId, source.id), lt(calendarEntries.at, oldest)));
  const lately = await keepPutAside(tx, source, reading);
  const added = rows.filter(({ key }) => !known.has(key)).length;
  return {
    entries: reading.entries.length,
    added,
    changed: rows.length - added,
    gone: gone.length,
    old: reading.old,
    putAside: reading.putAside.length,
    lately,
  };
}

/** The first lines that could not be taken; those of the reading before are no more. */
async function keepPutAside(tx: Tx, { workspaceId, id: sourceId }: Source, { putAside }: Reading) {
  await tx.delete(calendarPutAside).where(eq(calendarPutAside.sourceId, sourceId));
  const kept = putAside.slice(0, CALENDAR.putAsideKept);
  if (kept.length > 0)
    await tx.insert(calendarPutAside).values(
      kept.map(({ place, reason, problem, sample }, n) => ({
        workspaceId,
        sourceId,
        n,
        place,
        reason,
        problem: problem.slice(0, 300),
        sample: sample.slice(0, 300),
      })),
    );
  return kept;
}

/** Whether a figure is awaited that a rule may speak of: its time has just come, or is about to. */
export async function awaitsFigure(tx: Tx, sourceId: string, now: Date): Promise<boolean> {
  const around = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  return (
    (await tx.$count(
      calendarEntries,
      and(
        eq(calendarEntries.sourceId, sourceId),
        isNull(calendarEntries.actual),
        isNull(calendarEntries.goneAt),
        eq(calendarEntries.timing, 'exact'),
        gt(calendarEntries.at, around(-20)),
        lt(calendarEntries.at, around(CALENDAR.everyMinutes)),
      ),
    )) > 0
  );
}
