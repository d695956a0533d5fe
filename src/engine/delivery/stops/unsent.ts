import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { StopScope, Unsent } from '#src/shared/sending.ts';

export type Scope = { scope: StopScope; target: string };

/**
 * A query of what hasn't gone out of the workspace in sight, by alert or digest and channel: `alert_id`, `brand_id`,
 * `channel`, and `late`, where no route sends it anymore.
 */
const unsent = (workspaceId: string, now: Date): SQL => sql`
  select o.alert_id, coalesce(a.brand_id, g.brand_id) as brand_id, o.channel,
         bool_and(coalesce(o.expires_at <= ${now.toISOString()}::timestamptz, false)) as late
    from (
      select f.alert_id, s.channel, f.expires_at
        from fan_outs f join fan_out_shards s on s.workspace_id = f.workspace_id and s.alert_id = f.alert_id
         and s.fan_out_id = f.id and not s.is_done
       where f.workspace_id = ${workspaceId}::uuid and f.state = 'open'
      union all
      select d.alert_id, d.channel, f.expires_at
        from deliveries d join fan_outs f on f.workspace_id = d.workspace_id and f.id = d.fan_out_id
       where d.workspace_id = ${workspaceId}::uuid and d.state in ('pending', 'held', 'retry')) o
    left join alerts a on a.workspace_id = ${workspaceId}::uuid and a.id = o.alert_id
    left join digests g on g.workspace_id = ${workspaceId}::uuid and g.id = o.alert_id
   group by o.alert_id, coalesce(a.brand_id, g.brand_id), o.channel`;

type Counted = Unsent & { brand_id: string | null; channel: string | null };

/** How many alerts and digests haven't gone out: all of them, by brand and by channel. */
export async function countUnsent(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<{ all: Unsent; ofBrand: (id: string) => Unsent; ofChannel: (kind: string) => Unsent }> {
  const { rows } = await tx.execute<Counted>(sql`
    select brand_id, channel, count(distinct alert_id)::int as unsent,
           (count(distinct alert_id) filter (where all_late))::int as expired
      from (select u.*, bool_and(u.late) over (partition by u.alert_id) as all_late
              from (${unsent(workspaceId, now)}) u) each
     group by grouping sets ((), (brand_id), (channel))`);
  const first = (is: (row: Counted) => boolean): Unsent => {
    const row = rows.find(is);
    return { unsent: row?.unsent ?? 0, expired: row?.expired ?? 0 };
  };
  return {
    all: first((row) => row.brand_id === null && row.channel === null),
    ofBrand: (id) => first((row) => row.brand_id === id),
    ofChannel: (kind) => first((row) => row.channel === kind),
  };
}

/** Alerts and digests that a stop holds, those that have waited longest first. */
export async function heldBy(
  tx: Tx,
  workspaceId: string,
  { scope, target }: Scope,
  now: Date,
): Promise<string[]> {
  const isIt = {
    workspace: sql`true`,
    brand: sql`u.brand_id::text = ${target}`,
    channel: sql`u.channel = ${target}`,
  }[scope];
  // Ids grow with time.
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct u.alert_id as id from (${unsent(workspaceId, now)}) u where ${isIt} order by u.alert_id`);
  return rows.map(({ id }) => id);
}
