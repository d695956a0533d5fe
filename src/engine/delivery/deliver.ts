import { setTimeout as sleep } from 'node:timers/promises';
import type { LimitFunction } from 'p-limit';
import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { Announce } from '../enqueue.ts';
import { type ClaimedDelivery, claimDeliveries, releaseClaims } from './claim.ts';
import { settleAlert, settleDelivery } from './settle.ts';

export type DeliverDeps = {
  app: Database;
  announce: Announce;
  clock: Clock;
  instanceId: string;
  /** Sends one delivery over its channel. Answers always; what it cannot tell, it calls unknown. */
  send: (delivery: ClaimedDelivery) => Promise<SendOutcome>;
  /**
   * Limits the sends under way, shared by all alerts of the process. A delivery is claimed inside a slot, never while
   * it waits for one: a crash leaves no more outcomes unknown than were being sent.
   */
  slots: LimitFunction;
};

const WORKERS = 8;
/** What has become of a send must be written down: the database may be away for a while. In ms. */
const AGAIN_AFTER = [200, 1_000, 2_000, 5_000, 15_000, 30_000, 30_000, 30_000];

/**
 * Sends an alert's open deliveries. Any number of these may run for one alert at the same time: each delivery is
 * claimed by one, just before it goes out.
 */
export async function deliverAlert(
  deps: DeliverDeps,
  job: { workspaceId: string; alertId: string },
): Promise<void> {
  const { workspaceId, alertId } = job;
  const worker = async (): Promise<void> => {
    while (await deps.slots(() => sendNext(deps, job)));
  };
  // Each to its end, whatever becomes of the others; the first failure is the job's.
  const ended = await Promise.allSettled(Array.from({ length: WORKERS }, worker));
  const notified = await withTenant(deps.app, workspaceId, (tx) =>
    settleAlert(tx, { workspaceId, alertId, now: deps.clock() }),
  );
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

/** @returns false when there was nothing left to send */
async function sendNext(deps: DeliverDeps, job: { workspaceId: string; alertId: string }): Promise<boolean> {
  const { workspaceId } = job;
  const { claimed, passed } = await claimNext(deps, job);
  const [delivery] = claimed;
  if (!delivery) return passed > 0;
  deps.announce(workspaceId);
  const startedAt = deps.clock();
  const outcome = await deps.send(delivery);
  const settled = {
    workspaceId,
    instanceId: deps.instanceId,
    deliveryId: delivery.id,
    attempt: delivery.attempt,
    outcome,
    startedAt,
    finishedAt: deps.clock(),
  };
  await untilWritten(() => withTenant(deps.app, workspaceId, (tx) => settleDelivery(tx, settled)));
  return true;
}

/** @throws what the database throws; what was claimed with it is open again by then */
async function claimNext(
  deps: DeliverDeps,
  job: { workspaceId: string; alertId: string },
): Promise<Awaited<ReturnType<typeof claimDeliveries>>> {
  const { workspaceId, alertId } = job;
  const { instanceId } = deps;
  const claimedAt = deps.clock();
  let deliveryIds: string[] = [];
  try {
    return await withTenant(deps.app, workspaceId, async (tx) => {
      const found = await claimDeliveries(tx, { ...job, instanceId, atMost: 1, now: claimedAt });
      deliveryIds = found.claimed.map(({ id }) => id);
      const state = found.claimed.length > 0 ? await lockAlert(tx, alertId) : null;
      if (state === 'approved' || state === 'scheduled') {
        const reason = 'the first delivery goes out';
        await moveAlert(tx, { ...job, to: 'sending', actor: 'delivery', reason, now: claimedAt });
      }
      return found;
    });
  } catch (error) {
    if (deliveryIds.length > 0) {
      const now = deps.clock();
      await untilWritten(() =>
        withTenant(deps.app, workspaceId, (tx) =>
          releaseClaims(tx, { deliveryIds, instanceId, claimedAt, now }),
        ),
      );
    }
    throw error;
  }
}

/** @throws what the last try throws */
async function untilWritten(write: () => Promise<void>): Promise<void> {
  for (const wait of AGAIN_AFTER) {
    try {
      return await write();
    } catch {
      await sleep(wait);
    }
  }
  return write();
}
