import { and, eq, isNull, like, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { connections, lifecycleEvents, lifecyclePosts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { ChannelDeps, LifecycleEvent, OpenConnection, SendOutcome } from '../../channels/channel.ts';
import { callOver } from '../../channels/call-over.ts';
import { findChannel } from '../../channels/registry.ts';
import type { Announce } from '../../enqueue.ts';
import { noteSends } from '../breaker.ts';
import { settingsOf } from '../../channels/settings.ts';
import { openConnection } from '../open.ts';

export type PostEventsDeps = Pick<ChannelDeps, 'mail' | 'call' | 'random'> & {
  app: Database;
  system: Database;
  announce: Announce;
  clock: Clock;
  encryptionKey: Buffer;
  onError: (error: unknown) => void;
};

const PER_LOOK = 50;
const PER_REQUEST = 100;
/** Longer than a request can take. */
const LEASE_MS = 60_000;
/** While the endpoint itself is failing or paused, its state is asked for so often. */
const ASIDE_MS = 30_000;
/** What comes together goes in one request, and a full one is followed by the next at once. */
const AT_ONCE = 20;

type Place = { workspaceId: string; connectionId: string };
type Taken = {
  connection: OpenConnection;
  channel: string;
  requestId: string;
  attempt: number;
  events: LifecycleEvent[];
};

/**
 * Posts what became of alerts and messages to the endpoints that subscribe to it, up to a hundred in a request, in order.
 * A named cross-tenant query finds the endpoints; of several processes one posts to each. @returns how many requests succeeded
 */
export async function postEvents(deps: PostEventsDeps): Promise<number> {
  const now = deps.clock().toISOString();
  const { rows } = await deps.system.execute<{ workspaceId: string; connectionId: string }>(sql`
    with recursive e as (
      (select workspace_id, connection_id from lifecycle_events order by workspace_id, connection_id limit 1)
      union all
      select n.workspace_id, n.connection_id from e, lateral (
        select workspace_id, connection_id from lifecycle_events l
         where (l.workspace_id, l.connection_id) > (e.workspace_id, e.connection_id)
         order by workspace_id, connection_id limit 1) n)
    select e.workspace_id as "workspaceId", e.connection_id as "connectionId"
      from e left join lifecycle_posts p on p.workspace_id = e.workspace_id and p.connection_id = e.connection_id
     where coalesce(p.next_at <= ${now}::timestamptz and coalesce(p.lease_until <= ${now}::timestamptz, true), true)
     limit ${PER_LOOK}`);
  const posted = rows.map(async (place) => {
    let done = 0;
    try {
      while (done < AT_ONCE && (await postTo(deps, place))) done += 1;
    } catch (error) {
      deps.onError(error);
      await setAside(deps, place);
    }
    return done;
  });
  let sum = 0;
  for (const each of await Promise.allSettled(posted))
    if (each.status === 'fulfilled') sum += each.value;
    else deps.onError(each.reason);
  return sum;
}

/** What fails within the program would fail at once again. */
async function setAside(deps: PostEventsDeps, place: Place): Promise<void> {
  const nextAt = new Date(deps.clock().getTime() + ASIDE_MS);
  await withTenant(deps.app, place.workspaceId, (tx) =>
    tx
      .insert(lifecyclePosts)
      .values({ ...place, nextAt })
      .onConflictDoUpdate({
        target: [lifecyclePosts.workspaceId, lifecyclePosts.connectionId],
        set: { nextAt },
      }),
  );
}

/** @returns whether there may be more for it at once */
async function postTo(deps: PostEventsDeps, place: Place): Promise<boolean> {
  const taken = await withTenant(deps.app, place.workspaceId, (tx) => take(tx, deps, place));
  if (!taken) return false;
  const post = findChannel(taken.channel)?.postEvents;
  if (!post) return false;
  const { mail, call, random } = deps;
  const channelDeps = {
    mail,
    random,
    call: callOver(call, taken.connection),
    now: () => deps.clock().getTime(),
  };
  const outcome = await post(
    { id: taken.requestId, attempt: taken.attempt, events: taken.events },
    taken.connection,
    channelDeps,
  );
  const notified = await withTenant(deps.app, place.workspaceId, (tx) =>
    settle(tx, deps, place, taken, outcome),
  );
  if (notified) {
    deps.announce(place.workspaceId, 'notifications');
    deps.announce(place.workspaceId, 'channels');
  }
  return outcome.outcome === 'sent';
}

const isAt = (table: typeof lifecyclePosts | typeof lifecycleEvents, { workspaceId, connectionId }: Place) =>
  and(eq(table.workspaceId, workspaceId), eq(table.connectionId, connectionId));

/** Takes the endpoint, and the events of its request: those of the last one if it failed. */
async function take(tx: Tx, deps: PostEventsDeps, place: Place): Promise<Taken | null> {
  const now = deps.clock();
  const lease = new Date(now.getTime() + LEASE_MS);
  const [post] = await tx
    .insert(lifecyclePosts)
    .values({ ...place, nextAt: now, leaseUntil: lease })
    .onConflictDoUpdate({
      target: [lifecyclePosts.workspaceId, lifecyclePosts.connectionId],
      set: { leaseUntil: lease },
      setWhere: sql`${lifecyclePosts.nextAt} <= ${now.toISOString()}::timestamptz
        and coalesce(${lifecyclePosts.leaseUntil} <= ${now.toISOString()}::timestamptz, true)`,
    })
    .returning();
  if (!post) return null;
  const [row] = await tx
    .select()
    .from(connections)
    .where(and(eq(connections.id, place.connectionId), isNull(connections.deletedAt)));
  // It may have chosen fewer since they were written down.
  const chosen = (row && settingsOf(row)['events']) ?? 'none';
  if (chosen === 'none') await tx.delete(lifecycleEvents).where(isAt(lifecycleEvents, place));
  if (chosen === 'alerts')
    await tx
      .delete(lifecycleEvents)
      .where(and(isAt(lifecycleEvents, place), like(lifecycleEvents.type, 'delivery.%')));
  if (row?.state !== 'ok') {
    await tx
      .update(lifecyclePosts)
      .set({ leaseUntil: null, nextAt: new Date(now.getTime() + ASIDE_MS) })
      .where(isAt(lifecyclePosts, place));
    return null;
  }
  const requestId = post.requestId ?? newId();
  if (post.requestId === null)
    await tx.execute(sql`
      update lifecycle_events set request_id = ${requestId}::uuid
       where workspace_id = ${place.workspaceId}::uuid and connection_id = ${place.connectionId}::uuid
         and seq in (select seq from lifecycle_events
                      where workspace_id = ${place.workspaceId}::uuid and connection_id = ${place.connectionId}::uuid
                      order by seq limit ${PER_REQUEST})`);
  const events = await tx
    .select()
    .from(lifecycleEvents)
    .where(and(isAt(lifecycleEvents, place), eq(lifecycleEvents.requestId, requestId)))
    .orderBy(lifecycleEvents.seq);
  await tx
    .update(lifecyclePosts)
    .set(
      events.length === 0
        ? { requestId: null, attempts: 0, leaseUntil: null }
        : { requestId, attempts: post.attempts + 1 },
    )
    .where(isAt(lifecyclePosts, place));
  if (events.length === 0) return null;
  return {
    connection: openConnection(deps.encryptionKey, row),
    channel: row.channel,
    requestId,
    attempt: post.attempts + 1,
    events: events.map(({ type, at, about }) => ({ type, at: at.toISOString(), ...about })),
  };
}

/** What was taken is gone. What wasn't is tried again, and the endpoint's health is the same as for alerts. */
async function settle(
  tx: Tx,
  deps: PostEventsDeps,
  place: Place,
  { requestId }: Taken,
  outcome: SendOutcome,
): Promise<boolean> {
  const now = deps.clock();
  const isTaken = outcome.outcome === 'sent';
  if (isTaken)
    await tx
      .delete(lifecycleEvents)
      .where(and(isAt(lifecycleEvents, place), eq(lifecycleEvents.requestId, requestId)));
  const at = outcome.outcome === 'retry' ? new Date(outcome.at) : new Date(now.getTime() + ASIDE_MS);
  await tx
    .update(lifecyclePosts)
    .set(
      isTaken
        ? { requestId: null, attempts: 0, leaseUntil: null, nextAt: now }
        : { leaseUntil: null, nextAt: at },
    )
    .where(isAt(lifecyclePosts, place));
  return noteSends(tx, {
    workspaceId: place.workspaceId,
    connectionId: place.connectionId,
    outcomes: [outcome],
    givesUpAfterDays: GIVES_UP_DAYS,
    now,
  });
}
const GIVES_UP_DAYS = 5;

const PER_STEP = 1_000;

/** Forgets what no endpoint has taken for days: all that this role may delete is old enough. */
export async function forgetEvents({ system }: { system: Database }): Promise<void> {
  const step = sql`
    delete from lifecycle_events where (workspace_id, connection_id, seq) in
      (select workspace_id, connection_id, seq from lifecycle_events where created_at < now() - interval '5 days'
        limit ${PER_STEP})`;
  while ((await system.execute(step)).rowCount === PER_STEP);
}
