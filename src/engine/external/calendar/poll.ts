import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { calendarSources, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type FetchPage, type Page, PageError } from '#src/platform/net/fetch-page.ts';
import { textOfPage } from '#src/platform/net/page-text.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { CalendarRule } from '#src/shared/calendar/rule.ts';
import { CALENDAR } from '#src/shared/calendar/sources.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import type { Claim, Claimed } from '../claim-due.ts';
import { CalendarError, isReadAlike, type ReadAs, type Reading } from './reading.ts';
import { readApart } from './read-apart.ts';
import { awaitsFigure, takeReading } from './take-reading.ts';

export type CalendarDeps = {
  app: Database;
  system: Database;
  clock: Clock;
  enqueue: EngineEnqueue;
  announce: Announce;
  fetchPage: FetchPage;
  /** How a calendar is read: in a thread of its own, unless told. */
  read?: (text: string, as: ReadAs, now: Date) => Promise<Reading>;
};
type Source = typeof calendarSources.$inferSelect;

/** Calendars that are to be asked. */
export const TO_READ: Claim = {
  table: 'calendar_sources',
  column: 'next_at',
  heldMs: 120_000,
  mostMs: Math.max(CALENDAR.atMostMinutes, CALENDAR.idleMinutes) * 60_000,
};
const MINUTE_MS = 60_000;
const TYPES = 'text/calendar, text/csv, application/json, text/plain;q=0.9, */*;q=0.1';

const inMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * MINUTE_MS);

/** The rules that listen to a source, as they stand. */
export async function listeningTo(tx: Tx, sourceId: string) {
  const active = await tx
    .select()
    .from(rules)
    .where(
      and(
        eq(rules.kind, 'calendar'),
        eq(rules.state, 'active'),
        isNull(rules.deletedAt),
        // Those of other sources are neither read nor locked.
        sql`(${rules.outside}->'sources' = '[]' or ${rules.outside}->'sources' ? ${sourceId})`,
      ),
    )
    .orderBy(rules.createdAt, rules.id)
    // Changing a rule locks it and then wakes the sources; the same order here prevents a deadlock.
    .for('key share');
  return active.flatMap((rule) => {
    const { outside } = rule;
    if (outside?.kind !== 'calendar') return [];
    const all = outside.sources.length === 0 || outside.sources.includes(sourceId);
    return all ? [{ rule, outside }] : [];
  });
}

async function minutesToNext(
  tx: Tx,
  sourceId: string,
  listening: readonly { outside: CalendarRule }[],
  now: Date,
): Promise<number> {
  if (listening.length === 0) return CALENDAR.idleMinutes;
  const waits = listening.some(({ outside }) => outside.released !== undefined);
  return waits && (await awaitsFigure(tx, sourceId, now)) ? CALENDAR.awaitedMinutes : CALENDAR.everyMinutes;
}

/**
 * Asks a source and stores what came of it. What went wrong is written down with the source, and asked again later; what
 * is not the fault of its publisher is thrown besides.
 */
export async function pollSource(deps: CalendarDeps, at: Claimed, signal: AbortSignal): Promise<void> {
  const { app, clock, fetchPage, announce, read = readApart } = deps;
  const { workspaceId } = at;
  const [source] = await withTenant(app, workspaceId, (tx) =>
    tx.select().from(calendarSources).where(eq(calendarSources.id, at.id)),
  );
  if (!source || source.url === null) return;
  try {
    const page = await fetchPage({ ...source, url: source.url, accept: TYPES, signal });
    const reading =
      page.status === 'new' ? await read(textOfPage(page.bytes, page.type), source, clock()) : null;
    await withTenant(app, workspaceId, (tx) => store(tx, { source, page, reading, now: clock() }));
  } catch (error) {
    const isTheirs = error instanceof PageError || error instanceof CalendarError;
    if (signal.aborted && !isTheirs) throw error;
    const problem = isTheirs ? error.message : 'Its entries couldn’t be read.';
    await withTenant(app, workspaceId, (tx) => noteFailure(tx, source, problem, clock()));
    announce(workspaceId, 'feeds');
    if (!isTheirs) throw error;
    return;
  }
  announce(workspaceId, 'feeds');
}

/** The row of a source, locked; null where it is gone, or was to be read otherwise since: then it is asked again. */
async function heldAs(tx: Tx, source: Source, now: Date): Promise<Source | null> {
  const isOf = eq(calendarSources.id, source.id);
  const [held] = await tx.select().from(calendarSources).where(isOf).for('update');
  if (!held || isReadAlike(held, source)) return held ?? null;
  await tx.update(calendarSources).set({ nextAt: now }).where(isOf);
  return null;
}

async function noteFailure(tx: Tx, source: Source, problem: string, now: Date): Promise<void> {
  if (!(await heldAs(tx, source, now))) return;
  const failures = source.failures + 1;
  const wait = Math.min(CALENDAR.everyMinutes * 2 ** Math.min(failures - 1, 10), CALENDAR.atMostMinutes);
  await tx
    .update(calendarSources)
    .set({ failures, problem: problem.slice(0, 300), nextAt: inMinutes(now, wait) })
    .where(eq(calendarSources.id, source.id));
}

async function store(
  tx: Tx,
  { source, page, reading, now }: { source: Source; page: Page; reading: Reading | null; now: Date },
): Promise<void> {
  const { id } = source;
  const listening = await listeningTo(tx, id);
  const held = await heldAs(tx, source, now);
  if (!held) return;
  const taken = reading && (await takeReading(tx, held, reading, now));
  await tx
    .update(calendarSources)
    .set({
      ...(page.status === 'new' ? { etag: page.etag, lastModified: page.lastModified } : {}),
      ...(taken ? { putAside: taken.putAside, turnAt: now } : {}),
      firstReadAt: held.firstReadAt ?? now,
      readAt: now,
      failures: 0,
      problem: null,
      nextAt: inMinutes(now, await minutesToNext(tx, id, listening, now)),
    })
    .where(eq(calendarSources.id, id));
}
