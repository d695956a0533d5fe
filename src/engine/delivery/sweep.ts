import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { accountIsHeld } from '#src/db/queries/held-accounts.ts';
import { isStopped } from '#src/db/queries/workspace-stops.ts';
import { deliveries, fanOuts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import { channels } from '../channels/registry.ts';
import { CLAIM_MS, RETRY_LONGEST_MS } from './claimed.ts';
import { firstLookAfter } from './in-doubt/looks.ts';
import { settleAlert } from './outcome.ts';
import { sweepAlerts } from './sweep-alerts.ts';
import { type InDoubt, recordInDoubt } from './record.ts';
import { releaseScheduled } from './scheduled.ts';
import { isWithinHours } from './may-go.ts';
import type { SweepDeps } from './sweep-deps.ts';

const PER_SWEEP = 500;
/** A pending delivery this old has lost its job, or its job is long overdue: asking again is harmless. */
const STRANDED_MS = 60_000;
/** A fan-out that nobody has moved for so long gets another job: its process may be frozen. Claims keep them apart. */
const STANDS_STILL_MS = 60_000;
/** What waits for an account is looked at so often even so, because it may have expired. */
const LOOKED_AT_MS = 600_000;
/** What somebody else has just asked for is not asked for again so soon. */
const RETRY_PAUSE_MS = 30_000;

const IN_DOUBT =
  'The program stopped after handing it over and before hearing the answer. It isn’t sent again automatically.';
const SENT_AGAIN =
  'The program stopped before hearing the answer. It is sent again: the provider recognizes it.';

/**
 * Looks after what nobody works on: a claim whose holder died becomes `unknown`, or is tried again where the provider
 * recognizes repeats; a retry that has come due, a delivery and a fan-out that were stranded get a job; and alerts that got
 * stuck are moved on. The engine's named cross-tenant queries find them, each with a limit of its own, so that no kind
 * crowds out another.
 */
export async function sweepDeliveries(deps: SweepDeps): Promise<{ unknown: number; woken: number }> {
  const unknown = await giveUpDead(deps);
  const woken = (await releaseScheduled(deps)) + (await wakeDue(deps)) + (await wakeFanOuts(deps));
  await sweepAlerts(deps);
  return { unknown, woken };
}

/** Processes first: one question each, however many deliveries they had under way. */
async function deadOf(deps: SweepDeps, holders: readonly { holder: string }[]): Promise<string[]> {
  const dead: string[] = [];
  for (const { holder } of holders) if (await deps.isDead(holder)) dead.push(holder);
  return dead;
}

type Claims = { workspace_id: string; alert_id: string; claimed_by: string };

async function giveUpDead(deps: SweepDeps): Promise<number> {
  const now = deps.clock().toISOString();
  // Of claims that were made while the clock was ahead.
  const longest = new Date(deps.clock().getTime() + CLAIM_MS + CLOCK_SLACK_MS).toISOString();
  const { rows: holders } = await deps.system.execute<{ holder: string }>(
    sql`select distinct claimed_by as holder from deliveries where state = 'sending' limit ${PER_SWEEP}`,
  );
  const dead = await deadOf(deps, holders);
  const isOver = sql`state = 'sending' and (lease_until < ${now}::timestamptz or lease_until > ${longest}::timestamptz
    or claimed_by = any(${sql.param(dead)}::uuid[]))`;
  const { rows } = await deps.system.execute<Claims>(sql`
    select distinct workspace_id, alert_id, claimed_by from deliveries where ${isOver} limit ${PER_SWEEP}`);
  let unknown = 0;
  for (const row of rows) unknown += await giveUp(deps, row, isOver);
  return unknown;
}

async function giveUp(deps: SweepDeps, row: Claims, isOver: ReturnType<typeof sql>): Promise<number> {
  const { workspace_id: workspaceId, alert_id: alertId } = row;
  const now = deps.clock();
  const at = sql`${now.toISOString()}::timestamptz`;
  const recognizing = channels().flatMap(({ kind, capabilities }) => (capabilities.idempotent ? [kind] : []));
  const isSafe = sql`channel = any(${sql.param(recognizing)}::text[])`;
  const looks = channels().flatMap((channel) => {
    const after = firstLookAfter(channel);
    return after === null ? [] : [{ kind: channel.kind, at: new Date(now.getTime() + after).toISOString() }];
  });
  const firstLook = sql`(array[${sql.join(
    looks.map(({ at: time }) => sql`${time}::timestamptz`),
    sql`, `,
  )}])[array_position(${sql.param(looks.map(({ kind }) => kind))}::text[], channel)]`;
  const { states, notified } = await withTenant(deps.app, workspaceId, async (tx) => {
    const { rows: given } = await tx.execute<InDoubt>(sql`
      update deliveries
         set state = case when ${isSafe} then 'retry' else 'unknown' end,
             reason = case when ${isSafe} then ${SENT_AGAIN} else ${IN_DOUBT} end,
             next_attempt_at = case when ${isSafe} then ${at}
               else ${firstLook} end, lease_until = null, updated_at = ${at}
       where workspace_id = ${workspaceId}::uuid and alert_id = ${alertId}::uuid
         and claimed_by = ${row.claimed_by}::uuid and ${isOver}
       returning id, state, reason, attempts, fan_out_id, rendition_id, channel, target_id, contact_id, purpose, send_no`);
    await recordInDoubt(tx, { workspaceId, alertId, now }, given);
    if (given.some(({ state }) => state === 'retry'))
      await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    return {
      states: given.map(({ state }) => state),
      notified: await settleAlert(tx, { workspaceId, alertId, now }),
    };
  });
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
  return states.filter((state) => state === 'unknown').length;
}

/**
 * Sends at once what waits for a server that is back. A named cross-tenant query finds it.
 * @returns how many alerts
 */
export async function wakeWaiting(
  deps: Pick<SweepDeps, 'app' | 'system' | 'enqueue' | 'clock'>,
): Promise<number> {
  let woken = 0;
  for (;;) {
    const { rows } = await deps.system.execute<{ workspace_id: string; alert_id: string }>(sql`
      select workspace_id, alert_id from deliveries where waits_for_server and state = 'retry'
       group by workspace_id, alert_id limit ${PER_SWEEP}`);
    for (const { workspace_id: workspaceId, alert_id: alertId } of rows) {
      await withTenant(deps.app, workspaceId, async (tx) => {
        const now = deps.clock();
        await tx
          .update(deliveries)
          .set({ nextAttemptAt: now, waitsForServer: false, updatedAt: now })
          .where(
            and(
              eq(deliveries.alertId, alertId),
              eq(deliveries.state, 'retry'),
              eq(deliveries.waitsForServer, true),
            ),
          );
        await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
      });
    }
    woken += rows.length;
    if (rows.length < PER_SWEEP) return woken;
  }
}

async function wakeDue(deps: SweepDeps): Promise<number> {
  const now = deps.clock();
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  const stranded = before(STRANDED_MS);
  // Of what was put down while the clock was ahead.
  const longest = before(-RETRY_LONGEST_MS);
  const soon = before(-CLOCK_SLACK_MS);
  const paused = before(RETRY_PAUSE_MS);
  // What its account doesn't take yet is looked at by alert and account: there may be many.
  const { rows } = await deps.system.execute<{ workspace_id: string; alert_id: string }>(sql`
    select due.workspace_id, due.alert_id from (
    select distinct workspace_id, alert_id, channel, case when contact_id is null then target_id end as place,
           updated_at < ${before(LOOKED_AT_MS)}::timestamptz as still
      from deliveries
     where ((state = 'retry' and (next_attempt_at <= ${now.toISOString()}::timestamptz or next_attempt_at > ${longest}::timestamptz)
              and (updated_at < ${paused}::timestamptz or updated_at > ${soon}::timestamptz
                or (updated_at < next_attempt_at and next_attempt_at <= ${now.toISOString()}::timestamptz)))
        or (state = 'pending' and (updated_at < ${stranded}::timestamptz or updated_at > ${soon}::timestamptz)))
       and not exists (select from sending_stops s where s.scope = 'all'
         or (s.scope = 'channel' and s.target = deliveries.channel)
         or (s.scope = 'workspace' and s.target = deliveries.workspace_id::text))) due
      left join alerts a on a.workspace_id = due.workspace_id and a.id = due.alert_id
      left join digests g on g.workspace_id = due.workspace_id and g.id = due.alert_id
     where not ${isStopped({
       workspaceId: sql`due.workspace_id`,
       brandId: sql`coalesce(a.brand_id, g.brand_id)`,
       channel: sql`due.channel`,
     })}
       and (due.still or (not ${brandIsStopped(sql`due.workspace_id`, sql`coalesce(a.brand_id, g.brand_id)`)} and not ${accountIsHeld(
         {
           workspaceId: sql`due.workspace_id`,
           brandId: sql`a.brand_id`,
           channel: sql`due.channel`,
           destinationId: sql`due.place`,
         },
         now,
       )}))
     group by due.workspace_id, due.alert_id limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, alert_id: alertId } of rows) {
    await withTenant(deps.app, workspaceId, async (tx) => {
      // Touched, so that neither the next sweep nor another process asks at once again.
      await tx
        .update(deliveries)
        .set({ updatedAt: now })
        .where(and(eq(deliveries.alertId, alertId), inArray(deliveries.state, ['pending', 'retry'])));
      await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    });
  }
  return rows.length;
}

/** The brand of a fan-out `f`. An alert that has ended isn't in sight: of its update or correction there is none. */
const BRAND = sql`coalesce(
  (select a.brand_id from alerts a where a.workspace_id = f.workspace_id and a.id = f.alert_id),
  (select g.brand_id from digests g where g.workspace_id = f.workspace_id and g.id = f.alert_id))`;

/** Whether the brand is stopped, or may be: it isn't in sight, and one of the workspace's is. */
const brandIsStopped = (workspaceId: SQL, brandId: SQL): SQL<boolean> => sql<boolean>`exists (
  select from workspace_stops w where w.workspace_id = ${workspaceId} and w.scope = 'brand'
     and (${brandId} is null or w.target = (${brandId})::text))`;

/** Whether a fan-out `f` that stands still may go on over one of the channels that it waits for. */
const goesOn = (now: Date): SQL => sql`exists (
  select from unnest(f.waiting) w (channel)
   where not exists (select from sending_stops s where s.scope = 'channel' and s.target = w.channel)
     and not exists (select from workspace_stops m
       where m.workspace_id = f.workspace_id and m.scope = 'channel' and m.target = w.channel)
     and not ${brandIsStopped(sql`f.workspace_id`, BRAND)}
     and (f.expires_at <= ${now.toISOString()}::timestamptz or not ${accountIsHeld(
       {
         workspaceId: sql`f.workspace_id`,
         brandId: sql`(select a.brand_id from alerts a where a.workspace_id = f.workspace_id and a.id = f.alert_id)`,
         channel: sql`w.channel`,
         destinationId: sql`f.destination_id`,
       },
       now,
     )}))`;

/** Fan-outs whose process died, that waited and needn't any more, or that nobody has taken up. */
async function wakeFanOuts(deps: SweepDeps): Promise<number> {
  const now = deps.clock();
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  const { rows: holders } = await deps.system.execute<{ holder: string }>(
    sql`select distinct worked_by as holder from fan_outs where state = 'open' and worked_by is not null limit ${PER_SWEEP}`,
  );
  const dead = await deadOf(deps, holders);
  const { rows } = await deps.system.execute<{ workspace_id: string; alert_id: string }>(sql`
    select workspace_id, alert_id from fan_outs f
     where state = 'open' and ${isWithinHours(now)}
       and (${goesOn(now)} or worked_by = any(${sql.param(dead)}::uuid[])
         or updated_at < ${before(LOOKED_AT_MS)}::timestamptz or updated_at > ${before(-CLOCK_SLACK_MS)}::timestamptz
         or (waiting = '{}' and updated_at < ${before(deps.standsStillMs ?? STANDS_STILL_MS)}::timestamptz)
         or (worked_by is null and updated_at < ${before(STRANDED_MS)}::timestamptz))
       and not exists (select from sending_stops s where s.scope = 'all'
         or (s.scope = 'workspace' and s.target = f.workspace_id::text))
       and not f.channels <@ array(
         select s.target from sending_stops s where s.scope = 'channel'
         union all
         select w.target from workspace_stops w where w.workspace_id = f.workspace_id and w.scope = 'channel')
       and not exists (select from workspace_stops w where w.workspace_id = f.workspace_id
         and (w.scope = 'workspace' or (w.scope = 'brand' and w.target = (${BRAND})::text)))
     group by workspace_id, alert_id limit ${PER_SWEEP}`);
  for (const { workspace_id: workspaceId, alert_id: alertId } of rows) {
    await withTenant(deps.app, workspaceId, async (tx) => {
      await tx
        .update(fanOuts)
        .set({ workedBy: null, waits: null, waiting: [], updatedAt: now })
        .where(
          and(eq(fanOuts.workspaceId, workspaceId), eq(fanOuts.alertId, alertId), eq(fanOuts.state, 'open')),
        );
      await deps.enqueue(tx, 'deliver-alert', { workspaceId, alertId });
    });
  }
  return rows.length;
}
