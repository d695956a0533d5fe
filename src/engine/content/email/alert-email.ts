import { mailFrame } from '#src/mail/frame.ts';
import type { MailBlock } from '#src/mail/frame.ts';
import { oneLine, webUrl } from '#src/mail/plain.ts';
import type { OutsideContent } from '../outside-writer.ts';
import type { AlertContent } from '../writer.ts';

export type AlertEmailLinks = {
  /** Where alerts are changed or ended, http(s). `label` says which: "Unsubscribe", "Alert settings". */
  settings?: { label: string; url: string } | undefined;
};

/** The alert as a mail: subject, plain text and HTML with the same words and figures. */
export async function renderAlertEmail(
  content: AlertContent | OutsideContent,
  brand: { name: string; color: string },
  links: AlertEmailLinks = {},
): Promise<{ subject: string; text: string; html: string }> {
  const name = oneLine(brand.name, 80);
  const why = `You get this mail because alerts from ${name} are switched on for this address.`;
  const settings = links.settings && {
    ...links.settings,
    url: webUrl(links.settings.url, 'The settings link'),
  };
  const paragraphs = content.lead
    .split('\n')
    .filter((line) => line !== '')
    .map((text) => ({ kind: 'paragraph' as const, text }));
  const blocks: MailBlock[] = [
    ...(content.notice === null
      ? []
      : [{ kind: 'notice' as const, title: 'Trial run', text: content.notice }]),
    { kind: 'dateline', text: content.dateline },
    { kind: 'headline', text: content.headline },
    ...(content.change === null
      ? []
      : [{ kind: 'change' as const, direction: content.direction, text: content.change.value }]),
    ...paragraphs,
    { kind: 'figures', rows: content.rows },
    { kind: 'small', text: content.disclaimer },
  ];
  const html = await mailFrame({
    brandName: name,
    brandColor: brand.color,
    title: content.subject,
    preheader: content.change === null ? content.lead : `${content.change.value}. ${content.lead}`,
    blocks,
    footer: { text: why, ...(settings && { link: settings }) },
  });
  const footer = ['--', why, ...(settings ? [`${settings.label}: ${settings.url}`] : [])].join('\n');
  return { subject: content.subject, text: `${content.text}\n${footer}\n`, html };
}
