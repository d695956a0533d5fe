import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { holdConnection } from '#src/db/queries/held-accounts.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { connections, endpointReplayItems, endpointReplays } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { holds } from '../barred/barred.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { callOver } from '../channels/call-over.ts';
import type { Channel, ChannelDeps, OpenConnection, SendOutcome, SendTo } from '../channels/channel.ts';
import { findChannel } from '../channels/registry.ts';
import { isInPlan } from '../connections/connections.ts';
import { noteSends } from '../connections/breaker.ts';
import { openConnection } from '../connections/open.ts';
import { approvedContent, NotApproved } from '../delivery/approved-content.ts';
import type { ClaimedDelivery } from '../delivery/claimed.ts';
import { endedWith, inDoubt } from '../delivery/ended.ts';
import { recordEnded } from '../delivery/record.ts';
import { createRenditions, type Rendition } from '../delivery/renditions.ts';
import type { Announce } from '../enqueue.ts';
import { nextTurn, type Turn } from './turn.ts';

export type SendReplaysDeps = Pick<ChannelDeps, 'mail' | 'call' | 'random'> & {
  app: Database;
  system: Database;
  announce: Announce;
  clock: Clock;
  encryptionKey: Buffer;
  publicUrl: string;
  onError: (error: unknown) => void;
};

const PER_LOOK = 20;
/** Longer than a request can take. */
const LEASE_MS = 60_000;
/** While its endpoint is failing or paused, or sending is stopped, it's looked at so often. */
const ASIDE_MS = 30_000;
/** So many messages of one replay follow each other; then others have their turn. */
const AT_ONCE = 50;
const TROUBLE = 'Something failed on our side. We’ll retry.';
/** Of the next message. */
const UNTRIED = { attempts: 0, serverWaits: 0, pauses: 0 };

type Place = { workspaceId: string; replayId: string };
/** What a look at a replay leads to. */
type Step = 'ended' | 'waits' | 'goes on';

/**
 * Sends what is left of replays, each message after the one before it was accepted or has failed for good. A named
 * cross-tenant query finds them; of several processes one works on each. @returns how many messages were accepted
 */
export async function sendReplays(deps: SendReplaysDeps): Promise<number> {
  const now = deps.clock().toISOString();
  const { rows } = await deps.system.execute<Place>(sql`
    select workspace_id as "workspaceId", id as "replayId" from endpoint_replays
     where state = 'running' and next_at <= ${now}::timestamptz
       and coalesce(lease_until <= ${now}::timestamptz, true)
     order by next_at, id limit ${PER_LOOK}`);
  let accepted = 0;
  const noteAccepted = (): void => void (accepted += 1);
  await Promise.all(
    rows.map(async (place) => {
      try {
        for (let n = 0; n < AT_ONCE; n += 1)
          if ((await sendNext(deps, place, noteAccepted)) !== 'goes on') break;
      } catch (error) {
        deps.onError(error);
        await noteTrouble(deps, place).catch(deps.onError);
      }
      deps.announce(place.workspaceId, 'channels');
    }),
  );
  return accepted;
}

type Ready = {
  turn: Turn & { address: string };
  rendition: Rendition;
  channel: Channel;
  connection: OpenConnection;
  /** When it was asked for. */
  at: string;
  attempt: number;
  serverWaits: number;
  pauses: number;
};

