import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gte, inArray, lte, not, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { newId } from '#src/db/ids.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { alerts, brands, rules, trialRuns } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import { type Clock, CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';
import { mayWatch } from '#src/shared/rules/detection.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { planLimit } from '#src/shared/plan-limit.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { fireRule } from '../events/fire-rule.ts';
import { replayRule } from './backtest.ts';
import { chooseTrialRule, type TrialRule, withBars } from './trial-rule.ts';

const RUNS_PER_HOUR = 10;
/** A run that has not ended after so long has lost its job, and keeps nobody from starting another. */
const LOST_AFTER_MS = 10 * 60_000;
/** An alert in one of these states did not reach the person: the next run makes another. */
const NOT_ARRIVED: AlertState[] = ['rejected', 'expired', 'failed', 'unknown', 'withheld'];

export type TrialRunDeps = {
  app: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  /** Recorded bars of a symbol, oldest first, or null where nothing is recorded for it. */
  recordedBars: (symbol: string, timeframe: Timeframe) => AsyncIterable<Bar> | null;
};

/**
 * Asks for one real run of a rule that has bars (`chooseTrialRule`), switched on or not. The transaction must be in the
 * workspace; `onNew` adds the job to it. `userId` is who gets the alert; with an `actor` it is written down who asked.
 * While a run of that person has not ended, it is that run that is answered with, and nothing is added.
 * @throws AppError trial_run_limit after ten in an hour, plan_limit where the plan does not include the condition
 */
export async function requestTrialRun(
  tx: Tx,
  request: {
    workspaceId: string;
    userId: string;
    actor?: Actor;
    now: Date;
    onNew?: (trialRunId: string) => Promise<unknown>;
  },
): Promise<string> {
  const { workspaceId, userId, actor, now } = request;
  // Two clicks at once are looked at one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`trial run ${workspaceId}`}, 0))`);
  const soon = new Date(now.getTime() + CLOCK_SLACK_MS);
  const [running] = await tx
    .select({ id: trialRuns.id })
    .from(trialRuns)
    .where(
      and(
        eq(trialRuns.requestedBy, userId),
        eq(trialRuns.state, 'queued'),
        gte(trialRuns.createdAt, new Date(now.getTime() - LOST_AFTER_MS)),
        lte(trialRuns.createdAt, soon),
      ),
    )
    .limit(1);
  if (running) return running.id;
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const limit = { of: 'trial runs', whose: workspaceId, max: RUNS_PER_HOUR };
  const lately = and(gte(trialRuns.createdAt, hourAgo), lte(trialRuns.createdAt, soon));
  if (!(await hasRoom(tx, limit, () => tx.$count(trialRuns, lately)))) throw new AppError('trial_run_limit');
  const { rule } = await chooseTrialRule(tx, workspaceId, now);
  const { planId, entitlements } = await workspacePlan(tx, now);
  if (!mayWatch(entitlements, parseRule(rule.condition))) {
    throw planLimit(planId, 'detection', `The rule “${rule.name}” asks for advanced event detection.`);
  }
  const id = newId();
  await tx.insert(trialRuns).values({
    workspaceId,
    id,
    ruleId: rule.id,
    requestedBy: userId,
    state: 'queued',
    createdAt: now,
  });
  await request.onNew?.(id);
  if (actor)
    await recordActivity(tx, {
      workspaceId,
      actor,
      action: 'trial_run.started',
      subject: rule.name,
      at: now,
    });
  return id;
}

/**
 * Runs the rule over the bars that there are and makes one alert of the latest thing it finds. Where the person has that
 * alert from an earlier run, word for word, it stays the only one. Doing it again for the same run changes nothing.
 */
export async function runTrial(
  deps: TrialRunDeps,
  job: { workspaceId: string; trialRunId: string },
): Promise<void> {
  const { workspaceId, trialRunId } = job;
  const queued = await withTenant(deps.app, workspaceId, (tx) => readQueued(tx, job));
  if (!queued) return;
  const found = await latestDetection(deps, workspaceId, queued);

  await withTenant(deps.app, workspaceId, async (tx) => {
    const [still] = await tx.select().from(trialRuns).where(eq(trialRuns.id, trialRunId)).for('update');
    if (still?.state !== 'queued') return;
    const { requestedBy } = still;
    const now = deps.clock();
    const end = { workspaceId, trialRunId, requestedBy, name: queued.name, now };
    if ('reason' in found) return endWithout(tx, { ...end, ...found });
    const { detection, rule, instrument } = found;
    const resultKey = await resultKeyOf(tx, found);
    const firing = { ...rule, instrumentId: instrument.id };
    const alertId =
      (await alertOfEqualRun(tx, requestedBy, resultKey)) ??
      (await fireRule(tx, deps.enqueue, { rule: firing, detection, trialRunId, now }));
    if (alertId === null)
      return endWithout(tx, {
        ...end,
        state: 'failed',
        reason: 'The plan of the workspace allows no alert now.',
      });
    await tx
      .update(trialRuns)
      .set({ state: 'done', alertId, resultKey, finishedAt: now })
      .where(eq(trialRuns.id, trialRunId));
  });
  deps.announce(workspaceId);
  deps.announce(workspaceId, 'notifications');
}

