import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { alertDetail } from '#src/db/queries/alert-detail.ts';
import { alerts, type revisions, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordEdit } from '#src/ledger/edit.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { Clock } from '#src/shared/clock.ts';
import { contentSchema } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { AppError } from '#src/shared/errors.ts';
import type { EditCheck, EditCheckForm, Revised, RevisionForm } from '#src/shared/review.ts';
import { storedAssessment } from '../../approval/policies/assessments.ts';
import { lockAlert, noteEdit } from '../../approval/states.ts';
import { statesContext } from '../../content/context/slots.ts';
import { eventFacts } from '../../content/gate/event-facts.ts';
import { isFilled } from '../../content/templates/filled.ts';
import type { EngineEnqueue } from '../../enqueue.ts';
import { verifyDetection } from '../../events/verify-condition.ts';
import { askByEmail } from '../by-email/ask.ts';
import { type PictureDeps, sizesOf, withNewCards } from '../chart.ts';
import { type Draft, inLayout, readDraft } from '../compose.ts';
import { groundAgain } from '../ground-again.ts';
import { marketInput } from '../market-input.ts';
import { keepWritten } from '../record-approval.ts';
import { isDamaged } from '../reviewed.ts';
import { lapseOf, newestRevision } from '../review.ts';
import { keepRevision, renderAlert } from '../revision.ts';
import { editDocument, type EditFinding } from './edit-document.ts';

export type EditDeps = Pick<PictureDeps, 'recordedBars'> & {
  app: Database;
  clock: Clock;
  enqueue: EngineEnqueue;
};

export type Edit = {
  workspaceId: string;
  alertId: string;
  form: RevisionForm;
  by: { userId: string; name: string; email: string };
  actor: Actor;
  keepAnswer?: KeepAnswer;
};

/**
 * Writes a reviewer's words as a new revision of an alert that waits, with its own hash and what every channel sends of
 * it. It needs its own decision: the previous hash no longer approves anything.
 * @throws AppError not_found, alert_not_waiting, revision_changed; validation_failed for what the gate refuses, or
 *   accepts only if the reviewer vouches for it
 */
export async function editAlert(deps: EditDeps, edit: Edit): Promise<Revised> {
  const { workspaceId, alertId, form } = edit;
  const waiting = await withTenant(deps.app, workspaceId, (tx) => readWaiting(tx, edit, deps.clock()));
  const { draft, content } = waiting;
  const { edited, vouched } = editAll(content.documents, form, rulesOf(waiting));
  // Outside any transaction: drawing and rendering must not hold rows.
  const about = { workspaceId, alertId, now: deps.clock() };
  const carded = await withNewCards(
    { ...deps, log: { warn: () => undefined } },
    edited.map(({ document }) => document),
    about,
    chartedEvent(draft),
    sizesOf(draft.channels),
  );
  const documents = await laidOutAgain(
    draft,
    carded,
    edited.map(({ values }) => values),
  );
  const { context, ...rest } = content;
  const written = await renderAlert(
    { ...rest, documents, ...(context && documents.some(statesContext) && { context }) },
    draft.channels,
  );
  return withTenant(deps.app, workspaceId, async (tx) => {
    const { hash: replaces } = await lockWaiting(tx, edit, deps.clock());
    const now = deps.clock();
    const kept = await keepRevision(tx, { workspaceId, alertId, written, now });
    await noteEdit(tx, {
      workspaceId,
      alertId,
      actor: `user:${edit.by.userId}`,
      reason: 'edited the text',
      now,
    });
    const [main] = documents;
    await recordActivity(tx, {
      workspaceId,
      actor: edit.actor,
      action: 'alert.edited',
      subject: main ? plain(main.title) : '',
      at: now,
    });
    await askByEmail(tx, deps.enqueue, {
      workspaceId,
      alertId,
      revision: kept.hash,
      why: 'edited',
      except: edit.by.userId,
    });
    const revision = await newestRevision(tx, alertId);
    const answer: Revised = {
      revision: { n: revision?.n ?? 1, hash: kept.hash, createdAt: now.toISOString() },
    };
    await edit.keepAnswer?.(tx, 201, answer);
    const [workspace] = await tx
      .select({ name: workspaces.name })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId));
    // Last: the workspace's chain is locked from here on.
    await recordEdit(tx, {
      workspaceId,
      alertId,
      at: now,
      revision: kept.hash,
      replaces,
      bytes: await keepWritten(tx, written),
      by: { ...edit.by, entity: workspace?.name ?? null },
      vouched,
    });
    return answer;
  });
}

/**
 * What saving these words would refuse, or leave to the reviewer to vouch for. Nothing is stored.
 * @throws AppError not_found, alert_not_waiting, revision_changed, validation_failed
 */
