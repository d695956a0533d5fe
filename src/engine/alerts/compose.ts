import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { alerts, brands, events, instruments, rules, trialRuns } from '#src/db/schema.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { AlertState } from '#src/shared/alerts.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { Context } from '#src/shared/content/context.ts';
import type { EventHistory } from '#src/shared/content/event-history.ts';
import { disclosuresFor } from '#src/shared/countries/disclosures.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { noteWaiting } from '../approval/notice.ts';
import { keepAssessment } from '../approval/policies/assessments.ts';
import { policiesOf, strictest } from '../approval/policies/chosen.ts';
import { keepSample } from './sampling/keep-sample.ts';
import { lockAlert, moveAlert } from '../approval/states.ts';
import { type ExternalInput, writeExternal } from '../content/external-writer.ts';
import type { TemplateGround } from '../content/templates/apply.ts';
import { externalGround, marketGround } from '../content/templates/event-ground.ts';
import { layOutWith } from '../content/templates/lay-out-with.ts';
import { zoneOf } from '../content/look.ts';
import { writeAlert, WriterError } from '../content/writer.ts';
import { composedOf, type ComposedRow, writeComposed } from './composed/written.ts';
import { statesContext } from '../content/context/slots.ts';
import { askOf } from '../countries/ask.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { verifyExternal } from '../external/verify-external.ts';
import { repeatHeldUntil } from '../attention/repeats/take-repeat.ts';
import { barOn, type BarOn } from '../barred/bar-on.ts';
import { suspendFlapping } from '../barred/flapping/suspend.ts';
import { untilWords } from '../barred/mutes/until.ts';
import { gatherInputs } from './approval-inputs.ts';
import { askByEmail } from './by-email/ask.ts';
import { type ByModelDeps, groundWith, inWords, modelTexts } from './by-model.ts';
import { channelsToWrite } from './channels-to-write.ts';
import { type PictureDeps, sizesOf, withPictures } from './chart.ts';
import { pastOfEvent } from './context-of-event.ts';
import { dispatchAlert } from './dispatch.ts';
import { holdBack } from './hold-back.ts';
import { marketInput } from './market-input.ts';
import { recordApproval } from './record-approval.ts';
import { layoutOf } from './layout-of.ts';
import { shapeOfAlert } from './shape-of-alert.ts';
import { approveRevision, keepRevision, renderAlert, type Written } from './revision.ts';

export type ComposeDeps = Pick<PictureDeps, 'recordedBars'> &
  ByModelDeps & {
    app: Database;
    enqueue: EngineEnqueue;
    announce: Announce;
    clock: Clock;
  };

/**
 * Writes a drafted alert in its brand, passes it through the rule's approval and, where that says yes, dispatches
 * it. Doing it again changes nothing. An alert whose figures do not hold ends `failed`, with the reason.
 */
export async function composeAlert(
  deps: ComposeDeps,
  job: { workspaceId: string; alertId: string },
): Promise<void> {
  const { workspaceId, alertId } = job;
  const drafted = await withTenant(deps.app, workspaceId, (tx) => readDraft(tx, alertId, deps.clock()));
  if (!drafted) return;
  const move = { workspaceId, alertId, now: deps.clock() };

  let written: Written;
  let history: EventHistory | null;
  try {
    // Outside any transaction: rendering must not hold rows.
    ({ written, history } = await write(deps, move, drafted));
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    deps.log.warn(
      { alert: alertId, workspace: workspaceId, reason: error.message },
      'an alert could not be written',
    );
    const notified = await withTenant(deps.app, workspaceId, async (tx) => {
      if ((await lockAlert(tx, alertId)) !== 'drafted') return false;
      return moveAlert(tx, { ...move, to: 'failed', actor: 'writer', reason: error.message });
    });
    deps.announce(workspaceId);
    if (notified) deps.announce(workspaceId, 'notifications');
    return;
  }

  const notified = await withTenant(deps.app, workspaceId, async (tx) => {
    if ((await lockAlert(tx, alertId)) !== 'drafted') return false;
    const revision = await keepRevision(tx, { ...move, written });
    if (history) await tx.update(alerts).set({ history }).where(eq(alerts.id, alertId));
    const barred = drafted.onlyTo === null ? await holdBarred(tx, move, drafted) : null;
    if (barred?.held) return barred.notified;
    // That a critical rule triggers very often.
    const reported = barred?.notified === true;
    const held = drafted.onlyTo === null ? await repeatHeldUntil(tx, drafted, move.now) : null;
    if (held) return holdBack(tx, move, repeatBar(held, drafted));
    const judged = drafted.onlyTo ? null : await judge(tx, move, drafted);
    if (judged?.assessed.outcome === 'review') {
      const { policy, assessed } = judged;
      await moveAlert(tx, {
        ...move,
        to: 'pending_review',
        actor: 'policy',
        reason: reasonOf(policy.name, 'asks for a review', assessed.score),
      });
      await askByEmail(tx, deps.enqueue, { ...move, revision: revision.hash, why: 'waiting' });
      const [main] = written.content.documents;
      const told = await noteWaiting(tx, { ...move, title: main ? plain(main.title) : '' });
      return told || reported;
    }
    const why = judged
      ? reasonOf(judged.policy.name, 'sends without a review', judged.assessed.score)
      : 'a trial run goes only to the one who started it';
    await moveAlert(tx, { ...move, to: 'approved', actor: 'policy', reason: why });
    await approveRevision(tx, { ...move, hash: revision.hash });
    if (judged) await keepSample(tx, move, { policy: judged.policy, revision: revision.hash });
    const told = await dispatchAlert(tx, deps.enqueue, {
      ...move,
      revisionId: revision.id,
      onlyTo: drafted.onlyTo,
    });
    // Last: the workspace's chain is locked from here on.
    await recordApproval(tx, { ...move, written, hash: revision.hash, about: drafted, reason: why });
    return told || reported;
  });
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
  // Its rule may have been suspended.
  if (notified) deps.announce(workspaceId, 'rules');
}

