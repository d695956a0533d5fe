import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { isConfirmed, ownerOfHost } from '#src/db/queries/link-hosts.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { brands, linkHosts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { violates } from '#src/db/violates.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { BrandLinkHost, LinkHostForm } from '#src/shared/link-hosts.ts';
import { planLimit, planName } from '#src/shared/plan-limit.ts';
import { certificateOf, type LinkCertificateJob } from './certificates.ts';
import { type HostResolver, lookUpHost, recordsOf } from './look-up.ts';
import { notifyLost } from './notify-lost.ts';

export type LinkHostDeps = {
  app: Database;
  clock: Clock;
  dns: HostResolver;
  /** The installation's own address. */
  publicUrl: string;
  /** Has the domain's certificate looked at once it's verified. */
  enqueue: (tx: Tx, queue: 'link-certificate', job: LinkCertificateJob) => Promise<void>;
  /** Tells the screens of the workspace. */
  announce?: (workspaceId: string, topic: 'notifications') => void;
};
type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
type Of = { workspaceId: string; brandId: string };
type Row = typeof linkHosts.$inferSelect;

const isOf = ({ workspaceId, brandId }: Of) =>
  and(eq(linkHosts.workspaceId, workspaceId), eq(linkHosts.brandId, brandId));

const invalid = (sentence: string) =>
  new AppError('validation_failed', sentence, { details: { field: 'host' } });
const taken = (host: string, cause?: unknown) =>
  new AppError('name_taken', `${host} is another brand’s link domain. Use another one, or remove it there.`, {
    cause,
  });

