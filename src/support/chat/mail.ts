import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine } from '#src/platform/mail/plain.ts';
import { CHAT_MAX } from '#src/shared/chat.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';

/** What one person wrote since the last mail, oldest first. */
type ChatMail = {
  name: string;
  email: string;
  workspace: string;
  /** When the answer is promised; null where none is waited for any more. */
  answerBy: Date | null;
  priority: boolean;
  messages: readonly { text: string; createdAt: Date }[];
  /** Where it is answered. */
  link: string;
};

const utc = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** To the team: messages from Live Chat. All text from users is plain and stays on its line. */
export async function renderChatMail(
  mail: ChatMail,
): Promise<{ subject: string; text: string; html: string }> {
  const name = oneLine(mail.name);
  const title = `${mail.priority ? 'Priority, ' : ''}Live Chat: ${name}`;
  const lead = 'Answer in the operator console, and it appears on the person’s screen.';
  const rows = [
    { label: 'Name', value: name },
    { label: 'Email', value: oneLine(mail.email, 320) },
    { label: 'Workspace', value: oneLine(mail.workspace) },
    ...(mail.answerBy ? [{ label: 'Answer by', value: utc(mail.answerBy) }] : []),
    { label: 'Conversation', value: mail.link },
  ];
  const texts = mail.messages.map(({ text, createdAt }) => ({
    at: utc(createdAt),
    lines: text.split('\n').map((line) => oneLine(line, CHAT_MAX)),
  }));
  const footer = `Reply to this email to answer ${oneLine(mail.email, 320)}. Sent by ${siteConfig.name}.`;
  return {
    subject: subjectLine(title),
    text: `${[
      title,
      lead,
      ...texts.map(({ at, lines }) => `${at}\n${lines.join('\n')}`),
      rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
      `--\n${footer}`,
    ].join('\n\n')}\n`,
    html: await mailFrame({
      brandName: siteConfig.name,
      brandColor: DEFAULT_BRAND_COLOR,
      title,
      preheader: texts[0]?.lines.find(Boolean)?.slice(0, 120) ?? lead,
      blocks: [
        { kind: 'headline', text: title },
        ...texts.flatMap(({ lines }) =>
          lines.filter(Boolean).map((text) => ({ kind: 'paragraph' as const, text })),
        ),
        { kind: 'figures', rows: rows.map((row) => ({ ...row, words: true })) },
      ],
      footer: { text: `${lead} ${footer}` },
    }),
  };
}
