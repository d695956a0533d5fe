import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { withTenantPipelined } from '#src/db/pipelined.ts';
import { holdConnection } from '#src/db/queries/held-accounts.ts';
import { retryDeadlock } from '#src/db/retry-deadlock.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { SendOutcome } from '../channels/channel.ts';
import { type NotSent, releaseClaims, settleAndClaim } from './claim.ts';
import { CLAIM_MS, type ClaimedDelivery, type Head } from './claimed.ts';
import type { DeliverDeps, DeliverJob, Granted, Pace, SendParameters } from './deliver-deps.ts';
import type { Renditions } from './renditions.ts';
import { type Ended, endedWith, inDoubt } from './ended.ts';
import { isOutOfOrder, writeRound } from './round.ts';
import type { Window } from './shards.ts';
import { untilWritten } from './until-written.ts';

/** What hasn't ended by then is settled with a later window: one slow send doesn't keep the others from being written. */
const ROUND_MS = 100;
/** The first window is small, so that the first of an alert goes out at once. */
const FIRST_WINDOW = 16;
/** So many sends are begun at a time. */
const BURST = 8;
/** Others hold every shard at this moment; they do so for as long as a transaction takes. */
const BUSY_MS = [5, 10, 20, 50, 100, 200, 500];
/** A frozen process lets go of what it holds after so long. */
export const IDLE_MS = 10_000;
/** What was claimed too long ago may be somebody else's by now, and isn't sent. */
const STALE_MS = CLAIM_MS / 2;
/** A lane waits so long for the rates of its account. Where they let nothing out for longer, the account is held instead. */
const RATE_WAIT_MS = 10_000;

type Lane = DeliverJob & {
  channel: ChannelKind;
  destinationId: string | null;
  inOrder: boolean;
  connectionId: string | null;
  /** Its account has failed lately: until something works again, one send at a time tries it. */
  careful: boolean;
  pace: Pace;
  renditions: Renditions;
  /** Two fan-outs of the alert may have the same people: then one lane at a time writes, so that none waits in a circle. */
  overlap: boolean;
  head: Head;
};

/**
 * One lane over one channel of an alert, to people or to one place, until there is nothing left for it. Each round is one
 * transaction, which settles what has ended and claims the next window, and then the sends, side by side. A window is
 * claimed inside slots: a crash leaves no more outcomes unknown than were being sent. It is claimed inside the account's
 * rates, too: nobody is claimed who would only wait. `begun` is called after its first round.
 */
export async function runLane(
  deps: DeliverDeps,
  lane: Lane,
  begun: () => void = () => undefined,
): Promise<void> {
  const { slots } = lane.pace;
  // A place gets one message.
  const window = lane.destinationId === null ? lane.pace.window : 1;
  const underWay = new Set<Promise<void>>();
  let ended: Ended[] = [];
  let unsent: Unsent[] = [];
  let busy = 0;
  let { careful } = lane;
  let most = Math.min(FIRST_WINDOW, window);
  const sendOne = async (delivery: ClaimedDelivery, claimedAt: Date, room: Room): Promise<void> => {
    const end = await send(deps, delivery, claimedAt);
    // Only now: the lists are others after each round.
    if (end.outcome.outcome === 'retry' && end.outcome.untried) {
      unsent.push({ delivery, claimedAt, until: end.outcome });
      room.giveBack(1);
    } else ended.push(end);
    if (end.outcome.outcome === 'sent') careful = false;
    slots.give(1);
  };
  /** Apart from a round: nearly always there is nothing. */
  const releaseUnsent = async (): Promise<void> => {
    if (unsent.length === 0) return;
    const releasing = unsent;
    unsent = [];
    await release(deps, lane, releasing);
  };
  const settleEnded = async (): Promise<void> => {
    const settling = ended;
    ended = [];
    if (settling.length > 0) await settleUntilWritten(deps, lane, settling);
  };
  try {
    while (!deps.stop?.aborted) {
      const room = await takeRoom(deps, lane, careful ? 1 : most, settleEnded);
      if (room === null) break;
      const now = deps.clock();
      let found: Window = { claimed: [], more: false, busy: false };
      let settling: Ended[] = [];
      try {
        await releaseUnsent();
        settling = ended;
        ended = [];
        found = await round(deps, lane, { settling, atMost: room.slots, held: room.held, now });
      } finally {
        const used = found.claimed.length;
        slots.give(room.slots - used);
        if (room.sends > used) room.giveBack(room.sends - used);
        begun();
      }
      if (found.claimed.length > 0) most = window;
      if (settling.length > 0 || found.claimed.length > 0) deps.announce(lane.workspaceId);
      const sends: Promise<void>[] = [];
      for (const delivery of found.claimed) {
        const each = sendOne(delivery, now, room);
        sends.push(each);
        underWay.add(each);
        void each.then(() => underWay.delete(each));
        // Other lanes' transactions, which hold locks, hear the database meanwhile.
        if (sends.length % BURST === 0) await breathe();
      }
      if (sends.length > 0) await Promise.race([Promise.all(sends), sleep(ROUND_MS)]);
      else if (found.busy) await sleep(BUSY_MS[Math.min(busy++, BUSY_MS.length - 1)]);
      else if (!found.more) break;
      if (!found.busy) busy = 0;
    }
  } finally {
    while (underWay.size > 0 || ended.length > 0 || unsent.length > 0) {
      if (underWay.size > 0) await Promise.race([Promise.all(underWay), sleep(ROUND_MS)]);
      await releaseUnsent();
      await settleEnded();
    }
  }
}

