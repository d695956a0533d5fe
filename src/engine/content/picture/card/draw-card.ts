import type { AlertDocument } from '#src/shared/content/document.ts';
import type { CardFormat, PictureTheme } from '#src/shared/content/picture-formats.ts';
import { plain, type Text } from '#src/shared/content/text.ts';
import { drawBody } from '../draw-body.ts';
import type { ChartFacts, ChartStyle } from '../facts.ts';
import { paletteOf } from '../palette.ts';
import { line, n, rect, type Rect, widthOf, write } from '../svg.ts';
import { bandColor, bandOf } from './band.ts';
import { CAP, type Card, type CardLogo, PROSE_LEADING } from './card.ts';
import { footerOf } from './footer.ts';
import { LAYOUTS } from './layouts.ts';
import { setLines } from './line-breaks.ts';
import { figureOf, headlineOf, kickerOf } from './words-of-card.ts';

type CardOptions = {
  format: CardFormat;
  style: ChartStyle;
  theme: PictureTheme;
  /** Null for a brand without one, whose name is there instead. */
  logo: CardLogo | null;
};

/**
 * An alert as a card to post: brand, headline, figure, chart, time, source and disclaimer. `chart` is null where there is
 * nothing to draw; then the words have its room. The same input gives the same text.
 */
export function drawCard(
  document: AlertDocument,
  chart: ChartFacts | null,
  { format, style, theme, logo }: CardOptions,
): string {
  const card: Card = { ...LAYOUTS[format], document, chart, palette: paletteOf(document.look, theme), theme };
  const { width, height, edge, gap, foot, palette, plot } = card;
  const inner = width - 2 * edge;
  const footer = footerOf(card, inner);
  const top = card.band.height + gap;
  const body = { x: edge, y: top, width: inner, height: footer.top - gap * 0.75 - top };
  const content =
    chart === null
      ? posterOf(card, body)
      : plot.beside === null
        ? stackedOf(card, { chart, style }, body)
        : besideOf(card, { chart, style, part: plot.beside }, body);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    rect({ x: 0, y: 0, width, height }, palette.paper),
    bandOf(card, logo),
    `<g data-ground="${palette.paper}">`,
    content,
    footer.svg,
    '</g>',
    foot > 0 ? rect({ x: 0, y: height - foot, width, height: foot }, bandColor(document.look, theme)) : '',
    '</svg>',
  ].join('');
}

type Drawn = { chart: ChartFacts; style: ChartStyle };

/** Words at the left, from the top and from the bottom; the chart at their right. */
function besideOf(card: Card, { part, ...drawn }: Drawn & { part: number }, body: Rect): string {
  const { gap, label, document } = card;
  const bottom = body.y + body.height;
  const words = { ...body, width: body.width * (1 - part) - gap };
  const kicker = kickerOf(card, words);
  const figure = figureOf(card, words, bottom);
  const labelAt = bottom - figure.size * CAP - label * 0.85;
  const room = (figure.size > 0 ? labelAt - label : bottom) - kicker.bottom - gap * 0.25;
  const headline = headlineOf(card, { ...words, y: kicker.bottom, height: room }, card.headline);
  const x = body.x + body.width * (1 - part);
  return [
    kicker.svg,
    headline.svg,
    figure.size > 0 ? labelOf(card, document.figure?.label ?? [], words, labelAt) : '',
    figure.svg,
    chartIn(card, drawn, { ...body, x, width: body.width * part }),
  ].join('');
}

/** Words over the chart. */
function stackedOf(card: Card, drawn: Drawn, body: Rect): string {
  const { gap, document } = card;
  const kicker = kickerOf(card, body);
  const headline = headlineOf(card, { ...body, y: kicker.bottom, height: body.height * 0.45 }, card.headline);
  const figure = figureBlock(card, document.figure?.label ?? [], body, headline.bottom + gap * 0.95);
  const y = figure.bottom + gap * 0.85;
  const box = { ...body, y, height: body.y + body.height - y };
  return [kicker.svg, headline.svg, figure.svg, chartIn(card, drawn, box)].join('');
}

