import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { alerts, type fanOuts, followUps, workspaces } from '#src/db/schema.ts';
import { appendEntry } from '#src/ledger/append.ts';
import { recordDecision } from '#src/ledger/decision.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { actingKey, keyOf } from '#src/shared/approving-person.ts';
import { ELSEWHERE, PUBLIC, UNKNOWN } from '#src/shared/countries/verdict.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import type { DecidedBy } from '../decide.ts';
import { lockOrder } from '../../delivery/in-order.ts';
import { orderedPlaces } from '../../delivery/ordered-places.ts';
import { insertFanOuts, waysTo } from '../dispatch.ts';
import { keepWritten } from '../record-approval.ts';
import { approveRevision, titleOf, type Written } from '../revision.ts';
import type { FollowedAlert } from './followed-alert.ts';

type Member = { userId: string; name: string; email: string };
type Decided = {
  alert: FollowedAlert;
  row: typeof followUps.$inferSelect;
  written: Written & { hash: string };
  /** Null: the rule's policy. */
  by: DecidedBy | null;
  /** Which policy it was, or what else decided without a person, in words. */
  policy?: string;
  /** The absent member whose deputy `by` is here. */
  inPlaceOf: Member | null;
  reason: string | null;
  at: Date;
};

/**
 * Approves an update or a correction and sends it on its way: to the people and destinations that got the alert, over the
 * channels that they got it over. Whoever waits for the alert, in quiet hours, for a retry or for a digest, gets this
 * instead. It counts as none against the plan. The last step of its transaction, as it ends on the ledger.
 */
export async function approveFollowUp(tx: Tx, enqueue: EngineEnqueue, decided: Decided): Promise<void> {
  const { alert, row, written, at } = decided;
  const { workspaceId, id: alertId } = alert;
  await noteDecision(tx, decided, 'approved');
  const corrected = alert.approvedHash;
  await approveRevision(tx, { workspaceId, alertId, hash: written.hash });
  await tx
    .update(alerts)
    .set({ title: titleOf(written) })
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  await replaceWaiting(tx, decided);
  await openFollowUp(tx, decided);
  await enqueue(tx, 'deliver-alert', { workspaceId, alertId });
  const bytes = await keepWritten(tx, written);
  await recordDecision(tx, { ...(await decisionOf(tx, decided)), decision: 'approved', bytes });
  if (row.purpose !== 'correction' || workspaceId === DEMO_WORKSPACE_ID) return;
  await appendEntry(tx, {
    kind: 'correction',
    subject: alertId,
    at,
    body: { corrects: corrected, revision: written.hash, number: row.sendNo },
  });
}

/** It stays on record, and nothing of it goes out. */
export async function rejectFollowUp(tx: Tx, decided: Decided): Promise<void> {
  await noteDecision(tx, decided, 'rejected');
  const bytes = await keepWritten(tx, decided.written);
  await recordDecision(tx, { ...(await decisionOf(tx, decided)), decision: 'rejected', bytes });
}

async function noteDecision(
  tx: Tx,
  { row, by, inPlaceOf, reason, at }: Decided,
  state: 'approved' | 'rejected',
): Promise<void> {
  await tx
    .update(followUps)
    .set({
      state,
      decidedBy: by && actingKey(keyOf(by), inPlaceOf?.userId ?? null),
      // What a policy says of what it sends is on the ledger alone.
      reason: by || state === 'rejected' ? reason : null,
      decidedAt: at,
    })
    .where(and(eq(followUps.workspaceId, row.workspaceId), eq(followUps.id, row.id)));
}

async function decisionOf(tx: Tx, { alert, row, written, by, policy, inPlaceOf, reason, at }: Decided) {
  const [workspace] = await tx
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(eq(workspaces.id, alert.workspaceId));
  return {
    workspaceId: alert.workspaceId,
    alertId: alert.id,
    at,
    revision: written.hash,
    by: by ? onRecord(by, workspace?.name ?? null) : { policy: policy ?? 'auto' },
    ...(inPlaceOf && { inPlaceOf }),
    reason,
    about: {
      brand: alert.brandId,
      event: alert.eventId,
      rule: alert.ruleId,
      purpose: row.purpose,
      number: row.sendNo,
      ownFigures: row.ownFigures,
      ...(by && by.userId === undefined && { as: 'client' }),
    },
  };
}

const onRecord = (by: DecidedBy, workspace: string | null) => ({
  userId: by.userId ?? by.approverId,
  name: by.name,
  email: by.email,
  entity: by.userId === undefined ? by.entity : workspace,
});

