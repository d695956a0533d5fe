import { and, asc, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { calendarEntries, calendarPutAside, calendarSources } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { PageError } from '#src/platform/net/fetch-page.ts';
import { textOfPage } from '#src/platform/net/page-text.ts';
import { refusalOf } from '#src/platform/net/reachable.ts';
import type { Clock } from '#src/shared/clock.ts';
import {
  CALENDAR,
  type CalendarReading,
  type CalendarSource,
  type CalendarSourceChange,
  type CalendarSourceForm,
} from '#src/shared/calendar/sources.ts';
import { AppError } from '#src/shared/errors.ts';
import type { By } from '../../changed-by.ts';
import { CalendarError, isReadAlike, type Reading } from './reading.ts';
import { readApart } from './read-apart.ts';
import { takeReading } from './take-reading.ts';

const LATELY = 5;
/** So often a file is read at most while its calendar is changed. */
const ROUNDS = 3;
/** Behind more than so many others no file waits. */
const WAITING = 8;
const NONE = 'There is no such calendar.';
type Row = typeof calendarSources.$inferSelect;

type CalendarSourceDeps = {
  app: Database;
  clock: Clock;
  /** Addresses of private networks are taken. */
  allowPrivate: boolean;
  announce: (workspaceId: string, topic: 'feeds') => void;
};

/** Where a workspace reads its calendar, as the account area and programs see it. */
export function createCalendarSources({ app, clock, allowPrivate, announce }: CalendarSourceDeps) {
  return {
    list: (workspaceId: string): Promise<CalendarSource[]> =>
      withTenant(app, workspaceId, async (tx) => {
        const rows = await tx
          .select()
          .from(calendarSources)
          .orderBy(asc(calendarSources.name), asc(calendarSources.id));
        const shown: CalendarSource[] = [];
        for (const row of rows) shown.push(await shownSource(tx, row));
        return shown;
      }),

    add: (by: By, form: CalendarSourceForm): Promise<CalendarSource> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { name, url = null, format = null, kind = null, timeZone = 'UTC', dateOrder = null } = form;
        const refusal = url === null ? null : refusalOf(url, allowPrivate);
        if (refusal) throw new AppError('validation_failed', `This address is not read. ${refusal}`);
        const limit = { of: 'calendars', whose: by.workspaceId, max: CALENDAR.sources };
        if (!(await hasRoom(tx, limit, () => tx.$count(calendarSources))))
          throw new AppError(
            'validation_failed',
            `A workspace can have at most ${CALENDAR.sources} calendars.`,
          );
        const at = clock();
        const [row] = await tx
          .insert(calendarSources)
          .values({
            workspaceId: by.workspaceId,
            id: newId(),
            name,
            url: url === null ? null : addressOf(url),
            format,
            kind,
            timeZone,
            dateOrder,
            createdAt: at,
            nextAt: url === null ? null : at,
            turnAt: at,
          })
          .onConflictDoNothing()
          .returning();
        if (!row) throw new AppError('name_taken', 'This address is a calendar already.');
        await recordActivity(tx, { ...by, action: 'calendar.added', subject: name, at });
        const source = await shownSource(tx, row);
        await by.keepAnswer?.(tx, 201, source);
        return source;
      }),

    /** What is read in another way from now on is asked for anew. */
    change: (by: By, id: string, form: CalendarSourceChange): Promise<CalendarSource> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const row = await rowOf(tx, id);
        const next = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
        const at = clock();
        const [changed] = await tx
          .update(calendarSources)
          .set({
            ...next,
            etag: null,
            lastModified: null,
            ...(row.url === null ? {} : { nextAt: at }),
          })
          .where(eq(calendarSources.id, id))
          .returning();
        if (!changed) throw new AppError('not_found', NONE);
        await recordActivity(tx, { ...by, action: 'calendar.changed', subject: changed.name, at });
        return shownSource(tx, changed);
      }),

    remove: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const [gone] = await tx.delete(calendarSources).where(eq(calendarSources.id, id)).returning();
        if (!gone) throw new AppError('not_found', NONE);
        await recordActivity(tx, { ...by, action: 'calendar.removed', subject: gone.name, at: clock() });
      }),

    /** Reads a file that somebody gives in: what it tells stands beside what files before it told. */
    give: async (by: By, id: string, read: () => Promise<Uint8Array>): Promise<CalendarReading> => {
      const { workspaceId } = by;
      const source = await withTenant(app, workspaceId, (tx) => rowOf(tx, id));
      if (source.url !== null)
        throw new AppError(
          'validation_failed',
          'This calendar is read from its address. Make another one for files.',
        );
      const bytes = await read();
      let as = source;
      for (let round = 0; round < ROUNDS; round += 1) {
        const reading = await readGiven(bytes, as, clock());
        const stored = await withTenant(app, workspaceId, (tx) => store(tx, { by, as, reading })).catch(
          (cause: unknown) => {
            if (!isOfText(cause)) throw cause;
            throw notTaken('It contains a character that can’t be stored.', cause);
          },
        );
        if ('entries' in stored) {
          announce(workspaceId, 'feeds');
          return stored;
        }
        as = stored;
      }
      throw notTaken('The settings of this calendar were changed in the meantime. Upload the file again.');
    },
  };

  /** Stores what a file told; the source instead, where it was to be read otherwise since. */
  async function store(
    tx: Tx,
    { by, as, reading }: { by: By; as: Row; reading: Reading },
  ): Promise<CalendarReading | Row> {
    const held = await rowOf(tx, as.id, true);
    if (!isReadAlike(held, as)) return held;
    const now = clock();
    const result = await takeReading(tx, held, reading, now);
    await tx
      .update(calendarSources)
      .set({ firstReadAt: held.firstReadAt ?? now, readAt: now, putAside: result.putAside, turnAt: now })
      .where(eq(calendarSources.id, as.id));
    const { entries, putAside } = result;
    await recordActivity(tx, {
      ...by,
      action: 'calendar.file_read',
      subject: held.name,
      detail: { entries, putAside },
      at: now,
    });
    const shown = { ...result, lately: result.lately.slice(0, LATELY) };
    await by.keepAnswer?.(tx, 200, shown);
    return shown;
  }
}

