import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { tellNearLimit } from '#src/db/queries/contacts/near-limit.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { workspacePlan, type WorkspacePlan } from '#src/db/queries/plan.ts';
import { takeAllowance } from '#src/db/queries/usage.ts';
import { alerts, fanOuts, fanOutShards, revisions } from '#src/db/schema.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { carriedChannels } from '#src/shared/entitlements.ts';
import { planName } from '#src/shared/plan-limit.ts';
import { moveAlert } from '../approval/states.ts';
import { groupingPlaces } from '../attention/groups/grouping-places.ts';
import { joinGroups } from '../attention/groups/join-groups.ts';
import { keepHours, openingsOf } from '../barred/hours/openings.ts';
import { lockAttention } from '../attention/stored-turns.ts';
import { takeTurns } from '../attention/take-turns.ts';
import { findChannel } from '../channels/registry.ts';
import { BEFORE_ALL } from '../delivery/claimed.ts';
import { lockOrder } from '../delivery/in-order.ts';
import { COMPOSED_DETECTOR } from '#src/shared/composed.ts';
import { orderedPlaces } from '../delivery/ordered-places.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { barOn } from '../barred/bar-on.ts';
import { endPlan, planWords, sendTimeOf } from './composed/plan.ts';
import { holdBack } from './hold-back.ts';
import { channelsInUse, channelsToPeople, type Target, targetsOf } from './targets.ts';
import { unalignedReason } from './unaligned.ts';

type Dispatch = {
  workspaceId: string;
  /** It must be approved, and its row locked. */
  alertId: string;
  revisionId: string;
  /** A trial run: to this person and nobody else, and it costs nothing. */
  onlyTo: string | null;
  now: Date;
};

/** A target with the channels that it goes over, in the order of preference. */
export type Way = { target: Target; over: ChannelKind[] };

/**
 * Sends an approved alert on its way: writes a fan-out per target, whose shards say over which channels, and the job.
 * Nothing is written per recipient. This is what counts against the month. Over the allowance, and in a read-only
 * workspace, it is held back instead; with nowhere to send it to, it fails.
 * @returns whether the members have been notified
 */
export async function dispatchAlert(tx: Tx, enqueue: EngineEnqueue, alert: Dispatch): Promise<boolean> {
  const { workspaceId, alertId, now } = alert;
  const written = await approved(tx, alert);
  const sendAt =
    alert.onlyTo === null && written.detector === COMPOSED_DETECTOR ? await sendTimeOf(tx, alertId) : null;
  if (sendAt?.plan && sendAt.at > now)
    return moveAlert(tx, {
      workspaceId,
      alertId,
      now,
      actor: 'delivery',
      to: 'scheduled',
      reason: `planned for ${planWords(sendAt.plan)}`,
    });
  if (sendAt?.plan) await endPlan(tx, alertId);
  // It is news from when it was to go out.
  const about = sendAt ? { ...written, createdAt: sendAt.at } : written;
  const plan = await workspacePlan(tx, now);
  const step = { workspaceId, alertId, now, actor: 'delivery' as const };
  const withhold = (reason: string) => moveAlert(tx, { ...step, to: 'withheld', reason });
  if (plan.standing === 'read_only') return withhold('the workspace is read-only: its plan has ended');
  const bar = alert.onlyTo === null ? await barOn(tx, about, now) : null;
  if (bar) return holdBack(tx, step, bar);
  const targets = await targetsOf(tx, { ...alert, ...about });
  const inTime = targets.filter((target) => !isLate(expiryOf(about, target), now));
  if (targets.length > 0 && inTime.length === 0)
    return moveAlert(tx, { ...step, to: 'expired', reason: 'it was no longer news when it was approved' });
  const { ways, leftOut } = await waysTo(tx, plan, workspaceId, inTime);
  if (ways.length === 0) {
    if (leftOut.length > 0)
      return withhold(`the ${planName(plan.planId)} plan does not carry ${leftOut.join(', ')}`);
    return moveAlert(tx, { ...step, to: 'failed', reason: 'it has no recipients' });
  }
  if (alert.onlyTo === null) {
    const unaligned = await unalignedReason(tx, { workspaceId, brandId: about.brandId, now }, ways);
    if (unaligned !== null) return withhold(unaligned);
  }
  // A workspace over its plan's contacts is notified before anyone is limited, also if it was over before this version.
  const toldOver = alert.onlyTo === null && (await tellNearLimit(tx, workspaceId, now, plan));
  const told = alert.onlyTo === null ? await count(tx, plan, alert) : false;
  if (told === 'withheld') return toldOver;
  await openFanOuts(tx, alert, about, ways);
  await enqueue(tx, 'deliver-alert', { workspaceId, alertId });
  return told || toldOver;
}

type About = {
  ruleId: string;
  brandId: string;
  instrumentId: string | null;
  about: string | null;
  detector: string;
  createdAt: Date;
  eventMonth: string;
};

/** @throws Error where the revision isn't the approved one: no other may go out */
async function approved(tx: Tx, { workspaceId, alertId, revisionId }: Dispatch): Promise<About> {
  const [row] = await tx
    .select({ alert: alerts, hash: revisions.hash })
    .from(alerts)
    .innerJoin(
      revisions,
      and(eq(revisions.workspaceId, alerts.workspaceId), eq(revisions.alertId, alerts.id)),
    )
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId), eq(revisions.id, revisionId)));
  if (!row || row.alert.approvedHash !== row.hash)
    throw new Error(`The revision ${revisionId} of the alert ${alertId} is not approved.`);
  return row.alert;
}

