import { setImmediate } from 'node:timers/promises';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { calendarEntries, calendarSaid, calendarSources } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Entry, Occasion } from '#src/shared/calendar/entry.ts';
import { matcherOf, matchesRelease } from '#src/shared/calendar/matches.ts';
import type { CalendarRule } from '#src/shared/calendar/rule.ts';
import { CALENDAR } from '#src/shared/calendar/sources.ts';
import { fireOutside } from '../../outside/fire.ts';
import type { Claim, Claimed } from '../claim-due.ts';
import { entryEvidence } from './evidence.ts';
import { type CalendarDeps, listeningTo } from './poll.ts';

type Row = typeof calendarEntries.$inferSelect;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Calendars of which an entry may be due. */
export const TO_TURN: Claim = { table: 'calendar_sources', column: 'turn_at', heldMs: 15_000 };
/** Whatever happens, a source is looked at again after so long. */
const LOOK_AGAIN_MS = 3_600_000;
/** What is due at its time is told so long after it: when the program was down. */
const GRACE_MS = 10 * MINUTE_MS;
const RELEASE_MS = CALENDAR.releaseDays * DAY_MS;
/** A time that moves by less is the same time. */
const MOVED_MS = 5 * MINUTE_MS;
/** So many comparisons of an entry with a rule are made before anybody else has his turn. */
const AT_A_TIME = 200;

const asEntry = (row: Row): Entry => ({
  kind: row.kind,
  title: row.title,
  country: row.country,
  currency: row.currency,
  symbol: row.symbol,
  at: row.at.toISOString(),
  day: row.day,
  timing: row.timing,
  importance: row.importance,
  previous: row.previous,
  forecast: row.forecast,
  actual: row.actual,
  unit: row.unit,
  link: row.link,
});

/** When a rule is to speak of an entry, and until when that makes sense. */
function momentsOf(
  row: Row,
  { before, at, released }: CalendarRule,
): { occasion: Occasion; due: number; until: number; knownAt: Date }[] {
  const time = row.at.getTime();
  const known = { knownAt: row.timeKnownAt };
  return [
    ...(before === undefined
      ? []
      : [{ occasion: 'before' as const, due: time - before * MINUTE_MS, until: time, ...known }]),
    ...(at
      ? [
          {
            occasion: 'at' as const,
            due: time,
            until: time + (row.timing === 'exact' ? GRACE_MS : DAY_MS),
            ...known,
          },
        ]
      : []),
    ...(released && row.actualAt
      ? [
          {
            occasion: 'released' as const,
            due: row.actualAt.getTime(),
            until: time + RELEASE_MS,
            knownAt: row.actualAt,
          },
        ]
      : []),
  ];
}

/**
 * Lets the rules speak that are due on the entries of a source, and says when to look again. What was due before a rule
 * or its source was there is old, unless it became known later.
 */
export async function takeTurn(deps: CalendarDeps, { workspaceId, id }: Claimed): Promise<void> {
  const { app, clock, announce, enqueue } = deps;
  const spoke = await withTenant(app, workspaceId, async (tx) => {
    const now = clock();
    const listening = await listeningTo(tx, id);
    const [source] = await tx.select().from(calendarSources).where(eq(calendarSources.id, id)).for('update');
    if (!source) return false;
    const locked = clock();
    let next = now.getTime() + LOOK_AGAIN_MS;
    let anySpoke = false;
    if (listening.length > 0 && source.firstReadAt) {
      const ahead = Math.max(...listening.map(({ outside }) => outside.before ?? 0)) * MINUTE_MS;
      const rows = await tx
        .select()
        .from(calendarEntries)
        .where(
          and(
            eq(calendarEntries.sourceId, id),
            isNull(calendarEntries.goneAt),
            gt(calendarEntries.at, new Date(now.getTime() - RELEASE_MS)),
            lt(calendarEntries.at, new Date(next + ahead)),
          ),
        )
        .orderBy(calendarEntries.at, calendarEntries.id);
      const said = await tx
        .select({ said: calendarSaid })
        .from(calendarSaid)
        .innerJoin(
          calendarEntries,
          and(
            eq(calendarEntries.workspaceId, calendarSaid.workspaceId),
            eq(calendarEntries.id, calendarSaid.entryId),
          ),
        )
        .where(
          and(eq(calendarEntries.sourceId, id), gt(calendarEntries.at, new Date(now.getTime() - RELEASE_MS))),
        );
      const told = Map.groupBy(
        said,
        ({ said: { ruleId, entryId, occasion } }) => `${ruleId} ${entryId} ${occasion}`,
      );
      const firstReadAt = source.firstReadAt.getTime();
      const asking = listening.map(({ rule, outside }) => ({
        rule,
        outside,
        matches: matcherOf(outside),
        heard: Math.max(rule.updatedAt.getTime(), firstReadAt),
      }));
      let looked = 0;
      for (const row of rows) {
        const entry = asEntry(row);
        for (const { rule, outside, matches, heard } of asking) {
          let isAsked: boolean | null = null;
          for (const { occasion, due, until, knownAt } of momentsOf(row, outside)) {
            const isToCome = due > now.getTime();
            // Time tells most of them apart, and costs less than words.
            if (isToCome && due >= next) continue;
            if (!isToCome) {
              if (now.getTime() >= until || (due <= heard && knownAt.getTime() <= heard)) continue;
              const before = told.get(`${rule.id} ${row.id} ${occasion}`) ?? [];
              const isTold = before.some(
                ({ said: { entryAt } }) =>
                  occasion === 'released' || Math.abs(entryAt.getTime() - row.at.getTime()) < MOVED_MS,
              );
              if (isTold) continue;
            }
            if (isAsked === null) {
              isAsked = matches(entry);
              looked += 1;
              // What else the process does goes on meanwhile.
              if (looked % AT_A_TIME === 0) await setImmediate();
            }
            if (!isAsked) break;
            if (isToCome) {
              next = due;
              continue;
            }
            if (occasion === 'released' && outside.released && !matchesRelease(entry, outside.released))
              continue;
            const attempt = await fireOutside(tx, enqueue, {
              rule,
              about: row.symbol ?? row.country ?? row.currency ?? source.name,
              evidence: entryEvidence(entry, { source: source.name, at: now, rule: outside, occasion }),
              key: `calendar ${row.id} ${occasion}${occasion === 'released' ? '' : ` ${entry.at}`}`,
              at: now,
              now,
            });
            const quiet = typeof attempt === 'object' && 'quiet' in attempt ? attempt.quiet : null;
            await tx
              .insert(calendarSaid)
              .values({
                workspaceId,
                ruleId: rule.id,
                entryId: row.id,
                occasion,
                entryAt: row.at,
                saidAt: now,
                quiet,
              })
              .onConflictDoNothing();
            anySpoke ||= typeof attempt === 'object' && 'alertId' in attempt;
          }
        }
      }
    }
    await tx
      .update(calendarSources)
      // Claimed, it is due in a while; due now, it was woken since, maybe by a rule that is not among these.
      .set({ turnAt: source.turnAt <= locked ? locked : new Date(next) })
      .where(eq(calendarSources.id, id));
    return anySpoke;
  });
  if (spoke) announce(workspaceId);
}
