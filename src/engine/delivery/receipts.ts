import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { noteReactions } from '#src/db/queries/reactions.ts';
import type { ReactionKind } from '#src/db/schema/reactions.ts';
import { suppressAddress } from '#src/db/queries/suppressions.ts';
import { receipts } from '#src/db/schema.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { ChannelEvent } from '../channels/callback.ts';
import { findChannel } from '../channels/registry.ts';
import { type Ended, messageIdOf } from './ended.ts';
import { withoutAnyone } from './without-recipient.ts';

type On = { workspaceId: string; channel: ChannelKind };

const cut = (text: string, max: number): string => text.replaceAll('\0', '').toWellFormed().slice(0, max);

/** Of a receipt and the outcome of the send that it is about, the second sees the first, whichever that is. */
const takeTurn = (tx: Tx, { workspaceId, channel }: On) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`receipts of ${workspaceId} ${channel}`}, 0))`,
  );

/** Whether the provider says later what became of them. */
export const reports = ([first]: readonly Ended[]): boolean =>
  first !== undefined && findChannel(first.delivery.channel)?.receive !== undefined;

/** Before outcomes of a channel that reports are written; others don't wait for anything. */
export async function beforeSettling(
  tx: Tx,
  { workspaceId, ended }: { workspaceId: string; ended: readonly Ended[] },
): Promise<void> {
  const [first] = ended;
  if (first && reports(ended)) await takeTurn(tx, { workspaceId, channel: first.delivery.channel });
}

/** Notes what the provider knows sent messages by, and applies what it has said of them already. */
export async function noteSent(
  tx: Tx,
  { workspaceId, ended }: { workspaceId: string; ended: readonly Ended[] },
): Promise<void> {
  const [first] = ended;
  if (!first || !reports(ended)) return;
  const { channel, alertId, eventMonth } = first.delivery;
  const sent = ended.flatMap((each) => {
    const id = messageIdOf(each);
    return id === null ? [] : [{ message_id: id, delivery_id: each.delivery.id, sent_at: each.finishedAt }];
  });
  if (sent.length === 0) return;
  await tx.execute(sql`
    insert into sent_messages (workspace_id, channel, message_id, alert_id, delivery_id, event_month, sent_at)
    select ${workspaceId}::uuid, ${channel}, g.message_id, ${alertId}::uuid, g.delivery_id, ${eventMonth}::date, g.sent_at
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as g (message_id text, delivery_id uuid, sent_at timestamptz)
    on conflict do nothing`);
  await apply(
    tx,
    { workspaceId, channel },
    sent.map((each) => each.message_id),
    first.finishedAt,
  );
}

/**
 * Takes what a provider said of messages of a connection. What was said before, word for word or not, is passed over by
 * its id. @returns how much of it was new, and the alerts it is about
 */
export async function takeReceipts(
  tx: Tx,
  on: On & { connectionId: string },
  events: readonly ChannelEvent[],
  now: Date,
): Promise<{ taken: number; alertIds: string[] }> {
  if (events.length === 0) return { taken: 0, alertIds: [] };
  await takeTurn(tx, on);
  const { workspaceId, connectionId, channel } = on;
  const rows = events.map((event) => ({
    workspaceId,
    connectionId,
    channel,
    id: cut(event.id, 500),
    messageId: cut(event.providerMessageId, 500),
    kind: event.kind,
    detail: withoutAnyone(cut(event.detail, 500)),
    at: new Date(event.at),
    receivedAt: now,
  }));
  const made = await tx
    .insert(receipts)
    .values(rows)
    .onConflictDoNothing()
    .returning({ messageId: receipts.messageId });
  const messageIds = [...new Set(made.map(({ messageId }) => messageId))];
  return { taken: made.length, alertIds: await apply(tx, on, messageIds, now) };
}

type Applied = {
  kind: ChannelEvent['kind'];
  detail: string;
  at: string;
  alert_id: string;
  delivery_id: string;
  contact_id: string | null;
  address: string | null;
};

/** What came later counts; that a message did not arrive counts for good. */
async function apply(tx: Tx, on: On, messageIds: readonly string[], now: Date): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const { workspaceId, channel } = on;
  const { rows } = await tx.execute<Applied>(sql`
    with said as (
      update receipts r set applied_at = ${now.toISOString()}::timestamptz
        from sent_messages m
       where r.workspace_id = ${workspaceId}::uuid and r.channel = ${channel} and r.applied_at is null
         and r.message_id = any(${sql.param([...messageIds])}::text[])
         and m.workspace_id = r.workspace_id and m.channel = r.channel and m.message_id = r.message_id
      returning m.delivery_id, m.alert_id, m.event_month, r.kind, r.detail, r.at),
    sums as (
      select delivery_id, alert_id, event_month,
             min(at) filter (where kind in ('delivered', 'read')) as delivered_at,
             min(at) filter (where kind = 'read') as read_at,
             max(coalesce(nullif(detail, ''), 'The provider reported that it did not arrive.'))
               filter (where kind in ('bounced', 'failed')) as problem
        from said group by delivery_id, alert_id, event_month),
    moved as (
      update deliveries d
         set delivered_at = least(d.delivered_at, s.delivered_at), read_at = least(d.read_at, s.read_at),
             state = case when s.problem is not null and d.state = 'sent' then 'rejected' else d.state end,
             reason = case when s.problem is not null and d.state = 'sent' then s.problem else d.reason end,
             updated_at = ${now.toISOString()}::timestamptz
        from sums s
       where d.workspace_id = ${workspaceId}::uuid and d.id = s.delivery_id and d.alert_id = s.alert_id
         and d.event_month = s.event_month
      returning d.id, d.contact_id, d.target_id)
    select said.kind, said.detail, said.at, said.alert_id, said.delivery_id, moved.contact_id, a.address
      from said join moved on moved.id = said.delivery_id
      left join addresses a on a.workspace_id = ${workspaceId}::uuid and a.id = moved.target_id
     order by said.at`);
  for (const { kind, detail, at, contact_id: contactId, address } of rows) {
    if (kind !== 'bounced' || contactId === null || address === null) continue;
    const said = { cause: 'hard_bounce', detail, source: channel, at: new Date(at) } as const;
    await suppressAddress(tx, { workspaceId, channel, address }, said);
  }
  await noteReactions(tx, workspaceId, rows.flatMap(reactionsOf));
  return [...new Set(rows.map((row) => row.alert_id))];
}

/** Who has read it has it. What failed is counted where deliveries are. */
function reactionsOf({ kind, at, delivery_id: deliveryId }: Applied) {
  const kinds: Readonly<Record<ChannelEvent['kind'], readonly ReactionKind[]>> = {
    delivered: ['delivered'],
    read: ['delivered', 'opened'],
    bounced: ['bounced'],
    failed: [],
  };
  return kinds[kind].map((each) => ({ deliveryId, kind: each, at }));
}

const PER_STEP = 1_000;

/** Forgets what no provider reports on any more: all that this role can see is old enough. */
export async function forgetReceipts({ system }: { system: Database }): Promise<void> {
  for (const step of [
    sql`delete from receipts where (workspace_id, connection_id, id) in
          (select workspace_id, connection_id, id from receipts limit ${PER_STEP})`,
    sql`delete from sent_messages where (workspace_id, channel, message_id) in
          (select workspace_id, channel, message_id from sent_messages limit ${PER_STEP})`,
  ])
    while ((await system.execute(step)).rowCount === PER_STEP);
}
