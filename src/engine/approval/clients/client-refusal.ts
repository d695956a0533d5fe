import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { clientApprovers } from '#src/db/schema.ts';

export type ApproverRow = typeof clientApprovers.$inferSelect;

export async function readApprover(
  tx: Pick<Tx, 'select'>,
  { workspaceId, approverId }: { workspaceId: string; approverId: string },
): Promise<ApproverRow | null> {
  const [row] = await tx
    .select()
    .from(clientApprovers)
    .where(and(eq(clientApprovers.workspaceId, workspaceId), eq(clientApprovers.id, approverId)));
  return row ?? null;
}

/** Why somebody is no approver of a brand at this moment, in a sentence; null where they are. */
export function clientRefusal(row: ApproverRow | null, brandId: string): string | null {
  if (row === null || row.removedAt !== null)
    return 'You’re no longer an approver. Your links don’t work anymore.';
  if (row.suspendedAt !== null)
    return 'You’re suspended as an approver at the moment, and so are your links.';
  if (row.confirmedAt === null)
    return 'Confirm first that you’re an approver: open the link in your invitation.';
  if (row.brandId !== brandId) return 'You approve the alerts of another brand.';
  return null;
}
