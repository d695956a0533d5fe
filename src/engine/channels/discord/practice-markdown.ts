import { html } from 'hono/html';

/** A piece of a line as the app shows it. */
type Piece = {
  text: string;
  as: 'plain' | 'strong' | 'em' | 'u' | 's' | 'code' | 'spoiler' | 'mention' | 'link';
};

/** Inline rules in the app's order: the first that matches wins. */
const RULES: readonly [RegExp, Piece['as']][] = [
  [/^\\([^0-9A-Za-z\s])/, 'plain'],
  [/^<(@!?\d+|@&\d+|#\d+|a?:\w+:\d+|t:-?\d+(?::\w)?)>/, 'mention'],
  [/^(@everyone|@here)/, 'mention'],
  [/^\[((?:\\.|[^\]\\])+)\]\((https?:\/\/[^\s)]+)\)/, 'link'],
  [/^(https?:\/\/[^\s<]+[^<.,:;"'\]\s])/, 'link'],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/, 'strong'],
  [/^__((?:\\.|[^\\])+?)__(?!_)/, 'u'],
  [/^\*((?:\\.|[^\s\\*])(?:(?:\\.|[^\\*])*(?:\\.|[^\s\\*]))?)\*/, 'em'],
  [/^_((?:\\.|[^\\_])+?)_(?!\w)/, 'em'],
  [/^~~((?:\\.|[^\\])+?)~~/, 's'],
  [/^\|\|((?:\\.|[^\\])+?)\|\|/, 'spoiler'],
  [/^`([^`]+)`/, 'code'],
];

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let rest = line;
  while (rest !== '') {
    const found = RULES.map(([rule, as]) => ({ match: rule.exec(rest), as })).find(({ match }) => match);
    const [all, text] = found?.match ?? [rest.charAt(0), rest.charAt(0)];
    const as = found?.as ?? 'plain';
    const last = pieces.at(-1);
    const isAsIs = as === 'plain' || as === 'code' || /^https?:/.test(all ?? '');
    const said = isAsIs ? (text ?? '') : shown(text ?? '');
    if (as === 'plain' && last?.as === 'plain') last.text += said;
    else pieces.push({ text: said, as });
    rest = rest.slice(all?.length ?? 1);
  }
  return pieces;
}

const shown = (text: string): string =>
  piecesOf(text)
    .map((piece) => piece.text)
    .join('');

type Line = { as: 'p' | 'small' | 'h' | 'quote' | 'item'; text: string };
const STARTS: readonly [RegExp, Line['as']][] = [
  [/^\s*-# /, 'small'],
  [/^\s*#{1,3} /, 'h'],
  [/^\s*>(?:>>)? /, 'quote'],
  [/^\s*(?:[-*]|\d+\.) /, 'item'],
];
const linesOf = (text: string): Line[] =>
  text.split('\n').map((line) => {
    const [start, as] = STARTS.find(([rule]) => rule.test(line)) ?? [/^/, 'p' as const];
    return { as, text: line.replace(start, '') };
  });

const TAGS: Readonly<Record<Piece['as'], string>> = {
  plain: '',
  strong: 'strong',
  em: 'em',
  u: 'u',
  s: 's',
  code: 'code',
  spoiler: 'mark',
  mention: 'kbd',
  link: 'ins',
};
function drawn(text: string): string {
  return piecesOf(text)
    .map((piece) => {
      const escaped = String(html`${piece.text}`);
      const tag = TAGS[piece.as];
      return tag === '' ? escaped : `<${tag}>${escaped}</${tag}>`;
    })
    .join('');
}

/** A text as the app draws it, as HTML; nothing in it leads anywhere. */
export const drawMarkdown = (text: string): string =>
  linesOf(text)
    .map((line) => `<span class="line ${line.as}">${drawn(line.text)}</span>`)
    .join('');

/** A title or a name: one line, without what starts lines. */
export const drawInline = drawn;

/** The same as it reads, without what only formats it. */
export const readMarkdown = (text: string): string =>
  linesOf(text)
    .map((line) => shown(line.text))
    .join('\n');
