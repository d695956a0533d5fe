import { addressesIn } from '#src/shared/content/text-length.ts';
import type { MessageLink, MessagePart } from '#src/engine/content/message/message-parts.ts';

type Style = { size?: 'Small' | 'Large'; weight?: 'Bolder'; isSubtle?: true; color?: 'Accent' };
type Run = { type: 'TextRun'; text: string; selectAction?: OpenUrl } & Style;
type OpenUrl = { type: 'Action.OpenUrl'; url: string; title?: string };
type RichText = { type: 'RichTextBlock'; inlines: Run[]; spacing?: 'None'; separator?: true };
type Element =
  | RichText
  | { type: 'FactSet'; facts: { title: string; value: string }[] }
  | { type: 'Container'; style: 'warning'; items: RichText[] };
export type Card = {
  $schema: string;
  type: 'AdaptiveCard';
  version: string;
  lang?: string;
  msteams: { width: 'Full' };
  body: Element[];
  actions?: OpenUrl[];
};

const SCHEMA = 'http://adaptivecards.io/schemas/adaptive-card.json';
/** What Teams shows on phones too. Microsoft names no end for it. */
const VERSION = '1.4';

/** A line with its addresses as links. */
function runsOf(line: string, style: Style): Run[] {
  let rest = line;
  const runs: Run[] = [];
  const add = (text: string, more: Pick<Run, 'selectAction'> = {}): void => {
    if (text !== '') runs.push({ type: 'TextRun', text, ...style, ...more });
  };
  for (const url of addressesIn(line)) {
    const at = rest.indexOf(url);
    add(rest.slice(0, at));
    add(url, URL.canParse(url) ? { selectAction: { type: 'Action.OpenUrl', url } } : {});
    rest = rest.slice(at + url.length);
  }
  add(rest);
  return runs;
}

/**
 * A text, line by line. Text runs know no Markdown, so that nothing has to be escaped: text blocks do, and phones and
 * computers don't agree on how it is escaped there.
 */
const richText = (text: string, style: Style = {}): RichText[] =>
  text
    .toWellFormed()
    .split('\n')
    .map((line) => runsOf(line, style))
    .filter((inlines) => inlines.length > 0)
    .map((inlines, at) => ({ type: 'RichTextBlock', inlines, ...(at > 0 && { spacing: 'None' }) }));

/** What Teams would format in a fact, or replace. */
const MARKDOWN = /[*_~`[\]\\<>#{}]|&#?\w+;|https?:|^\s*(?:[-+]\s|\d+[.)]\s)|\n/m;

function figures(rows: readonly { label: string; value: string }[]): Element[] {
  if (!rows.some(({ label, value }) => MARKDOWN.test(label) || MARKDOWN.test(value)))
    return [{ type: 'FactSet', facts: rows.map(({ label, value }) => ({ title: label, value })) }];
  return rows.map(({ label, value }) => ({
    type: 'RichTextBlock',
    inlines: [...runsOf(`${label}: `, {}), ...runsOf(value, { weight: 'Bolder' })],
  }));
}

const SMALL: Style = { size: 'Small', isSubtle: true };

function elementsOf(part: MessagePart): Element[] {
  switch (part.kind) {
    case 'headline':
      return richText(part.text, { size: 'Large', weight: 'Bolder' });
    case 'notice':
      return [{ type: 'Container', style: 'warning', items: richText(part.text, { weight: 'Bolder' }) }];
    case 'dateline':
    case 'disclaimer':
      return richText(part.text, SMALL);
    case 'figure':
      return richText(part.text, { weight: 'Bolder' });
    case 'figures':
      return figures(part.rows);
    case 'alert':
      return [
        ...richText(part.headline, { weight: 'Bolder' }),
        ...richText(part.text, { isSubtle: true }).map((line): RichText => ({ ...line, spacing: 'None' })),
      ];
    default:
      return richText(part.text);
  }
}

const cardWith = (body: Element[], link: MessageLink | null, language?: string): Card => ({
  $schema: SCHEMA,
  type: 'AdaptiveCard',
  version: VERSION,
  ...(language !== undefined && { lang: language }),
  msteams: { width: 'Full' },
  body,
  ...(link && { actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }] }),
});

/** The app posts as “Workflows”, so the card itself says whose alert it is. */
export function cardOf(
  parts: readonly MessagePart[],
  { brandName, link, language }: { brandName: string; link: MessageLink | null; language: string },
): Card {
  const brand = richText(brandName, { size: 'Small', weight: 'Bolder', color: 'Accent' });
  return cardWith([...brand, ...parts.flatMap(elementsOf)], link, language);
}

/** A message that has no card of its own. */
export const plainCard = (text: string): Card => cardWith(richText(text), null);
