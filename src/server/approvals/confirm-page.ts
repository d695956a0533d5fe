import type { ByInvitation } from '#src/engine/approval/clients/confirm.ts';
import type { OpenChat } from '#src/engine/review-chats/chats.ts';
import { CHAT_LINK_MINUTES, type ChatLink } from '#src/shared/review-chats.ts';
import { escape } from '../shared/page.ts';

type Page = { title: string; main: string };

/** A code that was just made, and where it's entered. */
export type NewLink = ChatLink & OpenChat;
type Chats = { open: readonly OpenChat[]; link: NewLink | null };

/** The page behind an invitation's link: its button confirms. Afterwards it links accounts in chats, while it's new. */
export function confirmPage({ approver, brand, workspace, state }: ByInvitation, chats: Chats): Page {
  const whose = `<p class="hint">This link belongs to ${escape(approver.name)}, ${escape(approver.entity)}. If that isn’t you, close this page.</p>`;
  if (state === 'expired')
    return {
      title: 'This invitation has expired',
      main: `<h1>This invitation has expired</h1>
<p>Ask ${escape(workspace)} to send it again.</p>
${whose}`,
    };
  if (state === 'confirmed')
    return {
      title: 'You’re an approver',
      main: `<p class="slug">${escape(workspace)}</p>
<h1>You approve alerts of ${escape(brand.name)}</h1>
<p>When an alert waits for you, you get an email with a link to it. You don’t need an account.</p>
${inChats(chats)}
${whose}`,
    };
  return {
    title: 'Approve alerts?',
    main: `<p class="slug">${escape(workspace)}</p>
<h1>Approve alerts of ${escape(brand.name)}?</h1>
<p>${escape(approver.invitedBy)} asks you to approve alerts before they’re sent. Each one comes as an email with a link. The page behind it shows what goes out on each channel, with two buttons: approve and reject. You don’t need an account.</p>
<p class="note">Your decisions are on record as <strong>${escape(approver.name)}, ${escape(approver.entity)}</strong>. If that’s wrong, ask ${escape(workspace)} to invite you again.</p>
<form method="post"><button class="act" type="submit">Confirm</button></form>
${whose}`,
  };
}

/** Linking gives a chat account no right: who decides is looked at when a button is pressed. */
function inChats({ open, link }: Chats): string {
  if (link)
    return `<h2>Link ${escape(link.title)}</h2>
<p class="note">${escape(link.linkHint)} It works once, for ${CHAT_LINK_MINUTES} minutes.</p>
<p>Code <strong>${escape(link.code)}</strong></p>
${link.url === null ? '' : `<p><a class="act" href="${escape(link.url)}" rel="noreferrer">Open ${escape(link.title)}</a></p>`}`;
  if (open.length === 0) return '';
  const forms = open.map(
    ({ id, title }) =>
      `<form method="post"><input type="hidden" name="chat" value="${escape(id)}"><button class="quiet" type="submit">Link ${escape(title)}</button></form>`,
  );
  return `<h2>Approve in a chat</h2>
<p>Get requests in a chat too, and decide with a button.</p>
${forms.join('\n')}`;
}

/** For a link that isn't ours, that a newer email has replaced, and whose approver was removed. */
export const unknownInvitation = (): Page => ({
  title: 'This link doesn’t work',
  main: `<h1>This link doesn’t work</h1>
<p>It may be incomplete or old, or the invitation was withdrawn. Open the link in the newest email.</p>`,
});