/** Words alone: a large headline, what it means, and the figures that there is room for. */
function posterOf(card: Card, body: Rect): string {
  const { gap, document, summary, palette } = card;
  const bottom = body.y + body.height;
  const kicker = kickerOf(card, body);
  const headline = headlineOf(card, { ...body, y: kicker.bottom, height: body.height * 0.55 }, card.poster);
  const figure = figureBlock(card, document.figure?.label ?? [], body, headline.bottom + gap * 0.95);
  const from = figure.bottom + gap * (figure.svg === '' ? 0.4 : 1.25);
  const leading = summary.size * PROSE_LEADING;
  const most = Math.min(summary.lines, Math.floor((bottom - from) / leading));
  const prose =
    most < 1
      ? null
      : setLines(document.summary, {
          most: body.width,
          face: 'sans',
          sizes: [summary.size],
          lines: () => most,
        });
  const lines = prose?.lines ?? [];
  const rows = from + lines.length * leading + gap * 0.6;
  return [
    kicker.svg,
    headline.svg,
    figure.svg,
    ...lines.map((text, at) =>
      write(body.x, from + summary.size * CAP + at * leading, text, {
        face: prose?.face ?? 'sans',
        size: summary.size,
        fill: palette.ink,
      }),
    ),
    rowsOf(card, { ...body, y: rows, height: bottom - rows }),
  ].join('');
}

/** The alert's other figures, as many as there is room for. Phrases and what is too long are left out. */
function rowsOf({ document, label: size, palette }: Card, { x, y, width, height }: Rect): string {
  const step = size * 2;
  const sans = { face: 'sans', size, fill: palette.mute } as const;
  const mono = { face: 'mono', size, fill: palette.ink, anchor: 'end' } as const;
  const fitting = document.table.filter(
    ({ label, value, words }) => !words && widthOf(label, sans) + widthOf(value, mono) + size * 2 <= width,
  );
  return fitting
    .slice(0, Math.max(0, Math.floor(height / step)))
    .map(({ label, value }, at) => {
      const top = y + at * step;
      const baseline = top + step * 0.66;
      return (
        line(x, top, x + width, top, palette.line, 'stroke-width="1.5"') +
        write(x, baseline, label, sans) +
        write(x + width, baseline, value, mono)
      );
    })
    .join('');
}

/** The figure with its label beside it, or under it where there is no room. */
function figureBlock(
  card: Card,
  label: Text,
  { x, width }: Rect,
  y: number,
): { svg: string; bottom: number } {
  const probe = figureOf(card, { x, width }, 0);
  if (probe.size === 0) return { svg: '', bottom: y };
  const baseline = y + probe.size * CAP;
  const figure = figureOf(card, { x, width }, baseline);
  const start = figure.end + card.label * 0.9;
  const isBeside = start + widthOf(label, { face: 'sans', size: card.label }) <= x + width;
  const below = baseline + card.label * 1.6;
  const at = isBeside ? { x: start, width: x + width - start } : { x, width };
  return {
    svg: figure.svg + labelOf(card, label, at, isBeside ? baseline : below),
    bottom: isBeside || plain(label) === '' ? baseline : below,
  };
}

const labelOf = (
  { label: size, palette }: Card,
  text: Text,
  { x, width }: Pick<Rect, 'x' | 'width'>,
  baseline: number,
): string => {
  const { lines, face } = setLines(text, { most: width, face: 'sans', sizes: [size], lines: () => 1 });
  return write(x, baseline, lines[0] ?? [], { face, size, fill: palette.mute });
};

function chartIn({ plot: { scale }, palette }: Card, { chart, style }: Drawn, box: Rect): string {
  const size = { width: box.width / scale, height: box.height / scale };
  return [
    `<g transform="translate(${n(box.x)} ${n(box.y)}) scale(${n(scale)})">`,
    drawBody(chart, { style, palette, ...size }),
    '</g>',
  ].join('');
}
