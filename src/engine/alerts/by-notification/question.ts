import type { Tx } from '#src/db/database.ts';
import { pushChoices } from '#src/db/queries/notification-choices.ts';
import { plain } from '#src/shared/content/text.ts';
import { LAPSE_WORDS } from '#src/shared/lapse-words.ts';
import { momentIn } from '#src/shared/moment.ts';
import type { ApprovalPushJob } from '../../enqueue.ts';
import { makeLink } from '../by-email/link.ts';
import { openQuestion } from '../by-email/mail-data.ts';

/** A notification shows so many characters of a text before a device cuts it. */
const SHOWN_MAX = { title: 60, text: 180 };

/** What a notification asks. `token`: of the button that approves; null where it has none. */
export type ApprovalNotification = {
  title: string;
  body: string;
  expiresAt: Date;
  token: string | null;
};

const ASKS = {
  waiting: 'Approve?',
  edited: 'Edited. Approve?',
  escalated: 'No one decided. Approve?',
  reminder: 'Still waiting. Approve?',
  moved: 'Price moved. Approve again?',
  follow_up: 'Approve?',
} as const;

/**
 * What a member is asked in a browser, looked at again at sending as an email is. The button that approves needs all of what
 * would be sent in sight: a text that a device may cut, in one language, at the price it was written for.
 */
export async function approvalNotification(
  tx: Tx,
  { workspaceId, alertId, revision, why }: ApprovalPushJob,
  { userId, approves }: { userId: string; approves: boolean },
  now: Date,
): Promise<ApprovalNotification | null> {
  const open = await openQuestion(tx, { workspaceId, alertId, revision, who: { userId } }, now);
  if (!open || !(await wantsIt(tx, { workspaceId, userId }))) return null;
  const { asked, review, document, expiresAt } = open;
  const headline = plain(document.headline);
  const summary = plain(document.summary);
  const then = LAPSE_WORDS[review.escalated ? 'expire' : review.unanswered];
  const isWhole = headline.length <= SHOWN_MAX.title && summary.length <= SHOWN_MAX.text;
  const isSafe =
    approves && isWhole && review.texts.length === 1 && review.moved === null && review.inPlaceOf === null;
  const bound = { workspaceId, alertId, userId, revisionHash: revision, createdAt: now, expiresAt };
  return {
    title: `${ASKS[why]} ${headline}`,
    body: [summary, review.moved, `${asked.brand.name}. ${then} ${momentIn(expiresAt, asked.brand.timeZone)}`]
      .filter((line) => line !== null && line !== '')
      .join('\n'),
    expiresAt,
    token: isSafe ? await makeLink(tx, { ...bound, way: 'notification' }) : null,
  };
}

async function wantsIt(tx: Tx, mine: { workspaceId: string; userId: string }): Promise<boolean> {
  const choices = await pushChoices(tx, mine);
  return choices.some(({ kind, push }) => kind === 'alert_waiting' && push);
}