export async function checkEdit(
  { app, clock }: Pick<EditDeps, 'app' | 'clock'>,
  edit: { workspaceId: string; alertId: string; form: EditCheckForm },
): Promise<EditCheck> {
  const waiting = await withTenant(app, edit.workspaceId, (tx) => readWaiting(tx, edit, clock()));
  const edited = editEach(waiting.content.documents, edit.form, rulesOf(waiting));
  return {
    findings: edited.flatMap(({ document: { language }, findings }) =>
      findings.map((finding) => ({ language, ...finding })),
    ),
  };
}

type Waiting = Awaited<ReturnType<typeof readWaiting>>;

const rulesOf = ({ draft, facts }: Pick<Waiting, 'draft' | 'facts'>) => ({
  facts,
  forbidden: draft.brand.voice.avoid ?? [],
  composed: draft.composed !== null,
});

async function readWaiting(tx: Tx, { alertId, form }: { alertId: string; form: EditCheckForm }, now: Date) {
  const draft = await readDraft(tx, alertId, now, 'pending_review');
  if (!draft) {
    const [alert] = await tx.select({ state: alerts.state }).from(alerts).where(eq(alerts.id, alertId));
    if (!alert) throw new AppError('not_found', 'There is no such alert.');
    throw new AppError('alert_not_waiting', undefined, { details: { state: alert.state } });
  }
  const revision = await newestRevision(tx, alertId);
  checkNewest(revision, form);
  const content = contentSchema.parse(revision?.content);
  return { draft, content, facts: eventFacts(await alertDetail(tx, alertId), verifyDetection) };
}

/** Locks an alert, and makes sure that nobody has decided on it or edited it meanwhile. */
async function lockWaiting(tx: Tx, { workspaceId, alertId, form }: Edit, now: Date) {
  const state = await lockAlert(tx, alertId);
  if (state !== 'pending_review') throw new AppError('alert_not_waiting', undefined, { details: { state } });
  const [alert] = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  const judged = await storedAssessment(tx, alertId);
  if (alert && (await lapseOf(tx, alert, judged)).at.getTime() <= now.getTime())
    throw new AppError('alert_not_waiting', 'It’s too late: this alert has expired.', {
      details: { state: 'expired' },
    });
  return checkNewest(await newestRevision(tx, alertId), form);
}

function checkNewest(
  revision: typeof revisions.$inferSelect | null,
  form: Pick<RevisionForm, 'revision'>,
): typeof revisions.$inferSelect {
  if (!revision || revision.hash !== form.revision)
    throw new AppError('revision_changed', undefined, { details: { revision: revision?.hash ?? null } });
  // Its values count as the evidence's.
  if (isDamaged(revision)) throw new AppError('alert_damaged');
  return revision;
}

type EditRules = Parameters<typeof editDocument>[2];

function editEach(before: readonly AlertDocument[], { texts }: EditCheckForm, rules: EditRules) {
  const unknown = texts.find(({ language }) => !before.some((document) => document.language === language));
  if (unknown) throw invalid('texts', `This alert isn’t written in “${unknown.language}”.`);
  return before.map((document) => {
    const words = texts.find(({ language }) => language === document.language);
    if (!words) return { document, values: new Set<unknown>(), findings: [] };
    return editDocument(document, words, rules);
  });
}

function editAll(before: readonly AlertDocument[], form: RevisionForm, rules: EditRules) {
  const edited = editEach(before, form, rules);
  const findings = edited.flatMap((each) => each.findings);
  const own = edited.flatMap(({ document, findings: found }) =>
    found.map(({ at, code, found: what }) => ({ language: document.language, at, code, found: what })),
  );
  const refused = findings.find(({ verdict }) => verdict === 'refused');
  if (refused) throw invalid(refused.at, sentenceOf(refused), findings);
  if (findings.length > 0 && !form.vouched)
    throw invalid(
      'vouched',
      `${findings.map(sentenceOf).join(' ')} Change ${findings.length > 1 ? 'them, or vouch for them' : 'it, or vouch for it'} under your name.`,
      findings,
    );
  if (edited.every(({ document }, at) => hashOf(document) === hashOf(before[at])))
    throw invalid('texts', 'Nothing was changed.');
  return { edited, vouched: own };
}

const sentenceOf = ({ found, at, reason }: EditFinding): string => `“${found}” in the ${at}: ${reason}`;
const invalid = (field: string, sentence: string, findings: readonly EditFinding[] = []) =>
  new AppError('validation_failed', sentence, { details: { field, findings } });

function chartedEvent(draft: Draft) {
  const { instrument, event } = draft;
  const { timeframe, evidence, detector } = event;
  if (!instrument || timeframe === null || 'said' in evidence) return null;
  const { timeZone } = marketInput(draft, instrument);
  return { instrument: { ...instrument, timeZone }, timeframe, evidence, detector };
}

/** HTML of a template has the texts in it: it is filled again. All other layouts say where the texts go. */
async function laidOutAgain(
  draft: Draft,
  documents: readonly AlertDocument[],
  values: readonly ReadonlySet<unknown>[],
): Promise<AlertDocument[]> {
  if (!documents.some(isFilled)) return [...documents];
  return inLayout(documents, draft, (language, at) => groundAgain(draft, language, values[at] ?? new Set()));
}