/**
 * What isn't out yet goes out in the new words. Windows that are being claimed are waited for, so that those who get the
 * words of before are there to be found afterwards.
 */
async function replaceWaiting(tx: Tx, { alert, row }: Decided): Promise<void> {
  const here = sql`workspace_id = ${alert.workspaceId}::uuid and alert_id = ${alert.id}::uuid`;
  await tx.execute(
    sql`select from fan_out_shards where ${here} and not is_done order by fan_out_id, channel, n for update`,
  );
  await tx.execute(sql`
    update fan_outs set revision_id = ${row.revisionId}::uuid where ${here} and state = 'open'`);
  await tx.execute(sql`
    update deliveries d set rendition_id = coalesce((
        select r.id from renditions r
         where r.workspace_id = old.workspace_id and r.revision_id = ${row.revisionId}::uuid and r.channel = old.channel
           and r.disclosure = ${setIn(row.revisionId)}
         order by r.language = old.language desc limit 1), d.rendition_id)
      from renditions old
     where d.workspace_id = ${alert.workspaceId}::uuid and d.alert_id = ${alert.id}::uuid
       and d.event_month = ${alert.eventMonth}::date and d.state in ('pending', 'held', 'retry')
       and old.workspace_id = d.workspace_id and old.id = d.rendition_id`);
}

/** The number of a revision's disclosures for the recipient of a delivery `d`: `setOf` as a query. */
const setIn = (revisionId: string): SQL => {
  const place = sql`case when d.contact_id is null then ${sql.raw(`'${PUBLIC}'`)} else coalesce((
    select c.country from contacts c where c.workspace_id = d.workspace_id and c.id = d.contact_id),
    ${sql.raw(`'${UNKNOWN}'`)}) end`;
  const names = (wanted: SQL) => sql`jsonb_exists(s.texts -> 'places', ${wanted})`;
  return sql`coalesce((
    select case when s.texts -> 'texts' = '[]' then 0 else s.n end
      from revisions v, jsonb_array_elements(v.content -> 'disclosures') with ordinality as s (texts, n)
     where v.workspace_id = d.workspace_id and v.id = ${revisionId}::uuid
       and (${names(place)} or ${names(sql.raw(`'${ELSEWHERE}'`))})
     order by ${names(place)} desc limit 1), 0)`;
};

/** One fan-out to the people who got the alert, and one to each destination that did. */
async function openFollowUp(tx: Tx, { alert, row, at }: Decided): Promise<void> {
  const { workspaceId } = alert;
  const { rows: got } = await tx.execute<{ destination: string | null; channel: ChannelKind }>(sql`
    select f.destination_id as destination, c.channel
      from fan_outs f
      join fan_out_counts c on c.workspace_id = f.workspace_id and c.alert_id = f.alert_id and c.fan_out_id = f.id
     where f.workspace_id = ${workspaceId}::uuid and f.alert_id = ${alert.id}::uuid and f.purpose = 'first'
       and c.sent + c.unknown + c.sending > 0
    union
    select null, i.channel from digest_items i
     where i.workspace_id = ${workspaceId}::uuid and i.alert_id = ${alert.id}::uuid and i.digest_id is not null`);
  const plan = await workspacePlan(tx, at);
  await lockOrder(tx, [
    ...(await orderedPlaces(
      tx,
      got.flatMap(({ destination }) => destination ?? []),
    )),
  ]);
  const none = { routeId: null, audienceId: null, destinationId: null, contactId: null } as const;
  const made: (typeof fanOuts.$inferInsert)[] = [];
  for (const [destinationId, over] of Map.groupBy(got, ({ destination }) => destination)) {
    const channels = [...new Set(over.map(({ channel }) => channel))];
    // A place has one channel, which may have no addresses of people.
    const channel = destinationId === null ? null : (channels[0] ?? null);
    const { ways } = await waysTo(tx, plan, workspaceId, [
      { ...none, reach: 'each', channels, channel, expiresMinutes: null, releaseMinutes: null },
    ]);
    const open = ways.flatMap((way) => way.over);
    if (open.length > 0)
      made.push({
        workspaceId,
        id: newId(),
        alertId: alert.id,
        eventMonth: alert.eventMonth,
        revisionId: row.revisionId,
        destinationId,
        purpose: row.purpose,
        sendNo: row.sendNo,
        channels: open,
        state: 'open',
        createdAt: at,
        updatedAt: at,
      });
  }
  if (made.length > 0) await insertFanOuts(tx, made);
}
