import { contentSchema } from '#src/shared/content/content.ts';
import type { DocumentData } from '#src/shared/content/document-data.ts';
import { preparedSchema, textsOfPrepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';

/** What a rendition says, for people to read. */
export type Said = {
  title: string | null;
  texts: string[];
  pictures: { hash: string; type: string; alt: string }[];
};

/** What an alert's content gives as figures, in its main language; the first line says of what, where and when. */
export type Figures = { line: string; rows: { label: string; value: string }[] };

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return null;
  }
};

/** @returns null for what this program can't read */
export function saidIn(rendition: Buffer): Said | null {
  const read = preparedSchema.safeParse(parsed(rendition));
  if (!read.success) return null;
  const { title, media } = read.data;
  return {
    title,
    texts: textsOfPrepared(read.data),
    pictures: media.map(({ hash, type, alt }) => ({ hash, type, alt })),
  };
}

export function figuresIn(content: Buffer): Figures | null {
  const read = contentSchema.safeParse(parsed(content));
  const document = read.success ? read.data.documents[0] : undefined;
  if (!document) return null;
  const { figure, table, dateline } = document;
  return {
    line: plain(dateline),
    rows: [
      ...(document.data ? factsIn(document.data) : []),
      ...[...(figure ? [figure] : []), ...table].map(({ label, value }) => ({
        label: plain(label),
        value: plain(value),
      })),
    ],
  };
}

/** The price as it was known, and where from. */
const factsIn = ({ symbol, exchange, currency, bar, timeframe, time }: DocumentData): Figures['rows'] => [
  { label: 'Symbol', value: symbol },
  ...(exchange === null ? [] : [{ label: 'Source', value: exchange }]),
  ...(bar === null
    ? []
    : [
        {
          label: 'Price',
          value: `${bar.close}${currency === null ? '' : ` ${currency}`} (close of the bar of ${time}${timeframe === null ? '' : `, ${timeframe}`})`,
        },
      ]),
];
