import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { addresses, deliveries } from '#src/db/schema.ts';
import { HELD_MAX } from '#src/shared/alerts.ts';
import type { SkipReason } from './eligible.ts';

export const HELD_BECAUSE = 'The address is not confirmed yet.';
export const QUIET_BECAUSE = 'The recipient has quiet hours.';
export const TOO_MANY_HELD = `The address is not confirmed yet, and ${HELD_MAX} alerts already wait for that.`;

/** Whether one more may wait for an address to be confirmed. */
export function mayHold(tx: Tx, workspaceId: string, addressId: string): Promise<boolean> {
  const waiting = and(
    eq(deliveries.workspaceId, workspaceId),
    eq(deliveries.targetId, addressId),
    eq(deliveries.state, 'held'),
    isNull(deliveries.nextAttemptAt),
  );
  const limit = { of: 'held deliveries', whose: `${workspaceId} ${addressId}`, max: HELD_MAX };
  return hasRoom(tx, limit, () => tx.$count(deliveries, waiting));
}

/**
 * Those of the unconfirmed addresses that are confirmed by now. It locks them: a confirmation at this moment waits, and
 * then finds what was held here. Without the lock a delivery could be held just after its release had looked.
 */
export async function confirmedSince(
  tx: Tx,
  rows: readonly { skip: SkipReason | null; target_id: string | null }[],
): Promise<Set<string>> {
  const unconfirmed = rows.flatMap(({ skip, target_id: id }) => (skip === 'unconfirmed' && id ? [id] : []));
  if (unconfirmed.length === 0) return new Set();
  const locked = await tx
    .select({ id: addresses.id, confirmedAt: addresses.confirmedAt })
    .from(addresses)
    .where(inArray(addresses.id, unconfirmed))
    .for('share');
  return new Set(locked.flatMap(({ id, confirmedAt }) => (confirmedAt === null ? [] : [id])));
}
