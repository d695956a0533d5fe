import { fillSlots } from '../slots.ts';
import { barLength } from '../when.ts';
import { isSlot, type Text } from '#src/shared/content/text.ts';
import { paintAxis, paintTimes, type Tag, tickLabels, valueAxis } from './axis.ts';
import type { ChartFacts, ChartStyle } from './facts.ts';
import { lowerKind, lowerScale, lowerShare, paintLower, RANGE_HEIGHT } from './lower-pane.ts';
import type { Palette } from './palette.ts';
import {
  breaksOf,
  type Domain,
  FIGURE,
  type FigurePlace,
  padded,
  type Pane,
  paneOf,
  placeFigure,
  type Plot,
  SMALL,
} from './plot.ts';
import { candlesFit, levelsNear, pathThrough, priceDomain, priceStyle, rebased } from './prices.ts';
import { arrow, freePlace, line, path, type Rect, rect, type TextStyle, widthOf, write } from './svg.ts';

const TOP = 20;
const DATES = 24;
const BETWEEN = 20;

type BodyOptions = { style: ChartStyle; palette: Palette; width: number; height: number };

/** The style that the bars allow: too many candles for the room are drawn as a line, a comparison needs two series. */
export function fittingStyle(facts: ChartFacts, style: ChartStyle, width: number): ChartStyle {
  if (style === 'candles' && !candlesFit(facts.bars.length, width * 0.85)) return 'line';
  if (style === 'streak' && !facts.streak) return 'line';
  if (style === 'comparison' && !canCompare(facts)) return 'line';
  return style;
}

const canCompare = (facts: ChartFacts): boolean => {
  const series = rebased(facts);
  return (
    series.length > 1 &&
    series.every((values) => {
      const known = values.filter((value) => value !== null);
      return known.length > 1 && known.every((value) => value > 0);
    })
  );
};

/** Prices, axes, marks and what is below the prices, in a box from 0, 0. Without title and source. */
export function drawBody(facts: ChartFacts, options: BodyOptions): string {
  const { palette, width, height } = options;
  const style = fittingStyle(facts, options.style, width);
  const kind = lowerKind(facts, style);
  const isRange = kind === 'range';
  const below = isRange ? RANGE_HEIGHT + 6 : 0;
  const shared = height - TOP - DATES - below - (kind && !isRange ? BETWEEN : 0);
  const lowerHeight = !kind ? 0 : isRange ? RANGE_HEIGHT : shared * lowerShare(facts, kind);
  const priceHeight = isRange || !kind ? shared : shared - lowerHeight;

  const lower = kind && lowerScale(facts, kind, lowerHeight);
  const domain = padded(priceDomain(facts, style));
  const places = style === 'comparison' ? 1 : facts.places;
  const labels = tickLabels(facts.words, domain, { height: priceHeight, places });
  const tags = style === 'comparison' ? [] : tagsOf(facts, domain, palette);
  const priceAxis = valueAxis(labels, tags);
  const gutter = Math.max(priceAxis.width, lower?.axis.width ?? 0, 40);
  const right = width - gutter;

  const step = right / facts.bars.length;
  const marked = markedOn(facts, kind);
  const figureWidth = widthOf(facts.figure, FIGURE_STYLE) + FIGURE * 0.56 + 10;
  const spans = priceStyle(style).spans(facts);
  const place = marked === 'price' && facts.figure.length > 0 ? placeFigure(spans, step, figureWidth) : null;
  const price = paneOf({ x: 0, y: TOP, width: right, height: priceHeight }, domain, place);
  const plot: Plot = { facts, bars: facts.bars, palette, price, step, x: (at) => step * (at + 0.5) };

  const lowerTop = isRange ? TOP + priceHeight + DATES + 6 : TOP + priceHeight + BETWEEN;
  const lowerRect = { x: 0, y: lowerTop, width: right, height: lowerHeight };
  const indicator = marked === 'indicator' && facts.pane ? facts.pane.values.map(asSpan) : null;
  const lowerPlace = indicator && placeFigure(indicator, step, figureWidth);
  const pane = lower && paneOf(lowerRect, lower.domain, lowerPlace);
  const datesTop = isRange || !kind ? TOP + priceHeight : lowerTop + lowerHeight;
  const taken = obstacles(plot, spans, place);

  return [
    write(width, SMALL - 3, unitWords(facts, style), {
      size: SMALL,
      face: 'sans',
      fill: palette.mute,
      anchor: 'end',
    }),
    paintAxis(price, { ...priceAxis, width: gutter }, plot),
    paintBreaks(plot),
    style === 'comparison' ? '' : paintLevels(plot, domain),
    paintTimes(plot, datesTop),
    priceStyle(style).paint(plot),
    style === 'comparison' ? '' : facts.overlays.map((each, at) => paintOverlay(plot, each, at)).join(''),
    kind && pane && lower ? paintLower(plot, kind, pane, { ...lower.axis, width: gutter }) : '',
    place ? paintFigure(plot, price, spans, place) : '',
    indicator && lowerPlace && pane ? paintFigure(plot, pane, indicator, lowerPlace) : '',
    marked === 'volume' && pane ? paintVolumeFigure(plot, pane) : '',
    paintLabels(plot, style, domain, taken),
  ].join('');
}

