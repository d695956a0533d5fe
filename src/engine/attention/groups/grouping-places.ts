import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Grouping } from './join-groups.ts';

/**
 * Those of the destinations that group alerts. It locks them, in their order, to the end of the transaction: whatever else
 * is dispatched to one of them waits, and then sees what was grouped here.
 */
export async function groupingPlaces(
  tx: Tx,
  workspaceId: string,
  destinationIds: readonly string[],
): Promise<Grouping[]> {
  if (destinationIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: string; group_minutes: number }>(sql`
    select id, group_minutes from destinations
     where workspace_id = ${workspaceId}::uuid and id = any(${sql.param([...destinationIds])}::uuid[])
       and group_minutes is not null
     order by id for no key update`);
  return rows.map(({ id, group_minutes: groupMinutes }) => ({ kind: 'place', id, groupMinutes }));
}