/** Asks the policies that the alert is under, and keeps the answer with what it was given by. */
async function judge(tx: Tx, move: { workspaceId: string; alertId: string; now: Date }, draft: Draft) {
  const templateId = draft.layout.template?.id ?? null;
  const inputs = await gatherInputs(tx, { ...draft, templateId }, move.now);
  const judged = strictest(await policiesOf(tx, draft.alert), inputs);
  await keepAssessment(tx, move, judged, inputs);
  return judged;
}

/**
 * Holds back what is muted or restricted, and suspends its rule where it triggers too often.
 * @returns whether it was held back, and whether the members have been notified
 */
async function holdBarred(
  tx: Tx,
  move: { workspaceId: string; alertId: string; now: Date },
  draft: Draft,
): Promise<{ held: boolean; notified: boolean }> {
  const { alert, rule, brand, instrument } = draft;
  const bar = await barOn(tx, alert, move.now);
  if (bar) return { held: true, notified: await holdBack(tx, move, bar) };
  const symbol = instrument?.symbol ?? alert.about ?? '';
  const suspension = await suspendFlapping(tx, { alert, rule, brand, symbol }, move.now);
  const { isSuspended = false, notified = false } = suspension ?? {};
  const suspended = isSuspended ? await barOn(tx, alert, move.now) : null;
  if (suspended) await holdBack(tx, move, suspended);
  await suspension?.record();
  return { held: suspended !== null, notified };
}

const repeatBar = (until: Date, { brand, instrument }: Draft): BarOn => {
  const timeZone = brand.timeZone ?? instrument?.timeZone ?? 'UTC';
  const reason = `held as a repeat: the rule’s next interval runs ${untilWords({ until, timeZone })}`;
  return { actor: 'delivery', reason, entry: null };
};

/** "“Smart approval” asks for a review (score 64)". */
const reasonOf = (policy: string, does: string, score: number | null): string =>
  `“${policy}” ${does}${score === null ? '' : ` (score ${score})`}`;

export type Draft = NonNullable<Awaited<ReturnType<typeof readDraft>>>;

/** An alert in a state, with what it is written from. */
export async function readDraft(tx: Tx, alertId: string, now: Date, state: AlertState = 'drafted') {
  const [row] = await tx
    .select({
      alert: alerts,
      event: events,
      rule: rules,
      instrument: instruments,
      brand: brands,
      trial: trialRuns,
    })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .innerJoin(rules, and(eq(rules.workspaceId, events.workspaceId), eq(rules.id, events.ruleId)))
    .leftJoin(instruments, eq(instruments.id, events.instrumentId))
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .leftJoin(
      trialRuns,
      and(eq(trialRuns.workspaceId, events.workspaceId), eq(trialRuns.id, events.trialRunId)),
    )
    .where(and(eq(alerts.id, alertId), eq(alerts.state, state)));
  if (!row) return null;
  const { entitlements } = await workspacePlan(tx, now);
  return {
    ...row,
    brand: { ...row.brand, whiteLabel: entitlements.whiteLabel },
    shape: await shapeOfAlert(tx, row.alert),
    channels: await channelsToWrite(tx, row.alert.workspaceId),
    layout: await layoutOf(tx, { ruleId: row.rule.id, brandId: row.brand.id, entitlements }),
    onlyTo: row.trial?.requestedBy ?? null,
    // Nothing is spent on what nobody reads.
    isBarred: !row.trial && (await barOn(tx, row.alert, now)) !== null,
    composed: row.rule.kind === 'composed' ? await composedOf(tx, row.alert.workspaceId, alertId) : null,
  };
}