const FIGURE_STYLE = { face: 'figure', size: FIGURE } as const;
const asSpan = (value: number | null): Domain => [value ?? 50, value ?? 50];

const markedOn = (
  facts: ChartFacts,
  kind: ReturnType<typeof lowerKind>,
): 'price' | 'volume' | 'indicator' => {
  if (kind === 'volume' && facts.volumeMean) return 'volume';
  // The figure of a rule on an indicator may be the close: then the price is marked.
  return kind === 'indicator' && !isClose(facts) ? 'indicator' : 'price';
};

/** What the axis counts. Prices are in the instrument's unit; a comparison starts at 100. */
const unitWords = ({ unit, words }: ChartFacts, style: ChartStyle): Text | string =>
  style === 'comparison'
    ? fillSlots(words.start, { base: { slot: 'figure', of: 'drawn.base', as: 'count', text: '100' } })
    : [...unit].slice(0, 16).join('');

const isClose = ({ figure }: ChartFacts): boolean =>
  figure.some((node) => isSlot(node) && node.of === 'bar.close');

/** Figures of the evidence on the price axis: the close, unless it is the figure already, and the levels. */
function tagsOf(facts: ChartFacts, domain: Domain, palette: Palette): Tag[] {
  const close = facts.bars.at(-1)?.close ?? 0;
  return [
    ...(isClose(facts) ? [] : [{ value: close, figure: facts.close, fill: palette[facts.direction] }]),
    ...levelsNear(facts, domain).map(({ value, figure }) => ({ value, figure, fill: null })),
  ];
}

function paintLevels({ facts, price, palette }: Plot, domain: Domain): string {
  const { x, width } = price.rect;
  return levelsNear(facts, domain)
    .map(({ value }) =>
      line(x, price.y(value), x + width, price.y(value), palette.ink, 'stroke-dasharray="4 3"'),
    )
    .join('');
}

/** Averages: the first whole, the second dashed, so that they can be told apart without their colors. */
function paintOverlay(
  { facts, palette, price, x }: Plot,
  { values }: ChartFacts['overlays'][number],
  at: number,
): string {
  const points = values.map((value, index) =>
    value === null ? null : ([x(index), price.y(value)] as const),
  );
  const dash = facts.overlays.length > 1 && at > 0 ? ' stroke-dasharray="7 3"' : '';
  return path(
    pathThrough(points),
    `fill="none" stroke="${palette.series[at % palette.series.length]}" stroke-width="1.75" stroke-linejoin="round"${dash}`,
  );
}

function paintBreaks({ facts, bars, price, palette, step }: Plot): string {
  const { y, height } = price.rect;
  return [...breaksOf(bars, barLength(facts.timeframe))]
    .map((at) => line(step * at, y, step * at, y + height, palette.calm, 'stroke-dasharray="1 4"'))
    .join('');
}

/** What labels must not cover: what is drawn at each bar, and the figure. */
function obstacles({ price, step, x }: Plot, spans: readonly Domain[], place: FigurePlace | null): Rect[] {
  const drawn = spans.map(([low, high], at): Rect => {
    const before = spans[at - 1] ?? [low, high];
    const top = price.y(Math.max(high, before[0]));
    return {
      x: x(at) - step,
      y: top - 2,
      width: step * 1.5,
      height: price.y(Math.min(low, before[1])) - top + 4,
    };
  });
  if (!place) return drawn;
  const base = baselineOf(price, place);
  return [
    ...drawn,
    { x: price.rect.width - place.width, y: base - FIGURE, width: place.width, height: FIGURE + 5 },
  ];
}

const baselineOf = ({ y }: Pane, { side, covered }: FigurePlace): number =>
  side === 'above' ? y(covered[1]) - 12 : y(covered[0]) + 23;

