import { and, asc, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, recordActivity } from '#src/db/queries/activity.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { instruments, rules, trialRuns } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Bar, Finding, Timeframe } from '#src/shared/market.ts';
import { mayWatch } from '#src/shared/rules/detection.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { planLimit } from '#src/shared/plan-limit.ts';
import { sourceKey, sourcesOf } from '#src/shared/rules/elsewhere.ts';
import { ruleDetector } from '../conditions/rule-feed.ts';
import { type CalendarName, CALENDARS } from '../feeds/bars/calendars.ts';
import { endsOf } from '../feeds/bars/ends.ts';
import { largerBars, smallerThan } from '../feeds/bars/larger-bars.ts';
import { allBars, allOthers, type OtherBars } from '../feeds/other-bars.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { fireRule } from './fire.ts';

const RUNS_PER_HOUR = 10;

export type TrialRunDeps = {
  app: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  /** Recorded bars of a symbol, oldest first, or null where nothing is recorded for it. */
  recordedBars: (symbol: string, timeframe: Timeframe) => AsyncIterable<Bar> | null;
};

/**
 * Asks for one real run of the workspace's first rule, switched on or not. The transaction must be in the workspace;
 * the caller adds the job to it. `userId` is who gets the alert; with an `actor` it is written down who asked.
 * @throws AppError trial_run_limit after ten in an hour, not_found where the workspace has no rule, plan_limit where
 * the plan does not include its condition
 */
export async function requestTrialRun(
  tx: Tx,
  request: { workspaceId: string; userId: string; actor?: Actor; now: Date },
): Promise<string> {
  // One at a time per workspace, so that ten requests at once are counted one after the other.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`trial run ${request.workspaceId}`}, 0))`,
  );
  const hourAgo = new Date(request.now.getTime() - 3_600_000);
  const recent = await tx.$count(trialRuns, gte(trialRuns.createdAt, hourAgo));
  if (recent >= RUNS_PER_HOUR) throw new AppError('trial_run_limit');
  const [rule] = await tx
    .select({ id: rules.id, name: rules.name, condition: rules.condition })
    .from(rules)
    .where(and(eq(rules.kind, 'market'), isNull(rules.deletedAt)))
    .orderBy(sql`${rules.state} = 'active' desc`, asc(rules.createdAt))
    .limit(1);
  if (!rule?.condition) throw new AppError('not_found', 'This workspace has no rule to run.');
  const { planId, entitlements } = await workspacePlan(tx, request.now);
  if (!mayWatch(entitlements, parseRule(rule.condition))) {
    throw planLimit(planId, 'detection', `The rule “${rule.name}” asks for advanced event detection.`);
  }
  const id = newId();
  await tx.insert(trialRuns).values({
    workspaceId: request.workspaceId,
    id,
    ruleId: rule.id,
    requestedBy: request.userId,
    state: 'queued',
    createdAt: request.now,
  });
  const { workspaceId, actor, now } = request;
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
 * Runs the rule over the recorded series and makes one alert of the latest thing it finds. Doing it again for the
 * same run changes nothing.
 */
export async function runTrial(
  deps: TrialRunDeps,
  job: { workspaceId: string; trialRunId: string },
): Promise<void> {
  const { workspaceId, trialRunId } = job;
  const queued = await withTenant(deps.app, workspaceId, (tx) => readQueued(tx, trialRunId));
  if (!queued) return;
  const { rule } = queued;
  const finding = await latestFinding(deps, rule, queued);

  await withTenant(deps.app, workspaceId, async (tx) => {
    const [still] = await tx.select().from(trialRuns).where(eq(trialRuns.id, trialRunId)).for('update');
    if (still?.state !== 'queued') return;
    const now = deps.clock();
    const found = typeof finding === 'object' && 'evidence' in finding ? finding : null;
    const missing = typeof finding === 'object' && 'missing' in finding ? finding.missing : null;
    if (found) await fireRule(tx, deps.enqueue, { rule, finding: found, trialRunId, now });
    await tx
      .update(trialRuns)
      .set({
        state: found ? 'done' : missing === null ? 'nothing_found' : 'failed',
        error: missing === null ? null : `Nothing is recorded for ${missing}.`,
        finishedAt: now,
      })
      .where(eq(trialRuns.id, trialRunId));
  });
  deps.announce(workspaceId);
}

