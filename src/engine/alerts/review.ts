import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, revisions } from '#src/db/schema.ts';
import { REVIEW_HOURS, type Review } from '#src/shared/review.ts';
import { expiryOf } from './dispatch.ts';
import { targetsOf } from './targets.ts';

type Alert = typeof alerts.$inferSelect;

/**
 * When an alert that waits for a review expires: with the last of its routes, as the others can still send it until
 * then. Routes without an end leave it a day.
 */
export async function lapseOf(tx: Tx, alert: Alert): Promise<Date> {
  const targets = await targetsOf(tx, { ...alert, onlyTo: null });
  const day = alert.createdAt.getTime() + REVIEW_HOURS * 3_600_000;
  if (targets.length === 0) return new Date(day);
  return new Date(Math.max(...targets.map((target) => expiryOf(alert, target)?.getTime() ?? day)));
}

/** What there is to decide on; null where the alert doesn't wait for a review. */
export async function reviewOf(tx: Tx, alertId: string): Promise<Review | null> {
  const [alert] = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.id, alertId), eq(alerts.state, 'pending_review')));
  const revision = alert && (await newestRevision(tx, alertId));
  if (!alert || !revision) return null;
  const waiting = and(
    eq(alerts.workspaceId, alert.workspaceId),
    eq(alerts.state, 'pending_review'),
    ne(alerts.id, alertId),
  );
  const [next] = await tx
    .select({ id: alerts.id })
    .from(alerts)
    .where(waiting)
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
    .limit(1);
  return {
    revision: { n: revision.n, hash: revision.hash, createdAt: revision.createdAt.toISOString() },
    lapsesAt: (await lapseOf(tx, alert)).toISOString(),
    next: next?.id ?? null,
    others: await tx.$count(alerts, waiting),
  };
}

export async function newestRevision(tx: Tx, alertId: string): Promise<typeof revisions.$inferSelect | null> {
  const [revision] = await tx
    .select()
    .from(revisions)
    .where(eq(revisions.alertId, alertId))
    .orderBy(desc(revisions.n))
    .limit(1);
  return revision ?? null;
}