export const expiryOf = ({ createdAt }: Pick<About, 'createdAt'>, { expiresMinutes }: Target): Date | null =>
  expiresMinutes === null ? null : new Date(createdAt.getTime() + expiresMinutes * 60_000);

/** Nothing of it goes to a target before then; null where there is no embargo. */
export const embargoOf = ({ releaseMinutes }: Target, now: Date): Date | null =>
  releaseMinutes === null ? null : new Date(now.getTime() + releaseMinutes * 60_000);

const isLate = (expiresAt: Date | null, now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() <= now.getTime();

/** `leftOut`: channels that somebody has and the plan doesn't carry. */
export async function waysTo(
  tx: Tx,
  plan: WorkspacePlan,
  workspaceId: string,
  targets: readonly Target[],
): Promise<{ ways: Way[]; leftOut: ChannelKind[] }> {
  const inUse = await channelsInUse(tx, workspaceId);
  const reaching = await channelsToPeople(tx, workspaceId, inUse);
  const carried = carriedChannels(
    plan,
    inUse.flatMap((channel) => findChannel(channel) ?? []),
  );
  const wanted = targets.map((target) => ({ target, over: wantedOf(target, reaching) }));
  const ways = wanted
    .map(({ target, over }) => ({ target, over: over.filter((channel) => carried.has(channel)) }))
    .filter(({ over }) => over.length > 0);
  const leftOut = wanted.flatMap(({ over }) => over.filter((channel) => !carried.has(channel)));
  return { ways, leftOut: [...new Set(leftOut)] };
}

function wantedOf({ channel, channels }: Target, reaching: readonly ChannelKind[]): ChannelKind[] {
  if (channel !== null) return [channel];
  return channels === null ? [...reaching] : channels.filter((each) => reaching.includes(each));
}

async function openFanOuts(tx: Tx, alert: Dispatch, about: About, ways: readonly Way[]): Promise<void> {
  const { workspaceId, alertId, revisionId, now } = alert;
  const audienceIds = [...new Set(ways.flatMap(({ target }) => target.audienceId ?? []))];
  const step = { workspaceId, alertId, now };
  const placeIds = [...new Set(ways.flatMap(({ target }) => target.destinationId ?? []))];
  // A trial run is for the member who waits for it.
  const waits = alert.onlyTo === null;
  // Before the audiences: what waits for a change of the hours may hold nothing that the change needs.
  if (waits) await keepHours(tx, workspaceId);
  const audiences = await lockAttention(tx, workspaceId, audienceIds);
  // After the audiences, in every process.
  const places = await groupingPlaces(tx, workspaceId, placeIds);
  const groups = await joinGroups(tx, step, [
    ...audiences.map(({ audienceId: id, groupMinutes }) => ({ kind: 'audience' as const, id, groupMinutes })),
    ...places,
  ]);
  await lockOrder(tx, [...(await orderedPlaces(tx, placeIds))]);
  // What follows another alert is for those who didn't get that one, and takes none of the budget.
  const alone = audiences.filter(({ audienceId }) => !groups.has(audienceId));
  const turns = await takeTurns(tx, step, alone);
  const opening = waits ? await openingsOf(tx, { ...step, brandId: about.brandId }) : () => null;
  const made = ways.map(({ target, over }) => {
    const { routeId, audienceId, destinationId, contactId, reach } = target;
    const turn = turns.get(audienceId ?? '');
    const embargoUntil = embargoOf(target, now);
    const groupFirst = groups.get(audienceId ?? destinationId ?? '') ?? null;
    const opens = opening(audienceId, embargoUntil ?? now);
    return {
      workspaceId,
      id: newId(),
      alertId,
      eventMonth: about.eventMonth,
      revisionId,
      routeId,
      audienceId,
      destinationId,
      contactId,
      reach,
      channels: over,
      state: 'open' as const,
      // Both numbers of a tier count from its dispatch, or a slow review would end it before its release.
      expiresAt: expiryOf(embargoUntil === null ? about : { createdAt: now }, target),
      gathersUntil: turn?.go === 'waiting' ? turn.until : null,
      heldUntil: turn?.go === 'held' ? turn.until : null,
      groupFirst,
      groupWaits: groupFirst !== null,
      opensAt: opens?.at ?? null,
      marketZone: opens?.marketZone ?? null,
      late: opens?.late ?? 'nothing',
      embargoUntil,
      createdAt: now,
      updatedAt: now,
    };
  });
  await insertFanOuts(tx, made);
}

/** Each with its first shard over every channel. */
export async function insertFanOuts(tx: Tx, made: readonly (typeof fanOuts.$inferInsert)[]): Promise<void> {
  await tx.insert(fanOuts).values([...made]);
  await tx
    .insert(fanOutShards)
    .values(
      made.flatMap(({ workspaceId, alertId, id: fanOutId, channels }) =>
        channels.map((channel) => ({ workspaceId, alertId, fanOutId, channel, n: 1, cursorId: BEFORE_ALL })),
      ),
    );
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
      ? 'Further alerts are kept and not sent, until the month ends (UTC) or a larger plan begins. Nothing more is charged automatically.'
      : `That is most of what the ${name} plan has for ${month} (UTC). When they are used, further alerts are kept and not sent.`,
    link: '/plans',
    at: now,
  });
}
