import { sql } from 'drizzle-orm';
import type { AlertReach } from '#src/shared/alert-reach.ts';
import type { Tx } from '../database.ts';

const FOLLOWERS_MAX = 50;

/**
 * The brand of an alert, its fan-outs with their counters, and the alerts of the same event in other brands. Nothing is
 * counted here: the counters are kept with each window. Null where the workspace in sight has no such alert.
 */
export async function alertFanOuts(tx: Tx, alertId: string): Promise<Omit<AlertReach, 'ahead'> | null> {
  const { rows } = await tx.execute<Omit<AlertReach, 'ahead'>>(sql`
    select json_build_object('id', b.id, 'name', b.name) as brand,
      (select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'state', o.state,
                                  'brand', json_build_object('id', ob.id, 'name', ob.name)) order by lower(ob.name), o.id), '[]')
         from alerts o join brands ob on ob.workspace_id = o.workspace_id and ob.id = o.brand_id
        where o.workspace_id = a.workspace_id and o.event_id = a.event_id and o.id <> a.id) as others,
      (select coalesce(json_agg(json_build_object('id', g.id, 'title', g.title, 'rule', g.rule, 'state', g.state)), '[]')
         from (select o.id, o.title, r.name as rule, o.state
                 from (select workspace_id, alert_id, first_alert_id from audience_groups
                       union select workspace_id, alert_id, first_alert_id from place_groups) m
                 join alerts o on o.workspace_id = m.workspace_id and o.id = m.alert_id
                 join rules r on r.workspace_id = o.workspace_id and r.id = o.rule_id
                where m.workspace_id = a.workspace_id and m.first_alert_id = a.id and m.alert_id <> a.id
                order by o.created_at desc, o.id desc limit ${FOLLOWERS_MAX}) g) as followers,
      (select coalesce(json_agg(json_build_object(
                'id', f.id, 'routeId', f.route_id, 'purpose', f.purpose, 'reach', f.reach, 'state', f.state, 'waits', f.waits,
                'createdAt', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'opensAt', case when f.state = 'open' then to_char(f.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
                'marketZone', case when f.state = 'open' then f.market_zone end,
                'late', f.late, 'lapsed', f.lapsed,
                'embargoUntil', case when f.state = 'open' then to_char(f.embargo_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
                'expiresAt', to_char(f.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'target', json_build_object(
                  'kind', case when f.audience_id is not null then 'audience'
                               when f.destination_id is not null then 'destination'
                               when f.contact_id is not null then 'contact' else 'readers' end,
                  'id', coalesce(f.audience_id, f.destination_id, f.contact_id),
                  'name', coalesce(au.name, d.name, c.name, '')),
                'turn', case when f.purpose = 'first' then (
                  select json_build_object('state', t.state, 'per', t.per, 'most', t.most,
                           'until', to_char(coalesce(t.held_until, f.gathers_until) at time zone 'UTC',
                                            'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                    from audience_turns t
                   where t.workspace_id = f.workspace_id and t.audience_id = f.audience_id and t.alert_id = f.alert_id) end,
                'group', case when f.group_first is not null then json_build_object(
                  'alertId', f.group_first, 'waits', f.group_waits and f.state = 'open',
                  'title', (select l.title from alerts l where l.workspace_id = f.workspace_id and l.id = f.group_first)) end,
                'quiet', (
                  select case when min(s.next_attempt_at) is not null then json_build_object(
                           'from', to_char(min(s.next_attempt_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                           'until', to_char(max(s.next_attempt_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
                    from deliveries s
                   where s.workspace_id = f.workspace_id and s.alert_id = f.alert_id and s.fan_out_id = f.id
                     and s.event_month = f.event_month and s.state = 'held' and s.next_attempt_at is not null),
                'channels', (
                  select coalesce(json_agg(json_build_object(
                           'channel', w.channel,
                           'waiting', coalesce(n.pending + n.sending + n.retry, 0), 'held', coalesce(n.held, 0),
                           'quiet', coalesce(n.scheduled, 0),
                           'sent', coalesce(n.sent, 0), 'unknown', coalesce(n.unknown, 0), 'failed', coalesce(n.rejected, 0),
                           'skipped', (
                             select coalesce(json_agg(json_build_object('reason', s.reason, 'people', s.people)
                                                      order by s.people desc, s.reason), '[]')
                               from fan_out_skips s
                              where s.workspace_id = f.workspace_id and s.alert_id = f.alert_id and s.fan_out_id = f.id
                                and s.channel = w.channel)) order by w.place), '[]')
                    from unnest(f.channels) with ordinality as w(channel, place)
                    left join fan_out_counts n on n.workspace_id = f.workspace_id and n.alert_id = f.alert_id
                         and n.fan_out_id = f.id and n.channel = w.channel))
              order by f.created_at, f.id), '[]')
         from fan_outs f
         left join audiences au on au.workspace_id = f.workspace_id and au.id = f.audience_id
         left join destinations d on d.workspace_id = f.workspace_id and d.id = f.destination_id
         left join contacts c on c.workspace_id = f.workspace_id and c.id = f.contact_id
        where f.workspace_id = a.workspace_id and f.alert_id = a.id) as "fanOuts"
      from alerts a join brands b on b.workspace_id = a.workspace_id and b.id = a.brand_id
     where a.id = ${alertId}::uuid`);
  return rows[0] ?? null;
}
