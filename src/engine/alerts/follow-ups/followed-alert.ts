import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, events } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { approvalOf } from '../approval-of.ts';

/** An alert with what its updates and corrections need to know. @throws AppError not_found */
export async function readAlert(tx: Tx, alertId: string, now: Date) {
  const [row] = await tx
    .select({ alert: alerts, event: events })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .where(eq(alerts.id, alertId));
  if (!row) throw new AppError('not_found', 'There is no such alert in this workspace.');
  return { ...row.alert, event: row.event, approval: await approvalOf(tx, row.alert, now) };
}
export type FollowedAlert = Awaited<ReturnType<typeof readAlert>>;
