import type { ByInvitation } from '#src/engine/approval/clients/confirm.ts';
import { escape } from '../shared/page.ts';

type Page = { title: string; main: string };

/** The page behind an invitation's link: its button confirms. */
export function confirmPage({ approver, brand, workspace, state }: ByInvitation): Page {
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

/** For a link that isn't ours, that a newer email has replaced, and whose approver was removed. */
export const unknownInvitation = (): Page => ({
  title: 'This link doesn’t work',
  main: `<h1>This link doesn’t work</h1>
<p>It may be incomplete or old, or the invitation was withdrawn. Open the link in the newest email.</p>`,
});
