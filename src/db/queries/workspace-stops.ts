import { asc, sql, type SQL } from 'drizzle-orm';
import type { Stop } from '#src/shared/sending.ts';
import type { Tx } from '../database.ts';
import { brands, workspaceStops } from '../schema.ts';
import { actorNames } from './actor-names.ts';

/** What goes out: of which brand, and over which channel. */
export type Outgoing = { workspaceId: SQL; brandId: SQL; channel: SQL };

/** Stops `w` that members have set and that hold it. */
export const holding = ({ workspaceId, brandId, channel }: Outgoing): SQL => sql`
  w.workspace_id = ${workspaceId} and (w.scope = 'workspace' or (w.scope = 'channel' and w.target = ${channel})
    or (w.scope = 'brand' and w.target = (${brandId})::text))`;

/** Whether members have stopped it. */
export const isStopped = (outgoing: Outgoing): SQL<boolean> =>
  sql<boolean>`exists (select from workspace_stops w where ${holding(outgoing)})`;

const KEY = 'key:';

/** What members of the workspace in sight have stopped, the widest first. */
export async function workspaceStopsOf(tx: Tx): Promise<Stop[]> {
  const rows = await tx
    .select({ stop: workspaceStops, name: brands.name })
    .from(workspaceStops)
    .leftJoin(
      brands,
      sql`${workspaceStops.scope} = 'brand' and ${brands.workspaceId} = ${workspaceStops.workspaceId}
        and ${brands.id}::text = ${workspaceStops.target}`,
    )
    .orderBy(
      sql`array_position(array['workspace', 'brand', 'channel'], ${workspaceStops.scope})`,
      asc(workspaceStops.since),
      asc(workspaceStops.id),
    );
  if (rows.length === 0) return [];
  const nameOf = await stoppersOf(
    tx,
    rows.map(({ stop }) => stop.stoppedBy),
  );
  return rows.map(({ stop: { id, scope, target, reason, stoppedBy, since }, name }) => ({
    id,
    scope,
    target: target === '' ? null : target,
    name,
    by: nameOf(stoppedBy),
    since: since.toISOString(),
    reason,
  }));
}

/** Those who stopped something, by name: members, and API keys. */
export async function stoppersOf(tx: Tx, stoppers: string[]): Promise<(stopper: string) => string> {
  const names = await actorNames(tx, stoppers);
  return (stopper) => names.get(stopper) ?? stopper.slice(KEY.length);
}
