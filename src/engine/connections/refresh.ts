import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { callOver } from '../channels/call-over.ts';
import type { Channel, ChannelDeps, OpenConnection, Refreshed } from '../channels/channel.ts';
import { findChannel } from '../channels/registry.ts';
import { connectionAt, openConnection } from './open.ts';
import type { ProbeDeps } from './probe.ts';
import { sealSecrets } from './secrets.ts';

type Row = typeof connections.$inferSelect;
type Times = Pick<Row, 'tokenEndsAt' | 'refreshAt'>;

const PER_LOOK = 20;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A process that asks for new credentials has so long; then another one may ask. A request ends long before. */
const LEASE_MS = 5 * MINUTE;
/** Where the provider couldn't be asked. */
const AGAIN_MS = 2 * MINUTE;
/** Between the tries of storing what a provider has answered, in ms. */
const STORE_AGAIN = [250, 1_000, 4_000, 10_000, 30_000];

/** Credentials that are short from the start are refreshed at their half, and not again and again. */
export function timesOf(endsAt: number | null, aheadMs: number, now: number): Times {
  if (endsAt === null) return { tokenEndsAt: null, refreshAt: null };
  const ahead = Math.min(aheadMs, Math.max(0, endsAt - now) / 2);
  return { tokenEndsAt: new Date(endsAt), refreshAt: new Date(endsAt - ahead) };
}

/** When the credentials of a new connection end, and when to refresh them. */
export async function tokenTimes(
  { tokens }: Channel,
  connection: OpenConnection,
  deps: ChannelDeps,
): Promise<Times> {
  return tokens
    ? timesOf(await tokens.endsAt(connection, deps), tokens.aheadMs, deps.now())
    : { tokenEndsAt: null, refreshAt: null };
}

/**
 * Refreshes the credentials whose time has come. Of several processes one asks. Where the provider refuses, the owners are
 * reminded every day until the end, and then the connection fails. @returns how many were refreshed
 */
export async function refreshConnections(deps: ProbeDeps): Promise<number> {
  const now = deps.clock().toISOString();
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from connections
     where refresh_at <= ${now}::timestamptz and deleted_at is null order by refresh_at limit ${PER_LOOK}`);
  const done = rows.map(({ workspace_id: workspaceId, id }) => refreshOne(deps, workspaceId, id));
  // One that can't be stored or opened is no reason to look at no other.
  const results = await Promise.allSettled(done);
  const failed = results.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return results.filter((each) => each.status === 'fulfilled' && each.value).length;
}

async function refreshOne(deps: ProbeDeps, workspaceId: string, id: string): Promise<boolean> {
  const row = await claim(deps, workspaceId, id);
  const channel = row && findChannel(row.channel);
  if (!row || !channel?.tokens) return false;
  const connection = openConnection(deps.encryptionKey, row);
  const result = await channel.tokens.refresh(connection, {
    now: () => deps.clock().getTime(),
    random: deps.random,
    mail: deps.mail,
    call: callOver(deps.call, connection),
  });
  if ('secrets' in result)
    await insist(() => store(deps, row, channel.tokens?.aheadMs ?? 0, connection, result));
  else if (result.isFinal) await remind(deps, row, result.problem);
  else await postpone(deps, row, result.retryAt);
  deps.announce(workspaceId, 'channels');
  return 'secrets' in result;
}

async function claim(deps: ProbeDeps, workspaceId: string, id: string): Promise<Row | undefined> {
  const now = deps.clock();
  const [row] = await withTenant(deps.app, workspaceId, (tx) =>
    tx
      .update(connections)
      .set({ refreshAt: new Date(now.getTime() + LEASE_MS) })
      .where(and(eq(connections.id, id), isNull(connections.deletedAt), lte(connections.refreshAt, now)))
      .returning(),
  );
  return row;
}

/** Whoever has connected it again meanwhile has newer credentials than we asked with, and they stay. */
const asClaimed = ({ id, sealed }: Row) =>
  and(
    eq(connections.id, id),
    isNull(connections.deletedAt),
    sealed === null ? isNull(connections.sealed) : eq(connections.sealed, sealed),
  );

/**
 * Some providers take a refresh token once: from their answer on, ours is worth nothing, and what they answered is in
 * this process alone. So storing it is tried for as long as it makes sense. A process that is killed in between loses it, and
 * its owner has to connect again.
 */
async function insist(work: () => Promise<void>): Promise<void> {
  for (const ms of STORE_AGAIN) {
    try {
      return await work();
    } catch {
      await sleep(ms);
    }
  }
  await work();
}

async function store(
  deps: ProbeDeps,
  row: Row,
  aheadMs: number,
  connection: OpenConnection,
  { secrets, endsAt }: Extract<Refreshed, { secrets: unknown }>,
): Promise<void> {
  const now = deps.clock();
  const sealed = sealSecrets(deps.encryptionKey, connectionAt(row), { ...connection.secrets, ...secrets });
  await withTenant(deps.app, row.workspaceId, (tx) =>
    tx
      .update(connections)
      .set({
        sealed,
        ...timesOf(endsAt, aheadMs, now.getTime()),
        // What failed for want of it is checked at once, and what was a reminder is over.
        heldUntil: sql`case when ${connections.state} = 'failing' then ${now.toISOString()}::timestamptz else ${connections.heldUntil} end`,
        problem: sql`case when ${connections.state} = 'ok' then null else ${connections.problem} end`,
        updatedAt: now,
      })
      .where(asClaimed(row)),
  );
}

async function postpone({ app, clock }: ProbeDeps, row: Row, retryAt: number | undefined): Promise<void> {
  const refreshAt = new Date(retryAt ?? clock().getTime() + AGAIN_MS);
  await withTenant(app, row.workspaceId, (tx) =>
    tx.update(connections).set({ refreshAt }).where(asClaimed(row)),
  );
}

const whenFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** What still works goes on until it ends. */
async function remind(deps: ProbeDeps, row: Row, why: string): Promise<void> {
  const now = deps.clock();
  const endsAt = row.tokenEndsAt?.getTime() ?? 0;
  const isOver = endsAt <= now.getTime();
  const problem = `Reconnect: ${why}`.slice(0, 500);
  const notified = await withTenant(deps.app, row.workspaceId, async (tx) => {
    const [changed] = await tx
      .update(connections)
      .set({
        problem,
        updatedAt: now,
        refreshAt: isOver ? null : new Date(Math.min(endsAt, now.getTime() + DAY)),
        ...(isOver && {
          state: sql`case when ${connections.state} = 'paused' then 'paused' else 'failing' end`,
          // No check can succeed before a person has connected it again.
          heldUntil: null,
        }),
      })
      .where(asClaimed(row))
      .returning({ id: connections.id });
    if (!changed) return false;
    const text = isOver
      ? `${problem} Nothing is sent over it until then; alerts wait.`
      : `${problem} It works until ${whenFormat.format(endsAt)} UTC.`;
    return notifyMembers(tx, {
      workspaceId: row.workspaceId,
      kind: 'connection_failing',
      title: isOver ? `“${row.name}” is no longer connected` : `Reconnect “${row.name}”`,
      text,
      link: '/channels',
      whoMay: 'channels:write',
      at: now,
    });
  });
  if (notified) deps.announce(row.workspaceId, 'notifications');
}
