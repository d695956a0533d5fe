import type { Tx } from '#src/db/database.ts';
import { pushChoices } from '#src/db/queries/notification-choices.ts';
import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { FORMS } from '#src/shared/content/layout.ts';
import { plain } from '#src/shared/content/text.ts';
import { LAPSE_WORDS } from '#src/shared/lapse-words.ts';
import { momentIn } from '#src/shared/moment.ts';
import type { ApprovalPushJob } from '../../enqueue.ts';
import { laidOut } from '../../content/templates/lay-out.ts';
import { makeLink } from '../by-email/link.ts';
import { openQuestion } from '../by-email/mail-data.ts';

/** A notification shows so many characters of a text before a device cuts it. */
const SHOWN_MAX = { title: 60, text: 180 };

/** What an alert with the button may say: the rest of its texts, a picture and disclaimers beside. */
const SHOWN_PARTS: ReadonlySet<string> = new Set([
  'title',
  'dateline',
  'headline',
  'summary',
  'figure label',
  'figure',
  'chart',
  'picture',
  'disclaimer',
]);

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
  { id: deviceId, userId, approves }: { id: string; userId: string; approves: boolean },
  now: Date,
): Promise<ApprovalNotification | null> {
  const open = await openQuestion(tx, { workspaceId, alertId, revision, who: { userId } }, now);
  if (!open || !(await wantsIt(tx, { workspaceId, userId }))) return null;
  const { asked, review, document, expiresAt } = open;
  const headline = plain(document.headline);
  const texts = [plain(document.summary), ...facts(document)];
  const then = LAPSE_WORDS[review.escalated ? 'expire' : review.unanswered];
  const isWhole =
    saysNoMore(document) && headline.length <= SHOWN_MAX.title && texts.join('\n').length <= SHOWN_MAX.text;
  const isSafe =
    approves && isWhole && review.texts.length === 1 && review.moved === null && review.inPlaceOf === null;
  const bound = { workspaceId, alertId, userId, deviceId, revisionHash: revision, createdAt: now, expiresAt };
  return {
    title: `${ASKS[why]} ${headline}`,
    body: [
      ...(isSafe ? texts : texts.slice(0, 1)),
      review.moved,
      `${asked.brand.name}. ${then} ${momentIn(expiresAt, asked.brand.timeZone)}`,
    ]
      .filter((line) => line !== null && line !== '')
      .join('\n'),
    expiresAt,
    token: isSafe ? await makeLink(tx, bound) : null,
  };
}

/** `Change: −11.98%`, and what it's about. */
const facts = ({ figure, dateline }: AlertDocument): string[] => [
  ...(figure ? [`${plain(figure.label)}: ${plain(figure.value)}`] : []),
  plain(dateline),
];

/** Whether no channel's message has a paragraph, a table, a link or words of a template, which aren't shown. */
const saysNoMore = (document: AlertDocument): boolean =>
  FORMS.every((form) => textsOf(laidOut(document, form)).every(({ part }) => SHOWN_PARTS.has(part)));

async function wantsIt(tx: Tx, mine: { workspaceId: string; userId: string }): Promise<boolean> {
  const choices = await pushChoices(tx, mine);
  return choices.some(({ kind, push }) => kind === 'alert_waiting' && push);
}
