import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertAssessments, alerts } from '#src/db/schema.ts';
import { DRY_RUN_ALERTS, type DryRun, type PolicyContent } from '#src/shared/approval.ts';
import { assess } from './assess.ts';

/**
 * What a policy would have decided about the newest alerts, from what was known when each was written: the same function
 * over the same inputs as when it decides. Trial runs are left out.
 */
export async function dryRun(tx: Tx, content: PolicyContent): Promise<DryRun> {
  const rows = await tx
    .select({
      alert: { id: alerts.id, title: alerts.title, createdAt: alerts.createdAt },
      was: alertAssessments,
    })
    .from(alerts)
    .leftJoin(
      alertAssessments,
      and(eq(alertAssessments.workspaceId, alerts.workspaceId), eq(alertAssessments.alertId, alerts.id)),
    )
    .where(eq(alerts.trial, false))
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(DRY_RUN_ALERTS);
  const judged = rows.flatMap(({ alert, was }) =>
    was ? [{ alert, was, now: assess(content, was.inputs) }] : [],
  );
  const review = judged.filter(({ now }) => now.outcome === 'review').length;
  return {
    alerts: rows.length,
    unknown: rows.length - judged.length,
    send: judged.length - review,
    review,
    differences: judged
      .filter(({ was, now }) => was.outcome !== now.outcome)
      .map(({ alert, was, now }) => ({
        alertId: alert.id,
        title: alert.title ?? '',
        createdAt: alert.createdAt.toISOString(),
        was: { outcome: was.outcome, score: was.score },
        now,
      })),
  };
}
