import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { plainList } from '#src/db/plain-list.ts';
import { countSoftBounce, suppressAddress } from '#src/db/queries/suppressions.ts';
import type { ChannelKind, DeliveryState } from '#src/shared/alerts.ts';
import type { SendOutcome } from '../channels/channel.ts';
import { findChannel } from '../channels/registry.ts';
import { type Ended, messageIdOf } from './ended.ts';
import { FIRST_LOOK_MS } from './in-doubt/looks.ts';
import { inMonth } from './months.ts';

const STATES = {
  sent: 'sent',
  retry: 'retry',
  unknown: 'unknown',
  rejected: 'rejected',
} as const satisfies Record<SendOutcome['outcome'], DeliveryState>;

export type Settling = { workspaceId: string; instanceId: string; ended: readonly [Ended, ...Ended[]] };

/**
 * Parts of a statement that write down how sends of one alert ended: `settled` are the deliveries that were in `state`,
 * `tried` the attempts that weren't there. Only the process that claimed a delivery may settle it. They are found among
 * what the process has under way (the index deliveries_sending), which the planner takes for a single row: a join compared
 * every delivery with every one of the window, so there is none. `is true` keeps it from making one.
 * @param conflict what happens to attempts that are there
 */
export function settlingParts(
  { workspaceId, instanceId, ended }: Settling,
  state: 'sending' | 'unknown',
  conflict: SQL,
): SQL[] {
  const { alertId, eventMonth } = ended[0].delivery;
  const rows = ended.map(rowOf);
  const list = (name: Exclude<keyof Row, TextOf>): SQL => plainList(rows.map((row) => row[name]));
  const texts = (name: TextOf) => sql.param(rows.map((row) => row[name]));
  return [
    sql`g as materialized (
      select * from unnest(
        ${list('id')}::uuid[], ${list('n')}::int[], ${list('state')}::text[], ${texts('reason')}::text[],
        ${texts('detail')}::text[], ${list('nextAttemptAt')}::timestamptz[], ${list('waits')}::boolean[],
        ${texts('providerMessageId')}::text[], ${list('attemptId')}::uuid[], ${list('startedAt')}::timestamptz[],
        ${list('finishedAt')}::timestamptz[])
        as g (id, n, state, reason, detail, next_attempt_at, waits, provider_message_id, attempt_id, started_at, finished_at))`,
    sql`settled as (
      update deliveries d
         set (state, reason, next_attempt_at, waits_for_server, server_waits, provider_message_id, sent_at, updated_at) = (
               select g.state, g.reason, g.next_attempt_at, g.waits, d.server_waits + g.waits::int, g.provider_message_id,
                      case g.state when 'sent' then g.finished_at end, g.finished_at
                 from g where g.id = d.id limit 1),
             lease_until = null
       where d.workspace_id = ${workspaceId}::uuid and ${inMonth('d', eventMonth)} and d.claimed_by = ${instanceId}::uuid
         and d.state = ${sql.raw(`'${state}'`)} and ((d.id, d.attempts) in (select g.id, g.n from g)) is true
      returning d.id)`,
    sql`tried as (
      insert into attempts (workspace_id, id, event_month, alert_id, delivery_id, n, outcome, detail, started_at, finished_at)
      select ${workspaceId}::uuid, g.attempt_id, ${eventMonth}::date, ${alertId}::uuid, g.id, g.n, g.state, g.detail,
             g.started_at, g.finished_at from g
      ${conflict} returning id)`,
  ];
}

/** The server says for good that there is no such address, or once more that the mailbox takes nothing. */
export async function suppressBad(tx: Tx, ended: readonly Ended[]): Promise<void> {
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

function detailOf(outcome: SendOutcome, settledBy: Ended['settledBy']): string {
  if (outcome.outcome !== 'sent') return outcome.reason;
  if (settledBy && 'member' in settledBy) return `${settledBy.member} confirmed that it arrived`;
  return `${settledBy ? 'found at the provider' : 'accepted'} as ${outcome.providerMessageId}`;
}

/** When it is sent again, or where it's unknown, when the provider is asked for it. */
function nextOf(channel: ChannelKind, outcome: SendOutcome, finishedAt: Date): string | null {
  if (outcome.outcome === 'retry') return new Date(outcome.at).toISOString();
  return outcome.outcome === 'unknown' && findChannel(channel)?.lookUp
    ? new Date(finishedAt.getTime() + FIRST_LOOK_MS).toISOString()
    : null;
}

type Row = ReturnType<typeof rowOf>;
/** What others have said, with any signs in it. */
type TextOf = 'reason' | 'detail' | 'providerMessageId';
function rowOf({ attemptId, delivery, outcome, settledBy, startedAt, finishedAt }: Ended) {
  const sent = outcome.outcome === 'sent';
  return {
    attemptId,
    id: delivery.id,
    n: delivery.attempt,
    state: STATES[outcome.outcome],
    reason: sent ? null : outcome.reason,
    detail: detailOf(outcome, settledBy),
    nextAttemptAt: nextOf(delivery.channel, outcome, finishedAt),
    waits: outcome.outcome === 'retry' && outcome.waitsForServer === true,
    providerMessageId: messageIdOf({ outcome, settledBy }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  };
}
