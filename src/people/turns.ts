import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';

type Merge = { workspaceId: string; id: string; others: readonly string[] };
type OpenShard = {
  alert_id: string;
  fan_out_id: string;
  channel: string;
  n: number;
  cursor_id: string;
  until_id: string | null;
  is_digest: boolean;
};

/**
 * Contacts become one while alerts are on their way: that person gets each alert once, and loses none. What is open moves
 * to the contact that stays, and so does a turn that would still have come, where its own is over. What one of them got
 * is not in a digest of the other. Call it before anything else of the merge: from here on, no window is claimed that
 * doesn't know of it.
 */
export async function keepTurns(tx: Tx, merge: Merge): Promise<void> {
  const { workspaceId, id, others } = merge;
  const { rows } = await tx.execute<OpenShard>(sql`
    select s.alert_id, s.fan_out_id, s.channel, s.n, s.cursor_id, s.until_id, f.purpose = 'digest' as is_digest
      from fan_outs f join fan_out_shards s
        on s.workspace_id = f.workspace_id and s.alert_id = f.alert_id and s.fan_out_id = f.id
     where f.workspace_id = ${workspaceId}::uuid and f.state = 'open' and f.destination_id is null
       and f.contact_id is null and not s.is_done
     order by s.alert_id, s.fan_out_id, s.channel, s.n for update of s`);
  for (const shards of Map.groupBy(rows, ({ fan_out_id, channel }) => `${fan_out_id} ${channel}`).values()) {
    const late = others.filter((other) => isAhead(shards, other));
    const [first] = shards;
    if (!first || late.length === 0) continue;
    if (first.is_digest) await moveItems(tx, merge, first, late);
    if (!isAhead(shards, id)) await addTurn(tx, merge, first, shards);
  }
  await moveOpen(tx, merge);
  await endItems(tx, merge);
}

const isAhead = (shards: readonly OpenShard[], id: string): boolean =>
  shards.some(({ cursor_id: after, until_id: until }) => id > after && (until === null || id <= until));

/** A shard of one contact. Its number is below all others: the last of them is cut into the one after it. */
async function addTurn(tx: Tx, { workspaceId, id }: Merge, at: OpenShard, shards: readonly OpenShard[]) {
  const n = Math.min(0, ...shards.map((shard) => shard.n)) - 1;
  await tx.execute(sql`
    insert into fan_out_shards (workspace_id, alert_id, fan_out_id, channel, n, cursor_id, until_id)
    select ${workspaceId}::uuid, ${at.alert_id}::uuid, ${at.fan_out_id}::uuid, ${at.channel},
           least(${n}::int, (select min(s.n) - 1 from fan_out_shards s
                         where s.workspace_id = ${workspaceId}::uuid and s.alert_id = ${at.alert_id}::uuid
                           and s.fan_out_id = ${at.fan_out_id}::uuid and s.channel = ${at.channel})),
           ${before(id)}::uuid, ${id}::uuid`);
}

/** The id just before another. */
function before(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Of a digest that is on its way. */
const moveItems = (tx: Tx, { workspaceId, id }: Merge, at: OpenShard, late: readonly string[]) =>
  tx.execute(sql`
    update digest_items i set contact_id = ${id}::uuid
      from (select distinct on (o.alert_id) o.contact_id, o.alert_id from digest_items o
             where o.workspace_id = ${workspaceId}::uuid and o.digest_id = ${at.alert_id}::uuid
               and o.channel = ${at.channel} and o.contact_id = any(${sql.param([...late])}::uuid[])
               and not exists (select from digest_items t where t.workspace_id = o.workspace_id
                      and t.contact_id = ${id}::uuid and t.alert_id = o.alert_id and t.channel = o.channel)) once
     where i.workspace_id = ${workspaceId}::uuid and i.contact_id = once.contact_id
       and i.alert_id = once.alert_id and i.channel = ${at.channel}`);

/** Deliveries that wait or are being sent. Where the contact that stays has one of its own, theirs ends. */
const moveOpen = (tx: Tx, { workspaceId, id, others }: Merge) =>
  tx.execute(sql`
    update deliveries d set contact_id = ${id}::uuid
      from (select distinct on (o.alert_id, o.channel, o.purpose, o.send_no, o.device_id) o.id, o.event_month
              from deliveries o
             where o.workspace_id = ${workspaceId}::uuid and o.contact_id = any(${sql.param([...others])}::uuid[])
               and o.state in ('pending', 'held', 'retry', 'sending')
               and not exists (select from deliveries t where t.workspace_id = o.workspace_id
                      and t.contact_id = ${id}::uuid and t.alert_id = o.alert_id and t.channel = o.channel
                      and t.purpose = o.purpose and t.send_no = o.send_no and t.device_id = o.device_id)) once
     where d.workspace_id = ${workspaceId}::uuid and d.id = once.id and d.event_month = once.event_month`);

/** What waits for the digest of one, and another of them has by now. */
const endItems = (tx: Tx, { workspaceId, id, others }: Merge) =>
  tx.execute(sql`
    update digest_items i set ended = 'served'
     where i.workspace_id = ${workspaceId}::uuid and i.contact_id = any(${sql.param([id, ...others])}::uuid[])
       and i.digest_id is null and i.ended is null
       and (exists (select from deliveries had where had.workspace_id = i.workspace_id
                       and had.contact_id = any(${sql.param([id, ...others])}::uuid[]) and had.alert_id = i.alert_id
                       and had.channel = i.channel and had.purpose = 'first' and had.state <> 'rejected')
         or exists (select from digest_items t where t.workspace_id = i.workspace_id
                       and t.contact_id = any(${sql.param([id, ...others])}::uuid[]) and t.alert_id = i.alert_id
                       and t.channel = i.channel and t.digest_id is not null))`);
