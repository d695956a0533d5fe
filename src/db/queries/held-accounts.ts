import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { connections } from '../schema.ts';

/** What goes out over an account: `destinationId` is null where it goes to people, over their brand's sender. */
type Over = { workspaceId: SQL; brandId: SQL; channel: SQL; destinationId: SQL };

/** A connection `c` that takes nothing at the moment: it's paused, it fails, its provider asked to wait, or its limit is used up. */
export const isHeld = (now: Date): SQL<boolean> =>
  sql<boolean>`(c.deleted_at is null and (c.state <> 'ok' or c.held_until > ${now.toISOString()}::timestamptz))`;

/** The connection of a destination, or the sender's; null is the installation's own account. */
export const connectionOf = ({ workspaceId, brandId, channel, destinationId }: Over): SQL<string | null> =>
  sql<string | null>`case when ${destinationId} is null
    then (select s.connection_id from senders s
           where s.workspace_id = ${workspaceId} and s.brand_id = ${brandId} and s.channel = ${channel})
    else (select p.connection_id from destinations p
           where p.workspace_id = ${workspaceId} and p.id = ${destinationId}) end`;

/** Whether the day's number of the domain that a brand's messages to people come from is used up. */
export const senderIsHeld = (
  { workspaceId, brandId, channel, destinationId }: Over,
  now: Date,
): SQL<boolean> =>
  sql<boolean>`(${destinationId} is null and exists (select from senders w
    where w.workspace_id = ${workspaceId} and w.brand_id = ${brandId} and w.channel = ${channel}
      and w.held_until > ${now.toISOString()}::timestamptz))`;

/** Whether the account takes nothing at the moment: what would go out over it waits, and costs no attempt. */
export const accountIsHeld = (over: Over, now: Date): SQL<boolean> =>
  sql<boolean>`(exists (select from connections c
    where c.workspace_id = ${over.workspaceId} and c.id = ${connectionOf(over)} and ${isHeld(now)})
    or ${senderIsHeld(over, now)})`;

/** Nothing goes out over the connection until then, in any process. */
export async function holdConnection(
  tx: Tx,
  held: { workspaceId: string; connectionId: string; until: Date; now: Date },
): Promise<void> {
  await tx
    .update(connections)
    .set({
      heldUntil: sql`greatest(${connections.heldUntil}, ${held.until.toISOString()}::timestamptz)`,
      updatedAt: held.now,
    })
    .where(and(eq(connections.workspaceId, held.workspaceId), eq(connections.id, held.connectionId)));
}
