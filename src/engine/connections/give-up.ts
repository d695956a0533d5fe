import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { connections } from '#src/db/schema.ts';
import type { SendOutcome } from '../channels/channel.ts';

const DAY = 86_400_000;

type Which = { workspaceId: string; connectionId: string; now: Date };

const isIt = ({ workspaceId, connectionId }: Which) =>
  and(eq(connections.workspaceId, workspaceId), eq(connections.id, connectionId));

/**
 * Whether a message is still on its way after this try. A pause that the provider asked for is no failure, and what is
 * refused for good says nothing of the account.
 */
export const hasMissed = (outcome: SendOutcome): boolean => outcome.outcome === 'retry' && !outcome.paused;

/** Whether nothing has arrived for so many days. */
export const isGivenUp = (
  failingSince: Date | null,
  { days, now }: { days: number | undefined; now: Date },
): boolean =>
  days !== undefined && failingSince !== null && now.getTime() - failingSince.getTime() >= days * DAY;

/** "It failed for 5 days." */
export const failedFor = (days: number): string => `It failed for ${days === 1 ? 'a day' : `${days} days`}.`;

/**
 * Nothing more goes out over a connection until its owner resumes it, and those who manage channels are told.
 * @returns whether anyone was notified
 */
export async function disableConnection(
  tx: Tx,
  which: Which,
  { because, problem }: { because: string; problem: string },
): Promise<boolean> {
  const { workspaceId, now } = which;
  const [row] = await tx
    .update(connections)
    .set({
      state: 'paused',
      problem: `Disabled. ${because} ${problem}`.slice(0, 500),
      heldUntil: null,
      updatedAt: now,
    })
    .where(and(isIt(which), isNull(connections.deletedAt), ne(connections.state, 'paused')))
    .returning();
  if (!row) return false;
  return notifyMembers(tx, {
    workspaceId,
    kind: 'connection_failing',
    title: `“${row.name}” is disabled`,
    text: `${because} ${problem} Nothing is sent over it until you resume it. What waits for it goes out then.`,
    link: '/channels',
    whoMay: 'channels:write',
    at: now,
  });
}

/**
 * Writes down since when nothing has arrived over a connection, by how its sends ended, in their order. After `days` of
 * that it's disabled. @returns whether anyone was notified
 */
export async function noteMissed(
  tx: Tx,
  which: Which,
  outcomes: readonly SendOutcome[],
  days: number,
): Promise<boolean> {
  const { now } = which;
  const arrived = outcomes.findLastIndex(({ outcome }) => outcome === 'sent');
  const last = outcomes.slice(arrived + 1).findLast(hasMissed);
  if (!last) {
    if (arrived >= 0)
      await tx
        .update(connections)
        .set({ failingSince: null, updatedAt: now })
        .where(and(isIt(which), isNotNull(connections.failingSince)));
    return false;
  }
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await tx
    .update(connections)
    .set({
      failingSince: arrived >= 0 ? now : sql`coalesce(${connections.failingSince}, ${at})`,
      updatedAt: now,
    })
    .where(and(isIt(which), isNull(connections.deletedAt)))
    .returning();
  if (!row || !isGivenUp(row.failingSince, { days, now })) return false;
  const problem = 'reason' in last ? last.reason : '';
  return disableConnection(tx, which, { because: failedFor(days), problem });
}
