import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { plainList } from '#src/db/plain-list.ts';
import { countSoftBounce, suppressAddress } from '#src/db/queries/suppressions.ts';
import type { DeliveryState } from '#src/shared/alerts.ts';
import type { SendOutcome } from '../channels/channel.ts';
import { findChannel } from '../channels/registry.ts';
import { type Ended, messageIdOf } from './ended.ts';
import { firstLookAfter } from './in-doubt/looks.ts';
import { inMonth } from './months.ts';
import { withoutRecipient } from './without-recipient.ts';

const STATES = {
  sent: 'sent',
  retry: 'retry',
  unknown: 'unknown',
  rejected: 'rejected',
} as const satisfies Record<SendOutcome['outcome'], DeliveryState>;

export type Settling = { workspaceId: string; instanceId: string; ended: readonly [Ended, ...Ended[]] };

/** Where a delivery is in the window. Arrays of it are asked for once: a join would carry all of them from row to row. */
const at = sql`width_bucket(d.id, (select id from g))`;

/**
 * Parts of a statement that write down how sends of one alert ended: `settled` are the deliveries that were in `state`,
 * `tried` the attempts that weren't there. Only the process that claimed a delivery may settle it. They are found among
 * what the process has under way (the index deliveries_sending), which the planner takes for a single row: whatever joins
 * them with those of the window compares each with every other. So the window is arrays in the order of ids, and each
 * delivery finds its place in them by halves. `is true` keeps the planner from making another search of it.
 * @param conflict what happens to attempts that are there
 */
export function settlingParts(
  { workspaceId, instanceId, ended }: Settling,
  state: 'sending' | 'unknown',
  conflict: SQL,
): SQL[] {
  const { alertId, eventMonth } = ended[0].delivery;
  const rows = ended.map(rowOf).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const list = (name: Exclude<keyof Row, TextOf>): SQL => plainList(rows.map((row) => row[name]));
  const texts = (name: TextOf) => sql.param(rows.map((row) => row[name]));
  return [
    sql`g as materialized (
      select ${list('id')}::uuid[] as id, ${list('n')}::int[] as n, ${list('state')}::text[] as state,
             ${texts('reason')}::text[] as reason, ${texts('detail')}::text[] as detail,
             ${list('nextAttemptAt')}::timestamptz[] as next_attempt_at, ${list('waits')}::boolean[] as waits,
             ${list('paused')}::boolean[] as paused,
             ${texts('providerMessageId')}::text[] as provider_message_id, ${list('attemptId')}::uuid[] as attempt_id,
             ${list('startedAt')}::timestamptz[] as started_at, ${list('finishedAt')}::timestamptz[] as finished_at)`,
    sql`settled as (
      update deliveries d
         set (state, reason, next_attempt_at, waits_for_server, server_waits, pauses, provider_message_id, sent_at, updated_at) = (
               select (select state from g)[i], (select reason from g)[i], (select next_attempt_at from g)[i],
                      (select waits from g)[i], d.server_waits + (select waits from g)[i]::int,
                      d.pauses + (select paused from g)[i]::int,
                      (select provider_message_id from g)[i],
                      case (select state from g)[i] when 'sent' then (select finished_at from g)[i] end,
                      (select finished_at from g)[i]
                 from (select ${at} as i offset 0) place),
             lease_until = null
       where d.workspace_id = ${workspaceId}::uuid and ${inMonth('d', eventMonth)} and d.claimed_by = ${instanceId}::uuid
         and d.state = ${sql.raw(`'${state}'`)} and ((select id from g)[${at}] = d.id) is true
         and ((select n from g)[${at}] = d.attempts) is true
      returning d.id)`,
    sql`tried as (
      insert into attempts (workspace_id, id, event_month, alert_id, delivery_id, n, outcome, detail, started_at, finished_at)
      select ${workspaceId}::uuid, t.id, ${eventMonth}::date, ${alertId}::uuid, t.delivery_id, t.n, t.outcome, t.detail,
             t.started_at, t.finished_at
        from g, unnest(g.attempt_id, g.id, g.n, g.state, g.detail, g.started_at, g.finished_at)
          as t (id, delivery_id, n, outcome, detail, started_at, finished_at)
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

/** When it is sent again, or where it's unknown, when it's looked at. */
function nextOf({ delivery, outcome, settledBy, finishedAt }: Ended): string | null {
  if (outcome.outcome === 'retry') return new Date(outcome.at).toISOString();
  if (outcome.outcome !== 'unknown' || settledBy) return null;
  const channel = findChannel(delivery.channel);
  const after = channel ? firstLookAfter(channel) : null;
  return after === null ? null : new Date(finishedAt.getTime() + after).toISOString();
}

type Row = ReturnType<typeof rowOf>;
/** What others have said, with any signs in it. */
type TextOf = 'reason' | 'detail' | 'providerMessageId';
function rowOf(ended: Ended) {
  const { attemptId, delivery, outcome, settledBy, startedAt, finishedAt } = ended;
  const sent = outcome.outcome === 'sent';
  return {
    attemptId,
    id: delivery.id,
    n: delivery.attempt,
    state: STATES[outcome.outcome],
    reason: sent ? null : withoutRecipient(outcome.reason, delivery),
    detail: withoutRecipient(detailOf(outcome, settledBy), delivery),
    nextAttemptAt: nextOf(ended),
    waits: outcome.outcome === 'retry' && outcome.waitsForServer === true,
    paused: outcome.outcome === 'retry' && outcome.paused === true,
    providerMessageId: messageIdOf({ outcome, settledBy }),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
  };
}
