import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { countSoftBounce, suppressAddress } from '#src/db/queries/suppressions.ts';
import type { DeliveryState } from '#src/shared/alerts.ts';
import type { SendOutcome } from '../channels/channel.ts';
import type { Ended } from './ended.ts';
import { beforeSettling, noteSent } from './receipts.ts';
import { recordEnded } from './record.ts';

const STATES = {
  sent: 'sent',
  retry: 'retry',
  unknown: 'unknown',
  rejected: 'rejected',
} as const satisfies Record<SendOutcome['outcome'], DeliveryState>;

/**
 * Writes down how sends of one alert ended. Only the process that claimed a delivery may; an answer that comes after
 * others gave the process up for dead still turns `unknown` into what is true.
 */
export async function settleDeliveries(
  tx: Tx,
  { workspaceId, instanceId, ended }: { workspaceId: string; instanceId: string; ended: readonly Ended[] },
): Promise<void> {
  const [first] = ended;
  if (!first) return;
  const { alertId, eventMonth } = first.delivery;
  await beforeSettling(tx, { workspaceId, ended });
  const rows = JSON.stringify(ended.map(rowOf));
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g (
    attempt_id uuid, id uuid, target_id uuid, purpose text, send_no integer, n integer, state text, reason text,
    detail text, next_attempt_at timestamptz, waits boolean, provider_message_id text, sent_at timestamptz,
    started_at timestamptz, finished_at timestamptz)`;
  await tx.execute(sql`
    update deliveries d
       set state = g.state, reason = g.reason, next_attempt_at = g.next_attempt_at, waits_for_server = g.waits,
           server_waits = d.server_waits + g.waits::int, provider_message_id = g.provider_message_id,
           sent_at = g.sent_at, lease_until = null, updated_at = g.finished_at
      from ${given}
     where d.workspace_id = ${workspaceId}::uuid and d.alert_id = ${alertId}::uuid
       and d.event_month = ${eventMonth}::date and d.target_id = g.target_id and d.purpose = g.purpose
       and d.send_no = g.send_no and d.attempts = g.n and d.claimed_by = ${instanceId}::uuid
       and d.state in ('sending', 'unknown')`);
  const { rows: written } = await tx.execute<{ id: string }>(sql`
    insert into attempts (workspace_id, id, event_month, alert_id, delivery_id, n, outcome, detail, started_at, finished_at)
    select ${workspaceId}::uuid, g.attempt_id, ${eventMonth}::date, ${alertId}::uuid, g.id, g.n, g.state, g.detail,
           g.started_at, g.finished_at from ${given}
    on conflict do nothing returning id`);
  const isNew = new Set(written.map(({ id }) => id));
  await recordEnded(
    tx,
    workspaceId,
    ended.filter(({ attemptId }) => isNew.has(attemptId)),
  );
  await suppressBad(tx, ended);
  await noteSent(tx, { workspaceId, ended });
}

/** The server says for good that there is no such address, or once more that the mailbox takes nothing. */
async function suppressBad(tx: Tx, ended: readonly Ended[]): Promise<void> {
  for (const { delivery, outcome, finishedAt: at } of ended) {
    if (outcome.outcome !== 'rejected' || delivery.contactId === null) continue;
    const { workspaceId, channel, address } = delivery;
    if (outcome.softBounce)
      await countSoftBounce(
        tx,
        { workspaceId, channel, address },
        { detail: outcome.reason, source: 'reply', at },
      );
    if (!outcome.permanentAddress) continue;
    const said = { cause: 'hard_bounce', detail: outcome.reason, source: 'reply', at } as const;
    await suppressAddress(tx, { workspaceId, channel, address }, said);
  }
}

function rowOf({ attemptId, delivery, outcome, startedAt, finishedAt }: Ended) {
  const sent = outcome.outcome === 'sent';
  return {
    attempt_id: attemptId,
    id: delivery.id,
    target_id: delivery.targetId,
    purpose: delivery.purpose,
    send_no: delivery.sendNo,
    n: delivery.attempt,
    state: STATES[outcome.outcome],
    reason: sent ? null : outcome.reason,
    detail: sent ? `accepted as ${outcome.providerMessageId}` : outcome.reason,
    next_attempt_at: outcome.outcome === 'retry' ? new Date(outcome.at) : null,
    waits: outcome.outcome === 'retry' && outcome.waitsForServer === true,
    provider_message_id: sent ? outcome.providerMessageId : null,
    sent_at: sent ? finishedAt : null,
    started_at: startedAt,
    finished_at: finishedAt,
  };
}