/** The figure with its arrow, as near to its bar as those before it leave room for, and a line between the two. */
function paintFigure(plot: Plot, pane: Pane, spans: readonly Domain[], place: FigurePlace): string {
  const { facts, palette, x, bars } = plot;
  const color = palette[facts.direction];
  const isAbove = place.side === 'above';
  const base = baselineOf(pane, place);
  const [low, high] = spans.at(-1) ?? place.covered;
  const at = x(bars.length - 1);
  const [start, end] = isAbove ? [base + 5, pane.y(high) - 6] : [base - 15, pane.y(low) + 6];
  const isFar = isAbove ? end - start > 6 : start - end > 6;
  const leader = isFar ? line(at, start, at, end, color, 'stroke-dasharray="2 2"') : '';
  return leader + figureAt(plot, pane.rect.x + pane.rect.width, base);
}

function figureAt({ facts, palette }: Plot, right: number, base: number): string {
  const color = palette[facts.direction];
  const style: TextStyle = { ...FIGURE_STYLE, fill: color, anchor: 'end', halo: palette.paper };
  const left = right - widthOf(facts.figure, FIGURE_STYLE) - FIGURE * 0.56 - 5;
  const ground = { x: left - 4, y: base - FIGURE + 2, width: right - left + 4, height: FIGURE + 3 };
  return (
    rect(ground, palette.paper, 'fill-opacity="0.75"') +
    arrow(left, base, FIGURE, facts.direction, color) +
    write(right, base, facts.figure, style)
  );
}

/** Beside its column, which is the highest. */
const paintVolumeFigure = (plot: Plot, pane: Pane): string =>
  figureAt(plot, plot.x(plot.bars.length - 1) - Math.max(6, plot.step / 2 + 3), pane.rect.y + FIGURE - 2);

type Label = { text: Text; color: string; places: (Rect & { baseline: number })[] };

/** Names of levels, averages and series, each where it covers least. */
function paintLabels(plot: Plot, style: ChartStyle, domain: Domain, taken: readonly Rect[]): string {
  const { palette } = plot;
  const face = { size: SMALL, face: 'sans' } as const;
  const occupied = [...taken];
  return labelsOf(plot, style, domain)
    .map(({ text, color, places }) => {
      const place = freePlace(places, occupied);
      if (!place) return '';
      occupied.push(place);
      return write(place.x, place.baseline, text, { ...face, fill: color, halo: palette.paper });
    })
    .join('');
}

function labelsOf(plot: Plot, style: ChartStyle, domain: Domain): Label[] {
  const { facts, palette, price } = plot;
  if (style === 'comparison') {
    const [own = [], ...others] = rebased(facts);
    return [
      { text: facts.shortTitle, color: palette.ink, places: alongLine(plot, own, facts.shortTitle) },
      ...others.map((values, at) => {
        const name = facts.others[at]?.name ?? [];
        const color = palette.series[at % palette.series.length] ?? palette.ink;
        return { text: name, color, places: alongLine(plot, values, name) };
      }),
    ];
  }
  return [
    ...levelsNear(facts, domain).map(({ value, label }) => ({
      text: label,
      color: palette.ink,
      places: alongLevel(price, value, label),
    })),
    ...facts.overlays.map(({ values, label }, at) => ({
      text: label,
      color: palette.series[at % palette.series.length] ?? palette.ink,
      places: alongLine(plot, values, label),
    })),
  ];
}

const boxAt = (x: number, baseline: number, width: number): Rect & { baseline: number } => ({
  x,
  y: baseline - SMALL,
  width,
  height: SMALL + 4,
  baseline,
});

const inside = (pane: Pane, { y, height }: Rect): boolean =>
  y >= pane.rect.y - 4 && y + height <= pane.rect.y + pane.rect.height + 2;

/** Over and under a level, from the left on. */
function alongLevel(pane: Pane, value: number, label: Text): (Rect & { baseline: number })[] {
  const width = widthOf(label, { face: 'sans', size: SMALL });
  const free = Math.max(0, pane.rect.width - width);
  return [0, 0.2, 0.4, 0.6, 0.8]
    .flatMap((part) => [-5, SMALL + 3].map((off) => boxAt(free * part, pane.y(value) + off, width)))
    .filter((box) => inside(pane, box));
}

/** Over and under a line, from its middle on: clear of all that the line does over the label's width. */
function alongLine(
  { price, step, x }: Plot,
  values: readonly (number | null)[],
  label: Text,
): (Rect & { baseline: number })[] {
  const width = widthOf(label, { face: 'sans', size: SMALL });
  return [0.5, 0.3, 0.7, 0.1, 0.85, 0].flatMap((part) => {
    const left = Math.max(0, price.rect.width - width) * part;
    const near = values.filter(
      (value, at) => value !== null && x(at) >= left - step && x(at) <= left + width + step,
    );
    const ys = near.map((value) => price.y(value ?? 0));
    if (ys.length === 0) return [];
    return [Math.min(...ys) - 6, Math.max(...ys) + SMALL + 4]
      .map((baseline) => boxAt(left, baseline, width))
      .filter((box) => inside(price, box));
  });
}
