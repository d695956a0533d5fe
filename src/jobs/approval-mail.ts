import { withTenant } from '#src/db/tenant.ts';
import { nameOfAsked } from '#src/engine/alerts/asked.ts';
import { waitsWords } from '#src/engine/alerts/fate-words.ts';
import { dropLink } from '#src/engine/alerts/by-email/link.ts';
import { type FollowUpMail, followUpMail } from '#src/engine/alerts/by-email/follow-up-link.ts';
import { approvalMail, type ApprovalMail } from '#src/engine/alerts/by-email/mail-data.ts';
import type { ApprovalMailJob } from '#src/engine/enqueue.ts';
import { plain } from '#src/shared/content/text.ts';
import { LAPSE_WORDS } from '#src/shared/lapse-words.ts';
import { momentIn } from '#src/shared/moment.ts';
import { type ApprovalQuestion, renderApprovalMail } from '#src/workspaces/approval-mail-words.ts';
import { type ApprovalSender, OURS, senderTo } from '#src/workspaces/approval-sender.ts';
import { type ApprovalMailDeps, sendApproverInvitation } from './approver-invitation.ts';
import type { JobHandler } from './work.ts';

const REASONS_SHOWN = 4;

/**
 * Asks one person by email to decide on an alert, unless there is nothing to ask anymore. The link is made here and kept as a
 * hash, so no job holds it. What the server has certainly not taken is tried again by the queue, with a new link.
 */
export function sendApprovalMail(deps: ApprovalMailDeps): JobHandler<'approval-mail'> {
  return async (data, job) => {
    if ('kind' in data) return sendApproverInvitation(deps, data, job.id);
    const { workspaceId } = data;
    const mail = await withTenant(deps.app, workspaceId, (tx): Promise<ApprovalMail | FollowUpMail | null> =>
      data.why === 'follow_up' ? followUpMail(tx, data, deps.clock()) : approvalMail(tx, data, deps.clock()),
    );
    if (!mail) return;
    const sender = mail.person.kind === 'client' ? senderTo(mail.brand, mail.whiteLabel) : OURS;
    const question =
      'followUp' in mail ? followUpQuestion(deps, mail, sender) : questionOf(deps, data, mail, sender);
    const answer = await deps.transport.send({
      from: { name: sender.name, address: deps.mailFrom },
      to: mail.to,
      ...(await renderApprovalMail(question)),
      // The same at every try: receivers can detect a duplicate.
      messageId: `<approval-${job.id}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    if (answer.kind === 'accepted') return;
    if (answer.kind === 'not_sent' || (answer.kind === 'refused' && answer.code < 500)) {
      await withTenant(deps.app, workspaceId, (tx) => dropLink(tx, workspaceId, mail.token));
      throw new Error(answer.kind === 'refused' ? answer.response : answer.reason);
    }
    deps.log.warn({ job: job.id, alert: data.alertId, answer }, 'a request to approve was not accepted');
  };
}

function questionOf(
  { publicUrl }: ApprovalMailDeps,
  { why }: ApprovalMailJob,
  { alert, brand, workspace, person, token, review, waiting, document, isLast }: ApprovalMail,
  sender: ApprovalSender,
): ApprovalQuestion {
  const { figure } = document;
  const inboxUrl = new URL('/dashboard/review', publicUrl);
  inboxUrl.searchParams.set('alert', alert.id);
  const settingsUrl = new URL('/dashboard/settings', publicUrl);
  const then = LAPSE_WORDS[review.escalated ? 'expire' : review.unanswered];
  return {
    why: why === 'follow_up' ? 'waiting' : why,
    headline: plain(document.headline),
    summary: plain(document.summary),
    dateline: plain(document.dateline),
    direction: document.direction,
    figure: figure && { label: plain(figure.label), value: plain(figure.value) },
    brand: brand.name,
    workspace,
    moved: review.moved,
    waits: waitsWords(waiting, brand.timeZone),
    lapses: `${then} ${momentIn(new Date(review.lapsesAt), brand.timeZone)}`,
    inPlaceOf:
      review.inPlaceOf &&
      `${review.inPlaceOf.name}, until ${momentIn(new Date(review.inPlaceOf.until), brand.timeZone)}`,
    approvals: { needs: review.needs, names: review.approvals },
    reasons: reasonsOf(review),
    isLast,
    url: new URL(`/decide/${token}`, publicUrl).href,
    person: nameOfAsked(person),
    sender,
    account: person.kind === 'client' ? null : { inboxUrl: inboxUrl.href, settingsUrl: settingsUrl.href },
  };
}

function followUpQuestion(
  { publicUrl }: ApprovalMailDeps,
  { followUp, brand, workspace, person, token, needs, approvals, isLast }: FollowUpMail,
  sender: ApprovalSender,
): ApprovalQuestion {
  return {
    why: followUp.purpose,
    headline: followUp.headline,
    summary: followUp.text,
    dateline: '',
    direction: null,
    figure: null,
    brand: brand.name,
    workspace,
    moved: null,
    waits: null,
    lapses: 'It waits.',
    inPlaceOf: null,
    approvals: { needs, names: approvals },
    reasons: [],
    isLast,
    url: new URL(`/decide/${token}`, publicUrl).href,
    person: nameOfAsked(person),
    sender,
    account: null,
  };
}

/** The heaviest first. */
const reasonsOf = ({ assessment }: ApprovalMail['review']): string[] =>
  (assessment?.reasons ?? [])
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => other.points - one.points)
    .slice(0, REASONS_SHOWN)
    .map(({ says }) => says);
