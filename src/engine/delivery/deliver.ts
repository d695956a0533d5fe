import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { Announce } from '../enqueue.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim.ts';
import type { Slots } from './slots.ts';
import { settleAlert, settleDelivery } from './settle.ts';

export type DeliverDeps = {
  app: Database;
  announce: Announce;
  clock: Clock;
  instanceId: string;
  /** Sends one delivery over its channel. Answers always; what it cannot tell, it calls unknown. */
  send: (delivery: ClaimedDelivery) => Promise<SendOutcome>;
  /** Shared by all alerts of the process. */
  slots: Slots;
};

const WORKERS = 8;
/** A send has ended and must be written down: the database may be busy for a moment. In ms. */
const SETTLE_AGAIN_AFTER = [200, 1_000, 5_000, 15_000];

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
    while (await deps.slots.run(() => sendNext(deps, job)));
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
  const { workspaceId, alertId } = job;
  const { claimed, passed } = await withTenant(deps.app, workspaceId, async (tx) => {
    const now = deps.clock();
    const found = await claimDeliveries(tx, { ...job, instanceId: deps.instanceId, atMost: 1, now });
    const state = found.claimed.length > 0 ? await lockAlert(tx, alertId) : null;
    if (state === 'approved' || state === 'scheduled') {
      const reason = 'the first delivery goes out';
      await moveAlert(tx, { ...job, to: 'sending', actor: 'delivery', reason, now });
    }
    return found;
  });
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
  for (const wait of [...SETTLE_AGAIN_AFTER, null]) {
    try {
      await withTenant(deps.app, workspaceId, (tx) => settleDelivery(tx, settled));
      return true;
    } catch (error) {
      if (wait === null) throw error;
      await sleep(wait);
    }
  }
  return true;
}
