import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { isOfAudience } from '#src/db/queries/audience.ts';
import { audiences } from '#src/db/schema.ts';
import { UNALIGNED_MAX } from '#src/shared/senders.ts';
import { limitWords, senderLimit } from '../delivery/sender-limit.ts';
import type { Target } from './targets.ts';

type Brand = { workspaceId: string; brandId: string; now: Date };
type Way = { target: Pick<Target, 'audienceId'>; over: readonly string[] };

/**
 * Why a message may not go out yet: it would reach more than 50 people besides the members, from a domain for which
 * SPF, DKIM and DMARC haven't been found, or from the installation's. Null where it may. Counts no further than it has to.
 */
export async function unalignedReason(tx: Tx, brand: Brand, ways: readonly Way[]): Promise<string | null> {
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
      select distinct i.contact_id from digest_items i
        join contacts c on c.workspace_id = i.workspace_id and c.id = i.contact_id and c.user_id is null
       where i.workspace_id = ${brand.workspaceId}::uuid and i.digest_id = ${id}::uuid and i.channel = ${channel}
       limit ${UNALIGNED_MAX + 1}`);
    return rows.length > UNALIGNED_MAX;
  });

async function reasonOf(
  tx: Tx,
  { now, ...brand }: Brand,
  kinds: readonly string[],
  isTooMany: (channel: string) => Promise<boolean>,
): Promise<string | null> {
  for (const channel of kinds) {
    const limit = await senderLimit(tx, { ...brand, channel }, now);
    if (limit && (await isTooMany(channel))) return limitWords(limit);
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
  const others = meant.filter(({ kind }) => kind !== 'members');
  if (others.length === 0) return false;
  const { rows } = await tx.execute(sql`
    select from contacts c
     where c.workspace_id = ${workspaceId}::uuid and c.user_id is null
       and (${sql.join(
         others.map((audience) => isOfAudience(audience, sql.raw('c'), now)),
         sql` or `,
       )})
       and exists (select from addresses a where a.workspace_id = c.workspace_id and a.contact_id = c.id
                      and a.channel = ${channel} and a.confirmed_at is not null and a.suppressed_at is null)
     limit ${UNALIGNED_MAX + 1}`);
  return rows.length > UNALIGNED_MAX;
}
