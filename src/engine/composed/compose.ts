import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { usageOf } from '#src/db/queries/usage.ts';
import { composedAlerts, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type ComposedFinding, type Composed, type ComposeForm, topicOf } from '#src/shared/composed.ts';
import { plain } from '#src/shared/content/text.ts';
import { AppError } from '#src/shared/errors.ts';
import { planLimit } from '#src/shared/plan-limit.ts';
import { figureReader } from '../content/gate/facts.ts';
import { WriterError } from '../content/writer.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { makeAlerts } from '../events/fire-rule.ts';
import { insertRoutes } from '../routes/stored-routes.ts';
import { checkWords } from '../content/composed/check.ts';
import { COMPOSED_DETECTOR } from '#src/shared/composed.ts';
import { type ReadForm, readForm, wordsOf } from './form.ts';
import { filledText } from '../content/composed/parts.ts';
import { readPlan } from './plans.ts';
import type { Plan } from '../alerts/composed/plan.ts';
import { policyFor } from '../approval/policies/composed-policy.ts';
import { writeComposed } from '../alerts/composed/written.ts';

export type ComposingDeps = { app: Database; clock: Clock; enqueue: EngineEnqueue };
export type ComposeBy = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };

/**
 * Makes an alert of what a person wrote: an event with the evidence of this moment, a route of its own and a draft, which
 * from here on goes the way of every other alert.
 * @throws AppError validation_failed for what the gate refuses, or accepts only if the author vouches for it; plan_limit
 */
export function compose(deps: ComposingDeps, by: ComposeBy, form: ComposeForm): Promise<Composed> {
  const { workspaceId, actor } = by;
  return withTenant(deps.app, workspaceId, async (tx) => {
    const now = deps.clock();
    const read = await readForm(tx, workspaceId, form, now);
    const plan = form.sendAt ? readPlan(form.sendAt, now) : null;
    // A planned alert counts in the month in which it goes out.
    if (!plan) await assertRoom(tx, workspaceId, now);
    if (form.vouches.length > 0 && actor.userId === null)
      throw invalid('vouches', 'A program can’t vouch for anything. Ask a person to send this alert.');
    const rulesOfText = {
      facts: read.facts,
      language: read.language,
      forbidden: read.brand.voice.avoid ?? [],
    };
    const findings = checkWords({ ...wordsOf(form), topic: topicOf(form) }, rulesOfText, form.vouches);
    assertPasses(findings);
    assertWrites(read, form);
    const alertId = await makeComposed(tx, deps, { by, form, read, findings, plan, now });
    const answer: Composed = { id: alertId, state: 'drafted' };
    await by.keepAnswer?.(tx, 201, answer);
    return answer;
  });
}

const invalid = (field: string, sentence: string, findings: readonly ComposedFinding[] = []) =>
  new AppError('validation_failed', sentence, { details: { field, findings } });

function assertPasses(findings: readonly ComposedFinding[]): void {
  const says = ({ found, at, reason }: ComposedFinding) => `“${found}” in the ${at.split('.')[0]}: ${reason}`;
  const refused = findings.find(({ verdict }) => verdict === 'refused');
  if (refused) throw invalid(refused.at, says(refused), findings);
  const open = findings.find(({ vouched }) => !vouched);
  if (open) throw invalid('vouches', `${says(open)} Change it, or vouch for it.`, findings);
}

/** That it can be written: rendering comes later, and would fail where nobody sees it. */
function assertWrites(read: ReadForm, form: ComposeForm): void {
  try {
    writeComposed({ words: wordsOf(form), language: read.language, chart: form.chart }, read);
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    throw new AppError('validation_failed', error.message, {
      details: { field: 'summary' },
      cause: error,
    });
  }
}

/** @throws AppError plan_limit where the month's alerts are used */
async function assertRoom(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const { entitlements, planId } = await workspacePlan(tx, now);
  const allowed = entitlements.alertsPerMonth;
  if (allowed === null || (await usageOf(tx, workspaceId, now)).alerts < allowed) return;
  throw planLimit(planId, 'alertsPerMonth', `All ${allowed} alerts of this month are used.`);
}

async function makeComposed(
  tx: Tx,
  deps: ComposingDeps,
  made: {
    by: ComposeBy;
    form: ComposeForm;
    read: ReadForm;
    findings: readonly ComposedFinding[];
    plan: Plan | null;
    now: Date;
  },
): Promise<string> {
  const { by, form, read, findings, plan, now } = made;
  const { workspaceId, actor } = by;
  const { approval } = await policyFor(tx, {
    workspaceId,
    brandId: read.route.brandId,
    chosen: read.chosen,
  });
  const headline = read.facts
    ? plain(filledText(form.headline, figureReader(read.facts, read.language)))
    : form.headline;
  const ruleId = newId();
  const at = { createdAt: now, updatedAt: now };
  await tx.insert(rules).values({
    workspaceId,
    id: ruleId,
    name: headline.slice(0, 200),
    kind: 'composed',
    state: 'paused',
    approval,
    // The author, for policies that want somebody else to decide.
    changedBy: actor.userId,
    deletedAt: now,
    ...at,
  });
  await insertRoutes(tx, [{ ...read.route, approval, id: newId(), workspaceId, ruleId, position: 0, ...at }]);
  const { event, instrument } = read;
  const [alert] = await makeAlerts(tx, deps.enqueue, [
    {
      workspaceId,
      ruleId,
      ruleVersion: 1,
      instrumentId: instrument?.id ?? null,
      about: event.about,
      timeframe: event.timeframe,
      detector: COMPOSED_DETECTOR,
      barTs: event.barTs,
      value: event.value,
      evidence: event.evidence,
      dedupeKey: ruleId,
      trialRunId: null,
      createdAt: now,
      why: 'written by a person',
    },
  ]);
  if (!alert || alert === 'known') throw new Error('A written alert was there before.');
  await tx.insert(composedAlerts).values({
    workspaceId,
    alertId: alert.alertId,
    ruleId,
    words: wordsOf(form),
    language: read.language,
    chart: form.chart,
    vouches: findings.filter(({ vouched }) => vouched).map(({ at: place, found }) => ({ at: place, found })),
    writtenBy: actor.userId === null ? `key:${actor.name}` : `user:${actor.userId}`,
    createdAt: now,
    ...(plan && {
      sendAt: plan.sendAt,
      sendLocal: plan.sendLocal,
      sendZone: plan.sendZone,
      planned: true,
    }),
    whenStale: form.whenStale,
  });
  await recordActivity(tx, {
    workspaceId,
    actor,
    action: 'alert.composed',
    subject: headline,
    at: now,
  });
  return alert.alertId;
}
