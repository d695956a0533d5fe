import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { addresses, connections, contacts, destinations, routes, routeTargets } from '#src/db/schema.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { findChannel } from '../channels/registry.ts';

/** To whom an alert goes: exactly one of audience, destination and contact. */
export type Target = {
  routeId: string | null;
  audienceId: string | null;
  destinationId: string | null;
  contactId: string | null;
  reach: 'each' | 'preferred';
  /** Kinds of channels in the order of preference; null is every one in use. */
  channels: ChannelKind[] | null;
  /** Of a destination: that of its connection. */
  channel: ChannelKind | null;
  expiresMinutes: number | null;
  /** It's under embargo for so long after its dispatch; null is not at all. */
  releaseMinutes: number | null;
};

const ANY = { routeId: null, audienceId: null, destinationId: null, contactId: null } as const;
const SIMPLE = {
  ...ANY,
  reach: 'each',
  channels: null,
  channel: null,
  expiresMinutes: null,
  releaseMinutes: null,
} as const;

/**
 * The targets of an alert's routes. A rule without routes goes to the members, whose audience has the workspace's id; a
 * trial run to the person who started it.
 */
export async function targetsOf(
  tx: Tx,
  alert: { workspaceId: string; ruleId: string; brandId: string; onlyTo: string | null },
): Promise<Target[]> {
  if (alert.onlyTo !== null) {
    const people = await tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(and(eq(contacts.workspaceId, alert.workspaceId), eq(contacts.userId, alert.onlyTo)));
    return people.map(({ id }) => ({ ...SIMPLE, contactId: id }));
  }
  const rows = await tx
    .select({ route: routes, target: routeTargets, channel: connections.channel, destination: destinations })
    .from(routes)
    .leftJoin(
      routeTargets,
      and(eq(routeTargets.workspaceId, routes.workspaceId), eq(routeTargets.routeId, routes.id)),
    )
    .leftJoin(
      destinations,
      and(
        eq(destinations.workspaceId, routeTargets.workspaceId),
        eq(destinations.id, routeTargets.destinationId),
        isNull(destinations.deletedAt),
      ),
    )
    .leftJoin(
      connections,
      and(
        eq(connections.workspaceId, destinations.workspaceId),
        eq(connections.id, destinations.connectionId),
        isNull(connections.deletedAt),
      ),
    )
    .where(and(eq(routes.workspaceId, alert.workspaceId), eq(routes.ruleId, alert.ruleId)))
    .orderBy(asc(routes.position), asc(routeTargets.id));
  if (rows.length === 0) return [{ ...SIMPLE, audienceId: alert.workspaceId }];
  return rows.flatMap(({ route, target, channel }): Target[] => {
    if (!target || route.brandId !== alert.brandId) return [];
    const { reach, channels, expiresMinutes, releaseMinutes } = route;
    const to = { ...ANY, routeId: route.id, reach, channels, expiresMinutes, releaseMinutes };
    if (target.audienceId !== null) return [{ ...to, audienceId: target.audienceId, channel: null }];
    // A destination that isn't there any more takes nothing.
    return channel === null ? [] : [{ ...to, destinationId: target.destinationId, channel }];
  });
}

/**
 * The channels that people's addresses and the workspace's connections use, the oldest first. Asks an index for each
 * kind, however many people there are.
 */
export async function channelsInUse(tx: Tx, workspaceId: string): Promise<ChannelKind[]> {
  const { rows } = await tx.execute<{ channel: ChannelKind }>(sql`
    with recursive kinds as (
      (select channel from addresses where workspace_id = ${workspaceId}::uuid order by channel limit 1)
      union all
      select (select a.channel from addresses a where a.workspace_id = ${workspaceId}::uuid and a.channel > k.channel
               order by a.channel limit 1) from kinds k where k.channel is not null)
    select channel from (
      select k.channel, oldest.created_at
        from kinds k, lateral (
          -- What somebody who has left had takes no place.
          select a.created_at from addresses a
            join contacts c on c.workspace_id = a.workspace_id and c.id = a.contact_id and c.receives <> 'nothing'
           where a.workspace_id = ${workspaceId}::uuid and a.channel = k.channel
           order by a.created_at limit 1) oldest
      union all
      select channel, created_at from connections where workspace_id = ${workspaceId}::uuid and deleted_at is null) used
     group by channel order by min(created_at), channel`);
  return rows.map(({ channel }) => channel);
}

/** Of those, the channels that can reach people. A channel whose readers register needs at least one of them. */
export async function channelsToPeople(
  tx: Tx,
  workspaceId: string,
  inUse: readonly ChannelKind[],
): Promise<ChannelKind[]> {
  const reaching: ChannelKind[] = [];
  for (const kind of inUse) {
    const form = findChannel(kind)?.address;
    if (form === undefined || form === null) continue;
    if (form.issued && !(await hasAddresses(tx, workspaceId, kind))) continue;
    reaching.push(kind);
  }
  return reaching;
}

async function hasAddresses(tx: Tx, workspaceId: string, kind: ChannelKind): Promise<boolean> {
  const some = tx
    .select({ id: addresses.id })
    .from(addresses)
    .where(and(eq(addresses.workspaceId, workspaceId), eq(addresses.channel, kind)))
    .limit(1);
  return (await some).length > 0;
}
