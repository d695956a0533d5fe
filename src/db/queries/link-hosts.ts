import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { linkHosts } from '../schema.ts';
import { workspacePlan } from './plan.ts';

/** How long a host stays in use after the DNS last confirmed it. It's checked once a day. */
const CONFIRMED_MS = 3 * 86_400_000;

/** A host is used while it's verified, the DNS has confirmed it lately, and the plan has white label. */
export const isConfirmed = (
  { state, confirmedAt }: Pick<typeof linkHosts.$inferSelect, 'state' | 'confirmedAt'>,
  now: Date,
): boolean =>
  state === 'verified' && confirmedAt !== null && confirmedAt.getTime() > now.getTime() - CONFIRMED_MS;

/** The origin that links of a brand are on now: its own domain, or else `publicUrl`. In its workspace. */
export async function linkOrigin(
  tx: Tx,
  { workspaceId, brandId, publicUrl }: { workspaceId: string; brandId: string; publicUrl: string },
  now: Date,
): Promise<string> {
  const [row] = await tx
    .select({ host: linkHosts.host })
    .from(linkHosts)
    .where(
      and(
        eq(linkHosts.workspaceId, workspaceId),
        eq(linkHosts.brandId, brandId),
        eq(linkHosts.state, 'verified'),
        gt(linkHosts.confirmedAt, new Date(now.getTime() - CONFIRMED_MS)),
      ),
    );
  if (!row) return publicUrl;
  const { entitlements } = await workspacePlan(tx, now);
  return entitlements.whiteLabel ? `https://${row.host}` : publicUrl;
}

/** The same for several brands at once. */
export async function linkOrigins(
  tx: Tx,
  {
    workspaceId,
    brandIds,
    publicUrl,
  }: { workspaceId: string; brandIds: readonly string[]; publicUrl: string },
  now: Date,
): Promise<(brandId: string) => string> {
  const origins = new Map<string, string>();
  for (const brandId of new Set(brandIds))
    origins.set(brandId, await linkOrigin(tx, { workspaceId, brandId, publicUrl }, now));
  return (brandId) => origins.get(brandId) ?? publicUrl;
}

/** The origin of a public page's address: that of its newest alert's brand; before the first, of the default brand. */
export async function placeOrigin(
  tx: Tx,
  {
    workspaceId,
    destinationId,
    publicUrl,
  }: { workspaceId: string; destinationId: string; publicUrl: string },
  now: Date,
): Promise<string> {
  const isVerified = and(eq(linkHosts.workspaceId, workspaceId), eq(linkHosts.state, 'verified'));
  if ((await tx.$count(linkHosts, isVerified)) === 0) return publicUrl;
  const { rows } = await tx.execute<{ brand_id: string | null }>(sql`
    select coalesce(
      (select a.brand_id from deliveries d
         join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
        where d.workspace_id = ${workspaceId}::uuid and d.target_id = ${destinationId}::uuid
          and d.contact_id is null and d.state = 'sent'
        order by d.sent_at desc, d.id desc limit 1),
      (select b.id from brands b
        where b.workspace_id = ${workspaceId}::uuid and b.archived_at is null
        order by b.is_default desc, b.created_at limit 1)) as brand_id`);
  const brandId = rows[0]?.brand_id;
  return brandId ? linkOrigin(tx, { workspaceId, brandId, publicUrl }, now) : publicUrl;
}

/** The id of no workspace. */
export const NO_WORKSPACE = '00000000-0000-0000-0000-000000000000';

/** Whose a host is, before a workspace is chosen: of several, the one that has it verified. */
export async function ownerOfHost(
  tx: Tx,
  host: string,
): Promise<{ workspaceId: string; brandId: string; state: 'verified' | 'lost' } | null> {
  await tx.execute(sql`select set_config('app.link_host', ${host}, true)`);
  const rows = await tx
    .select({ workspaceId: linkHosts.workspaceId, brandId: linkHosts.brandId, state: linkHosts.state })
    .from(linkHosts)
    .where(eq(linkHosts.host, host));
  const verified = rows.find(({ state }) => state === 'verified');
  if (verified) return { ...verified, state: 'verified' };
  const lost = rows.find(({ state }) => state === 'lost');
  return lost ? { ...lost, state: 'lost' } : null;
}
