import { and, eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { oneBarCorrection } from '#src/db/queries/bar-corrections.ts';
import { SYSTEM_AUTHOR } from '#src/db/queries/follow-ups.ts';
import { barCorrections, followUps, revisions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { actingKey, keyOf } from '#src/shared/approving-person.ts';
import type { BarCorrection, DismissalForm } from '#src/shared/bar-corrections.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { assertApprover } from '../../approval/policies/who-may.ts';
import { lockAlert } from '../../approval/states.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { memberOnRecord } from '../deputy-names.ts';
import { decideFollowUp, questionOf } from '../follow-ups/decide-follow-up.ts';
import { GONE } from '../follow-ups/follow-up-state.ts';
import { readAlert } from '../follow-ups/followed-alert.ts';

type Dismissing = {
  workspaceId: string;
  alertId: string;
  id: string;
  form: DismissalForm;
  by: { userId: string; name: string; email: string };
  actor: Actor;
  keepAnswer?: KeepAnswer | undefined;
};

/**
 * A person's decision that an alert isn't corrected though its bars were. A proposal that waits is rejected by it, under its
 * policy and on the ledger.
 * @throws AppError not_found, alert_not_waiting, not_approver
 */
export async function dismissCorrection(
  deps: { app: Database; enqueue: EngineEnqueue; announce: Announce; clock: Clock },
  { workspaceId, alertId, id, form, by, actor, keepAnswer }: Dismissing,
): Promise<BarCorrection> {
  const now = deps.clock();
  const after = await withTenant(deps.app, workspaceId, async (tx) => {
    const sent = await lockAlert(tx, alertId);
    const [row] = await tx
      .select()
      .from(barCorrections)
      .where(and(eq(barCorrections.alertId, alertId), eq(barCorrections.id, id)))
      .for('update');
    if (!row) throw new AppError('not_found', 'There is no such correction of this alert’s bars.');
    if (row.state !== 'differs' && row.state !== 'proposed')
      throw new AppError('alert_not_waiting', 'Nothing waits for a decision here anymore.', {
        details: { state: row.state },
      });
    if (row.state === 'proposed') {
      const { title } = await readAlert(tx, alertId, now);
      const [waiting] = await tx
        .select({ id: followUps.id, hash: revisions.hash })
        .from(followUps)
        .innerJoin(
          revisions,
          and(eq(revisions.workspaceId, followUps.workspaceId), eq(revisions.id, followUps.revisionId)),
        )
        .where(eq(followUps.id, row.followUpId ?? ''));
      if (!waiting) throw new Error(`The proposal of ${id} is gone (“${title}”).`);
      await decideFollowUp(tx, deps.enqueue, {
        workspaceId,
        alertId,
        id: waiting.id,
        form: { decision: 'reject', revision: waiting.hash, reason: form.reason },
        by,
        actor,
        now,
      });
    } else {
      const alert = await readAlert(tx, alertId, now);
      const { title } = alert;
      // The correction after it goes out with the wrong figures would never come.
      if (sent === null || !GONE.has(sent))
        throw new AppError('alert_not_waiting', 'The alert isn’t sent yet. Dismiss it after that.', {
          details: { state: row.state },
        });
      // As of a proposal: the policy names who decides.
      const { question } = await questionOf(tx, alert, { writtenBy: SYSTEM_AUTHOR }, now);
      const absent = await assertApprover(tx, question, { workspaceId, userId: by.userId });
      const inPlaceOf = absent && (await memberOnRecord(tx, absent.userId));
      const dismissedBy = actingKey(keyOf({ userId: by.userId }), inPlaceOf?.userId ?? null);
      await tx
        .update(barCorrections)
        .set({ state: 'dismissed', dismissedBy, dismissedAt: now, reason: form.reason })
        .where(and(eq(barCorrections.workspaceId, workspaceId), eq(barCorrections.id, id)));
      await recordActivity(tx, {
        workspaceId,
        actor: { ...actor, name: inPlaceOf ? `${actor.name} for ${inPlaceOf.name}` : actor.name },
        action: 'alert.bar_correction_dismissed',
        subject: title ?? '',
        detail: { reason: form.reason },
        at: now,
      });
    }
    const answer = await oneBarCorrection(tx, id);
    await keepAnswer?.(tx, 200, answer);
    return answer;
  });
  deps.announce(workspaceId);
  return after;
}
