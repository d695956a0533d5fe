import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { alerts, deliveries, demoReplay, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { createSlots } from '#src/engine/delivery/slots.ts';
import type { Announce, EngineEnqueue } from '#src/engine/enqueue.ts';
import { storeBars } from '#src/engine/feeds/bar-store.ts';
import { fireRule } from '#src/engine/rules/fire.ts';
import type { Clock } from '#src/shared/clock.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { Bar } from '#src/shared/market.ts';
import { type DemoFinding, demoFindings } from './findings.ts';
import { sinkDelivery } from './sink.ts';
import { DEMO_INSTRUMENT_ID, ensureDemoWorkspace } from './workspace.ts';

export type DemoReplayDeps = {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  instanceId: string;
  publicUrl: string;
  /** The recorded series, oldest first. */
  recorded: () => AsyncIterable<Bar>;
  /** Seconds between two alerts while somebody looks. */
  every: number;
  log: {
    warn: (context: object, message: string) => void;
    error: (context: object, message: string) => void;
  };
};

/** The record's days before the first visit are replayed ahead: a workspace of a month, not of a minute. */
const AHEAD = 120;
const AHEAD_EVERY_MS = 6 * 3_600_000;
/** With nobody there the wire goes on as it did before. */
const IDLE_EVERY_MS = AHEAD_EVERY_MS;
const WATCHED_FOR_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** What is replayed ahead ends where the record is at its liveliest. */
const LIVE_FROM = Date.parse('2008-09-15T00:00:00Z');
const BARS_AT_ONCE = 1_000;

/**
 * Keeps the demo alive until the signal aborts: makes its workspace, replays a month ahead, then turns one finding of
 * the record after the other into an alert, and begins again at the end. Any number of processes may run it; the
 * row of the replay is what they take turns at. Never throws.
 */
export async function runDemoReplay(deps: DemoReplayDeps, signal: AbortSignal): Promise<void> {
  let round: DemoFinding[] | null = null;
  while (!signal.aborted) {
    try {
      round ??= await prepare(deps);
      while (!signal.aborted && (await step(deps, round)));
    } catch (error) {
      if (!signal.aborted) deps.log.error({ err: error }, 'the replay of the demo broke off');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns the findings of one round, beginning with what is replayed ahead */
async function prepare(deps: DemoReplayDeps): Promise<DemoFinding[]> {
  await ensureDemoWorkspace(deps, deps.clock());
  const { findings, bars } = await demoFindings(deps.recorded());
  const series = { instrumentId: DEMO_INSTRUMENT_ID, timeframe: '1d' as const };
  for (let at = 0; at < bars.length; at += BARS_AT_ONCE)
    await storeBars(deps.system, series, bars.slice(at, at + BARS_AT_ONCE));
  const live = findings.findIndex(({ finding }) => finding.time >= LIVE_FROM);
  const first = Math.max(0, live - AHEAD);
  return [...findings.slice(first), ...findings.slice(0, first)];
}

/** Makes the next alert if its time has come. @returns whether the one after it may be due as well */
async function step(deps: DemoReplayDeps, round: readonly DemoFinding[]): Promise<boolean> {
  // The turn lasts until what was made is carried out: what is found unfinished in it was left by a process that died.
  return deps.system.transaction(async (turn) => {
    const { rows } = await turn.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('the turn at the replay of the demo', 0)) as mine`,
    );
    if (!rows[0]?.mine) return false;
    await finishLeft(deps);
    return makeNext(deps, round);
  });
}

async function makeNext(deps: DemoReplayDeps, round: readonly DemoFinding[]): Promise<boolean> {
  const now = deps.clock();
  const fired = await withTenant(deps.app, DEMO_WORKSPACE_ID, async (tx) => {
    const [row] = await tx.select().from(demoReplay).for('update', { skipLocked: true });
    if (!row) return null;
    const ahead = row.position < AHEAD;
    const at = ahead
      ? new Date(row.createdAt.getTime() - (AHEAD - row.position) * AHEAD_EVERY_MS + wobble(row.position))
      : now;
    if (!ahead && now.getTime() < dueAt(row, deps.every, now.getTime())) return null;
    const next = round[row.position % round.length];
    const alertId = next ? await fire(tx, { ...next, at, enqueue: ahead ? none : deps.enqueue }) : null;
    await tx
      .update(demoReplay)
      .set({ position: row.position + 1, firedAt: ahead ? null : at })
      .where(eq(demoReplay.workspaceId, DEMO_WORKSPACE_ID));
    return { alertId, ahead, at };
  });
  if (!fired) return false;
  const { alertId, ahead, at } = fired;
  if (alertId && ahead) await carryOut(deps, { id: alertId, at });
  else deps.announce(DEMO_WORKSPACE_ID);
  return ahead;
}

/**
 * Carries out what was replayed ahead and left in the middle; what comes later has jobs of its own. A delivery that
 * was being sent is sent again: in the demo nothing leaves the house.
 */
async function finishLeft(deps: DemoReplayDeps): Promise<void> {
  const left = await withTenant(deps.app, DEMO_WORKSPACE_ID, async (tx) => {
    const [row] = await tx.select().from(demoReplay);
    if (!row) return [];
    const found = await tx
      .select({ id: alerts.id, at: alerts.createdAt })
      .from(alerts)
      .where(
        and(inArray(alerts.state, ['drafted', 'approved', 'sending']), lt(alerts.createdAt, row.createdAt)),
      );
    const ids = found.map(({ id }) => id);
    if (ids.length > 0)
      await tx
        .update(deliveries)
        .set({ state: 'pending', claimedBy: null, leaseUntil: null })
        .where(and(inArray(deliveries.alertId, ids), eq(deliveries.state, 'sending')));
    return found;
  });
  for (const alert of left) await carryOut(deps, alert);
}

function dueAt(row: { firedAt: Date | null; watchedAt: Date | null }, every: number, now: number): number {
  if (!row.firedAt) return 0;
  const watched = row.watchedAt && now - row.watchedAt.getTime() < WATCHED_FOR_MS;
  return row.firedAt.getTime() + (watched ? every * 1_000 : IDLE_EVERY_MS);
}

async function fire(
  tx: Tx,
  next: DemoFinding & { at: Date; enqueue: EngineEnqueue },
): Promise<string | null> {
  const [rule] = await tx.select().from(rules).where(eq(rules.name, next.rule));
  if (!rule?.instrumentId || !rule.timeframe) return null;
  // Of the round before: at most one round is ever kept.
  const bar = new Date(next.finding.time).toISOString();
  await tx.execute(sql`select forget_demo_event(${rule.id}::uuid, ${bar}::timestamptz)`);
  return fireRule(tx, next.enqueue, {
    rule: { ...rule, instrumentId: rule.instrumentId, timeframe: rule.timeframe },
    finding: next.finding,
    trialRunId: null,
    now: next.at,
  });
}

/** Writes and delivers an alert here and now, by the same steps as the queues would, as of the time it was made. */
async function carryOut(deps: DemoReplayDeps, alert: { id: string; at: Date }): Promise<void> {
  const job = { workspaceId: DEMO_WORKSPACE_ID, alertId: alert.id };
  // It takes as long as it takes.
  const began = performance.now();
  const clock = () => new Date(alert.at.getTime() + performance.now() - began);
  const quiet = { ...deps, clock, enqueue: none, announce: () => undefined };
  await composeAlert(quiet, job);
  await deliverAlert({ ...quiet, send: sinkDelivery, slots: createSlots(1) }, job);
}

/** For what is carried out here: no queue is asked. */
const none: EngineEnqueue = async () => undefined;
/** Alerts of a market do not come by the clock: up to five hours later, the same each time. */
const wobble = (position: number): number => ((position * 7_919) % 300) * 60_000;
