import { type Context, Hono } from 'hono';
import type { Database } from '#src/db/database.ts';
import { NO_WORKSPACE, ownerOfHost } from '#src/db/queries/link-hosts.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { normalHost } from '#src/shared/link-hosts.ts';

export type CertificateAskDeps = {
  app: Database;
  clock: Clock;
  /** The installation's own host. */
  ownHost: string | null;
  /** Whether a request is the proxy's own, and not one that it passes on. */
  isProxy: (c: Context) => boolean;
  /** Anyone can connect with any name. After so many unknown ones in a minute, only verified domains are answered. */
  unknownPerMinute?: number;
};

/** Emails that were sent keep their ways out: so long after a plan ended, its domain still gets certificates. */
const AFTER_PLAN_MS = 60 * 86_400_000;
const UNKNOWN_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
/** Names that had a certificate aren't held up by those. After a start, the database says which are verified. */
const KNOWN_MOST = 10_000;
/** In place of what can't be a domain: it's looked up like any other. */
const NO_HOST = 'none.invalid';

/**
 * What a proxy asks before it gets or renews a certificate: 200 for the installation's host and for verified domains of
 * workspaces whose plan runs or has ended lately, else 404. Every name takes the same two look-ups, so the time of an
 * answer doesn't show what is known of it, and an answer says no more than its status. Beyond the limit
 * it shows which domains are verified, as connecting to them does.
 */
export function createCertificateAsk({
  app,
  clock,
  ownHost,
  isProxy,
  unknownPerMinute = UNKNOWN_PER_MINUTE,
}: CertificateAskDeps): Hono {
  const known = new Set<string>();
  let unknown = { count: 0, since: 0 };

  /** One look-up by an index, for names that had a certificate before this process started. */
  async function isVerified(host: string): Promise<boolean> {
    const owner = await app.transaction((tx) => ownerOfHost(tx, host));
    return owner?.state === 'verified';
  }

  async function isWanted(host: string, now: Date): Promise<boolean> {
    const owner = await app.transaction((tx) => ownerOfHost(tx, host));
    const { standing, ends } = await withTenant(app, owner?.workspaceId ?? NO_WORKSPACE, (tx) =>
      workspacePlan(tx, now),
    );
    const isServed =
      standing !== 'read_only' || (ends !== null && now.getTime() < ends.getTime() + AFTER_PLAN_MS);
    return host === ownHost || (owner?.state === 'verified' && isServed);
  }

  return new Hono().get('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!isProxy(c)) return c.body(null, 404);
    const now = clock();
    if (now.getTime() - unknown.since >= MINUTE_MS) unknown = { count: 0, since: now.getTime() };
    const host = normalHost(c.req.query('domain') ?? '') ?? NO_HOST;
    if (
      unknown.count >= unknownPerMinute &&
      host !== ownHost &&
      !known.has(host) &&
      !(await isVerified(host))
    ) {
      c.header('Retry-After', '60');
      return c.body(null, 429);
    }
    if (await isWanted(host, now)) {
      if (known.size >= KNOWN_MOST) known.clear();
      known.add(host);
      return c.body(null, 200);
    }
    known.delete(host);
    unknown.count += 1;
    return c.body(null, 404);
  });
}
