import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, clientApprovers } from '#src/db/schema.ts';

/** The client approvers of an alert's brand who may be asked. */
export const confirmedClients = (
  tx: Tx,
  { workspaceId, alertId }: { workspaceId: string; alertId: string },
): Promise<{ approverId: string }[]> =>
  tx
    .select({ approverId: clientApprovers.id })
    .from(clientApprovers)
    .innerJoin(
      alerts,
      and(eq(alerts.workspaceId, clientApprovers.workspaceId), eq(alerts.brandId, clientApprovers.brandId)),
    )
    .where(
      and(
        eq(clientApprovers.workspaceId, workspaceId),
        eq(alerts.id, alertId),
        isNotNull(clientApprovers.confirmedAt),
        isNull(clientApprovers.suspendedAt),
        isNull(clientApprovers.removedAt),
      ),
    );
