import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { checkouts } from '#src/db/schema.ts';

/**
 * Ends every checkout that nobody has paid: its price was made for what is not so any more, and its credit would be
 * given twice.
 */
export async function expireCheckouts(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  await tx
    .update(checkouts)
    .set({ state: 'expired', updatedAt: now })
    .where(and(eq(checkouts.workspaceId, workspaceId), inArray(checkouts.state, ['open', 'declined'])));
}
