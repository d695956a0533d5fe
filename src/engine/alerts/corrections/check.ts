import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { SYSTEM_AUTHOR } from '#src/db/queries/follow-ups.ts';
import { barCorrections, type followUps } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { noteCorrection } from '../../approval/notice.ts';
import { lockAlert } from '../../approval/states.ts';
import { zoneOf } from '../../content/look.ts';
import { languageOf } from '../../content/languages/registry.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { correctedBy } from '../approval-of.ts';
import { type PictureDeps, sizesOf, withPictures } from '../chart.ts';
import { storedOf } from '../follow-ups/decide-follow-up.ts';
import { type FollowedAlert, readAlert } from '../follow-ups/followed-alert.ts';
import { checkFollowUp, followUpDocument } from '../follow-ups/follow-up-document.ts';
import { GONE, stateOf } from '../follow-ups/follow-up-state.ts';
import { keepFollowUp } from '../follow-ups/keep-follow-up.ts';
import { rejectFollowUp } from '../follow-ups/send-follow-up.ts';
import { renderAlert, type Written } from '../revision.ts';
import { type Judged, judgeCorrected } from './judge.ts';
import { type Check, type CheckRow, readCheck, waitingProposal } from './read-check.ts';
import { correctionWords } from './words.ts';

export type CheckDeps = PictureDeps & {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
};

type Named = { workspaceId: string; id: string };

/** What can't be proposed yet is tried again after so long: another correction that waits, or an alert before it's sent. */
const AGAIN_MS = 60_000;
/** What the brand doesn't let us say is tried again after so long, as each try draws the chart. */
const REFUSED_MS = 3_600_000;
/** These end without a reader. */
const UNSENT: ReadonlySet<string> = new Set(['rejected', 'expired', 'withheld', 'failed']);
const AGAIN_WHY = 'The bars were corrected again.';

/**
 * Checks an alert whose bars were corrected. If what readers saw is still right as printed, that is kept and nothing is
 * sent. Otherwise a correction is proposed: what was said, what is right and why, in every language of the alert, with its
 * own approval. The proposal and the end of the check are one transaction, so a check that is interrupted starts again and
 * never proposes twice.
 */
export async function checkCorrected(deps: CheckDeps, { workspaceId, id }: Named): Promise<void> {
  const check = await withTenant(deps.app, workspaceId, (tx) => readCheck(tx, id, deps.clock()));
  if (!check) return;
  const judged = judgeCorrected(check);
  // Outside any transaction: drawing and rendering must not hold rows.
  const may = GONE.has(check.alert.state) && check.problem === null;
  const draft = judged.isRight || !may ? null : await draftOf(deps, check, judged);
  const notified = await withTenant(deps.app, workspaceId, (tx) => settle(tx, deps, check, judged, draft));
  deps.announce(workspaceId);
  if (notified) deps.announce(workspaceId, 'notifications');
}

type Draft = { written: Written; ownFigures: string[]; refused: string | null };

async function draftOf(deps: CheckDeps, check: Check, judged: Judged): Promise<Draft> {
  const { row, alert, instrument, timeframe, brand, written, channels, disclosures, forbidden } = check;
  const { cause } = row;
  const about = { workspaceId: row.workspaceId, alertId: row.alertId, now: deps.clock() };
  const said = judged.documents.map((document, at) => {
    const language = languageOf(document.language.split('-')[0] ?? 'en');
    // The figures in the words of each language.
    const figures = at === 0 ? judged.figures : judgeCorrected({ ...check, seen: seenIn(check, at) }).figures;
    return correctionWords(language, { cause, figures, triggers: judged.triggers });
  });
  const documents = judged.documents.map((document, at) => {
    const before = written[at] ?? document;
    const words = said[at] ?? { headline: '', text: '' };
    return quoting(followUpDocument(document, 'correction', words), before);
  });
  const event = judged.triggers
    ? {
        detector: alert.event.detector,
        timeframe,
        evidence: judged.evidence,
        instrument: { ...instrument, timeZone: zoneOf(brand, instrument.timeZone, timeframe) },
      }
    : null;
  const pictured = event ? await withPictures(deps, documents, about, event, sizesOf(channels)) : documents;
  const checks = documents.map((document, at) => {
    const words = said[at] ?? { headline: '', text: '' };
    const of = (evidence: Check['evidence']) =>
      checkFollowUp(words, written[at] ?? document, { evidence, forbidden });
    const [before, after] = [of(check.evidence), of(judged.evidence)];
    // What was said is in the one, what is right in the other.
    return { refused: after.refused, own: before.own.filter((figure) => after.own.includes(figure)) };
  });
  return {
    written: await renderAlert(
      { version: 2, documents: pictured, ...(disclosures && { disclosures }) },
      channels,
    ),
    ownFigures: [...new Set(checks.flatMap(({ own }) => own))],
    refused:
      documents.length === 0
        ? 'This alert was written by an earlier version.'
        : (checks.find(({ refused }) => refused !== null)?.refused?.sentence ?? null),
  };
}

