import { setImmediate } from 'node:timers/promises';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { calendarEntries, calendarSaid, calendarSources } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fireExternalRule } from '../../events/fire-external-rule.ts';
import type { Claim, Claimed } from '../claim-due.ts';
import { type Compared, dueOf, type Known, RELEASE_MS } from './due.ts';
import { entryEvidence } from './evidence.ts';
import { type CalendarDeps, listeningTo } from './poll.ts';

const MINUTE_MS = 60_000;
/** Whatever happens, a source is looked at again after so long. */
const LOOK_AGAIN_MS = 3_600_000;
/** Calendars of which an entry may be due. */
export const TO_TURN: Claim = {
  table: 'calendar_sources',
  column: 'turn_at',
  heldMs: 15_000,
  mostMs: LOOK_AGAIN_MS,
};
/** How many comparisons of an entry with a rule are made before yielding, and while a source is locked. */
const AT_A_TIME = 200;

/** What is known of a source that is read since `firstReadAt`, to the extent that something may be due until `latest` (ms, UTC). */
async function knownOf(
  tx: Tx,
  id: string,
  { listening, firstReadAt }: Pick<Known, 'listening' | 'firstReadAt'>,
  { now, latest }: { now: number; latest: number },
): Promise<Known> {
  const ahead = Math.max(...listening.map(({ outside }) => outside.before ?? 0)) * MINUTE_MS;
  const since = new Date(now - RELEASE_MS);
  const rows = await tx
    .select()
    .from(calendarEntries)
    .where(
      and(
        eq(calendarEntries.sourceId, id),
        isNull(calendarEntries.goneAt),
        gt(calendarEntries.at, since),
        lt(calendarEntries.at, new Date(latest + ahead)),
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
    .where(and(eq(calendarEntries.sourceId, id), gt(calendarEntries.at, since)));
  return { rows, listening, said: said.map((each) => each.said), firstReadAt };
}

/** What is due, where that takes no more than so many comparisons; else null. */
function dueAtOnce(...asked: Parameters<typeof dueOf>) {
  const steps = dueOf(...asked);
  for (let made = 0; made <= AT_A_TIME; made += 1) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
  return null;
}

async function compareInTurns(
  asked: Parameters<typeof dueOf>,
  breathe: () => Promise<unknown>,
): Promise<void> {
  let made = 0;
  for (const _ of dueOf(...asked)) {
    made += 1;
    // What else the process does goes on meanwhile.
    if (made % AT_A_TIME === 0) await breathe();
  }
}

/**
 * Lets the rules trigger that are due on the entries of a source, and says when to look again. Where many are to be
 * compared, that is done while nothing is locked: nobody who changes a rule or the source waits for it.
 */
export async function takeTurn(
  deps: CalendarDeps,
  claimed: Claimed,
  breathe: () => Promise<unknown> = setImmediate,
): Promise<void> {
  const compared: Compared = new Map();
  while (true) {
    const now = deps.clock();
    const times = { now: now.getTime(), latest: now.getTime() + LOOK_AGAIN_MS };
    const turn = await withTenant(deps.app, claimed.workspaceId, (tx) =>
      turnIn(tx, deps, claimed, { now, times, compared }),
    );
    if (typeof turn === 'boolean') {
      if (turn) deps.announce(claimed.workspaceId);
      return;
    }
    await compareInTurns([turn, times, compared], breathe);
  }
}

/** @returns whether something was said, or what is known where that is to be compared first */
async function turnIn(
  tx: Tx,
  { clock, enqueue }: CalendarDeps,
  { workspaceId, id }: Claimed,
  { now, times, compared }: { now: Date; times: { now: number; latest: number }; compared: Compared },
): Promise<boolean | Known> {
  const listening = await listeningTo(tx, id);
  const [source] = await tx.select().from(calendarSources).where(eq(calendarSources.id, id)).for('update');
  if (!source) return false;
  const locked = clock();
  let next = times.latest;
  let anySpoke = false;
  if (listening.length > 0 && source.firstReadAt) {
    const known = await knownOf(tx, id, { listening, firstReadAt: source.firstReadAt.getTime() }, times);
    const found = dueAtOnce(known, times, compared);
    if (!found) return known;
    next = found.next;
    for (const { rule, outside, row, entry, occasion } of found.due) {
      const attempt = await fireExternalRule(tx, enqueue, {
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
  await tx
    .update(calendarSources)
    // Claimed, it is due in a while; due now, it was woken since, maybe by a rule that is not among these.
    .set({ turnAt: source.turnAt <= locked ? locked : new Date(next) })
    .where(eq(calendarSources.id, id));
  return anySpoke;
}