async function sendNext(deps: SendReplaysDeps, place: Place, noteAccepted: () => void): Promise<Step> {
  const found = await withTenant(deps.app, place.workspaceId, (tx) => take(tx, deps, place));
  if (typeof found === 'string') return found;
  const { turn, rendition, channel, connection, at, ...tries } = found;
  const { workspaceId, replayId } = place;
  const page = `${deps.publicUrl}/dashboard/alerts/${turn.alertId}`;
  const to: SendTo = {
    deliveryId: turn.deliveryId,
    ...tries,
    target: 'destination',
    address: turn.address,
    purpose: turn.purpose,
    about: { id: turn.alertId, url: page },
    replay: { id: replayId, at },
  };
  const startedAt = deps.clock();
  const outcome = await channel
    .send(rendition.prepared, to, {
      connection,
      sender: { brandName: turn.brandName, settings: {}, secrets: {} },
      mail: deps.mail,
      call: callOver(deps.call, connection),
      picture: async () => null,
      now: () => deps.clock().getTime(),
      random: deps.random,
    })
    .catch(inDoubt);
  const parameters = {
    brandName: turn.brandName,
    evidenceUrl: page,
    settings: JSON.stringify(connection.settings),
    replay: replayId,
  };
  const delivery: ClaimedDelivery = {
    ...turn,
    id: turn.deliveryId,
    workspaceId,
    channel: channel.kind,
    contactId: null,
    userId: null,
    connectionId: connection.id,
    ...tries,
    tracked: false,
    rendition,
    prepared: rendition.prepared,
  };
  const ended = endedWith({ delivery, parameters, outcome, startedAt, finishedAt: deps.clock() });
  const notified = await withTenant(deps.app, workspaceId, async (tx) => {
    await settle(tx, place, { turn, outcome, now: deps.clock() });
    const ofIt = { workspaceId, connectionId: connection.id, now: deps.clock() };
    if (outcome.outcome === 'retry' && outcome.holdsAccount)
      await holdConnection(tx, { ...ofIt, until: new Date(outcome.at) });
    const told = await noteSends(tx, {
      ...ofIt,
      outcomes: [outcome],
      givesUpAfterDays: channel.givesUpAfterDays,
    });
    await recordEnded(tx, workspaceId, [ended]);
    return told;
  });
  if (notified) deps.announce(workspaceId, 'notifications');
  if (outcome.outcome === 'sent') noteAccepted();
  return outcome.outcome === 'retry' ? 'waits' : 'goes on';
}

/** It says so while it's looked at again, and isn't the first one that is each time. */
async function noteTrouble(deps: SendReplaysDeps, place: Place): Promise<void> {
  const nextAt = new Date(deps.clock().getTime() + ASIDE_MS);
  await withTenant(deps.app, place.workspaceId, (tx) =>
    tx.update(endpointReplays).set({ problem: TROUBLE, nextAt }).where(isRunning(place)),
  );
}

const isIt = ({ workspaceId, replayId }: Place) =>
  and(eq(endpointReplays.workspaceId, workspaceId), eq(endpointReplays.id, replayId));
const isRunning = (place: Place) => and(isIt(place), eq(endpointReplays.state, 'running'));

