import { sql } from 'drizzle-orm';
import type { AlertFilter } from '#src/shared/alert-list.ts';
import {
  type Analytics,
  analyticsSchema,
  type Counts,
  type Days,
  daysOf,
  periodBefore,
  type Times,
} from '#src/shared/analytics.ts';
import type { Tx } from '../database.ts';
import { alertConditions, instrumentIds, MAY_HAVE_FAILED } from './alert-list.ts';

type Group = Counts & { by: 'day' | 'hour' | 'brand' | 'rule' | 'symbol'; key: string; name: string };
type Answer = {
  totals: (Counts & Times & { current: boolean })[] | null;
  groups: Group[] | null;
  channels:
    | { channel: string; sent: number; failed: number; medianMs: number | null; p95Ms: number | null }[]
    | null;
};

const NOTHING = { alerts: 0, sent: 0, failed: 0, medianMs: null, p95Ms: null };
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The figures of a period and of the one before it, in one statement. An alert and its event are written together, so
 * the time of the one is the time of the other; it counts as handed over with the last delivery that was. What `sent`
 * and `failed` mean is what the list's filter `outcome` means.
 */
export async function analytics(
  tx: Tx,
  ask: { workspaceId: string; filter: AlertFilter & Days; tier: Analytics['tier'] },
): Promise<Analytics> {
  const { filter, workspaceId, tier } = ask;
  const { from, to } = filter;
  const before = periodBefore({ from, to });
  const wanted = await instrumentIds(tx, workspaceId, filter.symbol);
  const where = alertConditions({ workspaceId, filter: { ...filter, from: before.from, to } }, wanted);
  const channels = filter.channel && sql.param([...filter.channel]);
  const onChannels = channels ? sql`and d.channel = any(${channels}::text[])` : sql``;
  const failedAtOnce = channels ? sql`false` : sql`p.failed`;
  const times = sql`percentile_disc(0.5) within group (order by took) as "medianMs",
                    percentile_disc(0.95) within group (order by took) as "p95Ms"`;
  const counts = sql`count(*) as alerts, count(*) filter (where sent) as sent, count(*) filter (where failed) as failed`;
  // A month of a busy workspace does not fit into what a statement has for sorting unless told, and would go by way of
  // the disk.
  await tx.execute(sql`set local work_mem = '64MB'`);
  const { rows } = await tx.execute<Answer>(sql`
    with picked as materialized (
      select a.id, a.state in ${MAY_HAVE_FAILED} as may_have_failed, a.state = 'failed' as failed, a.created_at,
             a.created_at >= ${`${from}T00:00:00.000Z`}::timestamptz as current,
             a.brand_id, a.rule_id, a.instrument_id
        from alerts a where ${sql.join(where, sql` and `)}),
    ways as materialized (
      select d.alert_id, d.channel, bool_or(d.sent > 0) as sent, bool_or(d.rejected > 0) as refused,
             max(d.last_sent_at) as handed_over
        from picked p
        join fan_out_counts d on d.workspace_id = ${workspaceId}::uuid and d.alert_id = p.id
             and (d.sent > 0 or d.rejected > 0) ${onChannels}
       group by d.alert_id, d.channel),
    outcomes as materialized (
      select p.current, p.brand_id, p.rule_id, p.instrument_id,
             (p.created_at at time zone 'UTC')::date as day,
             extract(hour from p.created_at at time zone 'UTC')::int as hour,
             coalesce(w.sent, false) as sent,
             not coalesce(w.sent, false) and p.may_have_failed
               and (coalesce(w.refused, false) or ${failedAtOnce}) as failed,
             extract(epoch from w.handed_over - p.created_at) * 1000 as took
        from picked p
        left join (select alert_id, bool_or(sent) as sent, bool_or(refused) as refused,
                          max(handed_over) as handed_over
                     from ways group by alert_id) w on w.alert_id = p.id),
    grouped as (
      select day, hour, brand_id, rule_id, instrument_id, ${counts}
        from outcomes where current
       group by grouping sets ((day), (hour), (brand_id), (rule_id), (instrument_id)))
    select
      (select json_agg(t) from (select current, ${counts}, ${times} from outcomes group by current) t) as totals,
      (select json_agg(g) from (
        select case when day is not null then 'day' when hour is not null then 'hour'
                    when b.id is not null then 'brand' when r.id is not null then 'rule' else 'symbol' end as by,
               coalesce(day::text, hour::text, b.id::text, r.id::text, i.symbol) as key,
               coalesce(b.name, r.name, i.name, '') as name, alerts, sent, failed
          from grouped
          left join brands b on b.workspace_id = ${workspaceId}::uuid and b.id = grouped.brand_id
          left join rules r on r.workspace_id = ${workspaceId}::uuid and r.id = grouped.rule_id
               -- One for each alert that a person writes says nothing.
               and r.kind <> 'composed'
          left join instruments i on i.id = grouped.instrument_id
         -- What came from outside is of no instrument.
         where coalesce(day::text, hour::text, b.id::text, r.id::text, i.symbol) is not null
         order by alerts desc, name, key) g) as groups,
      (select json_agg(c) from (
        select channel, count(*) filter (where sent) as sent,
               count(*) filter (where not sent and refused and may_have_failed) as failed, ${times}
          from (select w.channel, w.sent, w.refused, p.may_have_failed,
                       extract(epoch from w.handed_over - p.created_at) * 1000 as took
                  from ways w join picked p on p.id = w.alert_id where p.current) each
         group by channel order by channel) c) as channels`);
  const { totals, groups, channels: ways } = rows[0] ?? { totals: null, groups: null, channels: null };
  const total = (current: boolean) => {
    const { current: _, ...figures } = totals?.find((each) => each.current === current) ?? {
      ...NOTHING,
      current,
    };
    return figures;
  };
  const by = (kind: Group['by']) => (groups ?? []).filter((group) => group.by === kind);
  const countsOf = ({ alerts, sent, failed }: Counts): Counts => ({ alerts, sent, failed });
  const at = (kind: Group['by'], key: string) =>
    countsOf(by(kind).find((group) => group.key === key) ?? NOTHING);
  const named = (group: Group) => ({ id: group.key, name: group.name, ...countsOf(group) });
  const advanced = <T>(list: T[]): T[] => (tier === 'advanced' ? list : []);
  return analyticsSchema.parse({
    tier,
    trial: filter.trial,
    period: { from, to, ...total(true) },
    before: { ...before, ...total(false) },
    days: daysOf({ from, to }).map((day) => ({ day, ...at('day', day) })),
    hours: advanced(HOURS.map((hour) => ({ hour, ...at('hour', String(hour)) }))),
    channels: ways ?? [],
    brands: advanced(by('brand').map(named)),
    rules: advanced(by('rule').map(named)),
    symbols: advanced(
      by('symbol').map((group) => ({ symbol: group.key, name: group.name, ...countsOf(group) })),
    ),
  });
}
