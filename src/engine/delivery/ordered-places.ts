import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { connections, destinations } from '#src/db/schema.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';

/** Those of the destinations that get alerts on a symbol one after the other, as their connections are set. */
export async function orderedPlaces(tx: Tx, destinationIds: readonly string[]): Promise<Set<string>> {
  if (destinationIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: destinations.id, channel: connections.channel, settings: connections.settings })
    .from(destinations)
    .innerJoin(
      connections,
      and(
        eq(connections.workspaceId, destinations.workspaceId),
        eq(connections.id, destinations.connectionId),
      ),
    )
    .where(inArray(destinations.id, [...destinationIds]));
  return new Set(
    rows.flatMap((row) => (findChannel(row.channel)?.keepsOrder?.(settingsOf(row)) ? [row.id] : [])),
  );
}