/** `sends`: how many of the account's rates; none where it has no rates, or they let nothing out for long. */
type Room = { slots: number; sends: number; held: boolean; giveBack: Granted['giveBack'] };
const unrated = (slots: number, held = false): Room => ({
  slots,
  sends: 0,
  held,
  giveBack: () => undefined,
});

/**
 * Waits for room for up to `most` sends. What has ended meanwhile is settled. Where the rates let nothing out for long, the
 * account is held until they do: the next round finds that, and notes it. @returns null once the program stops
 */
async function takeRoom(
  deps: DeliverDeps,
  { workspaceId, connectionId, pace: { slots, rate } }: Lane,
  most: number,
  settleEnded: () => Promise<void>,
): Promise<Room | null> {
  for (;;) {
    const taken = await slots.take(most);
    // It may have waited for long.
    if (deps.stop?.aborted) {
      slots.give(taken);
      return null;
    }
    if (!rate) return unrated(taken);
    const {
      granted,
      ms,
      held: isHeld,
      giveBack,
    } = await rate.take(taken).catch((error: unknown) => {
      slots.give(taken);
      throw error;
    });
    if (granted > 0) {
      slots.give(taken - granted);
      return { slots: granted, sends: granted, held: false, giveBack };
    }
    if (isHeld) {
      slots.give(taken);
      // Others may give back what they didn't use meanwhile: nothing is claimed that wasn't counted.
      return unrated(await slots.take(1), true);
    }
    if (ms > RATE_WAIT_MS && connectionId !== null) {
      const now = deps.clock();
      const held = { workspaceId, connectionId, until: new Date(now.getTime() + ms), now };
      // The room is for others until it's written.
      slots.give(taken);
      await untilWritten(() => withTenant(deps.app, workspaceId, (tx) => holdConnection(tx, held)));
      return unrated(await slots.take(1));
    }
    slots.give(taken);
    await settleEnded();
    await sleep(Math.min(ms, RATE_WAIT_MS), undefined, { signal: deps.stop }).catch(() => undefined);
  }
}

async function send(deps: DeliverDeps, delivery: ClaimedDelivery, claimedAt: Date): Promise<Ended> {
  const startedAt = deps.clock();
  const isStale = startedAt.getTime() - claimedAt.getTime() > STALE_MS;
  let parameters: SendParameters = {};
  const used = (given: SendParameters): void => void (parameters = given);
  const outcome = isStale ? notSent(startedAt) : await deps.send(delivery, used).catch(inDoubt);
  return endedWith({ delivery, parameters, outcome, startedAt, finishedAt: deps.clock() });
}

