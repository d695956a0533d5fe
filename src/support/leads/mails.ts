import { mailFrame } from '#src/platform/mail/frame.ts';
import { oneLine, subjectLine } from '#src/platform/mail/plain.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { siteConfig } from '#src/shared/site-config.ts';

type MailContent = { subject: string; text: string; html: string };
/** A notice as it is stored. */
type LeadNotice = {
  companyName: string;
  contactEmail: string;
  messageVolume: string;
  brandedEmails: string;
  platforms: string[];
  consentMarketing: boolean;
  createdAt: Date;
};

const brandName = siteConfig.name;
const brandColor = DEFAULT_BRAND_COLOR;

/** To the team: what the visitor filled in. All text from visitors is plain and stays on its line. */
export async function renderTeamMail(notice: LeadNotice): Promise<MailContent> {
  const company = oneLine(notice.companyName);
  const rows = [
    { label: 'Company', value: company },
    { label: 'Email', value: oneLine(notice.contactEmail, 320) },
    { label: 'Messages per day', value: oneLine(notice.messageVolume) },
    { label: 'Platforms', value: oneLine(notice.platforms.join(', ')) },
    { label: 'Branded emails', value: oneLine(notice.brandedEmails) },
    { label: 'Marketing consent', value: notice.consentMarketing ? 'Yes' : 'No' },
    { label: 'Received', value: `${notice.createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` },
  ];
  const title = `New lead: ${company}`;
  const lead = 'New request from the intake form. Reply to this email to answer the lead.';
  const footer = `Sent by ${brandName} to the team's address.`;
  return {
    subject: subjectLine(title),
    text: `${[title, lead, rows.map((row) => `${row.label}: ${row.value}`).join('\n'), `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName,
      brandColor,
      title,
      preheader: lead,
      blocks: [
        { kind: 'headline', text: title },
        { kind: 'paragraph', text: lead },
        { kind: 'figures', rows: rows.map((row) => ({ ...row, words: true })) },
      ],
      footer: { text: footer },
    }),
  };
}

/** To the lead: fixed words. Nothing that somebody typed stands in it, for the address may be a stranger's. */
export async function renderConfirmation(): Promise<MailContent> {
  const title = 'Thanks for your interest!';
  const body =
    'We received a request that names this address. Our team reviews it and replies with a personalized plan.';
  const notYou = 'If this wasn’t you, ignore this email. You won’t get any others because of it.';
  const footer = `Sent by ${brandName} because someone entered this address. Questions: ${siteConfig.email.support}`;
  return {
    subject: title,
    text: `${[title, body, notYou, `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName,
      brandColor,
      title,
      preheader: 'Our team replies with a personalized plan.',
      blocks: [
        { kind: 'headline', text: title },
        { kind: 'paragraph', text: body },
        { kind: 'small', text: notYou },
      ],
      footer: { text: footer },
    }),
  };
}

/** A test mail: the words are the sender's, the form and everything around them ours. */
export async function renderTestMail(mail: { subject: string; text: string }): Promise<MailContent> {
  const subject = subjectLine(mail.subject);
  const paragraphs = mail.text
    .split(/\r?\n\s*\r?\n/u)
    .map((part) => oneLine(part, 5_000))
    .filter(Boolean);
  const footer = `A test email from ${brandName}, requested on its test page. Questions: ${siteConfig.email.support}`;
  return {
    subject,
    text: `${[...paragraphs, `--\n${footer}`].join('\n\n')}\n`,
    html: await mailFrame({
      brandName,
      brandColor,
      title: subject,
      preheader: paragraphs[0]?.slice(0, 120) ?? subject,
      blocks: paragraphs.map((text) => ({ kind: 'paragraph', text })),
      footer: { text: footer },
    }),
  };
}
