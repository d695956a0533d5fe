import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import { decideAlert } from '#src/engine/alerts/decide.ts';
import { assertFresh } from '#src/engine/alerts/freshen.ts';
import type { Announce, EngineEnqueue } from '#src/engine/enqueue.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { DecidedTogether, TogetherForm } from '#src/shared/review.ts';
import { knownError } from '../../failure.ts';

export type TogetherDeps = {
  app: Database;
  clock: Clock;
  enqueue: EngineEnqueue;
  announce: Announce;
  log: { error: (context: object, message: string) => void };
};
type By = Pick<Parameters<typeof decideAlert>[2], 'workspaceId' | 'actor' | 'by'>;

/**
 * One decision about several alerts, each in a transaction of its own: what refuses one, even a fault of ours, leaves
 * the others decided. One after the other, as each ends on the workspace's ledger.
 */
export async function decideTogether(
  { app, clock, enqueue, announce, log }: TogetherDeps,
  by: By,
  { decision, reason, alerts }: TogetherForm,
): Promise<DecidedTogether> {
  const items: DecidedTogether['items'] = [];
  for (const { id, revision, askedAgainAt } of alerts) {
    const about = {
      ...by,
      alertId: id,
      decision,
      reason,
      revision,
      askedAgainAt,
      way: 'account area' as const,
      now: clock(),
      together: alerts.length,
    };
    try {
      if (decision === 'approve')
        await assertFresh({ app, enqueue, clock, announce }, { workspaceId: by.workspaceId, alertId: id });
      const state = await withTenant(app, by.workspaceId, (tx) => decideAlert(tx, enqueue, about));
      items.push({ id, state, refusal: null });
    } catch (error) {
      if (!(error instanceof AppError))
        log.error({ err: loggable(error), alert: id }, 'a decision among several failed');
      const { code, message } = knownError(error);
      items.push({ id, state: null, refusal: { code, detail: message } });
    }
  }
  return { items };
}
