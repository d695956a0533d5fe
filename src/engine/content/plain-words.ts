import { oneTextLine, subjectLine } from '#src/platform/mail/plain.ts';
import { type AlertDocument, type DocumentBlock, htmlText } from '#src/shared/content/document.ts';
import type { Element } from '#src/shared/content/layout.ts';
import { lexiconOf } from './languages/registry.ts';
import { plain, type Text } from '#src/shared/content/text.ts';
import { laidOut, type LaidOut } from './templates/lay-out.ts';

type Row = { label: string; value: string; words: boolean };

/** A document as it reads, part by part. */
export type PlainWords = {
  subject: string;
  dateline: string;
  headline: string;
  /** The summary and what follows it, with an empty line between paragraphs. */
  lead: string;
  /** The same without the alerts of a digest. */
  prose: string;
  alerts: { headline: string; figure: string | null; direction: 'up' | 'down' | null; dateline: string }[];
  figure: { label: string; value: string } | null;
  rows: Row[];
  notice: { title: string; text: string } | null;
  disclaimers: string[];
  /** The whole as plain text, in the order of its layout, without the footer of a channel. */
  text: string;
};

const labeled = ({ label, value }: { label: Text; value: Text }) => ({
  label: plain(label),
  value: plain(value),
});

/** A document that is laid out for one form of message, or one without a layout. */
export function plainWords(given: AlertDocument): PlainWords {
  const document = laidOut(given, 'page');
  const { figure, notice } = document;
  const prose = document.blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  const paragraphs = [document.summary, ...prose].map(plain).filter((text) => text !== '');
  const alerts = document.blocks.flatMap((block) => (block.kind === 'alert' ? [alertWords(block)] : []));
  const words = {
    subject: subjectLine(plain(document.title)),
    dateline: plain(document.dateline),
    headline: oneTextLine(plain(document.headline)),
    lead: [...paragraphs, ...alerts.map(alertText)].join('\n\n'),
    prose: paragraphs.join('\n\n'),
    alerts,
    figure: figure && labeled(figure),
    rows: document.table.map((row) => ({ ...labeled(row), words: row.words })),
    notice: notice && { title: plain(notice.title), text: plain(notice.text) },
    disclaimers: document.disclaimers.map(plain),
  };
  return { ...words, text: textOf(document, words) };
}

type Parts = Omit<PlainWords, 'text'>;

function textOf(document: LaidOut, words: Parts): string {
  const { elements } = document.layout;
  const notice = words.notice ? [`${words.notice.title}. ${words.notice.text}`] : [];
  const hasHeadline = elements.some(({ kind }) => kind === 'headline');
  const said = elements
    .filter(({ kind }) => kind !== 'disclaimers')
    .flatMap((element) => [
      partText(document, words, element),
      ...(element.kind === 'headline' ? notice : []),
    ]);
  const parts = [
    ...(hasHeadline ? [] : notice),
    ...said,
    lexiconOf(document.language).sentBy.replace('{{brand}}', () => document.look.name),
    ...words.disclaimers,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function partText(document: LaidOut, words: Parts, element: Element): string {
  switch (element.kind) {
    case 'dateline':
    case 'headline':
      return words[element.kind];
    case 'summary':
      return plain(document.summary);
    case 'block':
      return blockText(document.blocks[element.at]);
    case 'figure':
      // Beside the other figures, where there are some.
      return words.figure && words.rows.length === 0 ? `${words.figure.label}: ${words.figure.value}` : '';
    case 'table':
      return tableOf([...(words.figure ? [words.figure] : []), ...words.rows]);
    case 'callToAction':
      return document.callToAction ? linkText(document.callToAction) : '';
    case 'button':
      return linkText(element);
    case 'image':
      return '';
    case 'divider':
      return '---';
    case 'html':
      return readable(plain(htmlText(element)));
    default:
      return '';
  }
}

const linkText = ({ label, url }: { label: Text; url: string }): string => `${plain(label)}: ${url}`;

function blockText(block: DocumentBlock | undefined): string {
  if (!block) return '';
  return block.kind === 'paragraph' ? plain(block.text) : alertText(alertWords(block));
}

/** What stood between tags, in lines. */
const readable = (text: string): string =>
  text
    .split('\n')
    // No-break spaces keep figures together.
    .map((line) => line.replaceAll(/[^\S\n\u00a0\u202f]+/gu, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const alertWords = ({
  headline,
  figure,
  direction,
  dateline,
}: Extract<DocumentBlock, { kind: 'alert' }>): PlainWords['alerts'][number] => ({
  headline: oneTextLine(plain(headline)),
  figure: figure && plain(figure),
  direction,
  dateline: plain(dateline),
});

const alertText = ({ headline, figure, dateline }: PlainWords['alerts'][number]): string =>
  [headline, [figure, dateline].filter((part) => part !== null && part !== '').join(' · ')].join('\n');

function tableOf(rows: readonly { label: string; value: string }[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length)) + 2;
  return rows.map(({ label, value }) => `${label.padEnd(width)}${value}`).join('\n');
}
