import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { actorNames, authorName } from '#src/db/queries/actor-names.ts';
import { alertAssessments, alerts, brands, composedAlerts, instruments } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type Composed, type PlanForm, type Planned, PLANNED_DAYS_MAX } from '#src/shared/composed.ts';
import { AppError } from '#src/shared/errors.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import { endPlan, type Plan, planOf, planWords } from '../alerts/composed/plan.ts';
import { sendPlanned } from '../alerts/composed/release-planned.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { readLocalTime } from '../timing/local-time.ts';

type Deps = { app: Database; clock: Clock; enqueue: EngineEnqueue };
type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };

const PLANNED_MAX = 200;

/** @throws AppError validation_failed for a time that is none, is over, or is too far ahead */
export function readPlan({ local, timeZone }: PlanForm, now: Date): Plan & { note: string | null } {
  const invalid = (sentence: string) =>
    new AppError('validation_failed', sentence, { details: { field: 'sendAt' } });
  const read = readLocalTime(local, timeZone);
  if ('problem' in read) throw invalid(read.problem);
  if (read.at <= now) throw invalid('That time is over. Choose a later one, or send it now.');
  if (read.at.getTime() - now.getTime() > PLANNED_DAYS_MAX * 86_400_000)
    throw invalid('That is more than a year ahead. Choose an earlier time.');
  return { sendAt: read.at, sendLocal: local, sendZone: timeZone, note: read.note };
}

/** What is planned, the next first. */
export const listPlanned = (app: Database, workspaceId: string): Promise<Planned[]> =>
  withTenant(app, workspaceId, async (tx) => {
    const rows = await tx
      .select({ alert: alerts, composed: composedAlerts, brand: brands.name, symbol: instruments.symbol })
      .from(composedAlerts)
      .innerJoin(alerts, eq(alerts.id, composedAlerts.alertId))
      .innerJoin(brands, eq(brands.id, alerts.brandId))
      .leftJoin(instruments, eq(instruments.id, alerts.instrumentId))
      .where(sql`${composedAlerts.workspaceId} = ${workspaceId}::uuid and ${composedAlerts.planned}`)
      .orderBy(asc(composedAlerts.sendAt), asc(composedAlerts.alertId))
      .limit(PLANNED_MAX);
    const names = await actorNames(
      tx,
      rows.map(({ composed }) => composed.writtenBy),
    );
    return rows.map(({ alert, composed, brand, symbol }) => ({
      id: alert.id,
      state: alert.state,
      title: alert.title ?? composed.words.headline,
      symbol: symbol ?? alert.about ?? '',
      brand: { id: alert.brandId, name: brand },
      writtenBy: authorName(composed.writtenBy, names),
      sendAt: (composed.sendAt ?? composed.createdAt).toISOString(),
      local: composed.sendLocal ?? '',
      timeZone: composed.sendZone ?? 'UTC',
    }));
  });

/** Another time. The content and its approval stay as they are. @throws AppError not_found, alert_not_planned */
export const reschedule = (deps: Deps, by: By, alertId: string, form: PlanForm): Promise<Composed> =>
  onPlan(deps, by, alertId, async (tx, step) => {
    const { note: _, ...plan } = readPlan(form, step.now);
    await tx.update(composedAlerts).set(plan).where(eq(composedAlerts.alertId, alertId));
    return { action: 'alert.rescheduled', detail: { to: planWords(plan) } };
  });

/** At once, or as soon as it is approved. @throws AppError not_found, alert_not_planned */
export const sendNow = (deps: Deps, by: By, alertId: string): Promise<Composed> =>
  onPlan(deps, by, alertId, async (tx, step) => {
    // It's news from now on, and waits from now on, however long ago it was written.
    await tx
      .update(composedAlerts)
      .set({ planned: false, sendAt: step.now })
      .where(eq(composedAlerts.alertId, alertId));
    if (step.state === 'pending_review')
      await tx
        .update(alertAssessments)
        .set({ waitsSince: step.now })
        .where(eq(alertAssessments.alertId, alertId));
    if (step.state === 'scheduled') await sendPlanned(tx, deps.enqueue, step);
    return { action: 'alert.sent_now', detail: {} };
  });

/** It won’t go out. @throws AppError not_found, alert_not_planned */
export const cancelPlan = (deps: Deps, by: By, alertId: string): Promise<Composed> =>
  onPlan(deps, by, alertId, async (tx, step) => {
    await endPlan(tx, alertId);
    const { userId } = by.actor;
    await moveAlert(tx, {
      ...step,
      to: step.state === 'scheduled' ? 'withheld' : 'expired',
      actor: userId === null ? 'delivery' : `user:${userId}`,
      reason: 'canceled before it went out',
    });
    return { action: 'alert.canceled', detail: {} };
  });

type Done = {
  action: 'alert.rescheduled' | 'alert.sent_now' | 'alert.canceled';
  detail: Record<string, string>;
};

function onPlan(
  { app, clock }: Deps,
  { workspaceId, actor, keepAnswer }: By,
  alertId: string,
  work: (
    tx: Tx,
    step: { workspaceId: string; alertId: string; now: Date; state: Composed['state'] },
  ) => Promise<Done>,
): Promise<Composed> {
  return withTenant(app, workspaceId, async (tx) => {
    const state = await lockAlert(tx, alertId);
    if (state === null) throw new AppError('not_found', 'There is no such alert in this workspace.');
    if (!(await planOf(tx, alertId)))
      throw new AppError('alert_not_planned', undefined, { details: { state } });
    const now = clock();
    const done = await work(tx, { workspaceId, alertId, now, state });
    const [alert] = await tx
      .select({ title: alerts.title, state: alerts.state })
      .from(alerts)
      .where(eq(alerts.id, alertId));
    await recordActivity(tx, { workspaceId, actor, subject: alert?.title ?? '', ...done, at: now });
    const answer: Composed = { id: alertId, state: alert?.state ?? state };
    await keepAnswer?.(tx, 200, answer);
    return answer;
  });
}
