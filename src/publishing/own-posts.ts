import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { linkOrigin } from '#src/db/queries/link-hosts.ts';
import { alerts, hiddenPosts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { findChannel } from '#src/engine/channels/registry.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { publicPlaceUrl } from '#src/shared/public-places.ts';
import type { PublicPost } from '#src/shared/public-posts.ts';

type Deps = { app: Database; clock: Clock; publicUrl: string };
type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };

/** An alert on the workspace's own public pages, as its members see it. */
export function createOwnPosts({ app, clock, publicUrl }: Deps) {
  /** @throws AppError not_found */
  async function read(tx: Tx, alertId: string): Promise<PublicPost & { title: string | null }> {
    const [alert] = await tx
      .select({
        title: alerts.title,
        workspaceId: alerts.workspaceId,
        brandId: alerts.brandId,
        hidden: sql<boolean>`exists (select from hidden_posts h
          where h.workspace_id = ${alerts.workspaceId} and h.alert_id = ${alerts.id})`,
      })
      .from(alerts)
      .where(eq(alerts.id, alertId));
    if (!alert) throw new AppError('not_found', 'There is no such alert in this workspace.');
    const { workspaceId, brandId } = alert;
    const origin = await linkOrigin(tx, { workspaceId, brandId, publicUrl }, clock());
    const { rows } = await tx.execute<{ channel: string; name: string; address: string }>(sql`
      select distinct d.channel, p.name, p.address
        from deliveries d
        join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
        join destinations p on p.workspace_id = d.workspace_id and p.id = d.target_id and p.deleted_at is null
       where d.alert_id = ${alertId}::uuid and d.event_month = a.event_month
         and d.contact_id is null and d.state = 'sent' and d.purpose = 'first'
       order by p.name, p.address`);
    const pages = rows
      .filter(({ channel }) => findChannel(channel)?.destination?.isPublic)
      .map(({ name, address }) => ({ name, url: `${publicPlaceUrl(origin, address)}/${alertId}` }));
    return { title: alert.title, hidden: alert.hidden, pages };
  }
  const shown = ({ hidden, pages }: PublicPost): PublicPost => ({ hidden, pages });

  return {
    of: async (workspaceId: string, alertId: string): Promise<PublicPost> =>
      shown(await withTenant(app, workspaceId, (tx) => read(tx, alertId))),

    /** Takes an alert off every public page, or puts it back. Feeds and pictures follow at once. */
    change: (
      { workspaceId, actor, keepAnswer }: By,
      alertId: string,
      { hidden }: { hidden: boolean },
    ): Promise<PublicPost> =>
      withTenant(app, workspaceId, async (tx) => {
        const before = await read(tx, alertId);
        const isIt = and(eq(hiddenPosts.workspaceId, workspaceId), eq(hiddenPosts.alertId, alertId));
        const at = clock();
        if (hidden)
          await tx.insert(hiddenPosts).values({ workspaceId, alertId, hiddenAt: at }).onConflictDoNothing();
        else await tx.delete(hiddenPosts).where(isIt);
        if (hidden !== before.hidden)
          await recordActivity(tx, {
            workspaceId,
            actor,
            action: hidden ? 'alert.hidden' : 'alert.shown',
            subject: before.title ?? '',
            at,
          });
        const after = shown({ ...before, hidden });
        await keepAnswer?.(tx, 200, after);
        return after;
      }),
  };
}
