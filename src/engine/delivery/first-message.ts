import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { deliveries } from '#src/db/schema.ts';
import type { SentMessage } from '../channels/channel.ts';
import type { ClaimedDelivery } from './claimed.ts';

/**
 * The message that an update or a correction follows: the alert's first at the same address or destination. Null where
 * that one was not sent.
 */
export async function firstMessage(tx: Tx, delivery: ClaimedDelivery): Promise<SentMessage | null> {
  const [row] = await tx
    .select({ id: deliveries.providerMessageId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.workspaceId, delivery.workspaceId),
        eq(deliveries.alertId, delivery.alertId),
        eq(deliveries.eventMonth, delivery.eventMonth),
        eq(deliveries.targetId, delivery.targetId),
        eq(deliveries.purpose, 'first'),
        isNotNull(deliveries.providerMessageId),
      ),
    )
    .orderBy(desc(deliveries.sendNo))
    .limit(1);
  return row?.id ? { providerMessageId: row.id, address: delivery.address } : null;
}
