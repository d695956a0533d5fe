import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, oneTextLine, subjectLine, webUrl } from '#src/platform/mail/plain.ts';
import { type ApprovalSender, frameOf } from './approval-sender.ts';

export type ApprovalQuestion = {
  why: 'waiting' | 'edited' | 'escalated' | 'reminder' | 'moved' | 'update' | 'correction';
  headline: string;
  summary: string;
  /** What happened where, and in which bars. */
  dateline: string;
  direction: 'up' | 'down' | null;
  figure: { label: string; value: string } | null;
  brand: string;
  workspace: string;
  /** "AAPL moved 2.3% since this was written"; null where that doesn't matter. */
  moved: string | null;
  /** "until Mon, Nov 30, 8:00 AM UTC, where sending hours apply"; null where nothing would wait. */
  waits: string | null;
  /** "It expires Tue, Nov 24, 3:33 PM UTC." */
  lapses: string;
  /** "Ada Byron, until Tue, Nov 24, 3:33 PM UTC": whose deputy they are here; null where nobody's. */
  inPlaceOf: string | null;
  /** Of two people that must approve, who has. */
  approvals: { needs: number; names: readonly string[] };
  /** Why smart approval asks a person; a sentence each. */
  reasons: readonly string[];
  /** The last email of the hour. */
  isLast: boolean;
  /** Whose email it is: the name of a member, or of a client approver with the company. */
  person: string;
  /** All http(s). `url` is the person's own. */
  url: string;
  /** Where a member decides as well, and chooses what is emailed; null for client approvers. */
  account: { inboxUrl: string; settingsUrl: string } | null;
  sender: ApprovalSender;
};

const INTRO = {
  waiting: 'This alert waits for your approval.',
  edited: 'The text of this alert was edited. The new text waits for your approval.',
  escalated: 'No one has decided on this alert yet. It’s now up to the owners.',
  moved:
    'The price has moved since this alert was written, so earlier approvals don’t count. It waits for your approval again.',
  update: 'This update of an alert that was sent waits for your approval.',
  correction: 'This correction of an alert that was sent waits for your approval.',
  reminder: 'This alert still waits for your approval. Half of the time to decide has passed.',
} as const;

const ASKS = {
  waiting: 'Approve?',
  edited: 'Approve?',
  escalated: 'Approve?',
  reminder: 'Reminder: approve?',
  moved: 'Approve again?',
  update: 'Approve the update?',
  correction: 'Approve the correction?',
} as const;

/** An email that asks a person to decide on an alert, with the one button that leads there. */
export async function renderApprovalMail(
  question: ApprovalQuestion,
): Promise<{ subject: string; text: string; html: string }> {
  const { figure, direction, approvals, reasons, why } = question;
  const headline = oneTextLine(question.headline);
  const asks = `${ASKS[why]} ${headline}`;
  const summary = oneTextLine(question.summary, 2_000);
  const dateline = oneTextLine(question.dateline);
  const brand = oneLine(question.brand, 80);
  const workspace = oneLine(question.workspace, 80);
  const url = webUrl(question.url, 'url');
  const inboxUrl = question.account && webUrl(question.account.inboxUrl, 'inboxUrl');
  const settingsUrl = question.account && webUrl(question.account.settingsUrl, 'settingsUrl');
  const person = oneLine(question.person, 200);
  const rows = [
    { label: 'Brand', value: brand },
    ...(dateline === '' ? [] : [{ label: 'Event', value: dateline }]),
    ...(question.moved === null ? [] : [{ label: 'Price', value: oneTextLine(question.moved) }]),
    ...(question.waits === null
      ? []
      : [{ label: 'After approval', value: `it waits ${oneTextLine(question.waits)}` }]),
    ...(question.inPlaceOf === null
      ? []
      : [{ label: 'You decide for', value: oneLine(question.inPlaceOf, 200) }]),
    { label: 'Without a decision', value: oneLine(question.lapses) },
    ...(approvals.needs > 1
      ? [
          {
            label: 'Approvals',
            value: `${approvals.needs} needed, ${approvals.names.length === 0 ? 'none yet' : `so far ${oneLine(approvals.names.join(', '))}`}`,
          },
        ]
      : []),
  ];
  const because = reasons.map((reason) => oneLine(reason, 300));
  const personal = `The button is yours alone and works once. A decision made with it is on record as ${person}, so don’t forward this email.`;
  const last = inboxUrl
    ? 'This is the last of these emails for now, as many alerts wait. Find the others in your inbox.'
    : `This is the last of these emails for now, as many alerts wait. ${workspace} can see the others.`;
  const footer = settingsUrl
    ? `Sent by ${question.sender.name} because you may approve alerts in ${workspace}.`
    : `Sent by ${question.sender.name} because you confirmed to approve alerts of ${brand}. To get no more of these emails, ask ${workspace} to remove you as an approver.`;
  const choose = 'Choose what is emailed';
  const text = [
    INTRO[why],
    headline,
    ...(figure ? [`${oneLine(figure.label)}: ${oneTextLine(figure.value)}`] : []),
    summary,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...(because.length > 0
      ? [`Why a person decides:\n${because.map((each) => `- ${each}`).join('\n')}`]
      : []),
    `Review and decide:\n${url}`,
    personal,
    ...(inboxUrl ? [`Or open it in your inbox:\n${inboxUrl}`] : []),
    ...(question.isLast ? [last] : []),
    `--\n${footer}${settingsUrl ? `\n${choose}: ${settingsUrl}` : ''}`,
  ];
  return {
    subject: subjectLine(asks),
    text: `${text.join('\n\n')}\n`,
    html: await mailFrame({
      ...frameOf(question.sender),
      title: asks,
      preheader: summary.slice(0, 120),
      blocks: [
        { kind: 'small', text: INTRO[why] },
        { kind: 'headline', text: headline },
        ...(figure
          ? [
              {
                kind: 'hero' as const,
                direction,
                label: oneLine(figure.label),
                value: oneTextLine(figure.value),
              },
            ]
          : []),
        { kind: 'paragraph', text: summary },
        { kind: 'figures', rows: rows.map((row) => ({ ...row, words: true })) },
        { kind: 'button', label: 'Review and decide', url },
        ...(because.length > 0 ? [{ kind: 'small' as const, text: 'Why a person decides:' }] : []),
        ...because.map((each) => ({ kind: 'small' as const, text: `· ${each}` })),
        { kind: 'small', text: personal },
        ...(question.isLast ? [{ kind: 'notice' as const, title: 'Many alerts wait', text: last }] : []),
        ...(inboxUrl ? [{ kind: 'link' as const, label: 'Or open it in your inbox:', url: inboxUrl }] : []),
      ],
      footer: { text: footer, ...(settingsUrl && { links: [{ label: choose, url: settingsUrl }] }) },
    }),
  };
}
