import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { connections, destinations, publicPlaces } from '#src/db/schema.ts';
import { enterTenant } from '#src/db/tenant.ts';
import { findChannel } from '#src/engine/channels/registry.ts';
import { carriedChannels, type Entitlements } from '#src/shared/entitlements.ts';

/** A public page that is there; the transaction is in its workspace. */
export type OpenPlace = {
  workspaceId: string;
  destinationId: string;
  /** Its name now: one that it had before leads here too. */
  slug: string;
  entitlements: Entitlements;
};

/**
 * Finds a page by its name alone, before a workspace is chosen. Null where there is none, and while it is paused, its
 * plan doesn't have it, or the operator has stopped its workspace. Those look the same from outside.
 */
export async function openPlace(tx: Tx, slug: string, now: Date): Promise<OpenPlace | null> {
  // No name has a zero byte, and PostgreSQL takes none.
  if (slug.includes('\0')) return null;
  await tx.execute(sql`select set_config('app.public_place', ${slug}, true)`);
  const [named] = await tx.select().from(publicPlaces).where(eq(publicPlaces.slug, slug));
  if (!named) return null;
  const { workspaceId, destinationId } = named;
  await enterTenant(tx, workspaceId);
  const [found] = await tx
    .select({ place: destinations, channel: connections.channel, state: connections.state })
    .from(destinations)
    .innerJoin(
      connections,
      and(
        eq(connections.workspaceId, destinations.workspaceId),
        eq(connections.id, destinations.connectionId),
      ),
    )
    .where(
      and(
        eq(destinations.workspaceId, workspaceId),
        eq(destinations.id, destinationId),
        isNull(destinations.deletedAt),
        isNull(connections.deletedAt),
      ),
    );
  const channel = found && findChannel(found.channel);
  if (!found || !channel?.destination?.isPublic || found.state === 'paused') return null;
  const plan = await workspacePlan(tx, now);
  if (plan.standing === 'read_only' || !carriedChannels(plan, [channel]).has(channel.kind)) return null;
  if (await isSuspended(tx, workspaceId)) return null;
  return { workspaceId, destinationId, slug: found.place.address, entitlements: plan.entitlements };
}

/** What the operator stops for everyone, or on a channel, keeps new alerts from going out, and hides nothing. */
async function isSuspended(tx: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ suspended: boolean }>(
    sql`select exists (select from sending_stops_for(${workspaceId}::uuid) where scope = 'workspace') as suspended`,
  );
  return rows[0]?.suspended ?? false;
}
