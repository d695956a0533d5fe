import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { plainList } from '#src/db/plain-list.ts';
import { placeOf } from '#src/shared/countries/verdict.ts';
import { type Chosen, skip, type Turn } from './choose.ts';
import { type Ask, CLAIM_MS, type ClaimedDelivery, type Head } from './claimed.ts';
import type { SkipReason } from './eligible.ts';
import type { Renditions } from './renditions.ts';
import { isEachDevice, ownShard, type Shard } from './shard.ts';
import { countSkipped } from './skips.ts';

type Row = {
  id: string;
  who: Chosen;
  rendition: string;
  state: string;
  reason: string | null;
  /** Held until then; null until the address is confirmed. */
  until: string | null;
};

/** A window that is chosen and not written yet. */
export type Opening = {
  ask: Ask;
  head: Head;
  shard: Shard;
  /** Where the shard goes on, or that it doesn't. */
  cursor: string;
  isDone: boolean;
  rows: Row[];
  claimed: Map<string, ClaimedDelivery>;
  skipped: Map<SkipReason, number>;
};

export async function openingOf(
  tx: Tx,
  {
    renditions,
    ...from
  }: Pick<Opening, 'ask' | 'head' | 'shard' | 'cursor' | 'isDone'> & { renditions: Renditions },
  turn: Turn,
): Promise<Opening> {
  const { ask, head, shard } = from;
  const all = [...turn.go.map((who) => ({ who, state: 'sending', reason: null, until: null })), ...turn.hold];
  const rows: Row[] = [];
  const claimed = new Map<string, ClaimedDelivery>();
  for (const { who, state, reason, until } of all) {
    const rendition = await renditions.for(tx, {
      revisionId: shard.revision_id,
      channel: ask.channel,
      language: who.language,
      place: placeOf(who.contact_id, who.country),
    });
    if (!rendition) throw new Error(`The alert ${ask.alertId} has nothing to send over ${ask.channel}.`);
    const id = newId();
    rows.push({
      id,
      who,
      rendition: rendition.id,
      state,
      reason,
      until: until === null ? null : new Date(until).toISOString(),
    });
    if (state === 'sending')
      claimed.set(id, {
        ...ask,
        ...head,
        id,
        fanOutId: shard.fan_out_id,
        targetId: who.target_id,
        contactId: who.contact_id,
        purpose: shard.purpose,
        sendNo: shard.send_no,
        userId: who.user_id,
        address: who.address,
        connectionId: who.connection_id,
        attempt: 1,
        serverWaits: 0,
        pauses: 0,
        tracked: who.tracked === true,
        rendition,
        prepared: rendition.prepared,
      });
  }
  return { ...from, rows, claimed, skipped: turn.skipped };
}

/** Of a delivery to anything else. */
const NO_DEVICE = '00000000-0000-0000-0000-000000000000';

/** Parts of a statement that write the deliveries, as `opened`, and move the shard on. `conflict`: for who has one already. */
export function openingParts({ ask, head, shard, cursor, isDone, rows }: Opening, conflict: SQL): SQL[] {
  const now = sql`${ask.now.toISOString()}::timestamptz`;
  const lease = new Date(ask.now.getTime() + CLAIM_MS).toISOString();
  const list = (of: (row: Row) => string | null) => plainList(rows.map(of));
  return [
    sql`moved as (
      update fan_out_shards set cursor_id = ${cursor}::uuid, is_done = ${isDone} where ${ownShard(ask, shard)})`,
    sql`opened as (
      insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id,
                              contact_id, device_id, purpose, send_no, preferred, state, reason, next_attempt_at, attempts,
                              claimed_by, lease_until, created_at, updated_at)
      select ${ask.workspaceId}::uuid, o.id, ${head.eventMonth}::date, ${ask.alertId}::uuid, ${shard.fan_out_id}::uuid,
             o.rendition_id, ${ask.channel}, o.target_id, o.contact_id,
             case when ${isEachDevice(ask, shard)}::boolean then o.target_id else ${NO_DEVICE}::uuid end, ${shard.purpose}, ${shard.send_no}::int,
             ${shard.reach === 'preferred'}::boolean and o.contact_id is not null, o.state, o.reason, o.until,
             (o.state = 'sending')::int, case o.state when 'sending' then ${ask.instanceId}::uuid end,
             case o.state when 'sending' then ${lease}::timestamptz end, ${now}, ${now}
        from unnest(${list(({ id }) => id)}::uuid[], ${list(({ who }) => who.target_id)}::uuid[],
                    ${list(({ who }) => who.contact_id)}::uuid[], ${list(({ rendition }) => rendition)}::uuid[],
                    ${list(({ state }) => state)}::text[], ${sql.param(rows.map(({ reason }) => reason))}::text[],
                    ${list(({ until }) => until)}::timestamptz[])
          as o (id, target_id, contact_id, rendition_id, state, reason, until)
      ${conflict} returning id)`,
  ];
}

/** Counts who was passed over. @returns what was claimed, by the ids of what was written */
export async function finishOpening(
  tx: Tx,
  opening: Opening,
  opened: readonly string[],
): Promise<ClaimedDelivery[]> {
  const { ask, shard, rows, skipped } = opening;
  const made = new Set(opened);
  // People, however many of their devices had it already.
  const peopleOf = (some: readonly Row[]) => new Set(some.map(({ id, who }) => who.contact_id ?? id));
  const got = peopleOf(rows.filter(({ id }) => made.has(id)));
  const served = [...peopleOf(rows.filter(({ id }) => !made.has(id)))].filter((each) => !got.has(each));
  skip(skipped, 'served', served.length);
  await countSkipped(tx, ask, shard.fan_out_id, skipped);
  return [...opening.claimed].flatMap(([id, delivery]) => (made.has(id) ? [delivery] : []));
}
