import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { WriterError } from '../../content/writer.ts';
import { zoneOf } from '../../content/look.ts';
import { languageOf } from '../../content/languages/registry.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { type PictureDeps, sizesOf, withPictures } from '../chart.ts';
import { checkFollowUp, followUpDocument } from '../follow-ups/follow-up-document.ts';
import { GONE } from '../follow-ups/follow-up-state.ts';
import { renderAlert } from '../revision.ts';
import { isSame } from './decided.ts';
import { type Judged, judgeCorrected } from './judge.ts';
import { type Check, readCheck } from './read-check.ts';
import { type Draft, type Finding, settle } from './settle.ts';
import { correctionWords } from './words.ts';

export type CheckDeps = PictureDeps & {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
};

type Named = { workspaceId: string; id: string };

/** The event doesn't follow from its evidence as it was: its detector has changed since. */
const NOT_COMPUTED = 'This version can’t compute the alert’s figures again.';
const EARLIER = 'This alert was written by an earlier version.';

/**
 * Checks an alert whose bars were corrected. If what readers saw is still right as printed, that is kept and nothing is
 * sent. Otherwise a correction is proposed: what was said, what is right and why, in every language of the alert, with its
 * own approval. The proposal and the end of the check are one transaction, so a check that is interrupted starts again and
 * never proposes twice.
 */
export async function checkCorrected(deps: CheckDeps, { workspaceId, id }: Named): Promise<void> {
  const check = await withTenant(deps.app, workspaceId, (tx) => readCheck(tx, id, deps.clock()));
  if (!check) return;
  // Outside any transaction: drawing and rendering must not hold rows.
  const finding = 'never' in check ? check : await findingOf(deps, check);
  const settled = await withTenant(deps.app, workspaceId, (tx) => settle(tx, deps, check, finding));
  if (settled !== 'nothing') deps.announce(workspaceId);
  if (settled === 'notified') deps.announce(workspaceId, 'notifications');
}

async function findingOf(deps: CheckDeps, check: Check): Promise<Finding> {
  const judged = judge(check);
  if (judged === null) return { never: NOT_COMPUTED };
  if (judged.isRight) return { judged, draft: null };
  if (check.written.length === 0 || check.seen.length === 0) return { never: EARLIER };
  const may = GONE.has(check.alert.state) && check.problem === null;
  const isKnown = check.known.some((row) => isSame(row, judged));
  return { judged, draft: may && !isKnown ? await draftOf(deps, check, judged) : null };
}

function judge(check: Check): Judged | null {
  try {
    return judgeCorrected(check);
  } catch (error) {
    if (error instanceof WriterError) return null;
    throw error;
  }
}

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
    refused: checks.find(({ refused }) => refused !== null)?.refused?.sentence ?? null,
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
