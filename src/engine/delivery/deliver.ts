import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { withTenantPipelined } from '#src/db/pipelined.ts';
import { withTenant } from '#src/db/tenant.ts';
import { planEdge } from '#src/db/queries/contacts/over-plan.ts';
import { connectionOf } from '#src/db/queries/held-accounts.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { findChannel } from '../channels/registry.ts';
import { DIGEST } from '#src/shared/topics.ts';
import { approvedContent, approvedSince, type IsApproved, NotApproved } from './approved-content.ts';
import type { Head } from './claimed.ts';
import type { DeliverDeps, DeliverJob } from './deliver-deps.ts';
import { IDLE_MS, runLane } from './lane.ts';
import { wakeNext } from './in-order.ts';
import { orderedPlaces } from './ordered-places.ts';
import { settleAlert } from './outcome.ts';
import { lapseMoved } from './lapse-moved.ts';
import { refuseAlert } from './refuse.ts';
import { createRenditions } from './renditions.ts';
import { senderLimit } from './sender-limit.ts';
import { bothRates, type Warming, warmingOf, type WarmUpRate, warmUpRate } from './warm-up.ts';

/**
 * Sends what is open of an alert, over every account side by side: none waits for another. Any number of these may run
 * for one alert at the same time: each delivery is claimed by one, just before it goes out. What is stored must be what
 * was approved: else nothing more goes out.
 */
export async function deliverAlert(deps: DeliverDeps, job: DeliverJob): Promise<void> {
  try {
    await sendOpen(deps, job);
  } catch (error) {
    if (!(error instanceof NotApproved)) throw error;
    await refuseAlert(deps, job, error);
  }
}

async function sendOpen(deps: DeliverDeps, job: DeliverJob): Promise<void> {
  const { workspaceId, alertId } = job;
  const work = await beginWork(deps, job);
  if (!work) return;
  const { head, ways, overlap, isApproved, warmings } = work;
  const warmUps: WarmUpRate[] = [];
  if (work.watching && ways.length > 0 && (await deps.reviewWatched?.(job))) return;
  const renditions = createRenditions(job, isApproved, (tx) => approvedSince(tx, job));
  const lanes = ways.flatMap((way) => {
    const ofAccount = deps.pace(way.channel, way.connectionId, workspaceId);
    const warming = way.destinationId === null ? warmings.get(way.channel) : undefined;
    const warmUp = warming && warmUpRate(deps, warming, { brandId: head.brandId, channel: way.channel });
    if (warmUp) warmUps.push(warmUp);
    const pace = warmUp ? { ...ofAccount, rate: bothRates(ofAccount.rate, warmUp) } : ofAccount;
    // A place gets one message.
    const others = way.destinationId === null ? pace.lanes - 1 : 0;
    const lane = { ...job, ...way, pace, renditions, overlap, head };
    // They would want what the first one holds, and the first message would wait for all of them.
    const begun = Promise.withResolvers<void>();
    const first = runLane(deps, lane, begun.resolve).finally(begun.resolve);
    const rest = Array.from({ length: others }, () => begun.promise.then(() => runLane(deps, lane)));
    return [first, ...rest];
  });
  // Each to its end, whatever becomes of the others; the first failure is the job's.
  const ended = await Promise.allSettled(lanes);
  // What can't be given back stays counted, and the next day begins anew.
  await Promise.allSettled(warmUps.map((warmUp) => warmUp.end()));
  const ordered = ways.flatMap(({ destinationId: id, inOrder }) => (inOrder && id !== null ? [id] : []));
  const notified = await withTenant(deps.app, workspaceId, async (tx) => {
    const told = await settleAlert(tx, { workspaceId, alertId, now: deps.clock() });
    if (deps.enqueue && ordered.length > 0)
      await wakeNext(tx, deps.enqueue, { ...job, destinationIds: ordered, now: deps.clock() });
    return told;
  });
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}

type Work = {
  head: Head;
  /** Those with something to do. */
  ways: Way[];
  /** Two fan-outs may have the same people. */
  overlap: boolean;
  /** Its brand watches symbols. */
  watching: boolean;
  isApproved: IsApproved;
  /** The domains that warm up, by the channels over which its brand sends from them. */
  warmings: ReadonlyMap<string, Warming>;
};

/** People over a channel, or one place, and the connection that leads there; null is the installation's own account. */
type Way = {
  channel: ChannelKind;
  destinationId: string | null;
  connectionId: string | null;
  /** The place gets alerts on a symbol one after the other. */
  inOrder: boolean;
  /** The connection's sends have failed, and nothing has worked since. */
  careful: boolean;
};

