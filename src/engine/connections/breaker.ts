import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { connections } from '#src/db/schema.ts';
import type { SendOutcome } from '../channels/channel.ts';
import { disableConnection, noteMissed } from './give-up.ts';
import { accountSays } from './health.ts';

/** So many sends in a row that failed for the account's sake open the breaker. */
export const OPENS_AFTER = 5;
const MINUTE = 60_000;
/** How long it stays open before the account is checked again, by how often it opened in a row. In ms. */
const OPEN_FOR = [1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE);

export const openFor = (openings: number): number =>
  OPEN_FOR[Math.min(openings, OPEN_FOR.length) - 1] ?? OPEN_FOR[0] ?? MINUTE;

type Ended = {
  workspaceId: string;
  connectionId: string;
  outcomes: readonly SendOutcome[];
  /** As its channel declares it. */
  givesUpAfterDays?: number | undefined;
  now: Date;
};

/**
 * Writes down how a connection's sends ended, in their order. After OPENS_AFTER failures in a row nothing more is sent
 * over it, those who manage channels are told, and a check tries it again later. One that wants nothing more, or that
 * nothing reached for days, is disabled. @returns whether anyone was notified
 */
export async function noteSends(tx: Tx, ended: Ended): Promise<boolean> {
  const { outcomes, givesUpAfterDays: days } = ended;
  const closed = outcomes.find((each) => each.outcome === 'rejected' && each.closesAccount);
  if (closed && 'reason' in closed)
    return disableConnection(tx, ended, { because: 'It wants nothing more.', problem: closed.reason });
  const isOpened = await openBreaker(tx, ended);
  const isDisabled = days !== undefined && (await noteMissed(tx, ended, outcomes, days));
  return isOpened || isDisabled;
}

async function openBreaker(tx: Tx, { workspaceId, connectionId, outcomes, now }: Ended): Promise<boolean> {
  const lastGood = outcomes.findLastIndex((outcome) => accountSays(outcome) === 'works');
  const failed = outcomes.slice(lastGood + 1).filter((outcome) => accountSays(outcome) === 'failed');
  const isIt = and(eq(connections.workspaceId, workspaceId), eq(connections.id, connectionId));
  if (failed.length === 0) {
    if (lastGood < 0) return false;
    // Nearly every send ends here: a row that says so already isn't written again.
    await tx
      .update(connections)
      .set({ failures: 0, openings: 0, updatedAt: now })
      .where(and(isIt, sql`(${connections.failures} > 0 or ${connections.openings} > 0)`));
    return false;
  }
  const [row] = await tx
    .update(connections)
    .set({
      failures: lastGood >= 0 ? failed.length : sql`${connections.failures} + ${failed.length}`,
      updatedAt: now,
    })
    .where(and(isIt, isNull(connections.deletedAt)))
    .returning();
  // After a check nothing has worked yet: the first failure is enough.
  const enough = row && row.openings > 0 ? 1 : OPENS_AFTER;
  if (!row || row.state !== 'ok' || row.failures < enough) return false;
  const last = failed.at(-1);
  const problem = last && 'reason' in last ? last.reason : 'It could not be reached.';
  await tx
    .update(connections)
    .set({
      state: 'failing',
      problem: problem.slice(0, 500),
      openings: row.openings + 1,
      heldUntil: new Date(now.getTime() + openFor(row.openings + 1)),
    })
    .where(isIt);
  return notifyMembers(tx, {
    workspaceId,
    kind: 'connection_failing',
    title: `“${row.name}” is failing`,
    text: `${problem} Nothing is sent over it for now. We check it again automatically; you can also check it yourself.`,
    link: '/channels',
    whoMay: 'channels:write',
    at: now,
    again: { title: `“${row.name}” failed {n} times in an hour`, text: problem, link: '/channels' },
  });
}