const notSent = (now: Date): SendOutcome => ({
  outcome: 'retry',
  at: now.getTime(),
  reason: 'The process stood still before it was sent.',
  untried: true,
});

type Round = { settling: readonly Ended[]; atMost: number; held: boolean; now: Date };

/** @throws what the database throws; by then what had ended is written, and what was claimed is open again */
async function round(deps: DeliverDeps, lane: Lane, { settling, atMost, held, now }: Round): Promise<Window> {
  const { workspaceId, alertId, channel, destinationId, inOrder, head, renditions } = lane;
  const { instanceId } = deps;
  let claiming: readonly ClaimedDelivery[] = [];
  const run = (atOnce: boolean): Promise<Window> =>
    retryDeadlock(() =>
      withTenantPipelined(deps.app, { workspaceId, idleMs: IDLE_MS }, async (tx, runLast) => {
        await takeTurn(tx, lane);
        const ask = { workspaceId, alertId, channel, destinationId, inOrder, instanceId, held, atMost, now };
        const last = {
          claiming: (some: readonly ClaimedDelivery[]) => void (claiming = some),
          runLast: atOnce ? runLast : null,
        };
        return settleAndClaim(tx, ask, { ended: settling, head, renditions }, last);
      }),
    );
  try {
    return await run(!lane.overlap).catch((error: unknown) => {
      if (!isOutOfOrder(error)) throw error;
      return run(false);
    });
  } catch (error) {
    try {
      const unsent = claiming.map((delivery) => ({ delivery, claimedAt: now, until: null }));
      if (unsent.length > 0) await release(deps, lane, unsent);
    } finally {
      await settleUntilWritten(deps, lane, settling);
    }
    throw error;
  }
}

const NOT_CLAIMED = 'The database went away before it was sent.';

/** A delivery that was claimed, or may have been, and isn't sent now. `until` is as in `NotSent`. */
type Unsent = { delivery: ClaimedDelivery; claimedAt: Date; until: NotSent['until'] };

/** What was claimed and isn't sent is open again. Others may have given this process up for dead meanwhile. */
async function release(deps: DeliverDeps, lane: Lane, unsent: readonly Unsent[]): Promise<void> {
  const { workspaceId } = lane;
  const { instanceId } = deps;
  await untilWritten(() =>
    withTenant(deps.app, workspaceId, async (tx) => {
      await takeTurn(tx, lane);
      const now = deps.clock();
      const ended: Ended[] = [];
      for (const some of Map.groupBy(unsent, ({ claimedAt }) => claimedAt.getTime()).values()) {
        const claimedAt = some[0]?.claimedAt ?? now;
        const notSent = some.map(({ delivery, until }) => ({ deliveryId: delivery.id, until }));
        const doubted = await releaseClaims(tx, { workspaceId, notSent, instanceId, claimedAt, now });
        for (const { delivery, until } of some.filter((each) => doubted.has(each.delivery.id))) {
          const { at, reason } = until ?? { at: now.getTime(), reason: NOT_CLAIMED };
          const outcome = { outcome: 'retry', at, reason } as const;
          ended.push(endedWith({ delivery, parameters: {}, outcome, startedAt: now, finishedAt: now }));
        }
      }
      await writeRound(tx, { workspaceId, instanceId }, { ended, opening: null });
    }),
  );
}

/** Before anything else is locked. */
async function takeTurn(tx: Tx, { alertId, channel, destinationId, overlap, head }: Lane): Promise<void> {
  if (overlap)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fan-outs of ${alertId}`}, 0))`);
  // Lanes of a brand that may reach few people count them one after the other (src/engine/delivery/within-limit.ts).
  if (destinationId === null && head.limited?.includes(channel))
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`limit ${alertId} ${channel}`}, 0))`,
    );
}

async function settleUntilWritten(deps: DeliverDeps, lane: Lane, ended: readonly Ended[]): Promise<void> {
  const { workspaceId } = lane;
  const { instanceId } = deps;
  await untilWritten(() =>
    withTenant(deps.app, workspaceId, async (tx) => {
      await takeTurn(tx, lane);
      await writeRound(tx, { workspaceId, instanceId }, { ended, opening: null });
    }),
  );
}
