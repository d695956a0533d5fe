import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Resolution } from '#src/shared/delivery-log.ts';
import { AppError } from '#src/shared/errors.ts';
import type { FollowUpPurpose } from '#src/shared/follow-ups.ts';
import { lockAlert } from '../../approval/states.ts';
import type { By } from '../../changed-by.ts';
import type { SendOutcome } from '../../channels/channel.ts';
import { findChannel } from '../../channels/registry.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import type { ClaimedDelivery } from '../claimed.ts';
import { endedWith } from '../ended.ts';
import { settleAlert } from '../outcome.ts';
import { writeRound } from '../round.ts';
import { FOLLOWED_BY } from './followed.ts';
import { readUnknown } from './read.ts';

type DecideDeps = { app: Database; clock: Clock; enqueue: EngineEnqueue; announce: Announce };

const NOT_UNKNOWN = 'There is no delivery with this id whose outcome is unknown.';

const outcomeOf = (as: Resolution, name: string, now: Date): SendOutcome => {
  if (as === 'arrived') return { outcome: 'sent', providerMessageId: '' };
  if (as === 'send_again')
    return { outcome: 'retry', at: now.getTime(), reason: `${name} chose to send it again.` };
  return { outcome: 'rejected', reason: `${name} found that it didn’t arrive.` };
};

const SUPERSEDED: Readonly<Record<FollowUpPurpose, string>> = {
  update:
    'This alert was updated since, so its earlier version can’t be sent again. Recipients who may have it get the update.',
  correction:
    'This alert was corrected since, so its earlier version can’t be sent again. Recipients who may have it get the correction.',
};

/** Locks the alert: an update or correction that is approved from here on finds what waits to be sent again. */
async function assertNewest(tx: Tx, { workspaceId, alertId, id }: ClaimedDelivery): Promise<void> {
  await lockAlert(tx, alertId);
  const { rows } = await tx.execute<{ by: FollowUpPurpose | null }>(sql`
    select ${FOLLOWED_BY} as by from deliveries d
     where d.workspace_id = ${workspaceId}::uuid and d.id = ${id}::uuid`);
  const by = rows[0]?.by ?? null;
  if (by !== null) throw new AppError('delivery_superseded', SUPERSEDED[by]);
}

/**
 * A person says what became of a delivery whose outcome is unknown, or sends it again. It's on the attempt, the ledger and
 * in the activity. @throws AppError not_found where it isn't unknown any more, delivery_superseded
 */
export function createResolutions({ app, clock, enqueue, announce }: DecideDeps) {
  return async (by: By, id: string, as: Resolution): Promise<void> => {
    const { workspaceId } = by;
    const name = by.actor.name;
    const notified = await withTenant(app, workspaceId, async (tx) => {
      const unknown = await readUnknown(tx, { workspaceId, id, due: null });
      const delivery = unknown?.delivery;
      const instanceId = unknown?.instanceId;
      if (!delivery || !instanceId) throw new AppError('not_found', NOT_UNKNOWN);
      const { alertId, channel } = delivery;
      if (as === 'send_again') await assertNewest(tx, delivery);
      const subject = findChannel(channel)?.title ?? channel;
      const now = clock();
      const ended = endedWith({
        delivery,
        parameters: {},
        outcome: outcomeOf(as, name, now),
        settledBy: { member: name },
        startedAt: now,
        finishedAt: now,
      });
      await writeRound(tx, { workspaceId, instanceId }, { ended: [ended], opening: null });
      await recordActivity(tx, { ...by, action: `delivery.${as}`, subject, at: now });
      if (as === 'send_again') await enqueue(tx, 'deliver-alert', { workspaceId, alertId });
      return settleAlert(tx, { workspaceId, alertId, now });
    });
    announce(workspaceId);
    if (notified) announce(workspaceId, 'notifications');
  };
}
