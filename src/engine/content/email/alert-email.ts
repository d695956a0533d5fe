import { mailFrame } from '#src/platform/mail/frame.ts';
import type { MailBlock } from '#src/platform/mail/frame.ts';
import { oneLine } from '#src/platform/mail/plain.ts';
import type { ExternalContent } from '../external-writer.ts';
import type { AlertContent } from '../writer.ts';

/**
 * The alert as a mail: subject, plain text and HTML with the same words and figures. It is what is kept and exported:
 * what concerns one recipient is added as it goes out (alert-footer.ts).
 */
export async function renderAlertEmail(
  content: AlertContent | ExternalContent,
  brand: { name: string; color: string },
): Promise<{ subject: string; text: string; html: string }> {
  const name = oneLine(brand.name, 80);
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
    footer: null,
  });
  return { subject: content.subject, text: content.text, html };
}
