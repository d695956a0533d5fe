import { mailFrame } from './frame.ts';
import type { MailBlock } from './frame.ts';
import { oneLine, subjectLine, webUrl } from './plain.ts';

/** Account mail is fixed text: nothing that a stranger typed (a name, a company) ever stands in it. */
export type AccountMail = {
  kind: 'confirm';
  /** Where the button leads, http(s). Opening it must change nothing: mail scanners open links. */
  actionUrl: string;
  siteName: string;
  /** Hex colour. */
  siteColor: string;
  supportEmail: string;
};

type Words = { subject: string; preheader: string; lead: string; button: string; after: string };

const WORDS: Record<AccountMail['kind'], Words> = {
  confirm: {
    subject: 'Confirm your email address',
    preheader: 'One step is left before alerts can reach you.',
    lead: 'This address was used to open an account. Confirm that it is yours; until then no alert is sent to it.',
    button: 'Confirm this address',
    after: 'The link opens a page with a button. Nothing changes until you press it.',
  },
};
const NOT_YOU = 'If this was not you, ignore this mail.';

export async function renderAccountMail(
  mail: AccountMail,
): Promise<{ subject: string; text: string; html: string }> {
  const words = WORDS[mail.kind];
  const url = webUrl(mail.actionUrl, 'actionUrl');
  const siteName = oneLine(mail.siteName, 80);
  const footer = `Sent by ${siteName} because someone entered this address. Questions: ${oneLine(mail.supportEmail)}`;
  const blocks: MailBlock[] = [
    { kind: 'headline', text: words.subject },
    { kind: 'paragraph', text: words.lead },
    { kind: 'button', label: words.button, url },
    { kind: 'link', label: 'Or copy this link into your browser:', url },
    { kind: 'small', text: `${words.after} ${NOT_YOU}` },
  ];
  return {
    subject: subjectLine(words.subject),
    text: `${[words.subject, words.lead, `${words.button}:\n${url}`, words.after, NOT_YOU, `--\n${footer}`].join('\n\n')}\n`,
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