/** For a run whose job has failed for the last time: it must not stay queued for ever. */
export async function failTrial(
  deps: Pick<TrialRunDeps, 'app' | 'announce' | 'clock'>,
  job: { workspaceId: string; trialRunId: string },
  reason: string,
): Promise<void> {
  const { workspaceId, trialRunId } = job;
  await withTenant(deps.app, workspaceId, async (tx) => {
    const [run] = await tx
      .select({ requestedBy: trialRuns.requestedBy, name: rules.name })
      .from(trialRuns)
      .innerJoin(rules, and(eq(rules.workspaceId, trialRuns.workspaceId), eq(rules.id, trialRuns.ruleId)))
      .where(and(eq(trialRuns.id, trialRunId), eq(trialRuns.state, 'queued')));
    if (run)
      await endWithout(tx, { ...run, workspaceId, trialRunId, state: 'failed', reason, now: deps.clock() });
  });
  deps.announce(workspaceId);
  deps.announce(workspaceId, 'notifications');
}

/** Ends a run that made no alert, and tells the person who started it. */
async function endWithout(
  tx: Tx,
  run: Ended & { workspaceId: string; trialRunId: string; requestedBy: string; name: string; now: Date },
): Promise<void> {
  const { workspaceId, state, reason, now } = run;
  await tx
    .update(trialRuns)
    .set({ state, error: reason, finishedAt: now })
    .where(eq(trialRuns.id, run.trialRunId));
  const title = state === 'failed' ? 'Your trial run failed' : 'Your trial run found nothing';
  await notifyMembers(tx, {
    workspaceId,
    kind: 'trial_run_empty',
    title,
    text: `“${run.name}”: ${reason}`,
    link: '/rules',
    at: now,
    onlyTo: run.requestedBy,
  });
}

async function readQueued(tx: Tx, { workspaceId, trialRunId }: { workspaceId: string; trialRunId: string }) {
  const [row] = await tx
    .select({ rule: rules })
    .from(trialRuns)
    .innerJoin(rules, and(eq(rules.workspaceId, trialRuns.workspaceId), eq(rules.id, trialRuns.ruleId)))
    .where(and(eq(trialRuns.id, trialRunId), eq(trialRuns.state, 'queued')));
  return row ? { name: row.rule.name, found: await withBars(tx, workspaceId, row.rule) } : null;
}

type Ended = { state: 'failed' | 'nothing_found'; reason: string };

async function latestDetection(
  deps: TrialRunDeps,
  workspaceId: string,
  { found }: { found: TrialRule | null },
): Promise<Ended | (TrialRule & { detection: Detection })> {
  if (!found) return { state: 'failed', reason: 'There are no bars left for it to run over.' };
  const { rule, instrument } = found;
  const { condition, timeframe } = rule;
  let latest: Detection | null = null;
  try {
    const settings = { frequency: 'once_per_bar_close' as const };
    const form = { condition, timeframe, symbol: instrument.symbol, settings };
    await replayRule(deps, workspaceId, form, undefined, (_of, detection) => {
      latest = detection;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'failed', reason: error.message };
  }
  if (latest) return { ...found, detection: latest };
  return {
    state: 'nothing_found',
    reason: `it wasn’t true on any bar of ${instrument.symbol} (${timeframe}). Change its condition and run it again.`,
  };
}

/** A digest of all that an alert is written from. */
async function resultKeyOf(tx: Tx, { rule, instrument, detection }: TrialRule & { detection: Detection }) {
  const [brand] = await tx.select().from(brands).orderBy(asc(brands.createdAt)).limit(1);
  const about = [rule.id, rule.timeframe, rule.message, instrument.id, detection, brand];
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url');
}

async function alertOfEqualRun(tx: Tx, requestedBy: string, resultKey: string): Promise<string | null> {
  const [earlier] = await tx
    .select({ alertId: alerts.id })
    .from(trialRuns)
    .innerJoin(alerts, and(eq(alerts.workspaceId, trialRuns.workspaceId), eq(alerts.id, trialRuns.alertId)))
    .where(
      and(
        eq(trialRuns.requestedBy, requestedBy),
        eq(trialRuns.resultKey, resultKey),
        not(inArray(alerts.state, NOT_ARRIVED)),
      ),
    )
    .orderBy(desc(trialRuns.createdAt))
    .limit(1);
  return earlier?.alertId ?? null;
}
