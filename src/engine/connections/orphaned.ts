import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { connections } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';

/** The connection whose callback address this is; null where it isn't one of this installation's. */
export type CallbackOf = (url: string) => { workspaceId: string; connectionId: string } | null;

/** Whether an address is one of ours that nothing answers at: its connection was deleted, or its workspace. */
export async function isOrphaned(
  { app, callbackOf }: { app: Database; callbackOf?: CallbackOf },
  url: string,
): Promise<boolean> {
  const of = callbackOf?.(url);
  if (!of) return false;
  const { workspaceId, connectionId } = of;
  const isLive = and(eq(connections.id, connectionId), isNull(connections.deletedAt));
  return withTenant(app, workspaceId, async (tx) => (await tx.$count(connections, isLive)) === 0);
}
