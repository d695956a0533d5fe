import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine, webUrl } from '#src/platform/mail/plain.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { INVITATION_DAYS, type InvitedRole, ROLE_WORDS } from '#src/shared/team.ts';

const NAME_MAX = 60;
const ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;
/** What a mail program would make a link of. */
const LINK = /:\/\/|\bwww\.|[\p{L}\p{N}]\.[\p{L}]{2,}/iu;

/**
 * A user-chosen name of a person or workspace, made safe for an email to a stranger: short, on one line, and never a
 * link. One that would be a link is left out.
 */
export function shownName(name: string, instead: string): string {
  const line = oneLine(name, NAME_MAX);
  if (line === '' || (LINK.test(line) && !ADDRESS.test(line))) return instead;
  return line;
}

/** Who invites to what and as what, with the button that leads to the page where one answers. */
export async function renderInvitationMail(invitation: {
  workspace: string;
  inviter: string;
  role: InvitedRole;
  /** http(s). Opening it changes nothing. */
  url: string;
}): Promise<{ subject: string; text: string; html: string }> {
  const workspace = shownName(invitation.workspace, 'a workspace');
  const inviter = shownName(invitation.inviter, 'A member');
  const { name: role, purpose } = ROLE_WORDS[invitation.role];
  const url = webUrl(invitation.url, 'url');
  const title = `${inviter} invites you to ${workspace}`;
  const lead = `You’re invited to join ${workspace} on ${siteConfig.name} as ${role.toLowerCase()}: ${purpose.charAt(0).toLowerCase()}${purpose.slice(1)}`;
  const button = 'See the invitation';
  const after = `The link opens a page where you can accept or decline. It works for ${INVITATION_DAYS} days.`;
  const notYou = 'If you don’t know the sender, ignore this email or decline the invitation.';
  const footer = `Sent by ${siteConfig.name} because a member entered this address. Questions: ${siteConfig.email.support}`;
  return {
    subject: subjectLine(title),
    text: `${[title, lead, `${button}:\n${url}`, after, notYou, `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName: siteConfig.name,
      brandColor: DEFAULT_BRAND_COLOR,
      title,
      preheader: `As ${role.toLowerCase()}. Answer within ${INVITATION_DAYS} days.`,
      blocks: [
        { kind: 'headline', text: title },
        { kind: 'paragraph', text: lead },
        { kind: 'button', label: button, url },
        { kind: 'link', label: 'Or copy this link into your browser:', url },
        { kind: 'small', text: `${after} ${notYou}` },
      ],
      footer: { text: footer },
    }),
  };
}
