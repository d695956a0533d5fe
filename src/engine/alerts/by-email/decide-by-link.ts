import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { approvalLinks } from '#src/db/schema.ts';
import { readingOnly, withTenant } from '#src/db/tenant.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import type { Clock } from '#src/shared/clock.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { AppError } from '#src/shared/errors.ts';
import type { DecisionForm, Review } from '#src/shared/review.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { type Asked, type AskedPerson, decidesAs, readAsked } from '../asked.ts';
import { decideAlert } from '../decide.ts';
import { reachAhead } from '../reach.ts';
import { decidedFor, fateWords } from '../fate-words.ts';
import { assertFresh } from '../freshen.ts';
import { newestRevision, reviewOf } from '../review.ts';
import { decideFollowUp, type FollowUpRow, followUpWith } from '../follow-ups/decide-follow-up.ts';
import { closedBecause } from './closed.ts';
import { followUpClosed, followUpOnPage, type FollowUpPage } from './follow-up-link.ts';
import { type ApprovalLink, findLink, personOfLink, wayOfLink } from './link.ts';
import { inLanguageOf } from './mail-data.ts';
import { chartOf, messagesOf, type PageMessage, type ShownMessage, wholeHtml } from './messages.ts';

type Deps = { app: Database; clock: Clock; enqueue: EngineEnqueue; announce: Announce };

type About = Pick<Asked, 'alert' | 'brand' | 'workspace'> & { whiteLabel: boolean; person: AskedPerson };
/** What a link shows. */
export type ByLink = About &
  (
    | {
        kind: 'open';
        review: Review;
        /** Theirs first. */
        documents: AlertDocument[];
        messages: ShownMessage[];
        reach: ReachAhead | null;
      }
    /** An update or a correction. */
    | ({ kind: 'follow-up' } & FollowUpPage)
    /** It was used. `waits`: what it's about still waits, for another person. `became`: it isn't sent after all. */
    | {
        kind: 'used';
        decision: 'approve' | 'reject';
        waits: boolean;
        became: 'rejected' | 'expired' | null;
        /** What becomes of it now: `It’s on its way.` */
        fate: string;
        /** The absent member in whose place it was used, by name. */
        inPlaceOf: string | null;
      }
    | { kind: 'closed'; because: string }
  );

/** Decides by an emailed link, in the name of the person it was sent to. */
export function createApprovalLinks(deps: Deps) {
  /** Changes nothing: the transaction is read-only. @returns null for a link that was never made, or whose person has left */
  const show = (token: string): Promise<ByLink | null> => readingOnly.run(true, () => read(deps, token));

  /** @returns null where the decision is on record, else why it isn't */
  async function decide(
    token: string,
    form: Pick<DecisionForm, 'decision' | 'reason'>,
    way: ReturnType<typeof wayOfLink> = 'email',
  ): Promise<string | null> {
    const found = await findLink(deps.app, token);
    if (!found)
      return way === 'email'
        ? 'This link doesn’t work.'
        : 'This notification can’t approve anymore. Open the alert in Review.';
    const { workspaceId } = found;
    try {
      // A link that can't decide must not make the alert lapse, or ask all reviewers again.
      if (form.decision === 'approve' && (await isOpen(deps, found)))
        await assertFresh(deps, { workspaceId, alertId: found.alertId });
      const because = await withTenant(deps.app, workspaceId, (tx) => decideIn(tx, deps, found, form));
      if (because !== null) return because;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // If somebody else decided first, say what they decided.
      const shown = await show(token);
      return shown?.kind === 'closed' ? shown.because : error.message;
    }
    deps.announce(workspaceId);
    deps.announce(workspaceId, 'notifications');
    return null;
  }
  /** A message's HTML as it's sent; null where the link decides nothing, and where there is no such message. */
  const message = (token: string, id: string): Promise<string | null> =>
    shownOf(token, async (tx, { messages }) => {
      const found = messages.find((each: PageMessage) => each.id === id && each.html !== '');
      return found ? wholeHtml(tx, found) : null;
    });

  /** The alert's chart; null where the link decides nothing, and where there is none. */
  const chart = (token: string): Promise<{ type: string; bytes: Uint8Array } | null> =>
    shownOf(token, async (tx, shown) => {
      const main = shown.kind === 'open' ? shown.documents[0] : null;
      const drawn = main && chartOf(main);
      return drawn ? pictureOf(tx, drawn.hash) : null;
    });

  async function shownOf<T>(
    token: string,
    work: (tx: Tx, shown: Extract<ByLink, { kind: 'open' | 'follow-up' }>) => Promise<T | null>,
  ): Promise<T | null> {
    const shown = await show(token);
    if (shown?.kind !== 'open' && shown?.kind !== 'follow-up') return null;
    return readingOnly.run(true, () =>
      withTenant(deps.app, shown.alert.workspaceId, (tx) => work(tx, shown)),
    );
  }
  return { show, decide, message, chart };
}
export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;

