import { frameOf, logosOf } from '#src/platform/mail/brand-frame.ts';
import { mailFrame } from '#src/platform/mail/frame.ts';
import type { MailBlock } from '#src/platform/mail/frame.ts';
import type { AlertDocument, Look, Picture } from '#src/shared/content/document.ts';
import { pictureUrl, type Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { plainWords } from '../plain-words.ts';

/**
 * The alert as a mail: subject, plain text and HTML with the same words and figures. It is what is kept and exported:
 * what concerns one recipient is added as it goes out (alert-footer.ts).
 */
export async function renderAlertEmail(document: AlertDocument): Promise<Prepared & { html: string }> {
  const { look, chart } = document;
  const picture = chart?.picture ?? null;
  const alt = chart ? plain(chart.description) : '';
  const words = plainWords(document);
  const { figure, notice, rows } = words;
  const blocks: MailBlock[] = [
    ...(notice === null ? [] : [{ kind: 'notice' as const, ...notice }]),
    { kind: 'dateline', text: words.dateline },
    { kind: 'headline', text: words.headline },
    ...(figure === null || document.direction === null
      ? []
      : [{ kind: 'change' as const, direction: document.direction, text: figure.value }]),
    ...words.prose.split(/\n+/).map((text) => ({ kind: 'paragraph' as const, text })),
    ...(picture === null
      ? []
      : [{ kind: 'picture' as const, ...picture, url: pictureUrl(picture.hash), alt }]),
    ...words.alerts.map((alert, place) => ({
      kind: 'entry' as const,
      last: place === words.alerts.length - 1,
      ...alert,
    })),
    ...(rows.length === 0 ? [] : [{ kind: 'figures' as const, rows }]),
    ...words.disclaimers.map((text) => ({ kind: 'small' as const, text })),
  ];
  const html = await mailFrame({
    ...frameOf(look),
    title: words.subject,
    preheader: preheaderOf(words),
    blocks,
    footer: null,
  });
  return {
    title: words.subject,
    text: [words.text, linesOf(look)].filter((part) => part !== '').join('\n'),
    html,
    media: [...logosOf(look), ...(picture ? [{ name: 'chart.png', ...keptAs(picture), alt }] : [])],
  };
}

/** What a mail program shows beside the subject: of a digest, what it lists. */
const preheaderOf = ({ figure, lead, alerts }: ReturnType<typeof plainWords>): string => {
  if (alerts.length > 0) return alerts.map(({ headline }) => headline).join(' · ');
  return figure === null ? lead : `${figure.value}. ${lead}`;
};

/** The brand's website and profiles, a line each. */
const linesOf = ({ links = [] }: Look): string =>
  links.map(({ label, url }) => `${label}: ${url}\n`).join('');

const keptAs = ({ type, hash }: Picture) => ({ type, hash });
