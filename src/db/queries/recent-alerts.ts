import { sql } from 'drizzle-orm';
import type { DeliveryState, RecentAlert, RecentState } from '#src/shared/alerts.ts';
import { recentAlertsSchema } from '#src/shared/alerts.ts';
import type { Tx } from '../database.ts';

type Row = {
  id: string;
  alert_state: string;
  channel: string;
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
const WITHOUT_DELIVERY: Readonly<Record<string, RecentState>> = { failed: 'rejected', withheld: 'withheld' };

/**
 * Recent alerts of the workspace in sight, newest first: one row per alert and channel. An alert that failed before
 * it had a delivery, or was held back, stands there too, with the reason: nothing is lost in silence.
 */
export async function recentAlerts(tx: Tx, limit: number): Promise<RecentAlert[]> {
  const { rows } = await tx.execute<Row>(sql`
    select a.id, a.state as alert_state, coalesce(d.channel, 'email') as channel, array_remove(array_agg(distinct d.state), null) as states,
           coalesce(max(d.reason), max(f.reason)) as reason, coalesce(max(v.subject), a.title, max(r.name)) as title,
           coalesce(i.symbol, e.about) as symbol, coalesce(i.time_zone, 'UTC') as time_zone, e.timeframe, e.detector, e.value, e.bar_ts as event_time, a.created_at,
           max(d.sent_at) as sent_at, e.trial_run_id is not null as trial
      from (select * from alerts where state not in ('drafted', 'pending_review', 'rejected', 'expired')
            order by created_at desc, id desc limit ${limit}) a
      join events e on e.workspace_id = a.workspace_id and e.id = a.event_id
      left join instruments i on i.id = e.instrument_id
      join rules r on r.workspace_id = e.workspace_id and r.id = e.rule_id
      left join alert_transitions f on f.workspace_id = a.workspace_id and f.alert_id = a.id and f.to_state in ('failed', 'withheld')
      left join deliveries d on d.workspace_id = a.workspace_id and d.alert_id = a.id
      left join variants v on v.workspace_id = d.workspace_id and v.id = d.variant_id
     group by a.id, a.state, a.title, a.created_at, d.channel, i.symbol, e.about, i.time_zone, e.timeframe, e.detector, e.value, e.bar_ts, e.trial_run_id
     order by a.created_at desc, a.id desc limit ${limit}`);
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
