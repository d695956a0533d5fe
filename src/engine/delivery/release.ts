import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { addresses, contacts, deliveries, members } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { sql } from 'drizzle-orm';
import type { EngineEnqueue } from '../enqueue.ts';

/**
 * Releases what waited for a person to confirm their address, in all their workspaces, inside the transaction that
 * confirms it. @returns the workspaces that have something to show
 */
export async function releaseHeld(
  tx: Tx,
  enqueue: EngineEnqueue,
  userId: string,
  now: Date,
): Promise<string[]> {
  await tx.execute(sql`select set_config('app.user_id', ${userId}, true)`);
  const memberships = await tx
    .select({ workspaceId: members.workspaceId })
    .from(members)
    .where(eq(members.userId, userId));
  const touched: string[] = [];
  for (const { workspaceId } of memberships) {
    await enterTenant(tx, workspaceId);
    const person = tx.select({ id: contacts.id }).from(contacts).where(eq(contacts.userId, userId));
    await tx
      .update(addresses)
      .set({ confirmedAt: now, updatedAt: now })
      .where(and(isNull(addresses.confirmedAt), inArray(addresses.contactId, person)));
    const mine = tx.select({ id: addresses.id }).from(addresses).where(inArray(addresses.contactId, person));
    const released = await tx
      .update(deliveries)
      .set({ state: 'pending', reason: null, updatedAt: now })
      .where(and(eq(deliveries.state, 'held'), inArray(deliveries.targetId, mine)))
      .returning({ alertId: deliveries.alertId });
    for (const alertId of new Set(released.map((row) => row.alertId))) {
      await enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    }
    if (released.length > 0) touched.push(workspaceId);
  }
  return touched;
}
