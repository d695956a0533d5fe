import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { Announce } from '../enqueue.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim.ts';
import { settleAlert, settleDelivery } from './settle.ts';

export type DeliverDeps = {
  app: Database;
  announce: Announce;
  clock: Clock;
  instanceId: string;
  /** Sends one delivery over its channel. Answers always; what it cannot tell, it calls unknown. */
  send: (delivery: ClaimedDelivery) => Promise<SendOutcome>;
};

const AT_ONCE = 8;

/**
 * Sends an alert's open deliveries, window by window. Any number of these may run for one alert at the same time:
 * each delivery is claimed by one.
 */
export async function deliverAlert(
  deps: DeliverDeps,
  job: { workspaceId: string; alertId: string },
): Promise<void> {
  const { workspaceId, alertId } = job;
  for (;;) {
    const claimed = await withTenant(deps.app, workspaceId, async (tx) => {
      const rows = await claimDeliveries(tx, {
        workspaceId,
        alertId,
        instanceId: deps.instanceId,
        now: deps.clock(),
      });
      const state = rows.length > 0 ? await lockAlert(tx, alertId) : null;
      if (state === 'approved' || state === 'scheduled') {
        await moveAlert(tx, {
          workspaceId,
          alertId,
          to: 'sending',
          actor: 'delivery',
          reason: 'the first delivery goes out',
          now: deps.clock(),
        });
      }
      return rows;
    });
    if (claimed.length === 0) break;
    deps.announce(workspaceId);
    const queue = [...claimed];
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, queue.length) }, async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await sendOne(deps, workspaceId, next);
      }),
    );
  }
  await withTenant(deps.app, workspaceId, (tx) =>
    settleAlert(tx, { workspaceId, alertId, now: deps.clock() }),
  );
  deps.announce(workspaceId);
}

async function sendOne(deps: DeliverDeps, workspaceId: string, delivery: ClaimedDelivery): Promise<void> {
  const startedAt = deps.clock();
  const outcome = await deps.send(delivery);
  await withTenant(deps.app, workspaceId, (tx) =>
    settleDelivery(tx, {
      workspaceId,
      instanceId: deps.instanceId,
      deliveryId: delivery.id,
      attempt: delivery.attempt,
      outcome,
      startedAt,
      finishedAt: deps.clock(),
    }),
  );
}
