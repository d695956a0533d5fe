import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine } from '#src/platform/mail/plain.ts';
import { CONTACT_MAX, type MessageKind } from '#src/shared/contact.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';

/** A message as it is stored. */
type StoredMessage = {
  kind: MessageKind;
  name: string;
  email: string;
  subject: string;
  message: string;
  userId: string | null;
  workspaceId: string | null;
  priority: boolean;
  /** When the answer is promised; null where none is. */
  answerBy: Date | null;
  createdAt: Date;
};

const ABOUT: Record<MessageKind, string> = {
  contact: 'Message',
  sales: 'Sales request',
  feedback: 'Feedback',
  mailed: 'Email',
};

const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** To the team: a contact message. All text from users is plain and stays on its line. */
export async function renderMessageMail(
  message: StoredMessage,
): Promise<{ subject: string; text: string; html: string }> {
  const title = `${message.priority ? 'Priority, ' : ''}${ABOUT[message.kind]}: ${oneLine(message.subject)}`;
  const lead = 'Reply to this email to answer the sender.';
  const rows = [
    { label: 'Name', value: oneLine(message.name) },
    { label: 'Email', value: oneLine(message.email, CONTACT_MAX.email) },
    ...(message.userId ? [{ label: 'Account', value: message.userId }] : []),
    ...(message.workspaceId ? [{ label: 'Workspace', value: message.workspaceId }] : []),
    ...(message.answerBy ? [{ label: 'Answer by', value: utc(message.answerBy) }] : []),
    { label: 'Received', value: utc(message.createdAt) },
  ];
  const lines = message.message.split('\n').map((line) => oneLine(line, CONTACT_MAX.message));
  const footer = `Sent by ${siteConfig.name} to the team's address.`;
  const table = rows.map((row) => `${row.label}: ${row.value}`).join('\n');
  return {
    subject: subjectLine(title),
    text: `${[title, lead, table, lines.join('\n'), `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName: siteConfig.name,
      brandColor: DEFAULT_BRAND_COLOR,
      title,
      preheader: lines.find(Boolean)?.slice(0, 120) ?? lead,
      blocks: [
        { kind: 'headline', text: title },
        ...lines.filter(Boolean).map((text) => ({ kind: 'paragraph' as const, text })),
        { kind: 'figures', rows: rows.map((row) => ({ ...row, words: true })) },
      ],
      footer: { text: `${lead} ${footer}` },
    }),
  };
}
