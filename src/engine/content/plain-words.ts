import { oneLine, subjectLine } from '#src/platform/mail/plain.ts';
import type { AlertDocument, DocumentBlock } from '#src/shared/content/document.ts';
import { plain, type Text } from '#src/shared/content/text.ts';

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
  /** The whole as plain text, without the footer of a channel. */
  text: string;
};

const labeled = ({ label, value }: { label: Text; value: Text }) => ({
  label: plain(label),
  value: plain(value),
});

export function plainWords(document: AlertDocument): PlainWords {
  const { figure, notice, look } = document;
  const prose = document.blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  const paragraphs = [document.summary, ...prose].map(plain);
  const alerts = document.blocks.flatMap((block) => (block.kind === 'alert' ? [alertWords(block)] : []));
  const words = {
    subject: subjectLine(plain(document.title)),
    dateline: plain(document.dateline),
    headline: oneLine(plain(document.headline)),
    lead: [...paragraphs, ...alerts.map(alertText)].join('\n\n'),
    prose: paragraphs.join('\n\n'),
    alerts,
    figure: figure && labeled(figure),
    rows: document.table.map((row) => ({ ...labeled(row), words: row.words })),
    notice: notice && { title: plain(notice.title), text: plain(notice.text) },
    disclaimers: document.disclaimers.map(plain),
  };
  const parts = [
    words.dateline,
    words.headline,
    ...(words.notice ? [`${words.notice.title}. ${words.notice.text}`] : []),
    words.lead,
    tableOf([...(words.figure ? [words.figure] : []), ...words.rows]),
    `Sent by ${look.name}.`,
    ...words.disclaimers,
  ];
  return { ...words, text: `${parts.filter((part) => part !== '').join('\n\n')}\n` };
}

const alertWords = ({
  headline,
  figure,
  direction,
  dateline,
}: Extract<DocumentBlock, { kind: 'alert' }>): PlainWords['alerts'][number] => ({
  headline: oneLine(plain(headline)),
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
