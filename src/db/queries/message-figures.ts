import { sql } from 'drizzle-orm';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import { type Days } from '#src/shared/analytics.ts';
import { type MessageFigures, messageFiguresSchema } from '#src/shared/analytics-messages.ts';
import type { Tx } from '../database.ts';
import { alertConditions, instrumentIds } from './alert-list.ts';

/**
 * The messages of a period by route, audience, destination and channel, from the counters that fan-outs keep. No delivery
 * is counted here.
 */
export async function messageFigures(
  tx: Tx,
  { workspaceId, filter }: { workspaceId: string; filter: AlertFilter & Days },
): Promise<MessageFigures> {
  const wanted = await instrumentIds(tx, workspaceId, filter.symbol);
  const where = alertConditions({ workspaceId, filter }, wanted);
  const onChannels = filter.channel
    ? sql`and w.channel = any(${sql.param([...filter.channel])}::text[])`
    : sql``;
  await tx.execute(sql`set local work_mem = '64MB'`);
  const { rows } = await tx.execute<{ figures: MessageFigures }>(sql`
    with ways as materialized (
      select f.id, f.alert_id, f.route_id, f.audience_id, f.destination_id, a.rule_id, a.brand_id
        from alerts a join fan_outs f on f.workspace_id = a.workspace_id and f.alert_id = a.id
       where ${sql.join(where, sql` and `)}),
    said as (
      select ways.*, w.channel, w.sent, w.rejected as failed, w.unknown, 0 as skipped
        from ways join fan_out_counts w on w.workspace_id = ${workspaceId}::uuid and w.alert_id = ways.alert_id
             and w.fan_out_id = ways.id ${onChannels}
      union all
      select ways.*, w.channel, 0, 0, 0, w.people
        from ways join fan_out_skips w on w.workspace_id = ${workspaceId}::uuid and w.alert_id = ways.alert_id
             and w.fan_out_id = ways.id ${onChannels}),
    summed as (
      select grouping(rule_id) = 0 as is_route, rule_id, brand_id, route_id, audience_id, destination_id, channel,
             sum(sent)::int as sent, sum(failed)::int as failed, sum(unknown)::int as unknown, sum(skipped)::int as skipped
        from said
       group by grouping sets ((rule_id, brand_id, route_id), (audience_id), (destination_id), (channel)))
    select json_build_object(
      'routes', (select coalesce(json_agg(json_build_object(
            'id', s.route_id, 'rule', json_build_object('id', r.id, 'name', r.name),
            'brand', json_build_object('id', b.id, 'name', b.name),
            'sent', s.sent, 'failed', s.failed, 'unknown', s.unknown, 'skipped', s.skipped)
            order by s.sent desc, r.name, b.name, s.route_id), '[]')
          from summed s
          join rules r on r.workspace_id = ${workspaceId}::uuid and r.id = s.rule_id
          join brands b on b.workspace_id = ${workspaceId}::uuid and b.id = s.brand_id
         where s.is_route),
      'audiences', (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name,
            'sent', s.sent, 'failed', s.failed, 'unknown', s.unknown, 'skipped', s.skipped)
            order by s.sent desc, a.name, a.id), '[]')
          from summed s join audiences a on a.workspace_id = ${workspaceId}::uuid and a.id = s.audience_id),
      'destinations', (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name,
            'sent', s.sent, 'failed', s.failed, 'unknown', s.unknown, 'skipped', s.skipped)
            order by s.sent desc, d.name, d.id), '[]')
          from summed s join destinations d on d.workspace_id = ${workspaceId}::uuid and d.id = s.destination_id),
      'channels', (select coalesce(json_agg(json_build_object('channel', s.channel,
            'sent', s.sent, 'failed', s.failed, 'unknown', s.unknown, 'skipped', s.skipped)
            order by s.sent desc, s.channel), '[]')
          from summed s where s.channel is not null)) as figures`);
  return messageFiguresSchema.parse(rows[0]?.figures);
}
