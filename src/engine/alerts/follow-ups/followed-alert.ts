import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { recipientsDeleted } from '#src/db/queries/old-months.ts';
import { alerts, events } from '#src/db/schema.ts';
import { AppError } from '#src/shared/errors.ts';
import { approvalOf } from '../approval-of.ts';

/** An alert with what its updates and corrections need to know. @throws AppError not_found */
export async function readAlert(tx: Tx, alertId: string, now: Date) {
  const [row] = await tx
    .select({ alert: alerts, event: events, recipientsDeleted: recipientsDeleted(alerts.eventMonth) })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .where(eq(alerts.id, alertId));
  if (!row) throw new AppError('not_found', 'There is no such alert in this workspace.');
  const { event, recipientsDeleted: isOver } = row;
  return { ...row.alert, event, recipientsDeleted: isOver, approval: await approvalOf(tx, row.alert, now) };
}
export type FollowedAlert = Awaited<ReturnType<typeof readAlert>>;
