import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { carriedChannels } from '#src/shared/entitlements.ts';
import type { PlanId } from '#src/shared/plans.ts';
import type { RouteChoices } from '#src/shared/routes.ts';
import { renditions } from '#src/db/schema.ts';
import { preflight, type Preflight } from '#src/shared/content/preflight.ts';
import type { Channel } from '../channels/channel.ts';
import { channels } from '../channels/registry.ts';

type Choice<K extends keyof RouteChoices> = RouteChoices[K][number];

/** The brands, templates, audiences, destinations and channels that routes of the workspace in sight may name. */
export async function routeChoices(tx: Tx, now: Date): Promise<RouteChoices & { planId: PlanId }> {
  const plan = await workspacePlan(tx, now);
  const most = plan.entitlements.brands;
  const { rows } = await tx.execute<{
    brands: Omit<Choice<'brands'>, 'inPlan'>[];
    templates: Omit<Choice<'templates'>, 'inPlan'>[];
    audiences: Choice<'audiences'>[];
    policies: Choice<'policies'>[];
    destinations: Choice<'destinations'>[];
  }>(sql`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isDefault', is_default, 'timeZone', time_zone)
                                order by is_default desc, created_at, id), '[]')
         from brands where archived_at is null) as brands,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by lower(name), id), '[]')
         from templates where deleted_at is null) as templates,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by lower(name), id), '[]')
         from approval_policies where deleted_at is null) as policies,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'isMembers', kind = 'members')
                                order by kind <> 'members', lower(name), id), '[]')
         from audiences where deleted_at is null) as audiences,
      (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'channel', c.channel,
                                                  'connection', c.name) order by lower(c.name), lower(d.name), d.id), '[]')
         from destinations d
         join connections c on c.workspace_id = d.workspace_id and c.id = d.connection_id
        where d.deleted_at is null and c.deleted_at is null) as destinations`);
  const [found = { brands: [], templates: [], policies: [], audiences: [], destinations: [] }] = rows;
  const newest = await newestRenditions(tx);
  return {
    ...found,
    // The default brand comes first, then the oldest: what was there first goes on.
    brands: found.brands.map((brand, place) => ({ ...brand, inPlan: most === null || place < most })),
    templates: found.templates.map((each) => ({ ...each, inPlan: plan.entitlements.customTemplates })),
    channels: channels().map((channel) => ({
      kind: channel.kind,
      title: channel.title,
      inPlan: carriedChannels(plan, [channel]).has(channel.kind),
      preflight: preflightOf(channel, newest),
    })),
    planId: plan.planId,
  };
}

type Newest = Pick<typeof renditions.$inferSelect, 'channel' | 'prepared'>;

/** What was written of the newest alert, for every channel. */
const newestRenditions = (tx: Tx): Promise<Newest[]> =>
  tx
    .select({ channel: renditions.channel, prepared: renditions.prepared })
    .from(renditions)
    .where(
      sql`${renditions.revisionId} = (
        select r.id from alerts a join revisions r on r.workspace_id = a.workspace_id and r.alert_id = a.id
         order by a.created_at desc, a.id desc, r.n desc limit 1)`,
    );

/** In whichever language it doesn't fit. */
function preflightOf({ kind, limits }: Channel, newest: readonly Newest[]): Preflight | null {
  const checked = newest
    .filter(({ channel }) => channel === kind)
    .map(({ prepared }) => preflight(prepared, limits));
  return checked.find(({ fits }) => !fits) ?? checked[0] ?? null;
}