/** For a run whose job has failed for the last time: it must not stay queued for ever. */
export async function failTrial(
  deps: Pick<TrialRunDeps, 'app' | 'announce' | 'clock'>,
  job: { workspaceId: string; trialRunId: string },
  reason: string,
): Promise<void> {
  await withTenant(deps.app, job.workspaceId, (tx) =>
    tx
      .update(trialRuns)
      .set({ state: 'failed', error: reason, finishedAt: deps.clock() })
      .where(and(eq(trialRuns.id, job.trialRunId), eq(trialRuns.state, 'queued'))),
  );
  deps.announce(job.workspaceId);
}

async function readQueued(tx: Tx, trialRunId: string) {
  const [row] = await tx
    .select({
      rule: rules,
      symbol: instruments.symbol,
      session: instruments.session,
      instrumentId: instruments.id,
    })
    .from(trialRuns)
    .innerJoin(rules, and(eq(rules.workspaceId, trialRuns.workspaceId), eq(rules.id, trialRuns.ruleId)))
    .innerJoin(
      instruments,
      // Of a watchlist, the first by name.
      sql`${instruments.id} = coalesce(${rules.instrumentId}, (
        select i.id from watchlist_symbols s join instruments i on i.id = s.instrument_id
         where s.workspace_id = ${rules.workspaceId} and s.watchlist_id = ${rules.watchlistId}
         order by i.symbol limit 1))`,
    )
    .where(and(eq(trialRuns.id, trialRunId), eq(trialRuns.state, 'queued')))
    .orderBy(desc(trialRuns.createdAt));
  if (!row?.rule.condition || !row.rule.timeframe) return null;
  const { condition, timeframe } = row.rule;
  const { symbol, session } = row;
  return { symbol, session, rule: { ...row.rule, condition, timeframe, instrumentId: row.instrumentId } };
}

async function latestFinding(
  deps: TrialRunDeps,
  rule: { condition: string; timeframe: Timeframe },
  { symbol, session }: { symbol: string; session: CalendarName },
): Promise<Finding | 'nothing' | { missing: string }> {
  const recorded = deps.recordedBars(symbol, rule.timeframe);
  if (!recorded) return { missing: `${symbol} (${rule.timeframe})` };
  const condition = parseRule(rule.condition);
  // Recorded bars are all of the same kind: by the calendar of the rule's symbol.
  const calendar = CALENDARS[session];
  const endIn = (timeframe: Timeframe) => endsOf(calendar, timeframe).endOf;
  /** As they were recorded, or made of the largest smaller ones that were. */
  const barsOf = async (of: string, timeframe: Timeframe): Promise<Bar[] | null> => {
    const found = deps.recordedBars(of, timeframe);
    if (found) return allBars(found);
    for (const from of smallerThan(timeframe)) {
      const smaller = deps.recordedBars(of, from);
      if (smaller) return largerBars(calendar, { from, to: timeframe }, await allBars(smaller), []);
    }
    return null;
  };
  const given: OtherBars[] = [];
  for (const source of sourcesOf(condition)) {
    const { symbol: other = symbol, timeframe = rule.timeframe } = source;
    const bars = await barsOf(other, timeframe);
    if (!bars) return { missing: `${other} (${timeframe})` };
    given.push({
      source: sourceKey(source),
      timeframe,
      bars,
      splits: [],
      breaks: [],
      endOf: endIn(timeframe),
    });
  }
  const { others } = allOthers([condition], given).seenBy(endIn(rule.timeframe), rule.timeframe);
  const feed = ruleDetector(condition, others).start();
  let latest: Finding | null = null;
  for await (const bar of recorded) latest = feed(bar) ?? latest;
  return latest ?? 'nothing';
}
