import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { alerts, deliveries, demoReplay, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Announce, EngineEnqueue } from '#src/engine/enqueue.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { Clock } from '#src/shared/clock.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { Bar } from '#src/shared/market.ts';
import { type DemoDetection, demoDetections } from './detections.ts';
import { reactToDemo } from './reactions.ts';
import { DEMO_INSTRUMENT_ID, ensureDemoWorkspace } from './workspace.ts';

export type DemoReplayDeps = {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  /** Composes and delivers an alert in this process, from the moment `at` on. */
  backfill: (alert: { workspaceId: string; alertId: string; at: Date }) => Promise<void>;
  /** The recorded series, oldest first. */
  recorded: () => AsyncIterable<Bar>;
  /** Seconds between two alerts while somebody looks. */
  every: number;
  /** How often it looks whether the next alert is due; every second unless told. */
  lookEveryMs?: number;
  log: { error: (context: object, message: string) => void };
};

/** A new demo starts with so many alerts, made one after the other; they carry the time at which they are made. */
const AHEAD = 120;
/** The pace without visitors. */
const IDLE_EVERY_MS = 6 * 3_600_000;
const WATCHED_FOR_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** The backfill ends where the recorded market is busiest. */
const LIVE_FROM = Date.parse('2008-09-15T00:00:00Z');
const BARS_AT_ONCE = 1_000;

/**
 * Runs the demo until the signal aborts: creates its workspace, makes its first alerts at once, then fires one detection of
 * the recording at a time and starts over at its end. From there on the queues compose and deliver, as for every
 * workspace. Any number of processes may run it: they take turns by a lock. Never throws.
 */
export async function runDemoReplay(deps: DemoReplayDeps, signal: AbortSignal): Promise<void> {
  let round: DemoDetection[] | null = null;
  while (!signal.aborted) {
    try {
      round ??= await prepare(deps);
      while (!signal.aborted && (await step(deps, round)));
    } catch (error) {
      if (!signal.aborted) deps.log.error({ err: error }, 'the replay of the demo broke off');
    }
    await sleep(deps.lookEveryMs ?? LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns the detections of one round, starting with those to backfill */
async function prepare(deps: DemoReplayDeps): Promise<DemoDetection[]> {
  await ensureDemoWorkspace(deps, deps.clock());
  const { detections, bars } = await demoDetections(deps.recorded());
  const series = { instrumentId: DEMO_INSTRUMENT_ID, timeframe: '1d' as const };
  for (let at = 0; at < bars.length; at += BARS_AT_ONCE)
    await storeBars(deps.system, series, bars.slice(at, at + BARS_AT_ONCE));
  const live = detections.findIndex(({ detection }) => detection.time >= LIVE_FROM);
  const first = Math.max(0, live - AHEAD);
  return [...detections.slice(first), ...detections.slice(0, first)];
}

/** Fires the next detection when it is due. @returns whether another one may be due at once */
async function step(deps: DemoReplayDeps, round: readonly DemoDetection[]): Promise<boolean> {
  // The lock is held until a backfilled alert is delivered, so an unfinished one is from a process that died.
  return deps.system.transaction(async (turn) => {
    const { rows } = await turn.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('the turn at the replay of the demo', 0)) as mine`,
    );
    if (!rows[0]?.mine) return false;
    await finishLeft(deps);
    return makeNext(deps, round);
  });
}

async function makeNext(deps: DemoReplayDeps, round: readonly DemoDetection[]): Promise<boolean> {
  const now = deps.clock();
  const fired = await withTenant(deps.app, DEMO_WORKSPACE_ID, async (tx) => {
    const [row] = await tx.select().from(demoReplay).for('update', { skipLocked: true });
    if (!row) return null;
    const ahead = row.position < AHEAD;
    if (!ahead && now.getTime() < dueAt(row, deps.every, now.getTime())) return null;
    const next = round[row.position % round.length];
    const alertIds = next ? await fire(tx, { ...next, at: now, enqueue: ahead ? none : deps.enqueue }) : [];
    await tx
      .update(demoReplay)
      .set({ position: row.position + 1, firedAt: ahead ? null : now })
      .where(eq(demoReplay.workspaceId, DEMO_WORKSPACE_ID));
    return { alertIds, ahead };
  });
  if (!fired) return false;
  const { alertIds, ahead } = fired;
  if (ahead)
    for (const alertId of alertIds) await deps.backfill({ workspaceId: DEMO_WORKSPACE_ID, alertId, at: now });
  await withTenant(deps.app, DEMO_WORKSPACE_ID, (tx) => reactToDemo(tx, deps.clock()));
  deps.announce(DEMO_WORKSPACE_ID);
  return ahead;
}

/**
 * Finishes first alerts that a process left half done; later alerts have jobs that are retried. A delivery in doubt
 * is sent again, which is safe here: nothing leaves the program.
 */
async function finishLeft(deps: DemoReplayDeps): Promise<void> {
  const left = await withTenant(deps.app, DEMO_WORKSPACE_ID, async (tx) => {
    const [row] = await tx.select().from(demoReplay);
    // Past the first alerts, all that is unfinished has a job.
    if (!row || row.position > AHEAD) return [];
    const found = await tx
      .select({ id: alerts.id })
      .from(alerts)
      .where(inArray(alerts.state, ['drafted', 'approved', 'sending']));
    const ids = found.map(({ id }) => id);
    if (ids.length > 0)
      await tx
        .update(deliveries)
        .set({ state: 'pending', claimedBy: null, leaseUntil: null })
        .where(and(inArray(deliveries.alertId, ids), eq(deliveries.state, 'sending')));
    return found;
  });
  for (const { id: alertId } of left)
    await deps.backfill({ workspaceId: DEMO_WORKSPACE_ID, alertId, at: deps.clock() });
}

function dueAt(row: { firedAt: Date | null; watchedAt: Date | null }, every: number, now: number): number {
  if (!row.firedAt) return 0;
  const watched = row.watchedAt && now - row.watchedAt.getTime() < WATCHED_FOR_MS;
  return row.firedAt.getTime() + (watched ? every * 1_000 : IDLE_EVERY_MS);
}

/** @returns the event's alerts, one in each brand */
async function fire(tx: Tx, next: DemoDetection & { at: Date; enqueue: EngineEnqueue }): Promise<string[]> {
  const [rule] = await tx.select().from(rules).where(eq(rules.name, next.rule));
  if (!rule?.instrumentId || !rule.timeframe) return [];
  // Replaces the same event of the previous round, so at most one round is stored.
  const bar = new Date(next.detection.time).toISOString();
  await tx.execute(sql`select forget_demo_event(${rule.id}::uuid, ${bar}::timestamptz)`);
  const alertId = await fireRule(tx, next.enqueue, {
    rule: { ...rule, instrumentId: rule.instrumentId, timeframe: rule.timeframe },
    detection: next.detection,
    trialRunId: null,
    now: next.at,
  });
  if (alertId === null) return [];
  const event = tx.select({ id: alerts.eventId }).from(alerts).where(eq(alerts.id, alertId));
  const every = await tx.select({ id: alerts.id }).from(alerts).where(inArray(alerts.eventId, event));
  return every.map(({ id }) => id);
}

/** A backfilled alert needs no job. */
const none: EngineEnqueue = async () => undefined;
