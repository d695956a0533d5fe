import { frameOf, logosOf } from '#src/platform/mail/brand-frame.ts';
import { type MailBlock, mailFrame } from '#src/platform/mail/frame.ts';
import type { AlertDocument, DocumentBlock, Look, Picture } from '#src/shared/content/document.ts';
import type { Element } from '#src/shared/content/layout.ts';
import { pictureUrl, type Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { plainWords, type PlainWords } from '../plain-words.ts';
import { htmlOf } from '../templates/html.ts';
import { laidOut, type LaidOut } from '../templates/lay-out.ts';

/** The room for a picture in a mail, in pixels of the page. */
const PICTURE_WIDTH = 528;

/**
 * The alert as a mail: subject, plain text and HTML with the same words and figures, in the order of its layout. It is
 * what is kept and exported: what concerns one recipient is added as it goes out (alert-footer.ts).
 */
export async function renderAlertEmail(given: AlertDocument): Promise<Prepared & { html: string }> {
  const document = laidOut(given, 'page');
  const { look, chart, layout } = document;
  const words = plainWords(document);
  const notice: MailBlock[] = words.notice ? [{ kind: 'notice', ...words.notice }] : [];
  const blocks = layout.elements.flatMap((element) => blocksOf(document, words, element));
  const html = await mailFrame({
    ...frameOf(look),
    language: document.language,
    title: words.subject,
    preheader: preheaderOf(words),
    blocks: [...notice, ...blocks.map(withLast)],
    footer: null,
  });
  const images = layout.elements.flatMap((element) => (element.kind === 'image' ? [element] : []));
  const media = [
    ...logosOf(look),
    ...(chart?.picture
      ? [{ name: 'chart.png', ...keptAs(chart.picture), alt: plain(chart.description) }]
      : []),
    ...(chart?.picture && chart.dark
      ? [{ name: 'chart-dark.png', ...keptAs(chart.dark), alt: plain(chart.description) }]
      : []),
    ...images.map(({ picture, alt }, at) => ({ name: `image-${at + 1}.png`, ...keptAs(picture), alt })),
  ];
  // One that is shown twice comes once.
  const once = [...new Map(media.map((each) => [each.hash, each])).values()];
  const text = [words.text, linesOf(look)].filter((part) => part !== '').join('\n');
  return { title: words.subject, text, html, media: once };
}

function blocksOf(document: LaidOut, words: PlainWords, element: Element): MailBlock[] {
  switch (element.kind) {
    case 'dateline':
    case 'headline':
      return [{ kind: element.kind, text: words[element.kind] }];
    case 'figure':
      return figureOf(document, words);
    case 'summary':
      return paragraphsIn(plain(document.summary));
    case 'block':
      return blockOf(document.blocks[element.at]);
    case 'chart':
      return document.chart?.picture
        ? [shown(document.chart.picture, plain(document.chart.description), document.chart.dark)]
        : [];
    case 'image':
      return [shown(element.picture, element.alt)];
    case 'table':
      return [{ kind: 'figures', rows: words.rows }];
    case 'callToAction':
      return document.callToAction ? [buttonOf(document.callToAction)] : [];
    case 'button':
      return [buttonOf(element)];
    case 'divider':
      return [{ kind: 'divider' }];
    case 'html':
      return [{ kind: 'html', html: htmlOf(element.nodes) }];
    case 'disclaimers':
      return words.disclaimers.map((text) => ({ kind: 'small', text }));
    default:
      return [];
  }
}

/** Beside the headline it is one line; in a rich mail it is what is seen first. */
function figureOf({ direction, layout }: LaidOut, { figure }: PlainWords): MailBlock[] {
  if (!figure) return [];
  if (layout.style === 'rich') return [{ kind: 'hero', direction, ...figure }];
  return direction === null ? [] : [{ kind: 'change', direction, text: figure.value }];
}

const paragraphsIn = (text: string): MailBlock[] =>
  text
    .split(/\n+/)
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', text: line }));

function blockOf(block: DocumentBlock | undefined): MailBlock[] {
  if (!block) return [];
  if (block.kind === 'paragraph') return paragraphsIn(plain(block.text));
  const { direction, headline, figure, dateline } = block;
  return [
    {
      kind: 'entry',
      last: false,
      direction,
      headline: plain(headline),
      figure: figure && plain(figure),
      dateline: plain(dateline),
    },
  ];
}

/** The last alert of a list ends it. */
const withLast = (block: MailBlock, at: number, all: readonly MailBlock[]): MailBlock =>
  block.kind === 'entry' ? { ...block, last: all[at + 1]?.kind !== 'entry' } : block;

/** At most as wide as the mail. */
function shown({ hash, width, height }: Picture, alt: string, dark?: Picture): MailBlock {
  const part = Math.min(1, PICTURE_WIDTH / width);
  return {
    kind: 'picture',
    url: pictureUrl(hash),
    dark: dark ? pictureUrl(dark.hash) : null,
    alt,
    width: Math.round(width * part),
    height: Math.round(height * part),
  };
}

const buttonOf = ({ label, url }: { label: Parameters<typeof plain>[0]; url: string }): MailBlock => ({
  kind: 'button',
  label: plain(label),
  url,
});

/** What a mail program shows beside the subject: of a digest, what it lists. */
const preheaderOf = ({ figure, lead, alerts }: PlainWords): string => {
  if (alerts.length > 0) return alerts.map(({ headline }) => headline).join(' · ');
  return figure === null ? lead : `${figure.value}. ${lead}`;
};

/** The brand's website and profiles, a line each. */
const linesOf = ({ links = [] }: Look): string =>
  links.map(({ label, url }) => `${label}: ${url}\n`).join('');

const keptAs = ({ type, hash }: Picture) => ({ type, hash });
