import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { workspaceStopsOf } from '#src/db/queries/workspace-stops.ts';
import { alertTransitions, bars } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { storedAssessment } from '../../approval/policies/assessments.ts';
import { policiesOf, strictest } from '../../approval/policies/chosen.ts';
import { readMove } from '../../approval/freshness/read-move.ts';
import { lockAlert, moveAlert } from '../../approval/states.ts';
import { figuresNamed } from '../../content/composed/parts.ts';
import { textsOfWords } from '../../content/composed/check.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { type BarOn, barOn } from '../../barred/bar-on.ts';
import { gatherInputs } from '../approval-inputs.ts';
import { type Draft, readDraft } from '../compose.ts';
import { dispatchAlert } from '../dispatch.ts';
import { waitAgain } from '../freshen.ts';
import { holdBack } from '../hold-back.ts';
import { newestRevision } from '../review.ts';
import { endPlan, planOf } from './plan.ts';

const PER_SWEEP = 200;

type Deps = { app: Database; system: Database; clock: Clock; announce: Announce; enqueue: EngineEnqueue };
type Step = { workspaceId: string; alertId: string; now: Date };

/**
 * Sends the alerts whose planned time has come, each in a transaction of its own that ends its plan: whoever dies in the
 * middle has sent nothing, and nobody sends it twice. What may not go out any more is held back, and says why. Any number
 * of processes may do it at a time. Named cross-tenant query of the engine.
 * @throws the first failure, once every other alert has had its turn
 */
export async function releasePlanned(deps: Deps): Promise<void> {
  const now = deps.clock();
  const { rows } = await deps.system.execute<{ workspace_id: string; alert_id: string }>(sql`
    select workspace_id, alert_id from composed_alerts
     where planned and send_at <= ${now.toISOString()}::timestamptz order by send_at limit ${PER_SWEEP}`);
  const failures: unknown[] = [];
  for (const { workspace_id: workspaceId, alert_id: alertId } of rows) {
    try {
      const told = await withTenant(deps.app, workspaceId, (tx) =>
        releaseOne(tx, deps.enqueue, { workspaceId, alertId, now }),
      );
      deps.announce(workspaceId);
      if (told) deps.announce(workspaceId, 'notifications');
    } catch (error) {
      // One that can't go doesn't keep the others.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** @returns whether the members have been notified */
async function releaseOne(tx: Tx, enqueue: EngineEnqueue, step: Step): Promise<boolean> {
  const { alertId, now } = step;
  const state = await lockAlert(tx, alertId);
  const plan = await planOf(tx, alertId);
  // Rescheduled, sent or canceled meanwhile.
  if (!plan || plan.sendAt > now) return false;
  if (state === 'pending_review') {
    await endPlan(tx, alertId);
    const reason = 'no one approved it by its planned time';
    return moveAlert(tx, { ...step, to: 'expired', actor: 'policy', reason });
  }
  // Still being written: it goes out once it is.
  if (state === 'drafted') return false;
  if (state !== 'scheduled') {
    await endPlan(tx, alertId);
    return false;
  }
  return sendPlanned(tx, enqueue, step);
}

/** Sends a scheduled alert if it still may go out. The caller has locked it. @returns as `releaseOne` */
export async function sendPlanned(tx: Tx, enqueue: EngineEnqueue, step: Step): Promise<boolean> {
  const { alertId } = step;
  const why = await whyNot(tx, step);
  await endPlan(tx, alertId);
  if (why !== null) return holdBack(tx, step, why);
  const move = await readMove(tx, await storedAssessment(tx, alertId), step.now);
  if (move?.isTooFar)
    return move.action === 'ask'
      ? waitAgain(tx, enqueue, step, move)
      : moveAlert(tx, {
          ...step,
          to: 'withheld',
          actor: 'delivery',
          reason: `its approval lapsed: ${move.says}`,
        });
  await moveAlert(tx, { ...step, to: 'approved', actor: 'delivery', reason: 'its planned time has come' });
  const revision = await newestRevision(tx, alertId);
  if (!revision) throw new Error(`The alert ${alertId} is scheduled and has no content.`);
  return dispatchAlert(tx, enqueue, { ...step, revisionId: revision.id, onlyTo: null });
}

/** Why a scheduled alert may not go out any more; null where it may. */
async function whyNot(tx: Tx, step: Step): Promise<BarOn | null> {
  const draft = await readDraft(tx, step.alertId, step.now, 'scheduled');
  if (!draft) return null;
  const stops = await workspaceStopsOf(tx);
  const stop = stops.find(
    ({ scope, target }) => scope === 'workspace' || (scope === 'brand' && target === draft.brand.id),
  );
  if (stop)
    return because(
      stop.scope === 'workspace'
        ? 'sending was stopped at its planned time'
        : 'sending in its brand was stopped at its planned time',
    );
  const bar = await barOn(tx, draft.alert, step.now);
  if (bar) return bar;
  const reason = (await lapsed(tx, step, draft)) ?? (await staleness(tx, draft));
  return reason === null ? null : because(reason);
}

const because = (reason: string): BarOn => ({ actor: 'delivery', reason, entry: null });

/** What a policy let through is asked again: it may have been changed since, or what it looks at. */
async function lapsed(tx: Tx, { alertId, now }: Step, draft: Draft): Promise<string | null> {
  const [approved] = await tx
    .select({ actor: alertTransitions.actor })
    .from(alertTransitions)
    .where(and(eq(alertTransitions.alertId, alertId), eq(alertTransitions.toState, 'approved')))
    .orderBy(desc(alertTransitions.at))
    .limit(1);
  if (approved?.actor !== 'policy') return null;
  const inputs = await gatherInputs(tx, { ...draft, templateId: draft.layout.template?.id ?? null }, now);
  const { policy, assessed } = strictest(await policiesOf(tx, draft.alert), inputs);
  return assessed.outcome === 'review' ? `its approval lapsed: “${policy.name}” asks for a review now` : null;
}

async function staleness(tx: Tx, { composed, event, instrument }: Draft): Promise<string | null> {
  if (!composed || composed.whenStale === 'send' || !instrument || event.timeframe === null) return null;
  const named = figuresNamed(...textsOfWords(composed.words).map(({ text }) => text));
  if (named.every((name) => name === 'name' || name === 'ticker') && !composed.chart) return null;
  const [newer] = await tx
    .select({ ts: bars.ts })
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, instrument.id),
        eq(bars.timeframe, event.timeframe),
        gt(bars.ts, event.barTs),
      ),
    )
    .limit(1);
  return newer ? 'newer prices are stored than those it was written with' : null;
}
