import { ACCOUNT_MAIL_WORDS, type AccountMailWords, STARTS_OVER } from './account-mail-words.ts';
import { mailFrame } from './frame.ts';
import type { MailBlock } from './frame.ts';
import { oneLine, subjectLine, webUrl } from './plain.ts';
import { MAIL_DETAILS, type MailDetail, type MailDetails } from '#src/shared/mail-details.ts';

/** Account mail is fixed text: nothing that a stranger typed (a name, a company) ever stands in it. */
type AccountMail = {
  kind: keyof typeof ACCOUNT_MAIL_WORDS;
  /** Where the button leads, http(s). Opening it must change nothing: mail scanners open links. */
  actionUrl?: string | null;
  /** Six digits, for mails that offer to type instead; of a confirmation only where a program asks for codes. */
  code?: string | null;
  /** How many recovery codes are left. */
  left?: number;
  details?: MailDetails;
  /** Using this mail removes what was made in the account before. */
  startsOver?: boolean;
  /** Where a recipient who didn't ask for this can undo it. */
  notYouUrl?: string | null;
  siteName: string;
  /** Hex color. */
  siteColor: string;
  supportEmail: string;
};

/** In the order of the labels, whatever order they came in. */
const detailRows = (details: MailDetails): { label: string; value: string; words: boolean }[] =>
  (Object.keys(MAIL_DETAILS) as MailDetail[]).flatMap((name) => {
    const value = oneLine(details[name] ?? '', 300);
    return value === '' ? [] : [{ label: MAIL_DETAILS[name], value, words: true }];
  });

const REMOVE = "If this wasn't you, remove the account here:";

/** One mail, as subject, text and HTML. @throws Error for an address that is not http(s) */
export async function renderAccountMail(
  mail: AccountMail,
): Promise<{ subject: string; text: string; html: string }> {
  const words: AccountMailWords = ACCOUNT_MAIL_WORDS[mail.kind];
  const siteName = oneLine(mail.siteName, 80);
  const why = words.entered
    ? 'someone entered this address'
    : words.was
      ? 'this address belonged to an account'
      : 'this address belongs to an account';
  const footer = `Sent by ${siteName} because ${why}. Questions: ${oneLine(mail.supportEmail)}`;
  const url = words.button && mail.actionUrl ? webUrl(mail.actionUrl, 'actionUrl') : null;
  const undo = mail.notYouUrl ? webUrl(mail.notYouUrl, 'notYouUrl') : null;
  const code = words.code && mail.code ? { label: words.code, value: mail.code } : null;
  const blocks: MailBlock[] = [
    { kind: 'headline', text: words.subject },
    { kind: 'paragraph', text: words.lead },
  ];
  const lines = [words.subject, words.lead];
  if (mail.startsOver) {
    blocks.push({ kind: 'paragraph', text: STARTS_OVER });
    lines.push(STARTS_OVER);
  }
  const rows = detailRows(mail.details ?? {});
  if (rows.length > 0) {
    blocks.push({ kind: 'figures', rows });
    lines.push(rows.map(({ label, value }) => `${label}: ${value}`).join('\n'));
  }
  if (words.button && url) {
    blocks.push(
      { kind: 'button', label: words.button, url },
      { kind: 'link', label: 'Or copy this link into your browser:', url },
    );
    lines.push(`${words.button}:\n${url}`);
  }
  if (code) {
    blocks.push({ kind: 'code', ...code });
    lines.push(`${code.label} ${code.value}`);
  }
  if (words.left && mail.left !== undefined) {
    const figure = { label: words.left, value: String(mail.left) };
    blocks.push({ kind: 'figures', rows: [figure] });
    lines.push(`${figure.label} ${figure.value}`);
  }
  // If it can be undone, the email says how, not to ignore it.
  const after = [words.after, ...(words.notYou === undefined || undo ? [] : [words.notYou])];
  blocks.push(...after.map((text): MailBlock => ({ kind: 'small', text })));
  lines.push(...after);
  if (undo) {
    blocks.push({ kind: 'link', label: REMOVE, url: undo });
    lines.push(`${REMOVE}\n${undo}`);
  }
  return {
    subject: subjectLine(words.subject),
    text: `${[...lines, `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName: siteName,
      brandColor: mail.siteColor,
      title: words.subject,
      preheader: words.preheader,
      blocks,
      footer: { text: footer },
    }),
  };
}