/** The domains that brands have their links on: claimed here, and used once the DNS shows whose they are. */
export function createLinkHosts(deps: LinkHostDeps) {
  const { app, clock } = deps;
  const ownHost = new URL(deps.publicUrl).hostname;

  async function shown(tx: Tx, row: Row | undefined, now: Date): Promise<BrandLinkHost> {
    if (!row) return { domain: null };
    const { host, token, state, found, checkedAt } = row;
    const { entitlements } = await workspacePlan(tx, now);
    return {
      domain: {
        host,
        state,
        inUse: entitlements.whiteLabel && isConfirmed(row, now),
        checkedAt: checkedAt?.toISOString() ?? null,
        records: recordsOf({ host, token, ownHost }, found),
        certificate: certificateOf(row, now),
      },
    };
  }
  const read = async (tx: Tx, of: Of): Promise<Row | undefined> =>
    (await tx.select().from(linkHosts).where(isOf(of)))[0];

  /** @throws AppError not_found */
  async function brandNamed(tx: Tx, id: string): Promise<string> {
    const [brand] = await tx.select({ name: brands.name }).from(brands).where(eq(brands.id, id));
    if (!brand) throw new AppError('not_found', 'There is no such brand.');
    return brand.name;
  }

  /** @throws AppError name_taken */
  async function assertFree(tx: Tx, host: string, of: Of): Promise<void> {
    const owner = await ownerOfHost(tx, host);
    const isOwn = owner?.workspaceId === of.workspaceId && owner.brandId === of.brandId;
    if (owner?.state === 'verified' && !isOwn) throw taken(host);
  }

  /** Asks the DNS and keeps what it says. What it doesn't answer changes nothing. @throws AppError name_taken */
  async function confirm(of: Of, row: Row): Promise<void> {
    const found = await lookUpHost(deps.dns, { ...row, ownHost });
    const at = clock();
    const all = [found.owner, found.target];
    const isThere = all.every((each) => each === true);
    const isGone = all.includes(false);
    const state = isThere ? 'verified' : isGone && row.state === 'verified' ? 'lost' : row.state;
    const isTold = await withTenant(app, of.workspaceId, async (tx) => {
      const [changed] = await tx
        .update(linkHosts)
        .set({ found, checkedAt: at, state, ...(isThere && { confirmedAt: at }) })
        // It may have been changed since the DNS was asked.
        .where(and(isOf(of), eq(linkHosts.token, row.token)))
        .returning();
      if (!changed) return false;
      if (state !== row.state)
        await recordActivity(tx, {
          workspaceId: of.workspaceId,
          actor: { kind: 'system', userId: null, name: 'DNS' },
          action: state === 'verified' ? 'brand.link_domain_verified' : 'brand.link_domain_lost',
          subject: row.host,
          at,
        });
      if (state === 'verified') await deps.enqueue(tx, 'link-certificate', of);
      return notifyLost(tx, { before: row, after: changed, ownHost, at });
    }).catch((error: unknown) => {
      throw violates(error, 'link_hosts_verified') ? taken(row.host, error) : error;
    });
    if (isTold) deps.announce?.(of.workspaceId, 'notifications');
  }

  return {
    of: (of: Of): Promise<BrandLinkHost> =>
      withTenant(app, of.workspaceId, async (tx) => {
        await brandNamed(tx, of.brandId);
        return shown(tx, await read(tx, of), clock());
      }),

    /** A new domain gets its token here, and is checked next. */
    set: (by: By, brandId: string, { host }: LinkHostForm): Promise<BrandLinkHost> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const of = { workspaceId: by.workspaceId, brandId };
        const subject = await brandNamed(tx, brandId);
        const { planId, entitlements } = await workspacePlan(tx, at);
        if (!entitlements.whiteLabel)
          throw planLimit(
            planId,
            'whiteLabel',
            `The ${planName(planId)} plan doesn’t include links on your own domain.`,
          );
        if (host === ownHost || host.endsWith(`.${ownHost}`))
          throw invalid('That domain is ours. Enter one of yours.');
        let row = await read(tx, of);
        if (row?.host !== host) {
          await assertFree(tx, host, of);
          const fresh = {
            host,
            token: randomBytes(20).toString('hex'),
            state: 'waiting' as const,
            found: {},
            checkedAt: null,
            confirmedAt: null,
            createdAt: at,
            certificateCheckedAt: null,
            certificateFrom: null,
            certificateUntil: null,
            certificateIssuer: null,
            certificateProblem: null,
            certificateNoticedAt: null,
          };
          [row] = await tx
            .insert(linkHosts)
            .values({ ...of, ...fresh })
            .onConflictDoUpdate({ target: [linkHosts.workspaceId, linkHosts.brandId], set: fresh })
            .returning();
          await recordActivity(tx, {
            ...by,
            action: 'brand.link_domain_set',
            subject,
            detail: { domain: host },
            at,
          });
        }
        const answer = await shown(tx, row, at);
        await by.keepAnswer?.(tx, 200, answer);
        return answer;
      }),

    /** Asks the DNS now. @throws AppError not_found, name_taken */
    check: async (of: Of): Promise<BrandLinkHost> => {
      const row = await withTenant(app, of.workspaceId, (tx) => read(tx, of));
      if (!row) throw new AppError('not_found', 'This brand has no link domain.');
      if (row.state !== 'verified')
        await withTenant(app, of.workspaceId, (tx) => assertFree(tx, row.host, of));
      await confirm(of, row);
      return withTenant(app, of.workspaceId, async (tx) => shown(tx, await read(tx, of), clock()));
    },

    remove: (by: By, brandId: string): Promise<BrandLinkHost> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const subject = await brandNamed(tx, brandId);
        const [gone] = await tx
          .delete(linkHosts)
          .where(isOf({ workspaceId: by.workspaceId, brandId }))
          .returning();
        const at = clock();
        if (gone)
          await recordActivity(tx, {
            ...by,
            action: 'brand.link_domain_removed',
            subject,
            detail: { domain: gone.host },
            at,
          });
        const answer = await shown(tx, undefined, at);
        await by.keepAnswer?.(tx, 200, answer);
        return answer;
      }),

    /** Asks the DNS again for each that wasn't asked for a day. @param system sees which those are, and nothing else */
    checkDue: async (system: Database, onError: (error: unknown) => void): Promise<number> => {
      const { rows } = await system.execute<{ workspace_id: string; brand_id: string }>(sql`
        select workspace_id, brand_id from link_hosts
         where state <> 'waiting' and checked_at < ${new Date(clock().getTime() - DAY_MS).toISOString()}::timestamptz
         order by checked_at limit ${AT_ONCE}`);
      for (const { workspace_id: workspaceId, brand_id: brandId } of rows) {
        const of = { workspaceId, brandId };
        const row = await withTenant(app, workspaceId, (tx) => read(tx, of));
        if (!row) continue;
        await confirm(of, row).catch(async (error: unknown) => {
          if (!(error instanceof AppError)) return onError(error);
          // Another brand has it by now: it stays lost.
          await withTenant(app, workspaceId, (tx) =>
            tx.update(linkHosts).set({ checkedAt: clock() }).where(isOf(of)),
          );
        });
      }
      return rows.length;
    },
  };
}
export type LinkHosts = ReturnType<typeof createLinkHosts>;

const DAY_MS = 86_400_000;
const AT_ONCE = 50;
