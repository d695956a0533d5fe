import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { linkHosts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { CertificateState, LinkHostCertificate } from '#src/shared/link-hosts.ts';
import type { LookAtCertificate } from './look-at-certificate.ts';

/** Has the certificate of a brand's link domain looked at. */
export type LinkCertificateJob = { workspaceId: string; brandId: string };
type Row = typeof linkHosts.$inferSelect;

/** Proxies renew when a third of a certificate's time is left. At a fifth, something is wrong. */
const LATE_PART = 1 / 5;
const AT_ONCE = 50;

/** What is said of the certificate of a domain; null before it was looked at, and while the domain isn't verified. */
export function certificateOf(row: Row, now: Date): LinkHostCertificate | null {
  const { state, certificateCheckedAt: checkedAt, certificateIssuer, certificateUntil } = row;
  if (state !== 'verified' || checkedAt === null) return null;
  return {
    state: stateOf(row, now),
    issuer: certificateIssuer,
    until: certificateUntil?.toISOString() ?? null,
    checkedAt: checkedAt.toISOString(),
  };
}

function stateOf(
  { certificateProblem, certificateFrom, certificateUntil }: Row,
  now: Date,
): CertificateState {
  if (certificateProblem !== null) return certificateProblem;
  if (certificateFrom === null || certificateUntil === null) return 'missing';
  const left = certificateUntil.getTime() - now.getTime();
  if (left <= 0) return 'expired';
  const whole = certificateUntil.getTime() - certificateFrom.getTime();
  return left < whole * LATE_PART ? 'renewal_late' : 'issued';
}

/** Whether readers meet a warning, or soon will. An address that gave no answer once isn't news. */
function isTrouble(row: Row, now: Date): boolean {
  const state = stateOf(row, now);
  if (state === 'issued') return false;
  return state !== 'unreachable' || (row.certificateUntil !== null && row.certificateUntil <= now);
}

const SERVED_BY_US = 'Put no proxy of your own in front of the domain.';
const CHECK =
  'Check that the domain still leads to us, and that no CAA record excludes our certificate authority.';
const NOT_RENEWED = 'isn’t renewed';
/** What members are notified of, by state. */
const NEWS: Readonly<
  Record<Exclude<CertificateState, 'issued'>, (day: string) => { is: string; text: string }>
> = {
  missing: () => ({ is: 'is missing', text: `Links on the domain can’t be opened. ${CHECK}` }),
  wrong_name: () => ({
    is: 'is for another domain',
    text: `Browsers warn readers now. The server there shows a certificate of other names. ${SERVED_BY_US}`,
  }),
  untrusted: () => ({
    is: 'isn’t trusted',
    text: `Browsers warn readers now, as they don’t know who issued it. ${SERVED_BY_US}`,
  }),
  expired: (day) => ({ is: NOT_RENEWED, text: `It ended on ${day}, so browsers warn readers. ${CHECK}` }),
  unreachable: (day) => ({
    is: 'may not be renewed',
    text: `The one we last saw ended on ${day}, and the domain gives no answer now. ${CHECK}`,
  }),
  renewal_late: (day) => ({ is: NOT_RENEWED, text: `It’s valid until ${day} (UTC). ${CHECK}` }),
};

/** Looks at the certificates of verified link domains. The proxy gets and renews them. */
export function createLinkCertificates({
  app,
  clock,
  look,
  announce,
}: {
  app: Database;
  clock: Clock;
  look: LookAtCertificate;
  /** Has the screens of the workspace look again. */
  announce: (workspaceId: string, topic: 'account' | 'notifications') => void;
}) {
  const of = ({ workspaceId, brandId }: LinkCertificateJob) =>
    and(eq(linkHosts.workspaceId, workspaceId), eq(linkHosts.brandId, brandId));

  async function notify(tx: Tx, row: Row, at: Date): Promise<boolean> {
    const { workspaceId, brandId, host, certificateUntil } = row;
    const state = stateOf(row, at);
    if (state === 'issued' || certificateUntil === null) return false;
    const { is, text } = NEWS[state](certificateUntil.toISOString().slice(0, 10));
    return notifyMembers(tx, {
      workspaceId,
      kind: 'link_domain_lost',
      title: `The certificate of ${host} ${is}`,
      text,
      link: `/brands/${brandId}`,
      whoMay: 'brands:write',
      at,
    });
  }

  /** A connection to the domain: the first one has the proxy get its certificate. */
  async function check(job: LinkCertificateJob): Promise<void> {
    const [row] = await withTenant(app, job.workspaceId, (tx) => tx.select().from(linkHosts).where(of(job)));
    if (row?.state !== 'verified') return;
    const { problem, certificate } = await look(row.host);
    const at = clock();
    const changed = await withTenant(app, job.workspaceId, async (tx) => {
      const [next] = await tx
        .update(linkHosts)
        .set({
          certificateCheckedAt: at,
          certificateProblem: problem,
          ...(certificate && {
            certificateFrom: certificate.from,
            certificateUntil: certificate.until,
            certificateIssuer: certificate.issuer,
          }),
        })
        // The domain may have been changed or lost since.
        .where(and(of(job), eq(linkHosts.token, row.token), eq(linkHosts.state, 'verified')))
        .returning();
      if (!next) return null;
      // Once per trouble, and only of a certificate that was there: the first takes a moment.
      const isNotable = isTrouble(next, at) && next.certificateUntil !== null;
      if (isNotable !== (next.certificateNoticedAt !== null))
        await tx
          .update(linkHosts)
          .set({ certificateNoticedAt: isNotable ? at : null })
          .where(of(job));
      const isNews = isNotable && next.certificateNoticedAt === null && (await notify(tx, next, at));
      return { isNews };
    });
    if (!changed) return;
    announce(job.workspaceId, 'account');
    if (changed.isNews) announce(job.workspaceId, 'notifications');
  }

  return {
    check,
    /**
     * Looks at those that weren't looked at for six hours; for ten minutes, where something was wrong. Proxies renew
     * on a connection, so this also renews what no reader opens. @param system sees which are due, and nothing else
     */
    checkDue: async (system: Database, onError: (error: unknown) => void): Promise<number> => {
      const ago = (minutes: number) => new Date(clock().getTime() - minutes * 60_000).toISOString();
      const { rows } = await system.execute<{ workspace_id: string; brand_id: string }>(sql`
        select workspace_id, brand_id from link_hosts
         where state = 'verified'
           and (certificate_checked_at is null
             or certificate_checked_at < case when certificate_problem is null
               then ${ago(360)}::timestamptz else ${ago(10)}::timestamptz end)
         order by certificate_checked_at nulls first limit ${AT_ONCE}`);
      // One that hangs holds up none of the others.
      await Promise.all(
        rows.map(({ workspace_id: workspaceId, brand_id: brandId }) =>
          check({ workspaceId, brandId }).catch(onError),
        ),
      );
      return rows.length;
    },
  };
}
export type LinkCertificates = ReturnType<typeof createLinkCertificates>;
