import { and, eq, min, ne, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { workspacePlan, type WorkspacePlan } from '#src/db/queries/plan.ts';
import { unsubscribedFrom } from '#src/db/queries/unsubscriptions.ts';
import { takeAllowance } from '#src/db/queries/usage.ts';
import { addresses, contacts } from '#src/db/schema.ts';
import { carriedChannels } from '#src/shared/entitlements.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { moveAlert } from '../approval/states.ts';
import { findChannel } from '../channels/registry.ts';
import type { EngineEnqueue } from '../enqueue.ts';

type Dispatch = {
  workspaceId: string;
  /** It must be approved, and its row locked. */
  alertId: string;
  variantId: string;
  /** A trial run: to this person and nobody else, and it costs nothing. */
  onlyTo: string | null;
  now: Date;
};

/**
 * Sends an approved alert on its way: opens the delivery ledger, one row per recipient whose channel the plan
 * carries, and the job. This is what counts against the month. Over the allowance, and in a read-only workspace, it
 * is held back instead; with nobody to send it to, it fails. @returns whether the members have been notified
 */
export async function dispatchAlert(tx: Tx, enqueue: EngineEnqueue, alert: Dispatch): Promise<boolean> {
  const { workspaceId, alertId, now } = alert;
  const plan = await workspacePlan(tx, now);
  const step = { workspaceId, alertId, now, actor: 'delivery' as const };
  const { people, leftOut, left } = await whomToSend(tx, plan, alert);
  if (plan.standing === 'read_only') {
    return moveAlert(tx, {
      ...step,
      to: 'withheld',
      reason: 'the workspace is read-only: its plan has ended',
    });
  }
  if (people.length === 0) {
    // Nothing has failed: it is what they asked for.
    if (left > 0 && leftOut.length === 0)
      return moveAlert(tx, {
        ...step,
        to: 'withheld',
        reason: 'everybody who receives these alerts has unsubscribed',
      });
    if (leftOut.length === 0)
      return moveAlert(tx, { ...step, to: 'failed', reason: 'there is nobody to send it to' });
    const reason = `the ${planName(plan.planId)} plan does not carry ${leftOut.join(', ')}`;
    return moveAlert(tx, { ...step, to: 'withheld', reason });
  }
  const told = alert.onlyTo === null ? await count(tx, plan, alert) : false;
  if (told === 'withheld') return false;
  await openDeliveries(tx, alert, people);
  await enqueue(tx, 'deliver-alert', { workspaceId, alertId });
  return told;
}

/** Counts the alert, or holds it back. @returns whether the members have been told how much of the month is used */
async function count(tx: Tx, plan: WorkspacePlan, alert: Dispatch): Promise<boolean | 'withheld'> {
  const { workspaceId, alertId, now } = alert;
  const allowed = plan.entitlements.alertsPerMonth;
  const taken = await takeAllowance(tx, { workspaceId, allowed, now });
  const month = now.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const name = planName(plan.planId);
  if (!taken.taken) {
    const reason = `all ${allowed} alerts of the ${name} plan for ${month} are used`;
    await moveAlert(tx, { workspaceId, alertId, now, to: 'withheld', actor: 'delivery', reason });
    return 'withheld';
  }
  if (taken.told === null) return false;
  const full = taken.told === 'full';
  return notifyMembers(tx, {
    workspaceId,
    kind: full ? 'allowance_used' : 'allowance_near',
    title: full
      ? `All ${allowed} alerts of ${month} are used`
      : `${taken.used} of ${allowed} alerts are used`,
    text: full
      ? 'Further alerts are kept and not sent, until the month ends (UTC) or a larger plan begins. Nothing more is charged by itself.'
      : `That is most of what the ${name} plan has for ${month} (UTC). When they are used, further alerts are kept and not sent.`,
    link: '/plans',
    at: now,
  });
}

const ofContact = and(eq(contacts.workspaceId, addresses.workspaceId), eq(contacts.id, addresses.contactId));

/** By the oldest address of each channel: of the channels that a plan includes some of, what was there first goes on. */
async function whomToSend(
  tx: Tx,
  plan: WorkspacePlan,
  { alertId, onlyTo }: Pick<Dispatch, 'alertId' | 'onlyTo'>,
): Promise<{ people: string[]; leftOut: string[]; left: number }> {
  const channels = await tx
    .select({ channel: addresses.channel })
    .from(addresses)
    .innerJoin(contacts, ofContact)
    // What a departed member had takes no place.
    .where(ne(contacts.receives, 'nothing'))
    .groupBy(addresses.channel)
    .orderBy(min(addresses.createdAt));
  const carried = carriedChannels(
    plan,
    channels.flatMap(({ channel }) => findChannel(channel) ?? []),
  );
  const everybody = await tx
    .select({ id: addresses.id, channel: addresses.channel, left: unsubscribedFrom(alertId) })
    .from(addresses)
    .innerJoin(contacts, ofContact)
    .where(onlyTo ? eq(contacts.userId, onlyTo) : eq(contacts.receives, 'all'));
  // A trial run goes to the person who started it, whatever that person gets otherwise.
  const wanted = everybody.filter((each) => onlyTo !== null || !each.left);
  const people = wanted.filter(({ channel }) => carried.has(channel)).map(({ id }) => id);
  const leftOut = wanted.map(({ channel }) => channel).filter((channel) => !carried.has(channel));
  return { people, leftOut: [...new Set(leftOut)], left: everybody.length - wanted.length };
}

/** One ledger row per recipient. */
async function openDeliveries(tx: Tx, to: Dispatch, people: readonly string[]): Promise<void> {
  // In one statement however many there are; the ids are made here, as everywhere, and handed over as one array.
  const ids = JSON.stringify(people.map((recipient) => ({ recipient, delivery: newId() })));
  await tx.execute(sql`
    insert into deliveries (workspace_id, id, alert_id, variant_id, recipient_id, channel, state, created_at, updated_at)
    select r.workspace_id, pair.delivery, ${to.alertId}::uuid, ${to.variantId}::uuid, r.id, r.channel, 'pending',
           ${to.now.toISOString()}::timestamptz, ${to.now.toISOString()}::timestamptz
      from jsonb_to_recordset(${ids}::jsonb) as pair(recipient uuid, delivery uuid)
      join addresses r on r.workspace_id = ${to.workspaceId}::uuid and r.id = pair.recipient`);
}
