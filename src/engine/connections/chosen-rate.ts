import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { AccountRate } from '#src/shared/channels.ts';
import { settingsOf } from '../channels/settings.ts';

/** What is read once serves so long, in ms: a change holds from then on. */
const FRESH_MS = 2_000;

/**
 * Reads how many messages the owner of a connection lets out in a time. @returns null while they have chosen nothing
 */
export function chosenRate(
  deps: { db: Database; clock: Clock },
  { field }: AccountRate,
  of: { workspaceId: string; connectionId: string },
): () => Promise<number | null> {
  let known: { max: Promise<number | null>; readAt: number } | null = null;
  return () => {
    const now = deps.clock().getTime();
    if (known && Math.abs(now - known.readAt) < FRESH_MS) return known.max;
    const max = withTenant(deps.db, of.workspaceId, async (tx) => {
      const isIt = and(
        eq(connections.workspaceId, of.workspaceId),
        eq(connections.id, of.connectionId),
        isNull(connections.deletedAt),
      );
      const [row] = await tx.select({ settings: connections.settings }).from(connections).where(isIt);
      const chosen = row && settingsOf(row)[field];
      return chosen === undefined ? null : Number(chosen);
    });
    const read = { max, readAt: now };
    known = read;
    // What couldn't be read is read again.
    max.catch(() => {
      if (known === read) known = null;
    });
    return max;
  };
}
