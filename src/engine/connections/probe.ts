import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { ChannelDeps } from '../channels/channel.ts';
import { callOver } from '../channels/call-over.ts';
import { findChannel } from '../channels/registry.ts';
import type { Announce } from '../enqueue.ts';
import { openFor } from './breaker.ts';
import { disableConnection, failedFor, isGivenUp } from './give-up.ts';
import { openConnection } from './open.ts';
import { wakeConnection } from './wake.ts';

export type ProbeDeps = {
  app: Database;
  system: Database;
  announce: Announce;
  clock: Clock;
  random: () => number;
  encryptionKey: Buffer;
  mail: ChannelDeps['mail'];
  call: ChannelDeps['call'];
};

const PER_LOOK = 50;

/**
 * Half-opens the breakers whose time has come: the account is checked without sending anything, and where it works
 * again, sending goes on. Of several processes one checks. @returns how many work again
 */
export async function probeConnections(deps: ProbeDeps): Promise<number> {
  const now = deps.clock();
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from connections
     where state = 'failing' and deleted_at is null and held_until <= ${now.toISOString()}::timestamptz
     order by held_until limit ${PER_LOOK}`);
  const probed = rows.map(({ workspace_id: workspaceId, id }) => probe(deps, workspaceId, id, now));
  return (await Promise.all(probed)).filter(Boolean).length;
}

async function probe(deps: ProbeDeps, workspaceId: string, id: string, now: Date): Promise<boolean> {
  const isIt = and(eq(connections.id, id), eq(connections.state, 'failing'), isNull(connections.deletedAt));
  // Whoever moves the time on checks it; a process that dies meanwhile leaves it to the next look.
  const [row] = await withTenant(deps.app, workspaceId, (tx) =>
    tx
      .update(connections)
      .set({
        openings: sql`${connections.openings} + 1`,
        heldUntil: sql`${now.toISOString()}::timestamptz + ${openFor(1)} * interval '1 millisecond'`,
      })
      .where(and(isIt, lte(connections.heldUntil, now)))
      .returning(),
  );
  const channel = row && findChannel(row.channel);
  if (!row || !channel) return false;
  const { mail, call, random } = deps;
  const connection = openConnection(deps.encryptionKey, row);
  const result = await channel.check(connection, {
    mail,
    call: callOver(call, connection),
    random,
    now: () => deps.clock().getTime(),
  });
  const at = deps.clock();
  const notified = await withTenant(deps.app, workspaceId, async (tx) => {
    if (!result.ok) {
      await tx
        .update(connections)
        .set({
          problem: result.problem.slice(0, 500),
          heldUntil: new Date(at.getTime() + openFor(row.openings)),
          checkedAt: at,
          updatedAt: at,
        })
        .where(isIt);
      const days = channel.givesUpAfterDays;
      if (days === undefined || !isGivenUp(row.failingSince, { days, now: at })) return false;
      const why = { because: failedFor(days), problem: result.problem };
      return disableConnection(tx, { workspaceId, connectionId: id, now: at }, why);
    }
    await tx
      .update(connections)
      .set({
        state: 'ok',
        problem: result.warning?.slice(0, 500) ?? null,
        failures: 0,
        heldUntil: null,
        failingSince: null,
        checkedAt: at,
        updatedAt: at,
      })
      .where(isIt);
    await wakeConnection(tx, { workspaceId, connectionId: id, now: at });
    return notifyMembers(tx, {
      workspaceId,
      kind: 'connection_works',
      title: `“${row.name}” works again`,
      text: 'Waiting messages are being sent now.',
      link: '/channels',
      whoMay: 'channels:write',
      at,
    });
  });
  if (notified) deps.announce(workspaceId, 'notifications');
  deps.announce(workspaceId, 'channels');
  return result.ok;
}
