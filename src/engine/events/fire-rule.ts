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

/** An event becomes one alert for each brand of its rule's routes, and no more than these. */
export const BRANDS_PER_EVENT_MAX = 20;

/** The workspace lacks what an alert needs. */
export class FiringError extends Error {
  override readonly name = 'FiringError';
}

/** The first of the event's alerts. `known`: the detection already has an event. `refused`: the plan doesn't allow the rule, or the workspace is read-only. */
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
 * Inserts each event unless one has its key, with an alert draft for each brand of the rule's routes, the first step and
 * the compose job of each. A rule without routes speaks in the default brand, and a trial run in the first one. All belong
 * to the transaction's workspace.
 * @throws FiringError where the workspace has no brand, or the rule speaks in too many
 */
export async function makeAlerts(
  tx: Runs,
  enqueue: EngineEnqueue,
  given: readonly NewEvent[],
): Promise<Exclude<Attempt, 'refused'>[]> {
  const workspaceId = given[0]?.workspaceId;
  if (workspaceId === undefined) return [];
  const ids = () => Array.from({ length: BRANDS_PER_EVENT_MAX }, newId);
  const all = given.map((event) => ({ ...event, id: newId(), alertIds: ids(), stepIds: ids() }));
  // One statement: each trip to the database is time in which no event stands.
  const { rows } = await tx.execute<{ event: string; alert: string | null; n: number | null }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(all)}::json) as g (
        id uuid, "alertIds" uuid[], "stepIds" uuid[], "ruleId" uuid, "ruleVersion" integer, "instrumentId" uuid, about text,
        timeframe text, detector text, "barTs" timestamptz, value float8, evidence jsonb, "dedupeKey" text,
        "trialRunId" uuid, "createdAt" timestamptz, why text)
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
    ), routed as (
      select rule_id, brand_id, row_number() over (partition by rule_id order by min(position)) as n
        from routes where workspace_id = ${workspaceId}::uuid and rule_id in (select "ruleId" from given)
       group by rule_id, brand_id
    ), said as (
      select g.*, r.brand_id, r.n from event e join given g on g.id = e.id
        join routed r on r.rule_id = g."ruleId" and (g."trialRunId" is null or r.n = 1)
      union all
      select g.*, b.id, 1 from event e join given g on g.id = e.id
        join brands b on b.workspace_id = ${workspaceId}::uuid and b.is_default
       where not exists (select from routed r where r.rule_id = g."ruleId")
    ), alert as (
      insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, instrument_id,
                          about, timeframe, detector, value, event_time, trial)
      select ${workspaceId}::uuid, "alertIds"[n], id, brand_id, 'drafted', "createdAt", "createdAt", "ruleId",
             "instrumentId", about, timeframe, detector, value, "barTs", "trialRunId" is not null
        from said where n <= ${BRANDS_PER_EVENT_MAX}
      returning id
    ), step as (
      insert into alert_transitions (workspace_id, id, alert_id, from_state, to_state, actor, reason, at)
      select ${workspaceId}::uuid, s."stepIds"[s.n], a.id, null, 'drafted', 'engine', s.why, s."createdAt"
        from alert a join said s on s."alertIds"[s.n] = a.id
    )
    select e.id as event, s."alertIds"[s.n] as alert, s.n::int as n from event e left join said s on s.id = e.id
     order by e.id, s.n`);
  for (const { alert, n } of rows) {
    if (n === null) throw new FiringError(`The workspace ${workspaceId} has no brand.`);
    if (alert === null) throw new FiringError(`A rule speaks in more than ${BRANDS_PER_EVENT_MAX} brands.`);
  }
  const drafted = rows.flatMap(({ alert }) => alert ?? []);
  if (drafted.length > 0)
    await enqueue(tx, 'compose-alert', ...drafted.map((alertId) => ({ workspaceId, alertId })));
  const first = new Map(rows.toReversed().map(({ event, alert }) => [event, alert]));
  return all.map(({ id }) => {
    const alertId = first.get(id);
    return alertId ? { alertId } : 'known';
  });
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