const notTaken = (sentence: string, cause?: unknown): AppError =>
  new AppError('validation_failed', `The file was rejected. ${sentence}`, { cause });

const addressOf = (text: string): string => {
  const url = new URL(text);
  url.hash = '';
  return url.href;
};

async function readGiven(bytes: Uint8Array, source: Row, now: Date): Promise<Reading> {
  try {
    const reading = await readApart(textOfPage(bytes, ''), source, now, WAITING);
    if (reading.entries.length > 0 || reading.old > 0) return reading;
    const [first] = reading.putAside;
    throw new CalendarError(
      first ? `None of its entries can be used. ${first.place}: ${first.problem}` : 'It holds no entries.',
    );
  } catch (error) {
    if (!(error instanceof CalendarError || error instanceof PageError)) throw error;
    throw notTaken(error.message);
  }
}

/** Whether the database refuses a value for what it is. */
const isOfText = (error: unknown): boolean =>
  error instanceof Error &&
  (/^22|^23514$/.test(String((error as { code?: unknown }).code)) || isOfText(error.cause));

async function rowOf(tx: Tx, id: string, lock = false): Promise<Row> {
  const query = tx.select().from(calendarSources).where(eq(calendarSources.id, id));
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw new AppError('not_found', NONE);
  return row;
}

async function shownSource(tx: Tx, row: Row): Promise<CalendarSource> {
  const aside = await tx
    .select()
    .from(calendarPutAside)
    .where(eq(calendarPutAside.sourceId, row.id))
    .orderBy(asc(calendarPutAside.n))
    .limit(LATELY);
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    format: row.format,
    kind: row.kind,
    timeZone: row.timeZone,
    dateOrder: row.dateOrder,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    failures: row.failures,
    problem: row.problem,
    entries: await tx.$count(calendarEntries, and(eq(calendarEntries.sourceId, row.id))),
    putAside: row.putAside,
    lately: aside.map(({ place, reason, problem, sample }) => ({ place, reason, problem, sample })),
  };
}