/** Takes a replay, and its next message: until the lease ends, nobody else sends it. */
async function take(tx: Tx, deps: SendReplaysDeps, place: Place): Promise<Ready | Step> {
  const now = deps.clock();
  const nowText = now.toISOString();
  const [replay] = await tx
    .update(endpointReplays)
    .set({ leaseUntil: new Date(now.getTime() + LEASE_MS) })
    .where(
      and(
        isRunning(place),
        sql`${endpointReplays.nextAt} <= ${nowText}::timestamptz
          and coalesce(${endpointReplays.leaseUntil} <= ${nowText}::timestamptz, true)`,
      ),
    )
    .returning();
  if (!replay) return 'ended';
  const [row] = await tx.select().from(connections).where(eq(connections.id, replay.connectionId));
  const channel = row && findChannel(row.channel);
  const end = async (state: 'done' | 'failed', problem: string | null): Promise<'ended'> => {
    await tx.delete(endpointReplayItems).where(eq(endpointReplayItems.replayId, place.replayId));
    await tx
      .update(endpointReplays)
      .set({ state, problem, leaseUntil: null, endedAt: now })
      .where(isIt(place));
    return 'ended';
  };
  const wait = async (problem: string): Promise<'waits'> => {
    const nextAt = new Date(now.getTime() + ASIDE_MS);
    await tx.update(endpointReplays).set({ problem, leaseUntil: null, nextAt }).where(isIt(place));
    return 'waits';
  };
  if (!row || row.deletedAt !== null || !channel?.replays) return end('failed', 'The endpoint was deleted.');
  const plan = await workspacePlan(tx, now);
  if (plan.standing === 'read_only') return wait('The workspace is read-only: its plan has ended.');
  if (!(await isInPlan(tx, channel, plan)))
    return end('failed', `The ${planName(plan.planId)} plan doesn’t include ${channel.title}.`);
  const connection = openConnection(deps.encryptionKey, row);
  const refused = channel.replays(connection.settings);
  if (refused !== null) return end('failed', refused);
  if (row.state === 'paused') return wait(`“${row.name}” is paused.`);
  if (row.state === 'failing')
    return wait(`“${row.name}” is failing: ${row.problem ?? 'it could not be reached.'}`);
  if (row.heldUntil !== null && row.heldUntil > now)
    return wait(`The provider of “${row.name}” asked to wait.`);
  const turn = await nextTurn(tx, { ...place, channel: channel.kind, now });
  if (!turn) return end('done', null);
  if ('gone' in turn) return passOver(tx, place, turn.n);
  if (turn.stopped !== null) return wait(turn.stopped);
  if (
    turn.address === null ||
    turn.skip !== null ||
    (turn.bar === 'restricted' && holds(turn.bar, turn.purpose))
  )
    return passOver(tx, place, turn.n);
  const rendition = await renditionOf(tx, { workspaceId: place.workspaceId, now }, turn);
  if (!rendition) return passOver(tx, place, turn.n);
  const attempt = replay.attempts + 1;
  await tx.update(endpointReplays).set({ attempts: attempt, problem: null }).where(isIt(place));
  return {
    turn: { ...turn, address: turn.address },
    rendition,
    channel,
    connection,
    at: replay.createdAt.toISOString(),
    attempt,
    serverWaits: replay.serverWaits,
    pauses: replay.pauses,
  };
}

/** What was approved and is stored as it was; null for anything else, which never goes out. */
async function renditionOf(
  tx: Tx,
  { workspaceId, now }: { workspaceId: string; now: Date },
  { alertId, renditionId }: Turn,
): Promise<Rendition | null> {
  try {
    const isApproved = await approvedContent(tx, { workspaceId, alertId, now });
    return await createRenditions({ workspaceId, alertId }, isApproved).byId(tx, renditionId);
  } catch (error) {
    if (error instanceof NotApproved) return null;
    throw error;
  }
}

const itemOf = (place: Place, n: number) =>
  and(
    eq(endpointReplayItems.workspaceId, place.workspaceId),
    eq(endpointReplayItems.replayId, place.replayId),
    eq(endpointReplayItems.n, n),
  );

/** It may not go out any more, or isn't there. */
async function passOver(tx: Tx, place: Place, n: number): Promise<Step> {
  await tx.delete(endpointReplayItems).where(itemOf(place, n));
  await tx
    .update(endpointReplays)
    .set({ skipped: sql`${endpointReplays.skipped} + 1`, ...UNTRIED, leaseUntil: null })
    .where(isIt(place));
  return 'goes on';
}

async function settle(
  tx: Tx,
  place: Place,
  { turn, outcome, now }: { turn: Turn; outcome: SendOutcome; now: Date },
): Promise<void> {
  if (outcome.outcome === 'retry') {
    await tx
      .update(endpointReplays)
      .set({
        leaseUntil: null,
        nextAt: new Date(outcome.at),
        problem: outcome.reason.slice(0, 500),
        serverWaits: sql`${endpointReplays.serverWaits} + ${outcome.waitsForServer ? 1 : 0}`,
        pauses: sql`${endpointReplays.pauses} + ${outcome.paused ? 1 : 0}`,
      })
      .where(isRunning(place));
    return;
  }
  const isSent = outcome.outcome === 'sent';
  await tx.delete(endpointReplayItems).where(itemOf(place, turn.n));
  await tx
    .update(endpointReplays)
    .set({
      ...(isSent
        ? { sent: sql`${endpointReplays.sent} + 1` }
        : { failed: sql`${endpointReplays.failed} + 1`, failure: outcome.reason.slice(0, 500) }),
      ...UNTRIED,
      leaseUntil: null,
      nextAt: now,
    })
    .where(isIt(place));
}
