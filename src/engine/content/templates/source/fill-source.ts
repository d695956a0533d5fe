import type { AlertDocument } from '#src/shared/content/document.ts';
import type { HtmlNode } from '#src/shared/content/layout.ts';
import { pictureUrl } from '#src/shared/content/prepared.ts';
import { plain, type Text } from '#src/shared/content/text.ts';
import { MESSAGE, type Placeholder, PLACEHOLDERS } from '#src/shared/rules/message.ts';
import type { TemplateGround } from '../apply.ts';
import { markOf, MARK_CHARACTER } from './marks.ts';
import { SourceProblem, type SourceValues } from './run-liquid.ts';
import { runSource } from './source-thread.ts';

export type FilledSource = { nodes: HtmlNode[]; removed: string[] };

/** What a source may name, and what each is. */
export const SOURCE_WORDS: Readonly<Record<string, string>> = {
  headline: 'what happened, in one line',
  summary: 'what happened, in a paragraph',
  paragraphs: 'the paragraphs after it, a list',
  dateline: 'symbol, date and timeframe',
  direction: '“up”, “down” or nothing: to compare, not to print',
  language: 'the alert’s, such as “en” or “de”: to compare, not to print',
  'figure.label': 'what the figure of the alert is called',
  'figure.value': 'the figure of the alert',
  rows: 'the other figures, a list of `label` and `value`',
  'chart.src': 'the address of the chart, for an <img>; nothing where there is none',
  'chart.alt': 'the chart in words',
  disclaimers: 'those of the brand, a list',
  'brand.name': 'the brand’s name',
  'brand.color': 'the color of its header',
  'brand.accent': 'the color of its lines',
};

/**
 * What a template's source makes for an alert: safe HTML in which every value is the document's own.
 * @throws SourceProblem
 */
export async function fillSource(
  source: string,
  document: AlertDocument,
  { valueOf }: Pick<TemplateGround, 'valueOf'>,
): Promise<FilledSource> {
  if (MARK_CHARACTER.test(source)) throw new SourceProblem('The source holds a character that no text has.');
  const texts: Text[] = [];
  const mark = (text: Text): string => markOf(texts.push(text) - 1);
  const values = valuesOf(document, mark, (name) => [valueOf(name)]);
  const pictures = [document.chart?.picture?.hash, document.look.logo?.hash].filter(
    (hash): hash is string => hash !== undefined,
  );
  const made = await runSource({ source, values, texts: texts.map(plain), pictures });
  return {
    removed: made.removed,
    nodes: made.nodes.flatMap((node): HtmlNode[] => {
      if ('markup' in node) return [node];
      return 'text' in node ? [{ author: unescaped(node.text) }] : [...(texts[node.value] ?? [])];
    }),
  };
}

function valuesOf(
  document: AlertDocument,
  mark: (text: Text) => string,
  valueOf: (name: Placeholder) => Text,
): SourceValues {
  const { figure, chart, look, blocks } = document;
  const names = Object.keys(PLACEHOLDERS) as (keyof typeof PLACEHOLDERS)[];
  const placeholders: Record<string, string> = {};
  for (const name of names) if (!name.includes('.')) placeholders[name] = mark(valueOf(name));
  for (let at = 0; at < MESSAGE.plots; at += 1) placeholders[`plot_${at}`] = mark(valueOf(`plot_${at}`));
  return {
    ...placeholders,
    syminfo: { currency: mark(valueOf('syminfo.currency')) },
    headline: mark(document.headline),
    summary: mark(document.summary),
    paragraphs: blocks.flatMap((block) => (block.kind === 'paragraph' ? [mark(block.text)] : [])),
    dateline: mark(document.dateline),
    direction: document.direction,
    language: document.language,
    figure: { label: figure && mark(figure.label), value: figure && mark(figure.value) },
    rows: document.table.map(({ label, value }) => ({ label: mark(label), value: mark(value) })),
    chart: {
      src: chart?.picture ? pictureUrl(chart.picture.hash) : null,
      alt: chart && mark(chart.description),
    },
    disclaimers: document.disclaimers.map(mark),
    brand: { name: look.name, color: look.color, accent: look.accent },
  };
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Its author wrote HTML; texts are kept as they read. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0x1f && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : '';
  });
