import type { Database } from '#src/db/database.ts';
import { ownerOfHost } from '#src/db/queries/link-hosts.ts';
import type { Clock } from '#src/shared/clock.ts';
import { normalHost } from '#src/shared/link-hosts.ts';

/** Whose domain a request came to. `lost`: its records are gone, so only ways out are answered there. */
export type BrandHost = { host: string; workspaceId: string; brandId: string; state: 'verified' | 'lost' };
export type FindHost = (host: string) => Promise<BrandHost | null>;

/** A host that was verified or lost is answered so from then on, in ms. */
const KEPT_MS = 10_000;
const MOST = 2_000;

/** The name of a Host header, without its port. */
export const hostIn = (header: string | undefined): string | null =>
  header === undefined ? null : normalHost(header.replace(/:\d+$/, ''));

/** Finds whose domain a host is. Every request asks, so answers are kept for a moment. */
export function createFindHost({ app, clock }: { app: Database; clock: Clock }): FindHost {
  const known = new Map<string, { found: BrandHost | null; until: number }>();
  return async (host) => {
    const now = clock().getTime();
    const kept = known.get(host);
    if (kept && kept.until > now) return kept.found;
    const owner = await app.transaction((tx) => ownerOfHost(tx, host));
    const found = owner && { host, ...owner };
    // Anyone can send any name.
    if (known.size >= MOST) known.clear();
    known.set(host, { found, until: now + KEPT_MS });
    return found;
  };
}