async function write(
  deps: ComposeDeps,
  move: { workspaceId: string; alertId: string; now: Date },
  draft: Draft,
): Promise<{ written: Written; history: EventHistory | null }> {
  const { documents, context, history } = await documentsIn(deps, move, draft);
  const ask = askOf(draft.event.detector, draft.instrument);
  const isByModel = documents.some(({ aiLabel }) => aiLabel);
  const disclosures = disclosuresFor(draft.brand.countries, ask, { isByModel });
  const content = {
    version: 2 as const,
    documents,
    shape: draft.shape,
    ...(context && { context }),
    ...(disclosures && { disclosures }),
  };
  return { written: await renderAlert(content, draft.channels), history };
}

/** The alert in each of its brand's languages, the main language first. */
async function documentsIn(
  deps: ComposeDeps,
  move: { workspaceId: string; alertId: string; now: Date },
  draft: Draft,
): Promise<{ documents: AlertDocument[]; context: Context | null; history: EventHistory | null }> {
  const { instrument, shape } = draft;
  if (draft.composed)
    return {
      documents: [await composedDocument(deps, move, draft, draft.composed)],
      context: null,
      history: null,
    };
  const { languages } = draft.brand;
  if (!instrument || draft.event.timeframe === null || 'said' in draft.event.evidence) {
    const input = { ...externalInput(draft), shape };
    const documents = languages.map((language) => writeExternal(input, language));
    const pictured = await withPictures(deps, documents, move, null, sizesOf(draft.channels));
    const laidOut = await inLayout(pictured, draft, (language) => externalGround(input, language));
    return { documents: laidOut, context: null, history: null };
  }
  const { timeframe, evidence, detector } = draft.event;
  const about = { instrument, timeframe, evidence, detector };
  const { context, history } = await pastOfEvent(deps, move, about, shape);
  const input = { ...marketInput(draft, instrument), shape, context };
  const documents = languages.map((language) => writeAlert(input, language));
  const texts = draft.isBarred ? [] : await modelTexts(deps, move, input, languages);
  // Cards show the headline.
  const worded = documents.map((document, at) => inWords(document, texts[at] ?? null));
  const shown = { ...instrument, timeZone: input.timeZone };
  const event = { ...about, instrument: shown };
  const pictured = await withPictures(deps, worded, move, event, sizesOf(draft.channels));
  const laidOut = await inLayout(pictured, draft, (language, at) =>
    groundWith(marketGround(input, language), texts[at] ?? null),
  );
  return { documents: laidOut, context: laidOut.some(statesContext) ? context : null, history };
}

/** What its author wrote, in one language. */
async function composedDocument(
  deps: ComposeDeps,
  move: { workspaceId: string; alertId: string; now: Date },
  draft: Draft,
  composed: ComposedRow,
): Promise<AlertDocument> {
  const { document, ground } = writeComposed(composed, draft);
  const { instrument, event } = draft;
  const charted =
    instrument && event.timeframe !== null && !('said' in event.evidence) && composed.chart
      ? {
          ...event,
          evidence: event.evidence,
          timeframe: event.timeframe,
          instrument: { ...instrument, timeZone: zoneOf(draft.brand, instrument.timeZone, event.timeframe) },
        }
      : null;
  const [pictured = document] = await withPictures(deps, [document], move, charted, sizesOf(draft.channels));
  return layOutWith(draft.layout, pictured, ground);
}

/** The documents are in the order of the brand's languages. */
export const inLayout = (
  documents: readonly AlertDocument[],
  { layout, brand }: Draft,
  groundIn: (language: Language, at: number) => TemplateGround,
) =>
  Promise.all(
    documents.map((document, at) => layOutWith(layout, document, groundIn(brand.languages[at] ?? 'en', at))),
  );

export function externalInput({
  event,
  brand,
  rule,
}: Pick<Draft, 'event' | 'brand' | 'rule'>): ExternalInput {
  const { detector, evidence, about } = event;
  if (!('said' in evidence) || about === null)
    throw new WriterError('The evidence does not say what was said.');
  const verdict = verifyExternal(detector, evidence);
  if (!verdict.ok) throw new WriterError(`The event does not follow from what was said: ${verdict.reason}`);
  return { brand, rule: rule.name, about, evidence };
}
