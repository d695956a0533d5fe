import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { readMove } from '../approval/freshness/read-move.ts';
import { storedAssessment } from '../approval/policies/assessments.ts';
import { lockAlert, noteRecall } from '../approval/states.ts';
import type { Head } from './claimed.ts';
import { ENDED_BECAUSE } from './eligible.ts';
import { settleAlert } from './outcome.ts';
import { makePastNews } from './past-news.ts';

type Job = { workspaceId: string; alertId: string; now: Date };
type Ended = { id: string; fan_out_id: string; contact_id: string | null; channel: string; begun: boolean };

/**
 * Ends what hasn't gone out of an alert whose price has moved too far since it was approved: after quiet hours, after a
 * stop, or after an outage. Once part of an alert is out, approval isn't requested again. If the policy says so, people in
 * quiet hours get it in a digest, as past news; so do the readers of an audience that waited for sending hours, if those say
 * so. Updates and corrections still go out.
 */
export async function lapseMoved(
  tx: Tx,
  { workspaceId, alertId, now }: Job,
  { brandId, eventMonth }: Pick<Head, 'brandId' | 'eventMonth'>,
): Promise<void> {
  const move = await readMove(tx, await storedAssessment(tx, alertId), now);
  if (!move?.isTooFar) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const here = (table: string) => sql`${sql.raw(table)}.workspace_id = ${workspaceId}::uuid
    and ${sql.raw(table)}.alert_id = ${alertId}::uuid and exists (
      select from fan_outs of_it where of_it.workspace_id = ${sql.raw(table)}.workspace_id
         and of_it.id = ${sql.raw(table)}.fan_out_id and of_it.purpose = 'first' and of_it.lapsed is null)`;
  // As a claim does it: the shards first, then the alert.
  await tx.execute(sql`
    select from fan_out_shards s where ${here('s')} and not s.is_done order by fan_out_id, channel, n for update`);
  const state = await lockAlert(tx, alertId);
  if (state === null) return;
  const past = await makePastNews(tx, { workspaceId, alertId, now }, 'moved');
  const isNew = past.some(({ already }) => !already);
  const { rows: shards } = await tx.execute<{ fan_out_id: string; channel: string }>(sql`
    update fan_out_shards s set is_done = true where ${here('s')} and not s.is_done returning s.fan_out_id, s.channel`);
  const { rows: ended } = await tx.execute<Ended>(sql`
    update deliveries d set state = 'rejected', reason = ${ENDED_BECAUSE.moved}, next_attempt_at = null,
           waits_for_server = false, updated_at = ${at}
     where ${here('d')} and d.event_month = ${eventMonth}::date and d.state in ('pending', 'held', 'retry')
    returning d.id, d.fan_out_id, d.contact_id, d.channel, d.attempts > 0 as begun`);
  if (shards.length + ended.length === 0 && !isNew) return;
  const touched = [...shards, ...ended].map(({ fan_out_id, channel }) => ({ fan_out_id, channel }));
  await tx.execute(sql`
    insert into fan_out_skips (workspace_id, alert_id, fan_out_id, channel, reason, people)
    select distinct ${workspaceId}::uuid, ${alertId}::uuid, g.fan_out_id, g.channel, 'moved', 0
      from jsonb_to_recordset(${JSON.stringify(touched)}::jsonb) as g (fan_out_id uuid, channel text)
    on conflict do nothing`);
  if (move.late === 'digest')
    await keepAsPastNews(
      tx,
      { workspaceId, alertId, brandId, now },
      ended.filter(({ contact_id: contact, begun }) => contact !== null && !begun),
    );
  await noteRecall(tx, {
    workspaceId,
    alertId,
    state,
    actor: 'delivery',
    reason: `${move.says}: what hadn’t gone out has lapsed${isNew ? ', and is past news in a digest' : ''}`,
    now,
  });
  await settleAlert(tx, { workspaceId, alertId, now });
}

/** Due at once: what lapsed over the same night is in one digest. */
async function keepAsPastNews(
  tx: Tx,
  { workspaceId, alertId, brandId, now }: Job & Pick<Head, 'brandId'>,
  people: readonly Ended[],
): Promise<void> {
  if (people.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as g (fan_out_id uuid, contact_id uuid, channel text)),
    kept as (
      insert into digest_items (workspace_id, contact_id, alert_id, channel, brand_id, at, due_at, lapsed)
      select distinct ${workspaceId}::uuid, contact_id, ${alertId}::uuid, channel, ${brandId}::uuid, ${at}, ${at}, 'moved' from given
      on conflict do nothing returning 1)
    insert into fan_out_skips (workspace_id, alert_id, fan_out_id, channel, reason, people)
    select ${workspaceId}::uuid, ${alertId}::uuid, fan_out_id, channel, 'digest', count(*) from given
     where exists (select from kept) group by fan_out_id, channel
    on conflict (workspace_id, alert_id, fan_out_id, channel, reason) do update set people = fan_out_skips.people + excluded.people`);
}
