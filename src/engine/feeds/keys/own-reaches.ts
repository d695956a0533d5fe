import type { Database } from '#src/db/database.ts';
import { feedKeys } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { reachKeyed } from '#src/engine/exchanges/reach-keyed.ts';
import type { FeedAddresses, Reach } from '#src/engine/exchanges/reach.ts';
import { ownFeedOf, type ProviderId } from '#src/shared/market-data.ts';
import { openCredentials } from './sealed-key.ts';

export type OwnDeps = {
  app: Database;
  system: Database;
  encryptionKey: Buffer;
  addresses: FeedAddresses;
  now: () => number;
  signal: AbortSignal;
};

type KeyRow = typeof feedKeys.$inferSelect;
/** A feed that a workspace's key opens. `version` changes when the key does. */
export type OwnReach = Reach & { workspaceId: string; provider: ProviderId; version: string };

/** Opens the feeds of workspaces' keys. Each is opened once per version of its key, so that its limits are kept. */
export function createOwnReaches(deps: OwnDeps) {
  const open = new Map<string, OwnReach>();

  function reachOf(row: KeyRow): OwnReach | null {
    const { workspaceId, provider, plan, extended } = row;
    const name = ownFeedOf(provider, workspaceId);
    const version = row.updatedAt.toISOString();
    const known = open.get(name);
    if (known?.version === version) return known;
    const credentials = openCredentials(deps.encryptionKey, row);
    if (!credentials) return null;
    const reach = reachKeyed(provider, credentials, { name, plan, extended, ...deps });
    const own = { ...reach, workspaceId, provider, version };
    open.set(name, own);
    return own;
  }

  const ofWorkspace = async (workspaceId: string): Promise<OwnReach[]> => {
    const rows = await withTenant(deps.app, workspaceId, (tx) =>
      tx.select().from(feedKeys).orderBy(feedKeys.provider),
    );
    return rows.flatMap((row) => reachOf(row) ?? []);
  };

  return {
    ofWorkspace,
    /** Those of all workspaces. Only keys that are new or changed are read. */
    all: async (): Promise<OwnReach[]> => {
      const rows = await deps.system
        .select({
          workspaceId: feedKeys.workspaceId,
          provider: feedKeys.provider,
          updatedAt: feedKeys.updatedAt,
        })
        .from(feedKeys);
      const isKnown = ({ workspaceId, provider, updatedAt }: (typeof rows)[number]): boolean =>
        open.get(ownFeedOf(provider, workspaceId))?.version === updatedAt.toISOString();
      const changed = new Set(rows.filter((row) => !isKnown(row)).map(({ workspaceId }) => workspaceId));
      await Promise.all([...changed].map(ofWorkspace));
      const names = new Set(rows.map(({ provider, workspaceId }) => ownFeedOf(provider, workspaceId)));
      for (const name of open.keys()) if (!names.has(name)) open.delete(name);
      return [...open.values()];
    },
  };
}
export type OwnReaches = ReturnType<typeof createOwnReaches>;
