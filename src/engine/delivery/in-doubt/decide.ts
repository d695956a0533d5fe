import type { Database } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Resolution } from '#src/shared/delivery-log.ts';
import { AppError } from '#src/shared/errors.ts';
import type { By } from '../../changed-by.ts';
import type { SendOutcome } from '../../channels/channel.ts';
import { findChannel } from '../../channels/registry.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { endedWith } from '../ended.ts';
import { settleAlert } from '../outcome.ts';
import { writeRound } from '../round.ts';
import { readUnknown } from './read.ts';

type DecideDeps = { app: Database; clock: Clock; enqueue: EngineEnqueue; announce: Announce };

const NOT_UNKNOWN = 'There is no delivery with this id whose outcome is unknown.';

const outcomeOf = (as: Resolution, name: string, now: Date): SendOutcome => {
  if (as === 'arrived') return { outcome: 'sent', providerMessageId: '' };
  if (as === 'send_again')
    return { outcome: 'retry', at: now.getTime(), reason: `${name} chose to send it again.` };
  return { outcome: 'rejected', reason: `${name} found that it didn’t arrive.` };
};

/**
 * A person says what became of a delivery whose outcome is unknown, or sends it again. It's on the attempt, the ledger and
 * in the activity. @throws AppError not_found where it isn't unknown any more
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
