import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan, type WorkspacePlan } from '#src/db/queries/plan.ts';
import type { events } from '#src/db/schema.ts';
import { type Entitlements, mayDetect } from '#src/shared/entitlements.ts';
import type { Finding, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { mayWatch } from '#src/shared/rules/detection.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import type { EngineEnqueue } from '../enqueue.ts';

/** What an event needs to know of its rule. */
export type FiringRule = {
  workspaceId: string;
  id: string;
  version: number;
  instrumentId: string;
  timeframe: Timeframe;
  /** How often it speaks; of who asks for a single alert, nothing. */
  settings?: RuleSettings;
  /** The condition after which it may speak again. */
  rearm?: Condition | null;
};

/** The workspace lacks what an alert needs. */
export class FiringError extends Error {
  override readonly name = 'FiringError';
}

/** `known`: the finding has made an event before. `refused`: the workspace or its plan does not let the rule speak. */
export type Attempt = { alertId: string } | 'known' | 'refused';

type Firing = { rule: FiringRule; finding: Finding; trialRunId: string | null; now: Date };

/** As `attemptRule`. @returns the alert's id, or null when nothing was made */
export async function fireRule(tx: Runs, enqueue: EngineEnqueue, firing: Firing): Promise<string | null> {
  const attempt = await attemptRule(tx, enqueue, firing);
  return typeof attempt === 'object' ? attempt.alertId : null;
}

/**
 * Turns a finding into an event, an alert draft and the job that composes it, all in the caller's transaction, which
 * must be in the rule's workspace. A finding that has made an event before (same rule, bar and condition) makes
 * nothing: replays and restarts are safe.
 * Nothing is made either for a read-only workspace, or by a condition that its plan does not include.
 * @param plan of the workspace, where it is known already
 */
export async function attemptRule(
  tx: Runs,
  enqueue: EngineEnqueue,
  firing: Firing,
  plan?: WorkspacePlan,
): Promise<Attempt> {
  const { rule, finding, trialRunId, now } = firing;
  const { standing, entitlements } = plan ?? (await workspacePlan(tx, now));
  if (standing === 'read_only' || !isInPlan(entitlements, rule, finding)) return 'refused';
  return makeAlert(tx, enqueue, {
    workspaceId: rule.workspaceId,
    ruleId: rule.id,
    ruleVersion: rule.version,
    instrumentId: rule.instrumentId,
    about: null,
    timeframe: rule.timeframe,
    detector: finding.detector,
    barTs: new Date(finding.time),
    value: finding.value,
    evidence: finding.evidence,
    dedupeKey: dedupeKey(rule, finding, trialRunId),
    trialRunId,
    createdAt: now,
  });
}

/** Its message is the rule's, unless that has changed in what makes it speak since. */
type NewEvent = Required<Omit<typeof events.$inferInsert, 'id' | 'message'>>;

/** The event, unless there is one of its key, the draft of its alert with its first step, and the job that writes it. */
export async function makeAlert(
  tx: Runs,
  enqueue: EngineEnqueue,
  event: NewEvent,
  why = event.trialRunId === null ? 'the rule became true' : 'found by a trial run',
): Promise<Exclude<Attempt, 'refused'>> {
  const { workspaceId } = event;
  const alertId = newId();
  // One statement: each trip to the database is time in which the event does not stand.
  const { rows } = await tx.execute<{ events: number; alerts: number }>(sql`
    with brand as (
      select id from brands where workspace_id = ${workspaceId}::uuid order by created_at limit 1
    ), event as (
      insert into events (workspace_id, id, rule_id, rule_version, instrument_id, about, timeframe, detector, bar_ts,
                          value, evidence, message, dedupe_key, trial_run_id, created_at)
      values (${workspaceId}, ${newId()}, ${event.ruleId}, ${event.ruleVersion}, ${event.instrumentId}, ${event.about},
              ${event.timeframe}, ${event.detector}, ${event.barTs.toISOString()}, ${event.value},
              ${JSON.stringify(event.evidence)},
              (select message from rules where workspace_id = ${workspaceId} and id = ${event.ruleId}
                  and version = ${event.ruleVersion}),
              ${event.dedupeKey}, ${event.trialRunId}, ${event.createdAt.toISOString()})
      on conflict do nothing
      returning workspace_id, id, rule_id, instrument_id, about, timeframe, detector, bar_ts, value, trial_run_id, created_at
    ), alert as (
      insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, instrument_id,
                          about, timeframe, detector, value, event_time, trial)
      select e.workspace_id, ${alertId}::uuid, e.id, brand.id, 'drafted', e.created_at, e.created_at, e.rule_id,
             e.instrument_id, e.about, e.timeframe, e.detector, e.value, e.bar_ts, e.trial_run_id is not null
        from event e, brand
      returning workspace_id, id, created_at
    ), step as (
      insert into alert_transitions (workspace_id, id, alert_id, from_state, to_state, actor, reason, at)
      select workspace_id, ${newId()}::uuid, id, null, 'drafted', 'engine', ${why}::text, created_at from alert
    )
    select (select count(*)::int from event) as events, (select count(*)::int from alert) as alerts`);
  if (rows[0]?.events !== 1) return 'known';
  if (rows[0].alerts !== 1) throw new FiringError(`The workspace ${workspaceId} has no brand.`);
  await enqueue(tx, 'compose-alert', { workspaceId, alertId });
  return { alertId };
}

function isInPlan(
  entitlements: Entitlements,
  { rearm }: FiringRule,
  { detector, evidence }: Finding,
): boolean {
  if (rearm && !mayWatch(entitlements, rearm)) return false;
  return evidence.rule === undefined
    ? mayDetect(entitlements, detector)
    : mayWatch(entitlements, parseRule(evidence.rule));
}

/**
 * Rule, bar and condition; a trial run's events stand beside the real ones. A bar that was not closed is the same bar,
 * so that a rule which speaks once on it does so whenever that is; one that speaks every so many minutes may several
 * times, and each moment is its own.
 */
function dedupeKey(rule: FiringRule, finding: Finding, trialRunId: string | null): string {
  const params = Object.entries(finding.evidence.params).sort(([a], [b]) => a.localeCompare(b));
  const condition =
    finding.evidence.rule ??
    `${finding.detector}(${params.map(([key, value]) => `${key}=${value}`).join(',')})`;
  const { bars, until } = finding.evidence;
  const bar = until === undefined ? new Date(finding.time).toISOString() : (bars.at(-1)?.time ?? until);
  const isOften = until !== undefined && typeof rule.settings?.frequency === 'object';
  const parts = [rule.id, rule.instrumentId, rule.timeframe, bar, condition, ...(isOften ? [until] : [])];
  return trialRunId ? [...parts, `trial ${trialRunId}`].join('|') : parts.join('|');
}
