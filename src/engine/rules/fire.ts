import { asc, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { alerts, brands, events } from '#src/db/schema.ts';
import { type Entitlements, mayDetect } from '#src/shared/entitlements.ts';
import type { Finding, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { mayWatch } from '#src/shared/rules/detection.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { recordTransition } from '../approval/states.ts';
import type { EngineEnqueue } from '../enqueue.ts';

/** What an event needs to know of its rule. */
export type FiringRule = {
  workspaceId: string;
  id: string;
  version: number;
  instrumentId: string;
  timeframe: Timeframe;
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
export async function fireRule(tx: Tx, enqueue: EngineEnqueue, firing: Firing): Promise<string | null> {
  const attempt = await attemptRule(tx, enqueue, firing);
  return typeof attempt === 'object' ? attempt.alertId : null;
}

/**
 * Turns a finding into an event, an alert draft and the job that composes it, all in the caller's transaction, which
 * must be in the rule's workspace. A finding that has made an event before (same rule, bar and condition) makes
 * nothing: replays and restarts are safe.
 * Nothing is made either for a read-only workspace, or by a condition that its plan does not include.
 */
export async function attemptRule(tx: Tx, enqueue: EngineEnqueue, firing: Firing): Promise<Attempt> {
  const { rule, finding, trialRunId, now } = firing;
  const { standing, entitlements } = await workspacePlan(tx, now);
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

type NewEvent = Required<Omit<typeof events.$inferInsert, 'id'>>;

/** The event, unless there is one of its key, the draft of its alert and the job that writes it. */
export async function makeAlert(
  tx: Tx,
  enqueue: EngineEnqueue,
  event: NewEvent,
  why = event.trialRunId === null ? 'the rule became true' : 'found by a trial run',
): Promise<Exclude<Attempt, 'refused'>> {
  const { workspaceId, ruleId, instrumentId, about, timeframe, detector, value, createdAt: now } = event;
  const eventId = newId();
  const inserted = await tx
    .insert(events)
    .values({ ...event, id: eventId })
    .onConflictDoNothing()
    .returning({ id: events.id });
  if (inserted.length === 0) return 'known';

  const [brand] = await tx
    .select({ id: brands.id })
    .from(brands)
    .where(eq(brands.workspaceId, workspaceId))
    .orderBy(asc(brands.createdAt))
    .limit(1);
  if (!brand) throw new FiringError(`The workspace ${workspaceId} has no brand.`);
  const alertId = newId();
  await tx.insert(alerts).values({
    workspaceId,
    id: alertId,
    eventId,
    brandId: brand.id,
    state: 'drafted',
    createdAt: now,
    updatedAt: now,
    ruleId,
    instrumentId,
    about,
    timeframe,
    detector,
    value,
    eventTime: event.barTs,
    trial: event.trialRunId !== null,
  });
  await recordTransition(tx, {
    workspaceId,
    alertId,
    from: null,
    to: 'drafted',
    actor: 'engine',
    reason: why,
    now,
  });
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

/** Rule, bar and condition; a trial run's events stand beside the real ones. */
function dedupeKey(rule: FiringRule, finding: Finding, trialRunId: string | null): string {
  const params = Object.entries(finding.evidence.params).sort(([a], [b]) => a.localeCompare(b));
  const condition =
    finding.evidence.rule ??
    `${finding.detector}(${params.map(([key, value]) => `${key}=${value}`).join(',')})`;
  const parts = [rule.id, rule.instrumentId, rule.timeframe, new Date(finding.time).toISOString(), condition];
  return trialRunId ? [...parts, `trial ${trialRunId}`].join('|') : parts.join('|');
}