const seenIn = ({ seen, written }: Check, at: number): AlertDocument[] => {
  const language = written[at]?.language;
  const same = seen.filter((document) => document.language === language);
  // What a person wrote afterwards is in the main language alone.
  return same.length > 0 ? same : written.slice(at, at + 1);
};

/** Names the alert by its headline as it was published: its figures there stay what they were. */
const quoting = (document: AlertDocument, { headline }: AlertDocument): AlertDocument => {
  const [first = ''] = document.notice?.text ?? [];
  return document.notice
    ? { ...document, notice: { ...document.notice, text: [first, { author: plain(headline) }] } }
    : document;
};

/** Ends the check, or says why it can't end yet. @returns whether members have been notified */
async function settle(
  tx: Tx,
  deps: CheckDeps,
  { row: read, corrected, problem: before }: Check,
  judged: Judged,
  draft: Draft | null,
): Promise<boolean> {
  const now = deps.clock();
  const { workspaceId, alertId, id } = read;
  const state = await lockAlert(tx, alertId);
  const [row] = await tx.select().from(barCorrections).where(eq(barCorrections.id, id)).for('update');
  // Another process was first, or a newer change has come: that one is looked at next.
  if (!row || !['checking', 'differs'].includes(row.state) || row.version !== read.version) return false;
  const found = { bars: corrected.bars, figures: judged.figures, triggers: judged.triggers, checkedAt: now };
  const set = (values: Partial<CheckRow>) =>
    tx
      .update(barCorrections)
      .set({ ...found, problem: null, ...values })
      .where(and(eq(barCorrections.workspaceId, workspaceId), eq(barCorrections.id, id)));
  const remove = () =>
    tx
      .delete(barCorrections)
      .where(and(eq(barCorrections.workspaceId, workspaceId), eq(barCorrections.id, id)));
  if (state === null || UNSENT.has(state)) {
    await set({ state: 'not_sent' });
    return false;
  }
  const alert = await readAlert(tx, alertId, now);
  const proposed = await waitingProposal(tx, row);
  if (judged.isRight) {
    if (proposed) await withdraw(tx, alert, proposed.followUp, now);
    // Nothing under it has changed: a figure that it doesn't look at, or a split that was known.
    if (corrected.bars.length === 0 && row.checkedAt === null && !proposed) await remove();
    else await set({ state: 'still_right' });
    return false;
  }
  const later = { state: 'differs', nextAt: new Date(now.getTime() + AGAIN_MS) } as const;
  if (!draft) {
    await set({ ...later, problem: GONE.has(state) ? before : 'The alert isn’t sent yet.' });
    return false;
  }
  if (proposed && isSame(proposed.row, judged)) {
    // The same is proposed already.
    await remove();
    return false;
  }
  if (draft.refused !== null) {
    const nextAt = new Date(now.getTime() + REFUSED_MS);
    await set({ ...later, nextAt, problem: `The proposal can’t be used. ${draft.refused}` });
    return false;
  }
  if (proposed) await withdraw(tx, alert, proposed.followUp, now);
  const { problem } = await stateOf(tx, alertId, now);
  if (problem !== null) {
    await set({ ...later, problem });
    return false;
  }
  await recordActivity(tx, {
    workspaceId,
    actor: { kind: 'system', userId: null, name: 'Bellwire' },
    subject: alert.title ?? '',
    action: 'alert.followed',
    detail: { purpose: 'correction' },
    at: now,
  });
  const policy = await correctedBy(tx, alert, now);
  const notified =
    policy === null && (await noteCorrection(tx, { workspaceId, alertId, title: alert.title ?? '', now }));
  await keepFollowUp(tx, deps, {
    alert,
    purpose: 'correction',
    written: draft.written,
    ownFigures: draft.ownFigures,
    writtenBy: SYSTEM_AUTHOR,
    without:
      policy === null
        ? null
        : { policy, reason: 'bars that the alert rests on were corrected, and the policy approves that' },
    also: async (followUpId) => void (await set({ state: 'proposed', followUpId })),
  });
  return notified;
}

const isSame = ({ figures, triggers }: CheckRow, judged: Judged): boolean =>
  triggers === judged.triggers && hashOf(figures) === hashOf(judged.figures);

/** It would correct with figures that are out of date. */
async function withdraw(
  tx: Tx,
  alert: FollowedAlert,
  row: typeof followUps.$inferSelect,
  at: Date,
): Promise<void> {
  const written = await storedOf(tx, row.revisionId);
  const by = { by: null, inPlaceOf: null, policy: 'corrections of bars', reason: AGAIN_WHY };
  await rejectFollowUp(tx, { alert, row, written, ...by, at });
}
