import { sql } from 'drizzle-orm';
import type { DeliveryState, RecentAlert, RecentState } from '#src/shared/alerts.ts';
import { recentAlertsSchema } from '#src/shared/alerts.ts';
import type { Tx } from '../database.ts';

type Row = {
  id: string;
  alert_state: string;
  channel: string | null;
  /** Empty for an alert that failed before there was anything to deliver. */
  states: DeliveryState[];
  reason: string | null;
  title: string;
  symbol: string;
  timeframe: string | null;
  time_zone: string;
  detector: string;
  value: number | null;
  event_time: Date;
  created_at: Date;
  sent_at: Date | null;
  trial: boolean;
};

/** Of several recipients on one channel, the state that most needs to be seen. */
const LOUDEST: readonly DeliveryState[] = [
  'rejected',
  'unknown',
  'sending',
  'retry',
  'pending',
  'held',
  'sent',
];

/** What became of an alert that has no delivery, by its state; others are on their way. */
const WITHOUT_DELIVERY: Readonly<Record<string, RecentState>> = {
  failed: 'rejected',
  withheld: 'withheld',
  // Everybody gets it in a digest.
  sent: 'sent',
};

/**
 * Recent alerts of the workspace in sight, newest first: one row per alert and channel. An alert that failed before
 * it had a delivery, or was held back, stands there too, with the reason: nothing is lost in silence.
 */
export async function recentAlerts(tx: Tx, limit: number): Promise<RecentAlert[]> {
  const { rows } = await tx.execute<Row>(sql`
    select a.id, a.state as alert_state, way.channel, coalesce(way.states, '{}') as states,
           coalesce(way.reason, stop.waits, f.reason) as reason, coalesce(a.title, r.name) as title,
           coalesce(i.symbol, a.about) as symbol, coalesce(i.time_zone, 'UTC') as time_zone, a.timeframe, a.detector, a.value,
           a.event_time, a.created_at, way.sent_at, a.trial
      from (select * from alerts where state not in ('drafted', 'pending_review', 'rejected', 'expired')
            order by created_at desc, id desc limit ${limit}) a
      left join instruments i on i.id = a.instrument_id
      join rules r on r.workspace_id = a.workspace_id and r.id = a.rule_id
      left join lateral (
        select max(t.reason) as reason from alert_transitions t
         where t.workspace_id = a.workspace_id and t.alert_id = a.id and t.to_state in ('failed', 'withheld')) f on true
      left join lateral (
        select max(o.waits) as waits from fan_outs o where o.workspace_id = a.workspace_id and o.alert_id = a.id) stop on true
      cross join lateral (
        select channel, max(reason) as reason, max(last_sent_at) as sent_at, array_remove(array[
                 case when sum(rejected) > 0 then 'rejected' end, case when sum(unknown) > 0 then 'unknown' end,
                 case when sum(sending) > 0 then 'sending' end, case when sum(retry) > 0 then 'retry' end,
                 case when sum(pending + scheduled) > 0 then 'pending' end,
                 case when sum(held - scheduled) > 0 then 'held' end,
                 case when sum(sent) > 0 then 'sent' end], null) as states
          from fan_out_counts c where c.workspace_id = a.workspace_id and c.alert_id = a.id group by channel
        union all
        -- On its way, or ended before there was anything to deliver.
        select (select v.channel from renditions v where v.workspace_id = a.workspace_id and v.alert_id = a.id
                 order by v.channel limit 1), null, null, null
         where not exists (select from fan_out_counts c where c.workspace_id = a.workspace_id and c.alert_id = a.id)) way
     order by a.created_at desc, a.id desc, way.channel limit ${limit}`);
  return recentAlertsSchema.parse({
    items: rows.map((row) => ({
      id: row.id,
      channel: row.channel,
      state:
        LOUDEST.find((state) => row.states.includes(state)) ?? WITHOUT_DELIVERY[row.alert_state] ?? 'pending',
      title: row.title,
      symbol: row.symbol,
      timeframe: row.timeframe,
      timeZone: row.time_zone,
      detector: row.detector,
      value: row.value,
      eventTime: new Date(row.event_time).toISOString(),
      createdAt: new Date(row.created_at).toISOString(),
      sentAt: row.sent_at ? new Date(row.sent_at).toISOString() : null,
      reason: row.reason,
      trial: row.trial,
    })),
  }).items;
}
