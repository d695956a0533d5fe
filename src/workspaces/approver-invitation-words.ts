import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine, webUrl } from '#src/platform/mail/plain.ts';
import { CLIENT_APPROVER } from '#src/shared/client-approvers.ts';
import { type ApprovalSender, frameOf } from './approval-sender.ts';
import { shownName } from './team/mail.ts';

/** Asks somebody outside the workspace to approve a brand's alerts, with the button that leads to the page to confirm. */
export async function renderApproverInvitation(invitation: {
  workspace: string;
  brand: string;
  inviter: string;
  name: string;
  entity: string;
  /** http(s). Opening it changes nothing. */
  url: string;
  sender: ApprovalSender;
}): Promise<{ subject: string; text: string; html: string }> {
  const workspace = shownName(invitation.workspace, 'A workspace');
  const brand = shownName(invitation.brand, 'a brand');
  const inviter = shownName(invitation.inviter, 'A member');
  const url = webUrl(invitation.url, 'url');
  const title = `Approve alerts of ${brand}?`;
  const lead = `${inviter} of ${workspace} asks you to approve alerts of ${brand} before they’re sent. You get an email for each one and decide with two buttons. You don’t need an account.`;
  const as = `Your decisions go on record as ${shownName(invitation.name, 'your name')}, ${oneLine(shownName(invitation.entity, 'your company'), 80)}.`;
  const button = 'See the invitation';
  const after = `Nothing changes until you confirm. The link is good for ${CLIENT_APPROVER.invitationDays} days and yours alone.`;
  const notYou = 'If you don’t know who this is, ignore this email.';
  const { sender } = invitation;
  const questions = sender.support === null ? '' : ` Questions: ${sender.support}`;
  const footer = `Sent by ${sender.name} because a member of ${workspace} entered this address.${questions}`;
  return {
    subject: subjectLine(title),
    text: `${[title, lead, as, `${button}:\n${url}`, `${after} ${notYou}`, `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      ...frameOf(sender),
      title,
      preheader: `From ${inviter}, ${workspace}.`,
      blocks: [
        { kind: 'headline', text: title },
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: as },
        { kind: 'button', label: button, url },
        { kind: 'link', label: 'Or copy this link into your browser:', url },
        { kind: 'small', text: `${after} ${notYou}` },
      ],
      footer: { text: footer },
    }),
  };
}