type Found = Pick<ApprovalLink, 'workspaceId' | 'tokenHash' | 'alertId'>;
const isLink = ({ workspaceId, tokenHash }: Pick<Found, 'workspaceId' | 'tokenHash'>) =>
  and(eq(approvalLinks.workspaceId, workspaceId), eq(approvalLinks.tokenHash, tokenHash));

type LookedAt =
  | { because: string }
  | { because: null; link: ApprovalLink; asked: Asked; followUp: FollowUpRow | null };

/** What a link decides on, or why it decides nothing. */
async function lookAt(tx: Tx, link: ApprovalLink | undefined, now: Date): Promise<LookedAt> {
  const asked = link && (await readAsked(tx, { ...boundTo(link), ...personOfLink(link) }));
  if (!link || !asked) return { because: 'This link doesn’t work anymore.' };
  const followUp = await followUpWith(tx, link.alertId, link.revisionHash);
  const because = followUp
    ? await followUpClosed(tx, link, asked, followUp, now)
    : await closedBecause(tx, link, asked, now);
  return because === null ? { because, link, asked, followUp } : { because };
}

const isOpen = ({ app, clock }: Deps, found: Found): Promise<boolean> =>
  withTenant(app, found.workspaceId, async (tx) => {
    const [link] = await tx.select().from(approvalLinks).where(isLink(found));
    return (await lookAt(tx, link, clock())).because === null;
  });

async function decideIn(
  tx: Tx,
  { clock, enqueue }: Deps,
  found: Found,
  { decision, reason }: Pick<DecisionForm, 'decision' | 'reason'>,
): Promise<string | null> {
  const now = clock();
  // Locked, so that two posts of one link are one after the other.
  const [locked] = await tx.select().from(approvalLinks).where(isLink(found)).for('no key update');
  const looked = await lookAt(tx, locked, now);
  if (looked.because !== null) return looked.because;
  const { link, asked, followUp } = looked;
  const { workspaceId, alertId } = link;
  await tx.update(approvalLinks).set({ usedAt: now, decision }).where(isLink(found));
  if (followUp) {
    const form = { decision, reason, revision: link.revisionHash };
    const about = { workspaceId, alertId, id: followUp.id, now };
    await decideFollowUp(tx, enqueue, { ...about, form, ...decidesAs(asked.person) });
    return null;
  }
  // Last: it ends on the ledger, whose chain is locked from there on.
  await decideAlert(tx, enqueue, {
    workspaceId,
    alertId,
    revision: link.revisionHash,
    decision,
    reason,
    ...decidesAs(asked.person),
    way: wayOfLink(link),
    now,
  });
  return null;
}

async function read({ app, clock }: Deps, token: string): Promise<ByLink | null> {
  const found = await findLink(app, token);
  if (!found) return null;
  return withTenant(app, found.workspaceId, async (tx): Promise<ByLink | null> => {
    const now = clock();
    const [link] = await tx.select().from(approvalLinks).where(isLink(found));
    const asked = link && (await readAsked(tx, { ...boundTo(link), ...personOfLink(link) }));
    if (!link || !asked) return null;
    const { alert, brand, workspace, person } = asked;
    const { entitlements } = await workspacePlan(tx, now);
    const about = { alert, brand, workspace, whiteLabel: entitlements.whiteLabel, person };
    const followUp = await followUpWith(tx, alert.id, link.revisionHash);
    if (link.decision !== null) {
      const { decision } = link;
      const state = followUp ? followUp.state : alert.state;
      const waits = state === 'pending_review' || state === 'waiting';
      // Once approved, it's no second person that it lacked.
      const isUndecided = followUp !== null || alert.approvedHash === null;
      const became = isUndecided && (state === 'rejected' || state === 'expired') ? state : null;
      const { id: alertId, workspaceId } = alert;
      const approved = { workspaceId, alertId, state: alert.state, timeZone: brand.timeZone, now };
      const fate = followUp ? 'It’s on its way.' : await fateWords(tx, approved);
      const isMember = person.kind === 'member' && !followUp;
      const inPlaceOf = isMember ? await decidedFor(tx, alertId, person.user.id) : null;
      return { ...about, kind: 'used', decision, waits, became, fate, inPlaceOf };
    }
    if (followUp) {
      const closed = await followUpClosed(tx, link, asked, followUp, now);
      if (closed !== null) return { ...about, kind: 'closed', because: closed };
      return { ...about, kind: 'follow-up', ...(await followUpOnPage(tx, link, asked, followUp, now)) };
    }
    const because = await closedBecause(tx, link, asked, now);
    if (because !== null) return { ...about, kind: 'closed', because };
    const review = await reviewOf(tx, alert.id, person.kind === 'member' ? person.user.id : null, now);
    if (!review) return null;
    const written = documentsOf((await newestRevision(tx, alert.id))?.content);
    const first = inLanguageOf(asked, written);
    const documents = first ? [first, ...written.filter((each) => each !== first)] : [];
    const reach = await reachAhead(tx, alert.id, now);
    const messages = await messagesOf(tx, alert.id, { language: first?.language ?? '', reach });
    return { ...about, kind: 'open', review, documents, messages, reach };
  });
}

const boundTo = ({ workspaceId, alertId }: ApprovalLink) => ({ workspaceId, alertId });
