import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { holding } from '#src/db/queries/workspace-stops.ts';
import type { Purpose } from '#src/db/schema/delivery.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Tracking } from '#src/shared/tracking.ts';
import { aboutRow, type Bar, barOf } from '../barred/barred.ts';
import { placeSkipReason, type SkipReason } from '../delivery/eligible.ts';

/** The message whose turn it is, as it stands now. */
export type Turn = {
  n: number;
  deliveryId: string;
  eventMonth: string;
  alertId: string;
  fanOutId: string;
  renditionId: string;
  targetId: string;
  purpose: Purpose;
  sendNo: number;
  /** Null where the place is gone. */
  address: string | null;
  brandId: string;
  brandName: string;
  tracking: Tracking;
  detector: string;
  instrumentId: string | null;
  bar: Bar | null;
  skip: SkipReason | null;
  /** Why nothing goes out at the moment; null where it may. */
  stopped: string | null;
};

/** The next message of a replay; null where nothing is left. What was dropped by retention meanwhile is passed by. */
export async function nextTurn(
  tx: Tx,
  {
    workspaceId,
    replayId,
    channel,
    now,
  }: { workspaceId: string; replayId: string; channel: ChannelKind; now: Date },
): Promise<Turn | { n: number; gone: true } | null> {
  const about = {
    brandId: sql`a.brand_id`,
    detector: sql`a.detector`,
    instrumentId: sql`a.instrument_id`,
  };
  const outgoing = {
    workspaceId: sql`i.workspace_id`,
    brandId: sql`a.brand_id`,
    channel: sql`${channel}::text`,
  };
  const { rows } = await tx.execute<Turn | { n: number; deliveryId: null }>(sql`
    select i.n, d.id as "deliveryId", i.event_month::text as "eventMonth", d.alert_id as "alertId",
           d.fan_out_id as "fanOutId", d.rendition_id as "renditionId", d.target_id as "targetId", d.purpose,
           d.send_no as "sendNo", p.address, a.brand_id as "brandId", b.name as "brandName", b.tracking, a.detector,
           a.instrument_id as "instrumentId", ${barOf(aboutRow('a'), now)} as bar, ${placeSkipReason(about)} as skip,
           coalesce(
             (select 'Sending is stopped for now: ' || s.reason from sending_stops_for(i.workspace_id) s
               where s.scope <> 'channel' or s.target = ${channel} limit 1),
             (select 'Sending is stopped.' from workspace_stops w where ${holding(outgoing)} limit 1)) as stopped
      from endpoint_replay_items i
      left join deliveries d on d.workspace_id = i.workspace_id and d.event_month = i.event_month and d.id = i.delivery_id
      left join alerts a on a.workspace_id = d.workspace_id and a.id = d.alert_id
      left join brands b on b.workspace_id = a.workspace_id and b.id = a.brand_id
      left join destinations p on p.workspace_id = d.workspace_id and p.id = d.target_id and p.deleted_at is null
     where i.workspace_id = ${workspaceId}::uuid and i.replay_id = ${replayId}::uuid
     order by i.n limit 1`);
  const [row] = rows;
  if (!row) return null;
  return row.deliveryId === null || !('brandId' in row) || row.brandId === null
    ? { n: row.n, gone: true }
    : row;
}