/** Notes who works on it, so that others go on at once when this process dies. */
function beginWork(deps: DeliverDeps, job: DeliverJob): Promise<Work | null> {
  const now = deps.clock();
  return withTenantPipelined(deps.app, { workspaceId: job.workspaceId, idleMs: IDLE_MS }, async (tx) => {
    const one = sql`workspace_id = ${job.workspaceId}::uuid and id = ${job.alertId}::uuid`;
    const { rows } = await tx.execute<
      Head & { overlap: boolean; freshness: boolean; watching: boolean; over: boolean | null }
    >(sql`
      with mine as (
        update fan_outs set worked_by = ${deps.instanceId}::uuid, updated_at = ${now.toISOString()}::timestamptz
         where workspace_id = ${job.workspaceId}::uuid and alert_id = ${job.alertId}::uuid and state = 'open')
      select p.event_month::text as "eventMonth", b.id as "brandId", b.name as "brandName", b.tracking, p.detector,
             p.instrument_id as "instrumentId",
             (select count(*) > 1 from fan_outs f where f.workspace_id = p.workspace_id and f.alert_id = p.id) as overlap,
             (select k.over_since is not null from contact_counts k where k.workspace_id = p.workspace_id) as over,
             exists (select from listed_symbols l where l.workspace_id = p.workspace_id and l.brand_id = p.brand_id
                        and l.list = 'watch' and l.ended_at is null) as watching,
             exists (select from alert_assessments a where a.workspace_id = p.workspace_id and a.alert_id = p.id
                        and a.policy_content ? 'freshness') as freshness
        from (select workspace_id, id, brand_id, event_month, detector, instrument_id from alerts where ${one}
              union all
              select workspace_id, id, brand_id, event_month, ${DIGEST}, null from digests where ${one}) p
        join brands b on b.workspace_id = p.workspace_id and b.id = p.brand_id`);
    if (!rows[0]) return null;
    const { overlap, freshness, watching, over, ...head } = rows[0];
    if (freshness) await lapseMoved(tx, { ...job, now }, head);
    const ways = await openWays(tx, job, head);
    const limited = await limitedOf(tx, { workspaceId: job.workspaceId, brandId: head.brandId, now }, ways);
    const warmings = await warmingsOf(tx, { workspaceId: job.workspaceId, brandId: head.brandId }, ways);
    const edge = over ? await planEdge(tx, job.workspaceId, now) : null;
    const isApproved = await approvedContent(tx, { ...job, now });
    return { head: { ...head, limited, planEdge: edge }, ways, overlap, watching, isApproved, warmings };
  });
}

/** The channels to people over which the brand's sender may reach few of them. */
async function limitedOf(
  tx: Tx,
  { now, ...brand }: { workspaceId: string; brandId: string; now: Date },
  ways: readonly Way[],
): Promise<string[]> {
  const limited: string[] = [];
  for (const { channel, destinationId } of ways)
    if (destinationId === null && (await senderLimit(tx, { ...brand, channel }, now))) limited.push(channel);
  return limited;
}

async function warmingsOf(
  tx: Tx,
  brand: { workspaceId: string; brandId: string },
  ways: readonly Way[],
): Promise<ReadonlyMap<string, Warming>> {
  const warmings = new Map<string, Warming>();
  for (const { channel, destinationId } of ways) {
    const warming = destinationId === null ? await warmingOf(tx, { ...brand, channel }) : null;
    if (warming) warmings.set(channel, warming);
  }
  return warmings;
}

async function openWays(tx: Tx, { workspaceId, alertId }: DeliverJob, { brandId }: Head): Promise<Way[]> {
  const over = {
    workspaceId: sql`f.workspace_id`,
    brandId: sql`${brandId}::uuid`,
    channel: sql`open.channel`,
    destinationId: sql`f.destination_id`,
  };
  const { rows } = await tx.execute<Omit<Way, 'inOrder'>>(sql`
    select way.*, coalesce(c.failures > 0 or c.openings > 0, false) as careful
      from (
    select distinct open.channel, f.destination_id as "destinationId", ${connectionOf(over)} as "connectionId"
      from (select fan_out_id, channel from fan_out_shards
             where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid and not is_done
            union
            select fan_out_id, channel from fan_out_counts
             where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid and pending + retry > 0) open
      join fan_outs f on f.workspace_id = ${workspaceId}::uuid and f.id = open.fan_out_id) way
      left join connections c on c.workspace_id = ${workspaceId}::uuid and c.id = way."connectionId"`);
  const asked = rows.flatMap(({ channel, destinationId: id }) =>
    id !== null && findChannel(channel)?.keepsOrder ? [id] : [],
  );
  const ordered = await orderedPlaces(tx, asked);
  return rows.map((way) => ({
    ...way,
    inOrder: way.destinationId !== null && ordered.has(way.destinationId),
  }));
}
