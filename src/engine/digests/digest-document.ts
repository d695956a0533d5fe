import type { Lexicon } from '#src/engine/content/languages/lexicon.ts';
import { LEXICONS } from '#src/engine/content/languages/registry.ts';
import { type BrandRow, lookOf } from '#src/engine/content/look.ts';
import { fillSlots } from '#src/engine/content/slots.ts';
import { oneLine } from '#src/platform/mail/plain.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { documentsOf, inLanguage } from '#src/shared/content/content.ts';
import type { AlertDocument, DocumentBlock } from '#src/shared/content/document.ts';
import { plain, type Slot, type Text } from '#src/shared/content/text.ts';
import { type PastAlert, pastWords } from './past-words.ts';

/** An alert that a digest lists, as it was approved. */
export type Listed = {
  id: string;
  /** The content of its approved revision. */
  content: unknown;
  /** A person took editorial responsibility for it. Absent is no. */
  reviewed?: boolean;
  /** For content of a kind that isn't written any more. */
  title: string | null;
  /** What it is on: an instrument's symbol, or what an external event names. */
  symbol: string;
  /** It would have come at once, but for a budget of its audience. */
  held: boolean;
  /** It lapsed before it could be sent: it's marked as past news. Absent is no. */
  past?: PastAlert | null;
  /** So many alerts of other rules it stands for. Absent is none. */
  told?: number;
};

const SYMBOLS_NAMED = 3;

/** A digest in one language: each alert in the words that were approved for it, in the order given. */
export function digestDocument(
  brand: BrandRow,
  listed: readonly Listed[],
  language: Language,
): AlertDocument {
  const read = listed.map((alert) => ({
    brand,
    language,
    ...alert,
    document: inLanguage(documentsOf(alert.content), language),
  }));
  const blocks = read.map(blockOf);
  const [first] = blocks;
  const { digest } = LEXICONS[language];
  const count: Slot = { slot: 'figure', of: 'digest.alerts', as: 'count', text: String(listed.length) };
  const headline: Text = [
    ...fillSlots(listed.length === 1 ? digest.one : digest.many, { count }),
    ...symbolsOf(listed, digest),
  ];
  return {
    version: 1,
    language,
    look: lookOf(brand),
    direction: null,
    title: [digest.title, ...(listed.length === 1 && first ? first.headline : headline)],
    dateline: [digest.dateline],
    headline,
    figure: null,
    notice: null,
    summary: [digest.summary, ...countWords(listed, digest)],
    blocks,
    table: [],
    chart: null,
    callToAction: null,
    disclaimers: disclaimersOf(read.flatMap(({ document }) => document?.disclaimers ?? [])),
    // It holds words of a model that nobody has answered for.
    ...(read.some(({ document, reviewed }) => document?.aiLabel && !reviewed) && {
      aiLabel: [LEXICONS[language].aiLabel],
    }),
  };
}

type Read = Listed & { brand: BrandRow; language: Language; document: AlertDocument | null };

function blockOf({
  id,
  document,
  title,
  symbol,
  past,
  brand,
  language,
}: Read): Extract<DocumentBlock, { kind: 'alert' }> {
  const kind = 'alert';
  const mark = past ? pastWords(past, brand, language) : [];
  if (document) {
    const { direction, headline, figure, dateline } = document;
    return {
      kind,
      id,
      direction,
      headline,
      figure: figure && figure.value,
      dateline: [...mark, ...dateline],
    };
  }
  const as = { slot: 'quote', of: 'alert.title', as: 'text', text: title ?? symbol } as const;
  return { kind, id, direction: null, headline: [as], figure: null, dateline: [...mark, symbolSlot(symbol)] };
}

const symbolSlot = (symbol: string): Slot => ({
  slot: 'symbol',
  of: 'alert.symbol',
  as: 'text',
  text: oneLine(symbol, 40),
});

/** How many of them a budget held, are past news, and stand for alerts of other rules; nothing where there are none. */
function countWords(listed: readonly Listed[], { held, past, told }: Lexicon['digest']): Text {
  const counts = [
    [held, 'held', listed.filter((alert) => alert.held).length],
    [past.many, 'past', listed.filter((alert) => alert.past).length],
    [told, 'told', listed.reduce((sum, alert) => sum + (alert.told ?? 0), 0)],
  ] as const;
  return counts.flatMap(([template, of, many]) => {
    const count: Slot = { slot: 'figure', of: `digest.${of}`, as: 'count', text: String(many) };
    return many === 0 ? [] : fillSlots(template, { count });
  });
}

/** `SPX, BTCUSDT and 2 more`. */
function symbolsOf(listed: readonly Listed[], { comma, and, more: others }: Lexicon['digest']): Text {
  const all = [...new Set(listed.map(({ symbol }) => symbol))];
  const named = all.slice(0, all.length > SYMBOLS_NAMED + 1 ? SYMBOLS_NAMED : all.length);
  const more = all.length - named.length;
  const text: Text = named.flatMap((symbol, place) => {
    const isLast = place === named.length - 1 && more === 0;
    return [...(place === 0 ? [] : [isLast ? and : comma]), symbolSlot(symbol)];
  });
  if (more === 0) return text;
  const count: Slot = { slot: 'figure', of: 'digest.more_symbols', as: 'count', text: String(more) };
  return [...text, and, ...fillSlots(others, { count })];
}

/** Each once. */
const disclaimersOf = (texts: readonly Text[]): Text[] => [
  ...new Map(texts.map((text) => [plain(text), text])).values(),
];
