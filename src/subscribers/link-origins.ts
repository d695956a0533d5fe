import type { Database } from '#src/db/database.ts';
import { linkOrigin } from '#src/db/queries/link-hosts.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';

type Of = { workspaceId: string; brandId: string };

/** A change of a brand's domain is seen everywhere after so long. */
const KEPT_MS = 30_000;
const MOST = 5_000;

/** The origin of a brand's links, for what is sent one by one: asked once in a while. */
export function createLinkOrigins(deps: { app: Database; clock: Clock; publicUrl: string }) {
  const known = new Map<string, { origin: Promise<string>; until: number }>();
  return ({ workspaceId, brandId }: Of): Promise<string> => {
    const now = deps.clock();
    const key = `${workspaceId} ${brandId}`;
    const kept = known.get(key);
    if (kept && kept.until > now.getTime()) return kept.origin;
    const { publicUrl } = deps;
    const origin = withTenant(deps.app, workspaceId, (tx) =>
      linkOrigin(tx, { workspaceId, brandId, publicUrl }, now),
    );
    if (known.size >= MOST) known.clear();
    known.set(key, { origin, until: now.getTime() + KEPT_MS });
    // A failure isn't kept.
    origin.catch(() => known.delete(key));
    return origin;
  };
}
export type LinkOrigins = ReturnType<typeof createLinkOrigins>;
