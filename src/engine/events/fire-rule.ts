import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan, type WorkspacePlan } from '#src/db/queries/plan.ts';
import type { events } from '#src/db/schema.ts';
import { type Entitlements, mayDetect } from '#src/shared/entitlements.ts';
import type { Detection, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { mayWatch } from '#src/shared/rules/detection.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import type { EngineEnqueue } from '../enqueue.ts';

/** What an event needs to know of its rule. */
type FiringRule = {
  workspaceId: string;
  id: string;
  version: number;
  instrumentId: string;
  timeframe: Timeframe;
  /** The rule's frequency and limits; absent for a single alert on request. */
  settings?: RuleSettings;
  /** The condition that re-arms it. */
  rearm?: Condition | null;
};

/** The workspace lacks what an alert needs. */
export class FiringError extends Error {
  override readonly name = 'FiringError';
}

/** `known`: the detection already has an event. `refused`: the plan doesn't allow the rule, or the workspace is read-only. */
export type Attempt = { alertId: string } | 'known' | 'refused';

export type Firing = { rule: FiringRule; detection: Detection; trialRunId: string | null; now: Date };

/** As `attemptRules`. @returns the alert's id, or null when nothing was made */
export async function fireRule(tx: Runs, enqueue: EngineEnqueue, firing: Firing): Promise<string | null> {
  const plan = await workspacePlan(tx, firing.now);
  const [attempt] = await attemptRules(tx, enqueue, [firing], plan);
  return typeof attempt === 'object' ? attempt.alertId : null;
}

/**
 * Creates events, alert drafts and their compose jobs for detections, in the caller's transaction. The transaction must be
 * in the rules' workspace, whose plan is given. A detection that already has an event (same rule, bar and condition)
 * creates nothing, so replays and restarts are safe.
 */
export async function attemptRules(
  tx: Runs,
  enqueue: EngineEnqueue,
  firings: readonly Firing[],
  { standing, entitlements }: WorkspacePlan,
): Promise<Attempt[]> {
  const may = ({ rule, detection }: Firing): boolean =>
    standing !== 'read_only' && isInPlan(entitlements, rule, detection);
  const allowed = firings.filter(may);
  const made = await makeAlerts(tx, enqueue, allowed.map(eventOf));
  const attempts = new Map(allowed.map((firing, at) => [firing, made[at]]));
  return firings.map((firing) => attempts.get(firing) ?? 'refused');
}

/** Its custom message is read from the rule when stored, if the rule still has that version. `why`: the first step of its alert. */
type NewEvent = Required<Omit<typeof events.$inferInsert, 'id' | 'message'>> & { why: string };

const eventOf = ({ rule, detection, trialRunId, now }: Firing): NewEvent => ({
  workspaceId: rule.workspaceId,
  ruleId: rule.id,
  ruleVersion: rule.version,
  instrumentId: rule.instrumentId,
  about: null,
  timeframe: rule.timeframe,
  detector: detection.detector,
  barTs: new Date(detection.time),
  value: detection.value,
  evidence: detection.evidence,
  dedupeKey: dedupeKey(rule, detection, trialRunId),
  trialRunId,
  createdAt: now,
  why: trialRunId === null ? 'the rule became true' : 'found by a trial run',
});

/**
 * Inserts each event unless one has its key, with an alert draft, its first step and its compose job. All belong to the
 * transaction's workspace.
 * @throws FiringError where the workspace has no brand
 */
export async function makeAlerts(
  tx: Runs,
  enqueue: EngineEnqueue,
  given: readonly NewEvent[],
): Promise<Exclude<Attempt, 'refused'>[]> {
  const workspaceId = given[0]?.workspaceId;
  if (workspaceId === undefined) return [];
  const alertIds = given.map(() => newId());
  const all = given.map((event, at) => ({ ...event, id: newId(), alertId: alertIds[at], stepId: newId() }));
  // One statement: each trip to the database is time in which no event stands.
  const { rows } = await tx.execute<{ alert: string; drafted: boolean }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(all)}::json) as g (
        id uuid, "alertId" uuid, "stepId" uuid, "ruleId" uuid, "ruleVersion" integer, "instrumentId" uuid, about text,
        timeframe text, detector text, "barTs" timestamptz, value float8, evidence jsonb, "dedupeKey" text,
        "trialRunId" uuid, "createdAt" timestamptz, why text)
    ), brand as (
      select id from brands where workspace_id = ${workspaceId}::uuid order by created_at limit 1
    ), event as (
      insert into events (workspace_id, id, rule_id, rule_version, instrument_id, about, timeframe, detector, bar_ts,
                          value, evidence, message, dedupe_key, trial_run_id, created_at)
      select ${workspaceId}::uuid, id, "ruleId", "ruleVersion", "instrumentId", about, timeframe, detector, "barTs",
             value, evidence,
             (select message from rules r where r.workspace_id = ${workspaceId}::uuid and r.id = g."ruleId"
                 and r.version = g."ruleVersion"),
             "dedupeKey", "trialRunId", "createdAt" from given g
      on conflict do nothing
      returning id
    ), alert as (
      insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, instrument_id,
                          about, timeframe, detector, value, event_time, trial)
      select ${workspaceId}::uuid, g."alertId", e.id, brand.id, 'drafted', g."createdAt", g."createdAt", g."ruleId",
             g."instrumentId", g.about, g.timeframe, g.detector, g.value, g."barTs", g."trialRunId" is not null
        from event e join given g on g.id = e.id, brand
      returning id
    ), step as (
      insert into alert_transitions (workspace_id, id, alert_id, from_state, to_state, actor, reason, at)
      select ${workspaceId}::uuid, g."stepId", a.id, null, 'drafted', 'engine', g.why, g."createdAt"
        from alert a join given g on g."alertId" = a.id
    )
    select g."alertId" as alert, a.id is not null as drafted
      from event e join given g on g.id = e.id left join alert a on a.id = g."alertId"`);
  if (rows.some(({ drafted }) => !drafted))
    throw new FiringError(`The workspace ${workspaceId} has no brand.`);
  const made = new Set(rows.map(({ alert }) => alert));
  const drafted = alertIds.filter((id) => made.has(id));
  if (drafted.length > 0)
    await enqueue(tx, 'compose-alert', ...drafted.map((alertId) => ({ workspaceId, alertId })));
  return alertIds.map((alertId) => (made.has(alertId) ? { alertId } : 'known'));
}

function isInPlan(
  entitlements: Entitlements,
  { rearm }: FiringRule,
  { detector, evidence }: Detection,
): boolean {
  if (rearm && !mayWatch(entitlements, rearm)) return false;
  return evidence.rule === undefined
    ? mayDetect(entitlements, detector)
    : mayWatch(entitlements, parseRule(evidence.rule));
}

/**
 * Rule, bar and condition; a trial run's events have keys of their own. An open bar has the key it will have when closed,
 * so a rule triggers once on it. Only a rule that triggers every so many minutes has a key per moment.
 */
function dedupeKey(rule: FiringRule, detection: Detection, trialRunId: string | null): string {
  const params = Object.entries(detection.evidence.params).sort(([a], [b]) => a.localeCompare(b));
  const condition =
    detection.evidence.rule ??
    `${detection.detector}(${params.map(([key, value]) => `${key}=${value}`).join(',')})`;
  const { bars, until } = detection.evidence;
  const bar = until === undefined ? new Date(detection.time).toISOString() : (bars.at(-1)?.time ?? until);
  const isOften = until !== undefined && typeof rule.settings?.frequency === 'object';
  const parts = [rule.id, rule.instrumentId, rule.timeframe, bar, condition, ...(isOften ? [until] : [])];
  return trialRunId ? [...parts, `trial ${trialRunId}`].join('|') : parts.join('|');
}
