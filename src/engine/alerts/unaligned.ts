import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { isOfAudience } from '#src/db/queries/audience.ts';
import { audiences, senders, sendingDomains } from '#src/db/schema.ts';
import { UNALIGNED_MAX } from '#src/shared/senders.ts';
import { findChannel } from '../channels/registry.ts';
import type { Target } from './targets.ts';

type Brand = { workspaceId: string; brandId: string };
type Way = { target: Pick<Target, 'audienceId'>; over: readonly string[] };

/**
 * Why a message may not go out yet: it would reach more than 50 people from a domain of the brand's own for which SPF,
 * DKIM and DMARC haven't been found. Null where it may. Counts no further than it has to.
 */
export async function unalignedReason(
  tx: Tx,
  brand: Brand & { now: Date },
  ways: readonly Way[],
): Promise<string | null> {
  const kinds = [...new Set(ways.flatMap(({ over }) => over))];
  return reasonOf(tx, brand, kinds, (channel) => reachesTooMany(tx, { ...brand, channel }, ways));
}

/** The same of a digest, which goes to the people of its items. */
export const unalignedDigest = (
  tx: Tx,
  brand: Brand,
  { id, over }: { id: string; over: readonly string[] },
): Promise<string | null> =>
  reasonOf(tx, brand, over, async (channel) => {
    const { rows } = await tx.execute(sql`
      select distinct contact_id from digest_items
       where workspace_id = ${brand.workspaceId}::uuid and digest_id = ${id}::uuid and channel = ${channel}
       limit ${UNALIGNED_MAX + 1}`);
    return rows.length > UNALIGNED_MAX;
  });

async function reasonOf(
  tx: Tx,
  { workspaceId, brandId }: Brand,
  kinds: readonly string[],
  isTooMany: (channel: string) => Promise<boolean>,
): Promise<string | null> {
  const rows = await tx
    .select()
    .from(senders)
    .where(
      and(
        eq(senders.workspaceId, workspaceId),
        eq(senders.brandId, brandId),
        inArray(senders.channel, [...kinds]),
      ),
    );
  for (const row of rows) {
    const domain = findChannel(row.channel)?.senderDomain(row.settings as Record<string, string>);
    if (!domain) continue;
    const unaligned = await tx.$count(
      sendingDomains,
      and(
        eq(sendingDomains.workspaceId, workspaceId),
        eq(sendingDomains.domain, domain),
        isNull(sendingDomains.alignedAt),
      ),
    );
    if (unaligned > 0 && (await isTooMany(row.channel)))
      return `SPF, DKIM and DMARC of ${domain} haven’t been found yet: until then, a message may reach ${UNALIGNED_MAX} people`;
  }
  return null;
}

async function reachesTooMany(
  tx: Tx,
  { workspaceId, channel, now }: { workspaceId: string; channel: string; now: Date },
  ways: readonly Way[],
): Promise<boolean> {
  const ids = ways.flatMap(({ target, over }) =>
    over.includes(channel) && target.audienceId !== null ? [target.audienceId] : [],
  );
  if (ids.length === 0) return false;
  const meant = await tx
    .select({ id: audiences.id, kind: audiences.kind, filter: audiences.filter })
    .from(audiences)
    .where(and(eq(audiences.workspaceId, workspaceId), inArray(audiences.id, ids)));
  const { rows } = await tx.execute(sql`
    select from contacts c
     where c.workspace_id = ${workspaceId}::uuid
       and (${sql.join(
         meant.map((audience) => isOfAudience(audience, sql.raw('c'), now)),
         sql` or `,
       )})
       and exists (select from addresses a where a.workspace_id = c.workspace_id and a.contact_id = c.id
                      and a.channel = ${channel} and a.confirmed_at is not null and a.suppressed_at is null)
     limit ${UNALIGNED_MAX + 1}`);
  return rows.length > UNALIGNED_MAX;
}
